/** Settings with which nothing can be started; the message is for the operator. */
export class Unlaunchable extends Error {
  override name = "Unlaunchable";
}
