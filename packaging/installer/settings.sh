# shellcheck shell=bash
# Files of settings in /etc/relevo. A value that is there stays, whoever wrote it.

etc=/etc/relevo
# There from before the first secret is made until the key and the first link have been shown.
first_run=$etc/.first-run

# value_of app.env DATABASE_URL: as systemd reads it.
value_of() {
  [[ -r $etc/$1 ]] || return 0
  sed -n "s/^[[:space:]]*$2=//p" "$etc/$1" | tail -n 1 | sed -E "s/^(['\"])(.*)\1\$/\2/"
}

# put app.env HOST 127.0.0.1: adds it unless it is there; the file is whole at any moment.
put() {
  local file=$etc/$1
  [[ -z $(value_of "$1" "$2") ]] || return 0
  rm -f "$file.part"
  (umask 077 && { [[ ! -e $file ]] || cat "$file"; printf '%s=%s\n' "$2" "$3"; } >"$file.part")
  chown root:relevo "$file.part"
  chmod 640 "$file.part"
  sync "$file.part"
  mv -T "$file.part" "$file"
}

hex() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
base64_key() { head -c 32 /dev/urandom | base64; }

address_of() { printf 'postgres://%s:%s@127.0.0.1:%s/relevo' "$1" "$(hex 24)" "$2"; }

write_settings() {
  install -d -o root -g relevo -m 750 "$etc"
  install -d -o relevo -g relevo -m 700 /var/backups/relevo
  [[ -e $etc/app.env ]] || touch "$first_run"
  [[ -e $first_run ]] || require_secrets
  local port=$1
  put common.env PUBLIC_URL "https://$domain"
  put common.env CLIENT_IP_HEADER X-Forwarded-For
  if [[ $with_gateway == yes ]]; then
    put common.env GATEWAY_SECRET "$(hex 32)"
    put common.env GATEWAY_AUDIENCE relevo
    put app.env GATEWAY_JWKS_URL http://127.0.0.1:8080/.gateway/jwks
    put gateway.env GATEWAY_APP_URL http://127.0.0.1:8000
    put gateway.env GATEWAY_DATABASE_URL "$(address_of relevo_gateway "$port")"
    put gateway.env GATEWAY_AUTH_SECRET "$(hex 32)"
  fi
  put app.env INITIAL_ADMIN_EMAIL "$email"
  put app.env OPERATOR_EMAIL "$email"
  put app.env DATABASE_URL "$(address_of relevo "$port")"
  put app.env MIGRATE_DATABASE_URL "$(address_of relevo_owner "$port")"
  [[ ! -e $first_run ]] || put app.env SECRETS_KEYS "$(base64_key)"
  local backup
  backup=$(value_of backup.env BACKUP_DATABASE_URL)
  [[ -n $backup ]] || ! is_database_here || backup=$(address_of relevo_backup "$port")
  [[ -z $backup ]] || put backup.env BACKUP_DATABASE_URL "$backup"
  # Without an address of the database the back-up would look for an embedded one.
  [[ -z $backup ]] || put backup.env DATABASE_URL "$backup"
  # An operator may have written some of them beforehand.
  chown root:relevo "$etc"/*.env
  chmod 640 "$etc"/*.env
}

require_secrets() {
  local entry
  for entry in common.env:PUBLIC_URL app.env:DATABASE_URL app.env:MIGRATE_DATABASE_URL; do
    [[ -n $(value_of "${entry%:*}" "${entry#*:}") ]] || fail lacks_secret "${entry#*:}" "${entry%:*}"
  done
  [[ $with_gateway == yes ]] || return 0
  for entry in common.env:GATEWAY_SECRET gateway.env:GATEWAY_DATABASE_URL \
    gateway.env:GATEWAY_AUTH_SECRET; do
    [[ -n $(value_of "${entry%:*}" "${entry#*:}") ]] || fail lacks_secret "${entry#*:}" "${entry%:*}"
  done
}

# Another gateway's keys are not at Relevo's own address.
choose_gateway() {
  local keys
  keys=$(value_of app.env GATEWAY_JWKS_URL)
  with_gateway=yes
  [[ -z $keys || $keys == */.gateway/jwks ]] || with_gateway=no
}

# Of several machines one makes them.
has_backups() { [[ -e $etc/backup.env ]]; }

is_database_here() {
  local address
  address=$(value_of app.env DATABASE_URL)
  [[ -z $address || $address =~ @(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?/ ]]
}

is_domain() {
  [[ ${#1} -le 253 && $1 =~ ^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$ ]]
}

is_email() {
  [[ ${#1} -le 254 && $1 =~ ^[A-Za-z0-9_+-]+(\.[A-Za-z0-9_+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$ ]]
}

# Both come from the settings of before, from options, or from the person.
choose_names() {
  local installed
  installed=$(value_of common.env PUBLIC_URL)
  installed=${installed#*://}
  installed=${installed%/}
  domain=${domain,,}
  [[ -z $installed || -z $domain || $domain == "$installed" ]] || misuse other_domain "$installed"
  domain=${installed:-$domain}
  [[ -n $installed ]] || domain=$(agree is_domain domain --domain "$domain")
  email=${email:-$(value_of app.env OPERATOR_EMAIL)}
  email=${email:-$(value_of app.env INITIAL_ADMIN_EMAIL)}
  email=$(agree is_email email --email "${email,,}")
}

# agree is_domain domain --domain VALUE: prints a value that the test takes, asking again until then.
agree() {
  local value=$4
  until "$1" "$value"; do
    if [[ $unattended == yes || ! -t 0 ]]; then
      [[ -n $value ]] || misuse no_terminal "$3"
      misuse "wrong_$2" "$value"
    fi
    [[ -z $value ]] || complain "wrong_$2" "$value"
    printf '%s' "$(text "ask_$2")" >&2
    IFS= read -r value || exit 1
    value=${value,,}
  done
  printf '%s' "$value"
}
