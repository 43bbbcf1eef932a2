#!/bin/bash
# The operator's command: `relevo status` runs deno.json's task of that name, with the settings of
# /etc/relevo and as the user that Relevo runs as. It belongs to the release that it lies in.
set -euo pipefail

release=$(dirname "$(dirname "$(readlink -f "$0")")")

case "${1:-}" in
  start | gateway | '')
    echo "relevo: systemctl starts the processes; commands are doctor, status, member, key, backup …" >&2
    exit 2
    ;;
  backup) files=(backup) ;;
  restore) files=(common app gateway) ;;
  *) files=(common app) ;;
esac
if [[ $(id -u) -ne 0 ]]; then
  echo "relevo: run it as root: sudo relevo $*" >&2
  exit 1
fi

# As systemd reads such files, which a shell would read otherwise (`SMTP_FROM=Relevo <a@b.es>`).
load() {
  local line value
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line#"${line%%[![:space:]]*}"}
    [[ $line == [A-Z]*=* ]] || continue
    value=${line#*=}
    [[ $value =~ ^\"(.*)\"$ || $value =~ ^\'(.*)\'$ ]] && value=${BASH_REMATCH[1]}
    export "${line%%=*}=$value"
  done <"$1"
}

# The folder of the process that runs, or of the first of several.
state=relevo
units=/etc/systemd/system/multi-user.target.wants
if [[ ! -L $units/relevo.service ]]; then
  for unit in "$units"/relevo@*.service; do
    [[ ! -L $unit ]] || { state=relevo-$(expr "$unit" : '.*@\(.*\)\.') && break; }
  done
fi
export DATA_DIR=/var/lib/$state BACKUP_DIR=/var/backups/relevo HOST=127.0.0.1 HOME=/nonexistent
for file in "${files[@]}"; do
  [[ ! -r /etc/relevo/$file.env ]] || load "/etc/relevo/$file.env"
done
install -d -o relevo -g relevo -m 700 "$DATA_DIR"

# The command runs in the folder of its release, and files are named from here.
words=("$1")
previous=$1
for word in "${@:2}"; do
  case "$1 $previous $word" in
    "backup --output "[!/-]* | "restore restore "[!/-]*) word=$PWD/$word ;;
    "backup "*" --output="[!/-]*) word=--output=$PWD/${word#*=} ;;
  esac
  words+=("$word")
  previous=$word
done
exec setpriv --reuid relevo --regid relevo --init-groups --no-new-privs \
  "$release/bin/relevo" "${words[@]}"
