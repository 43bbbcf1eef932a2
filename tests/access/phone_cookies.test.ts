import assert from "node:assert/strict";
import { ask, assertFailure } from "../notify/scene.ts";
import { testOnEach, type World } from "../support/world.ts";

const secure = { env: { PUBLIC_URL: "https://relevo.example" } };

/** Pairs through the browser; returns its cookie as sent back. */
async function pairInBrowser(world: World, userId: string, key = world.keys.shop) {
  const pairing = await world.call("POST", "/api/devices/pairings", { key, json: { userId } });
  const { code } = pairing.body.data;
  const paired = await world.call("POST", "/api/phone/pair", { json: { code } });
  const setCookie = paired.headers.get("set-cookie")!;
  const { token, deviceId } = paired.body.data;
  return { setCookie, token, deviceId, cookie: setCookie.split(";")[0]! };
}

function inbox(world: World, cookie: string, query = "") {
  const headers = { Cookie: cookie };
  return world.call("GET", `/api/phone/notifications${query}`, { headers });
}

testOnEach(
  "the pairing is kept in a cookie that scripts and other sites never get",
  async (world) => {
    const { setCookie, token, deviceId } = await pairInBrowser(world, "maria");
    assert.equal(
      setCookie,
      `__Host-relevo_device_${deviceId}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000; Secure`,
    );
  },
  secure,
);

testOnEach(
  "over https a cookie of the old name is read, and replaced by one of the new",
  async (world) => {
    const { token, deviceId, cookie } = await pairInBrowser(world, "maria");
    const old = `relevo_device_${deviceId}=${token}`;
    const [age, ending] = ["Path=/; HttpOnly; SameSite=Strict; Max-Age", "; Secure"];
    const expected = `__Host-relevo_device_${deviceId}=${token}; ${age}=31536000${ending}`;
    const gone = `relevo_device_${deviceId}=; ${age}=0${ending}`;
    for (const path of ["/api/phone/notifications", "/api/phone/pairings"]) {
      const set = async (cookie: string) => {
        const answer = await world.call("GET", path, { headers: { Cookie: cookie } });
        assert.equal(answer.status, 200, `${path} ${cookie}`);
        return answer.headers.getSetCookie();
      };
      assert.deepEqual(await set(old), [expected, gone]);
      assert.deepEqual(await set(cookie), [expected]);
      // A neighbour host may plant one of the old name: the other one holds.
      assert.deepEqual(await set(`${cookie}; relevo_device_${deviceId}=planted`), [expected, gone]);
      assert.deepEqual(await set(`relevo_device_${deviceId}=planted; ${cookie}`), [expected, gone]);
    }
    const unpaired = await world.call("DELETE", "/api/phone/device", { headers: { Cookie: old } });
    assert.equal(unpaired.status, 200);
    assert.deepEqual(unpaired.headers.getSetCookie(), [`__Host-${gone}`, gone]);
    const after = await world.call("GET", "/api/phone/pairings", { headers: { Cookie: old } });
    assertFailure(after, 401, "unauthorized");
    assert.deepEqual(after.headers.getSetCookie(), [`__Host-${gone}`, gone]);
  },
  secure,
);

testOnEach("a phone's token unpairs its own phone, and no other", async (world) => {
  const mine = await world.pairPhone("maria");
  const hers = await world.pairPhone("maria");
  const far = await world.pairPhone("maria", world.keys.studio);
  for (const named of [hers.deviceId, far.deviceId, crypto.randomUUID(), "x"]) {
    const path = `/api/phone/device?device=${named}`;
    assertFailure(
      await world.call("DELETE", path, { device: mine.token }),
      403,
      "insufficient_scope",
    );
  }
  for (const { token } of [mine, hers, far]) {
    const { status } = await world.call("GET", "/api/phone/notifications", { device: token });
    assert.equal(status, 200, "nothing was unpaired");
  }
  const own = `/api/phone/device?device=${mine.deviceId}`;
  assert.equal((await world.call("DELETE", own, { device: mine.token })).status, 200);
  assert.equal(
    (await world.call("DELETE", "/api/phone/device", { device: hers.token })).status,
    200,
  );
});

testOnEach("over plain http the cookie does without Secure", async (world) => {
  const { setCookie } = await pairInBrowser(world, "maria");
  assert.ok(setCookie.includes("HttpOnly; SameSite=Strict"));
  assert.ok(!setCookie.includes("Secure"));
});

