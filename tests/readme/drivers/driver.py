import json
import sys
from relevo.relevo import answers_to, is_genuine, send

NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature"]

text = sys.stdin.buffer.read().decode()
if sys.argv[1] == "send":
    print(send(json.loads(text)))
if sys.argv[1] == "answers":
    print(json.dumps(answers_to(sys.argv[2])))
if sys.argv[1] == "check":
    for line in text.split("\n"):
        key, body, *values = line.split("\t")
        headers = {name: value for name, value in zip(NAMES, values) if value}
        print(json.dumps(is_genuine(body.encode(), headers, key)))
