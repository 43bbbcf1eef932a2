# shellcheck shell=bash
# Releases lie beside each other in /opt/relevo; the link `current` is changed by one rename.

places=/opt/relevo
current=$places/current
previous=$places/previous
kept=3

version_in() { sed -n 's/^ *"version": "\([^"]*\)",$/\1/p' "$1/deno.json" | head -n 1; }
build_in() { tr -d '\n' <"$1/_fresh/current"; }
name_in() {
  local build
  build=$(build_in "$1")
  printf '%s-%s' "$(version_in "$1")" "${build:0:8}"
}
target_of() { [[ ! -L $1 ]] || basename "$(readlink "$1")"; }

# Copies the folder of this script under another name, and renames it once it is whole.
place_release() {
  install -d -m 755 "$places"
  find "$places" -maxdepth 1 -name '.*.part' -exec rm -rf {} +
  if [[ ! -d $places/$name ]]; then
    cp -a "$here/." "$places/.$name.part"
    chown -R root:root "$places/.$name.part"
    chmod -R u=rwX,go=rX "$places/.$name.part"
    sync -f "$places/.$name.part"
    mv -T "$places/.$name.part" "$places/$name"
  fi
  share_builds
}

# Pages that are open ask any process for files of their own build.
share_builds() {
  local from to build
  for from in "$places"/[0-9]*/; do
    build=$(build_in "$from") || continue
    for to in "$places"/[0-9]*/; do
      [[ -d $from/_fresh/builds/$build && ! -e $to/_fresh/builds/$build ]] || continue
      rm -rf "$to/_fresh/builds/.$build.part"
      cp -al "$from/_fresh/builds/$build" "$to/_fresh/builds/.$build.part"
      mv -T "$to/_fresh/builds/.$build.part" "$to/_fresh/builds/$build"
    done
  done
}

point() {
  ln -sfn "$2" "$places/.link.part"
  mv -T "$places/.link.part" "$1"
}

# switch_to NAME: the one that was current is the one to go back to.
switch_to() {
  local before
  before=$(target_of "$current")
  [[ $before != "$1" ]] || return 0
  [[ -z $before ]] || point "$previous" "$before"
  point "$current" "$1"
  touch "$places/$1"
}

# Current and previous stay, and the newest of the others.
remove_old() {
  local release count=0
  for release in "$(target_of "$current")" "$(target_of "$previous")"; do
    [[ -z $release ]] || count=$((count + 1))
  done
  find "$places" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*' -printf '%T@ %f\n' |
    sort -rn | cut -d ' ' -f 2 | while read -r release; do
    [[ $release != "$(target_of "$current")" && $release != "$(target_of "$previous")" ]] ||
      continue
    count=$((count + 1))
    [[ $count -gt $kept ]] || continue
    rm -rf "${places:?}/$release"
    say removed "$release"
  done
}

# run_task NAME doctor: a command of a release, with the settings that it needs.
run_task() { env -u LC_ALL LANG="$spoken" "$places/$1/installer/relevo.sh" "${@:2}"; }
