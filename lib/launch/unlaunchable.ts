export class Unlaunchable extends Error {
  override name = "Unlaunchable";
}
