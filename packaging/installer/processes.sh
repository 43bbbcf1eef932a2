# shellcheck shell=bash
# Units, and processes that are restarted one after the other.

systemd=/etc/systemd/system
patience=${RELEVO_PATIENCE_SECONDS:-180}
most_restarts=2

# place_units NAME: those of that release. One that is as in no release was changed by hand.
place_units() {
  local unit file
  for unit in "$places/$1"/units/*; do
    file=$systemd/${unit##*/}
    cmp -s "$unit" "$file" && continue
    if [[ -e $file ]] && ! is_of_a_release "$file"; then
      mv -T "$file" "$file.before"
      say unit_changed "$file" "$file.before"
    fi
    install -m 644 "$unit" "$file.part"
    mv -T "$file.part" "$file"
  done
  systemctl daemon-reload
}

is_of_a_release() {
  local unit
  for unit in "$places"/[0-9]*/units/"${1##*/}"; do
    cmp -s "$unit" "$1" && return
  done
  return 1
}

# The operator's choice: one process, or several by port.
app_units() {
  local link units=()
  for link in "$systemd"/multi-user.target.wants/relevo.service \
    "$systemd"/multi-user.target.wants/relevo@*.service; do
    [[ ! -L $link ]] || units+=("${link##*/}")
  done
  printf '%s\n' "${units[@]:-relevo.service}"
}

enable_units() {
  local units
  mapfile -t units < <(app_units)
  ! has_backups || units+=(relevo-backup.timer)
  [[ $with_gateway != yes ]] || units+=(relevo-gateway.service)
  systemctl enable --quiet "${units[@]}"
}

# bring_up NAME: each process of this release, the next once the last is ready.
bring_up() {
  local unit units
  mapfile -t units < <(app_units)
  [[ $with_gateway != yes ]] || units+=(relevo-gateway.service)
  for unit in "${units[@]}"; do
    step restart "$unit"
    is_up "$unit" "$1" || restart "$unit" "$1" || return 1
  done
  ! has_backups || systemctl start relevo-backup.timer
}

restart() {
  systemctl reset-failed "$1" 2>/dev/null || true
  systemctl restart "$1" || true
  local end=$((SECONDS + patience))
  until is_up "$1" "$2"; do
    if [[ $SECONDS -ge $end ]] || has_given_up "$1"; then
      complain not_ready "$1" "$2"
      journalctl --unit "$1" --lines 20 --no-pager --output cat >&2 || true
      return 1
    fi
    sleep 0.5
  done
}

has_given_up() {
  local restarts
  systemctl is-failed --quiet "$1" && return
  restarts=$(systemctl show --property NRestarts --value "$1")
  [[ ${restarts:-0} -ge $most_restarts ]]
}

# is_up UNIT NAME: it runs in the folder of that release, and answers that it is ready.
is_up() {
  local pid
  pid=$(systemctl show --property MainPID --value "$1")
  [[ ${pid:-0} -gt 0 && $(readlink "/proc/$pid/cwd") == "$places/$2" ]] || return 1
  case "$1" in
    relevo-gateway.service) answers "$(setting_or gateway.env GATEWAY_HOST 127.0.0.1)" \
      "$(setting_or gateway.env GATEWAY_PORT 8080)" /.gateway/healthz ;;
    relevo@*) answers "$(setting_or app.env HOST 127.0.0.1)" "$(expr "$1" : '.*@\(.*\)\.')" /readyz ;;
    *) answers "$(setting_or app.env HOST 127.0.0.1)" "$(setting_or app.env PORT 8000)" /readyz ;;
  esac
}

setting_or() {
  local value
  value=$(value_of "$1" "$2")
  [[ $value != 0.0.0.0 && $value != :: ]] || value=127.0.0.1
  printf '%s' "${value:-$3}"
}

# answers HOST PORT PATH: with 200, within five seconds.
answers() {
  # shellcheck disable=SC2016  # the other shell's variables
  [[ $(timeout 5 bash -c '
    exec 3<>"/dev/tcp/$0/$1" && printf "GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n" "$2" >&3 &&
      read -r _ status _ <&3 && printf %s "$status"' "$@" 2>/dev/null) == 200 ]]
}

# turn_to NAME: the units and processes of that release, or again those of before. Ends with 1 then.
turn_to() {
  local from older fallback
  from=$(target_of "$current")
  older=$(target_of "$previous")
  switch_to "$1"
  step units
  place_units "$1"
  enable_units
  if bring_up "$1"; then return; fi
  fallback=$from
  # A run of before has pointed to it already.
  if [[ $from == "$1" ]]; then fallback=$older older=''; fi
  [[ -n $fallback ]] || fail first_failed
  step going_back "$fallback"
  point "$current" "$fallback"
  if [[ -n $older ]]; then point "$previous" "$older"; else rm -f "$previous"; fi
  place_units "$fallback"
  bring_up "$fallback" || fail back_failed "$fallback"
  fail went_back "$fallback" "$1"
}
