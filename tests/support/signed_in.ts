/**
 * A sign-in gateway with one person signed in: passes every request on with their token, also those
 * that a browser makes by itself, to which a test cannot add headers.
 */
import { type Front, openFront } from "./front.ts";

/**
 * Starts one on a free port of 127.0.0.1.
 * @param target the app's address
 * @param token what the gateway says of the person
 */
export function signIn(target: string, token: string): Promise<Front> {
  return openFront([target], {
    identity: token,
    identityHeader: "Cf-Access-Jwt-Assertion",
    ownCookies: ["session"],
  });
}
