"""For Python 3.10 or later, with nothing but what it ships."""
import base64
import hashlib
import hmac
import json
import os
import re
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def send(notification: dict) -> str:
    """Sends a notification, such as {"userId": …, "title": …, "body": …}, and returns its id."""
    return call("/api/notify", json.dumps(notification).encode())["notificationId"]


def answers_to(notification_id: str) -> list[dict]:
    """The answers to a notification: waits up to a minute for the first one."""
    return call(f"/api/responses?notificationId={notification_id}&wait=60")


def call(path: str, body: bytes | None = None, tries: int = 3):
    headers = {
        "Authorization": f"Bearer {os.environ['RELEVO_KEY']}",
        "Content-Type": "application/json",
    }
    try:
        with urlopen(Request(os.environ["RELEVO_URL"] + path, body, headers), timeout=90) as response:
            return json.load(response)["data"]
    except HTTPError as refused:
        if refused.code == 429 and tries > 1:
            time.sleep(min(int(refused.headers.get("Retry-After", 1)), 60))
            return call(path, body, tries - 1)
        answer = json.load(refused)
        raise RuntimeError(f"{answer['code']}: {answer['error']}") from refused


def is_genuine(body: bytes, headers: dict[str, str], api_key: str) -> bool:
    """Whether Relevo sent it in the last 5 minutes: header names in lower case."""
    timestamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,10}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    digest = hmac.new(api_key.encode(), signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    return hmac.compare_digest(expected, headers.get("webhook-signature", "").encode())
