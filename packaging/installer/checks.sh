# shellcheck shell=bash
# Looks at the machine before anything is changed.

faults=0
fault() {
  printf 'relevo: ' >&2
  complain "$@"
  faults=$((faults + 1))
}

# Every reason against installing or updating is told at once. Ends with 1 where there is one.
check_machine() {
  check_system
  check_release
  [[ $faults -gt 0 ]] || check_rest
  [[ $faults -eq 0 ]] || exit 1
}

check_system() {
  local ID='' VERSION_ID='' PRETTY_NAME=''
  # shellcheck disable=SC1091
  [[ -r /etc/os-release ]] && . /etc/os-release
  case "$ID" in
    debian) is_at_least "$VERSION_ID" 12 || fault system "$PRETTY_NAME" ;;
    ubuntu) is_at_least "$VERSION_ID" 22.04 || fault system "$PRETTY_NAME" ;;
    *) fault system "${PRETTY_NAME:-$(uname -s)}" ;;
  esac
  [[ $(uname -m) == x86_64 ]] || fault machine "$(uname -m)"
  [[ $(id -u) -eq 0 ]] || fault not_root "$here/install.sh"
  [[ -d /run/systemd/system ]] || fault no_systemd
}

# is_at_least 22.04 12: a testing Debian has no number, and is newer.
is_at_least() {
  [[ -z $1 ]] || [[ $(printf '%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]
}

check_release() {
  local path
  for path in bin/relevo bin/deno deno.json launch.ts node_modules _fresh/current \
    units/relevo.service Caddyfile; do
    [[ -e $here/$path ]] || { fault not_whole "$path"; return; }
  done
  if [[ -f $here/SHA256SUMS ]] && ! (cd "$here" && sha256sum --quiet --check SHA256SUMS) >&2; then
    fault not_whole SHA256SUMS
  fi
}

check_rest() {
  if [[ ! -e $current ]]; then
    local by_hand
    by_hand=$(find_by_hand)
    [[ -z $by_hand ]] || fault by_hand "$by_hand"
  fi
  # A release takes 250 MB, the database and its back-ups what they take.
  [[ -d $places/$name ]] || check_room /opt 700
  check_room /var 700
  check_memory
  local port
  if [[ $with_proxy == yes ]]; then
    for port in 80 443; do check_port "$port" caddy; done
  fi
  for port in 8000 8080; do check_port "$port" relevo; done
  check_packages
}

# Files of docs/operating/install.md's steps by hand.
find_by_hand() {
  local file
  for file in /etc/relevo.env /etc/relevo-app.env /etc/relevo-gateway.env; do
    [[ ! -e $file ]] || printf '%s ' "$file"
  done
  file=/etc/systemd/system/relevo.service
  if [[ -e $file ]] && ! grep -q "^WorkingDirectory=$current\$" "$file"; then
    printf '%s ' "$file"
  fi
}

check_room() {
  local free
  free=$(df --output=avail --block-size=1M "$1" | tail -n 1 | tr -d ' ')
  [[ $free -ge $2 ]] || fault little_room "$1" "$free" "$2"
}

check_memory() {
  local memory
  memory=$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)
  [[ $memory -ge 900 ]] || fault little_memory "$memory"
}

# check_port 443 caddy: nobody listens there, or the user named does.
check_port() {
  local owner listeners
  owner=$(id -u "$2" 2>/dev/null || echo none)
  listeners=$(awk -v port="$(printf ':%04X' "$1")" '
    $4 == "0A" && substr($2, length($2) - 4) == port { print $8 }
  ' /proc/net/tcp /proc/net/tcp6 2>/dev/null | sort -u)
  [[ -z $listeners || $listeners == "$owner" ]] || fault port_taken "$1"
}

check_packages() {
  local major
  if ! has_postgres; then
    major=$(candidate_of postgresql)
    major=${major%%[+.]*}
    if [[ -z $major ]]; then fault not_to_be_had PostgreSQL
    elif [[ $major -lt 15 ]]; then fault old_postgres "$major"; fi
  fi
  [[ $with_proxy != yes ]] || has_caddy || [[ -n $(candidate_of caddy) ]] ||
    fault not_to_be_had Caddy
}

has_postgres() { command -v pg_lsclusters >/dev/null && [[ -n $(pg_lsclusters --no-header) ]]; }
has_caddy() { command -v caddy >/dev/null; }

# Lists may be missing on a new machine: apt-get update is what a check may do, and changes nothing
# that is installed.
candidate_of() {
  local version
  version=$(policy_of "$1")
  if [[ -z $version && -z ${are_lists_new:-} ]]; then
    are_lists_new=yes
    apt-get update -qq >/dev/null 2>&1 || true
    version=$(policy_of "$1")
  fi
  printf '%s' "$version"
}

policy_of() {
  LC_ALL=C apt-cache policy "$1" 2>/dev/null |
    awk '$1 == "Candidate:" && $2 != "(none)" { print $2 }'
}
