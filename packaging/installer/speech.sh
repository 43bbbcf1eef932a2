# shellcheck shell=bash
# How the installer speaks: steps and results to standard output, faults to standard error.

spoken=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
case $spoken in
  es*) language=es ;;
  *) language=en ;;
esac

# A locale that is there, with UTF-8: a terminal's often comes from another machine (ssh), and the
# first database of PostgreSQL takes that of its installation.
choose_locale() {
  local one
  for one in "${LC_ALL:-${LANG:-}}" "$(sed -n 's/^LANG="\?\([^"]*\)"\?$/\1/p' /etc/default/locale 2>/dev/null)"; do
    [[ -n $one && $(LC_ALL=$one locale charmap 2>/dev/null) == UTF-8 ]] && break
    one=C.UTF-8
  done 2>/dev/null
  export LC_ALL=$one
}
choose_locale

# text NAME VALUE...
text() {
  local -n table=$language
  local format=${table[$1]}
  shift
  # shellcheck disable=SC2059  # the format is one of words.sh
  printf "$format\n" "$@"
}

say() { text "$@"; }
step() { printf '\n== %s\n' "$(text "$@")"; }
complain() { text "$@" >&2; }

# Ends with 1 for a fault, with 2 for wrong use.
fail() {
  printf 'relevo: ' >&2
  complain "$@"
  exit 1
}
misuse() {
  printf 'relevo: ' >&2
  complain "$@"
  exit 2
}
