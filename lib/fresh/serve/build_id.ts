// The builder puts the constant of the build in place of this file in browser bundles.

/** Names the running build; the server sets it when a build is attached. */
export let buildId = crypto.randomUUID().replaceAll("-", "");

export function setBuildId(id: string) {
  buildId = id;
}
