"""Receives webhooks and takes only those that the site has signed: python3 webhook.py

API is the address of the site, ADDRESS that of your webhook, exactly as it is registered, and PORT where this program
listens behind it. Needs the package cryptography.
"""

import base64
import hashlib
import json
import os
import re
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

API = os.environ.get("API", "http://localhost:4321")
ADDRESS = os.environ.get("ADDRESS", "https://www.example.com/hook")
PORT = int(os.environ.get("PORT", "8080"))
# Seconds that a signature may be old: an event that is sent again is signed again.
MOST_AGE_S = 300

keys = {}
read_at = 0.0


def key_of(keyid):
    """The public key of an id. The site's keys are read again when it signs with a new one, at most once a minute."""
    global keys, read_at
    if keyid not in keys and time.time() - read_at > 60:
        read_at = time.time()
        with urllib.request.urlopen(API + "/.well-known/http-message-signatures-directory") as response:
            keys = {key["kid"]: base64.urlsafe_b64decode(key["x"] + "=") for key in json.load(response)["keys"]}
    return keys.get(keyid)


def is_signed(headers, body):
    """Whether the site has signed this request, its body included, within the last minutes."""
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
    if headers["content-digest"] != f"sha-256=:{digest}:":
        return False
    params = re.sub(r"^\w+=", "", headers["signature-input"] or "")
    signature = re.fullmatch(r"\w+=:([\w+/]+=*):", headers["signature"] or "")
    created = re.search(r";created=(\d+)", params)
    keyid = re.search(r';keyid="([\w-]+)"', params)
    covered = [
        ("@method", "POST"),
        ("@target-uri", ADDRESS),
        ("content-digest", headers["content-digest"]),
        ("content-type", headers["content-type"]),
    ]
    names = " ".join(f'"{name}"' for name, _ in covered)
    if not (signature and created and keyid and params.startswith(f"({names});")):
        return False
    if abs(time.time() - int(created[1])) > MOST_AGE_S:
        return False
    key = key_of(keyid[1])
    if key is None:
        return False
    lines = [f'"{name}": {value}' for name, value in [*covered, ("@signature-params", params)]]
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(base64.b64decode(signature[1]), "\n".join(lines).encode())
        return True
    except InvalidSignature:
        return False


# Ids of events that were handled. Keep them in your database: an event may come again for three days.
handled = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        signed = is_signed(self.headers, body)
        if signed:
            event = json.loads(body)
            if event["id"] not in handled:
                handled.add(event["id"])
                print(event["type"], json.dumps(event["data"]), flush=True)
        self.send_response(204 if signed else 401)
        self.end_headers()

    def log_message(self, *_):
        """Logs nothing."""


HTTPServer(("", PORT), Receiver).serve_forever()