testOnEach("one browser holds several pairings, and a call names its own", async (world) => {
  const shop = await pairInBrowser(world, "maria");
  const id = await ask(world);
  assert.equal((await inbox(world, shop.cookie)).body.data[0].id, id);
  assert.equal((await inbox(world, `theme=dark; ${shop.cookie}; x=y=z`)).status, 200);

  const studio = await pairInBrowser(world, "maria", world.keys.studio);
  const both = `${shop.cookie}; ${studio.cookie}`;
  assertFailure(await inbox(world, both), 401, "unauthorized");
  const ofShop = await inbox(world, both, `?device=${shop.deviceId}`);
  assert.equal(ofShop.body.data[0].id, id);
  const ofStudio = await inbox(world, both, `?device=${studio.deviceId}&limit=1`);
  assert.deepEqual([ofStudio.status, ofStudio.body.data], [200, []]);
  for (const query of ["?device=", "?device=x", `?device=${crypto.randomUUID()}`]) {
    assertFailure(await inbox(world, both, query), 401, "unauthorized");
  }
  const forged = `relevo_device_${shop.deviceId}=${studio.token}x`;
  assertFailure(await inbox(world, forged), 401, "unauthorized");
});

testOnEach("another site cannot write with the phone's cookie", async (world) => {
  const { cookie, token } = await pairInBrowser(world, "maria");
  const write = async (headers: Record<string, string>) => {
    const id = await ask(world);
    const path = `/api/phone/notifications/${id}/read`;
    return await world.call("POST", path, { headers });
  };
  const host = new URL(world.url).host;
  const foreign: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site", Origin: "https://relevo.example" },
    { Origin: "https://evil.example" },
    { Origin: "https://relevo.example.evil.example" },
    { Origin: "http://relevo.example" },
    { Origin: "null" },
  ];
  for (const headers of foreign) {
    assertFailure(await write({ Cookie: cookie, ...headers }), 403, "cross_site");
  }
  const own: Record<string, string>[] = [
    {},
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "none" },
    { Origin: "https://relevo.example" },
    { Origin: `http://${host}` },
  ];
  for (const headers of own) {
    assert.equal(
      (await write({ Cookie: cookie, ...headers })).status,
      200,
      JSON.stringify(headers),
    );
  }
  // A token in a header is no cookie, and reads change nothing.
  const byToken = await write({ Authorization: `Bearer ${token}`, Origin: "https://evil.example" });
  assert.equal(byToken.status, 200);
  const read = { Cookie: cookie, "Sec-Fetch-Site": "cross-site" };
  const got = await world.call("GET", "/api/phone/notifications", { headers: read });
  assert.equal(got.status, 200);
}, secure);

testOnEach("another site cannot pair this browser with a phone of its own", async (world) => {
  const answer = await world.call("POST", "/api/devices/pairings", {
    key: world.keys.shop,
    json: { userId: "maria" },
  });
  const json = { code: answer.body.data.code };
  for (const [name, value] of [["Sec-Fetch-Site", "cross-site"], ["Origin", "https://a.example"]]) {
    const headers = { [name!]: value! };
    const refused = await world.call("POST", "/api/phone/pair", { json, headers });
    assertFailure(refused, 403, "cross_site");
    assert.equal(refused.headers.get("set-cookie"), null);
  }
  assert.equal((await world.call("POST", "/api/phone/pair", { json })).status, 201);
});

testOnEach("unpairing ends the phone's calls and takes its cookie away", async (world) => {
  const { cookie, token, deviceId } = await pairInBrowser(world, "maria");
  const other = await pairInBrowser(world, "maria");
  const gone = await world.call("DELETE", `/api/phone/device?device=${deviceId}`, {
    headers: { Cookie: `${cookie}; ${other.cookie}` },
  });
  assert.deepEqual([gone.status, gone.body.data.id], [200, deviceId]);
  assert.match(
    gone.headers.get("set-cookie")!,
    new RegExp(`^relevo_device_${deviceId}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`),
  );
  assertFailure(await inbox(world, cookie), 401, "unauthorized");
  const calls: [string, string][] = [
    ["GET", "/api/phone/notifications"],
    ["GET", "/api/phone/stream"],
    ["DELETE", "/api/phone/device"],
  ];
  for (const [method, path] of calls) {
    assertFailure(await world.call(method, path, { device: token }), 401, "unauthorized");
  }
  assert.equal((await inbox(world, other.cookie)).status, 200, "the other pairing stays");
});
