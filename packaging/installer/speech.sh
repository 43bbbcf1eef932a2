# shellcheck shell=bash
# How the installer speaks: steps and results to standard output, faults to standard error.

case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
  es*) language=es ;;
  *) language=en ;;
esac

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
