#!/bin/bash
# Installs Relevo on Debian or Ubuntu, or updates it, out of the unpacked archive. Each step finds
# what is done already, so that a run that broke off is gone on with by running it again.
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
cd /
# shellcheck source=packaging/installer/words.sh
. "$here/installer/words.sh"
# shellcheck source=packaging/installer/speech.sh
. "$here/installer/speech.sh"
# shellcheck source=packaging/installer/settings.sh
. "$here/installer/settings.sh"
# shellcheck source=packaging/installer/checks.sh
. "$here/installer/checks.sh"
# shellcheck source=packaging/installer/releases.sh
. "$here/installer/releases.sh"
# shellcheck source=packaging/installer/database.sh
. "$here/installer/database.sh"
# shellcheck source=packaging/installer/processes.sh
. "$here/installer/processes.sh"
# shellcheck source=packaging/installer/proxy.sh
. "$here/installer/proxy.sh"

task=install domain='' email='' unattended=no with_proxy=yes anyway=no

read_options() {
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --domain | --email)
        [[ $# -gt 1 ]] || misuse no_value "$1"
        printf -v "${1#--}" '%s' "$2"
        shift
        ;;
      --domain=* | --email=*) printf -v "$(expr "$1" : '--\([a-z]*\)=')" '%s' "${1#*=}" ;;
      --yes) unattended=yes ;;
      --no-proxy) with_proxy=no ;;
      --anyway) anyway=yes ;;
      --back | --check) task=${1#--} ;;
      --help | -h)
        say usage
        exit 0
        ;;
      *)
        complain unknown_word "$1"
        complain usage
        exit 2
        ;;
    esac
    shift
  done
}

lock() {
  exec 9>/run/relevo-install.lock
  flock --nonblock 9 || fail busy
}

install_packages() {
  local packages=()
  if is_database_here && ! has_postgres; then packages+=(postgresql); fi
  if [[ $with_proxy == yes ]] && ! has_caddy; then packages+=(caddy); fi
  [[ ${#packages[@]} -gt 0 ]] || return 0
  step packages "${packages[*]}"
  { DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      "${packages[@]}"; } 9>&- || fail apt_failed
}

make_user() {
  id -u relevo >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/relevo \
    --no-create-home --shell /usr/sbin/nologin relevo
}

make_database() {
  step database
  if is_database_here; then make_roles; else say elsewhere; fi
}

# Nothing has been changed yet. A release that is there already needs neither.
prepare_update() {
  local before
  before=$(target_of "$current")
  [[ -n $before && $before != "$name" ]] || return 0
  step look
  run_task "$before" doctor || [[ $anyway == yes ]] || fail look_failed
  step backup
  if ! has_backups; then
    say no_backup
    return
  fi
  run_task "$before" backup || [[ $anyway == yes ]] || fail backup_failed
}

migrate() {
  local report
  step schema
  report=$(run_task "$name" migrate 2>&1) && return
  printf '%s\n' "$report" >&2
  [[ ! -e $current ]] || fail migrate_failed
  fail schema_failed
}

link_command() {
  [[ -e /usr/local/bin/relevo && ! -L /usr/local/bin/relevo ]] && return
  ln -sfn "$current/installer/relevo.sh" /usr/local/bin/.relevo.part
  mv -T /usr/local/bin/.relevo.part /usr/local/bin/relevo
}

show_first() {
  [[ -e $first_run ]] || return 0
  printf '\n'
  say keep_apart
  printf '\n    SECRETS_KEYS=%s\n\n' "$(value_of app.env SECRETS_KEYS)"
  if [[ $with_gateway == yes ]]; then
    run_task "$name" member recover --email "$email" || say no_link "$email"
  fi
  rm -f "$first_run"
}

# A new certificate takes Caddy some seconds.
end_with_doctor() {
  local report
  step doctor
  report=$(run_task "$name" doctor 2>&1) || {
    if [[ -e $first_run && $report == *FAIL*certificate* ]]; then sleep 10; fi
    report=$(run_task "$name" doctor 2>&1) || report+=$'\n'$(text doctor_hint)
  }
  printf '%s\n' "$report"
  [[ $must_import == no ]] || { printf '\n' && say proxy_import; }
}

install_release() {
  check_machine
  choose_names
  prepare_update
  install_packages
  make_user
  step release "$name"
  place_release
  [[ $with_proxy == yes ]] || touch "$places/no-proxy"
  local port=5432
  if is_database_here; then
    start_database
    require_new_postgres
    port=$(port_of_database)
  fi
  step settings
  write_settings "$port"
  make_database
  migrate
  turn_to "$name"
  link_command
  set_up_proxy
  remove_old
  end_with_doctor
  show_first
  printf '\n'
  say "done" "$name" "$domain"
}

go_back() {
  local target
  [[ $(id -u) -eq 0 ]] || fail not_root "$here/install.sh --back"
  [[ -L $current ]] || fail not_installed
  target=$(target_of "$previous")
  [[ -n $target && $target != "$(target_of "$current")" && -d $places/$target ]] ||
    fail no_release_before
  run_task "$target" migrate --plan || fail too_new "$target"
  name=$target
  turn_to "$target"
  say is_back "$target"
}

read_options "$@"
# Until the end of the step that is at work; what it began is gone on with by the next run.
trap 'trap - INT TERM; complain interrupted; exit 130' INT TERM
choose_gateway
[[ ! -e $places/no-proxy ]] || with_proxy=no
case $task in
  check)
    name=$(name_in "$here")
    check_machine
    say all_well
    ;;
  back)
    lock
    go_back
    ;;
  install)
    name=$(name_in "$here")
    [[ $(id -u) -ne 0 ]] || lock
    install_release
    ;;
esac
