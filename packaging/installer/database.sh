# shellcheck shell=bash
# Roles, database and passwords, by the repository's own scripts for the server.

psql_as_superuser() { runuser -u postgres -- psql -X -q -At -v ON_ERROR_STOP=1 "$@"; }

# Port of the server that postgres reaches by its usual socket.
port_of_database() { psql_as_superuser -d postgres -c 'show port'; }

start_database() {
  # Its package makes one, unless it was broken off.
  has_postgres || pg_createcluster "$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' |
    sort -V | tail -n 1)" main >/dev/null
  systemctl enable postgresql >/dev/null 2>&1 || true
  systemctl start postgresql || true
  local version cluster
  if ! runuser -u postgres -- psql -X -q -d postgres -c '' >/dev/null 2>&1; then
    # One that has just been made is known to systemd after this.
    systemctl daemon-reload
    read -r version cluster _ < <(pg_lsclusters --no-header)
    systemctl start "postgresql@$version-$cluster" || true
  fi
  local attempt
  for ((attempt = 0; attempt < 60; attempt++)); do
    runuser -u postgres -- psql -X -q -At -d postgres -c 'select 1' >/dev/null 2>&1 && return
    sleep 1
  done
  fail no_database "$(runuser -u postgres -- psql -X -d postgres -c '' 2>&1 | tail -n 1)"
}

require_new_postgres() {
  local number
  number=$(psql_as_superuser -d postgres -c 'show server_version_num')
  [[ $number -ge 150000 ]] || fail old_postgres "$((number / 10000))"
}

# parse postgres://user:password@host:port/database into role, password, port and database.
parse_address() {
  [[ $1 =~ ^postgres(ql)?://([^:@/]+):([^@]*)@[^/:]+(:([0-9]+))?/([^?]+) ]] || return 1
  role=${BASH_REMATCH[2]} password=${BASH_REMATCH[3]}
  port=${BASH_REMATCH[5]:-5432} database=${BASH_REMATCH[6]}
}

make_roles() {
  local role password port database owner login backup
  parse_address "$(value_of app.env MIGRATE_DATABASE_URL)"
  owner=$role
  parse_address "$(value_of backup.env BACKUP_DATABASE_URL)"
  backup=$role
  parse_address "$(value_of app.env DATABASE_URL)"
  login=$role
  make_database_in_utf8
  quietly psql_as_superuser -p "$port" -d postgres -v "database=$database" -v "owner=$owner" \
    -v "login=$login" -v "backup=$backup" <"$places/$name/lib/db/roles.sql"
  give_password app.env MIGRATE_DATABASE_URL
  give_password app.env DATABASE_URL
  give_password backup.env BACKUP_DATABASE_URL
  [[ $with_gateway == yes ]] || return 0
  parse_address "$(value_of gateway.env GATEWAY_DATABASE_URL)"
  quietly psql_as_superuser -p "$port" -d postgres -v "database=$database" -v "login=$role" \
    <"$places/$name/gateway/storage/roles.sql"
  give_password gateway.env GATEWAY_DATABASE_URL
}

# Where the server's own databases have another encoding, as on a machine without a locale.
make_database_in_utf8() {
  local encoding there
  encoding=$(psql_as_superuser -p "$port" -d template1 -c 'show server_encoding')
  there=$(psql_as_superuser -p "$port" -d postgres -v "name=$database" \
    <<<"select 1 from pg_database where datname = :'name'")
  [[ $encoding != UTF8 && -z $there ]] || return 0
  psql_as_superuser -p "$port" -d postgres -v "name=$database" <<<"create database :\"name\"
    template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'"
}

quietly() { PGOPTIONS='-c client_min_messages=warning' "$@" >/dev/null; }

# The password goes by standard input: arguments are seen by everybody on the machine.
give_password() {
  local role password port database
  parse_address "$(value_of "$1" "$2")"
  can_log_in && return
  quietly psql_as_superuser -p "$port" -d postgres <<SQL
set log_statement = 'none';
set log_min_error_statement = 'panic';
alter role "$role" password '${password//\'/\'\'}';
SQL
  can_log_in || fail login_refused "$role"
}

can_log_in() {
  PGPASSWORD=$password PGCONNECT_TIMEOUT=10 psql -X -w -q -h 127.0.0.1 -p "$port" -U "$role" \
    -d "$database" -c '' >/dev/null 2>&1
}
