# shellcheck shell=bash
# Caddy in front: a file of its own, or one to import where Caddy serves others already.

caddyfile=/etc/caddy/Caddyfile
snippet=/etc/caddy/relevo.caddy
must_import=no

set_up_proxy() {
  [[ $with_proxy == yes ]] || return 0
  step proxy
  if is_ours_to_write "$caddyfile"; then
    write_proxy "$caddyfile" "$(proxy_of "$name")"
  elif ! grep -qF "$domain" "$caddyfile"; then
    # Options for the whole server are the admin's there.
    write_proxy "$snippet" "$(proxy_of "$name" | sed '/^{$/,/^}$/d')"
    grep -q "^[[:space:]]*import .*\(relevo.caddy\|\*\)" "$caddyfile" || must_import=yes
  fi
  systemctl enable --quiet caddy
  systemctl is-active --quiet caddy || systemctl start caddy || fail proxy_away
}

proxy_of() { sed "s/{\$RELEVO_DOMAIN}/$domain/; s/{\$RELEVO_GATEWAY:\([^}]*\)}/\1/" "$places/$1/Caddyfile"; }

# Missing, as the package brought it, or as a release of before wrote it.
is_ours_to_write() {
  [[ -e $1 ]] || return 0
  local release sum
  sum=$(md5sum <"$1" | cut -d ' ' -f 1)
  # shellcheck disable=SC2016  # dpkg's own field
  dpkg-query --show --showformat '${Conffiles}\n' caddy 2>/dev/null | grep -qF "$1 $sum" && return
  for release in "$places"/[0-9]*/; do
    proxy_of "$(basename "$release")" | cmp -s - "$1" && return
  done
  return 1
}

write_proxy() {
  local complaint
  [[ ! -e $1 || $(cat "$1") != "$2" ]] || return 0
  printf '%s\n' "$2" >"$1.part"
  complaint=$(caddy adapt --config "$1.part" --adapter caddyfile 2>&1 >/dev/null) || {
    rm -f "$1.part"
    fail proxy_refused "$complaint"
  }
  chmod 644 "$1.part"
  mv -T "$1.part" "$1"
  systemctl reload-or-restart caddy || fail proxy_away
}
