import assert from "node:assert/strict";
import { isPushEndpoint, knownPushHosts, parsePushHosts } from "@/lib/notify/push/push_hosts.ts";

const usual = parsePushHosts(knownPushHosts);

Deno.test("the services of the known browsers are allowed", () => {
  for (
    const endpoint of [
      "https://fcm.googleapis.com/fcm/send/f1x:APA91bH",
      "https://fcm.googleapis.com/wp/abc",
      "https://jmt17.google.com/fcm/send/abc",
      "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
      "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d",
      "https://web.push.apple.com/QGuQ",
    ]
  ) assert.equal(isPushEndpoint(endpoint, usual), true, endpoint);
});

Deno.test("a push host is recognised by the end of its name alone", () => {
  for (
    const endpoint of [
      "http://fcm.googleapis.com/x",
      "https://fcm.googleapis.com:8443/x",
      "https://evilfcm.googleapis.com.evil.example/x",
      "https://notfcm.googleapis.com.example/x",
      "https://xnotify.windows.com/x",
      "https://evil.example/.push.apple.com/",
      "https://evil.example/?https://fcm.googleapis.com/",
      "https://user@fcm.googleapis.com/x",
      "https://fcm.googleapis.com/x#y",
      "https://fcm.googleapis.com./x",
      "https://FCM.googleapis.com/x",
      "https://fcm.googleapis.com\\@evil.example/",
      "https://127.0.0.1/x",
      "https://fcm.googleapis.com",
      "fcm.googleapis.com/x",
      "",
    ]
  ) assert.equal(isPushEndpoint(endpoint, usual), false, endpoint);
});

Deno.test("a port is 443 unless the setting names another, or any", () => {
  const hosts = parsePushHosts(" Push.example:8443, any.example:*,plain.example:443 ,");
  const isAllowed = (endpoint: string) => isPushEndpoint(endpoint, hosts);
  assert.deepEqual(
    ["https://push.example:8443/", "https://a.any.example:1/", "https://any.example/"]
      .map(isAllowed),
    [true, true, true],
  );
  assert.deepEqual(
    ["https://push.example/", "https://push.example:8444/", "https://plain.example:8443/"]
      .map(isAllowed),
    [false, false, false],
  );
  assert.equal(isAllowed("https://plain.example/"), true);
});

Deno.test("a setting that is no list of hosts is quoted", () => {
  for (
    const wrong of ["https://push.example", "*.example", "push.example:http", ".example", "a b"]
  ) {
    assert.throws(
      () => parsePushHosts(`ok.example,${wrong}`),
      new RegExp(`"${wrong.replace(/[.*]/g, "\\$&")}"`),
    );
  }
  assert.deepEqual(parsePushHosts(""), []);
});
