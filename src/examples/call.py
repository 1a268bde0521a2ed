"""Makes a signed call of the partner API.

python3 call.py GET /key, or python3 call.py POST /permissions/check '<JSON>'. API is the address of the API, KEY_ID the
id of your key, KEY_FILE its private key. Needs the package cryptography.
"""

import base64
import hashlib
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.request

from cryptography.hazmat.primitives.serialization import load_pem_private_key


def signed_headers(method, uri, body, keyid, private_key):
    """The headers that make a call a signed one. They hold for 60 seconds and for one call."""
    headers = {}
    covered = [("@method", method), ("@target-uri", uri)]
    if body is not None:
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        headers["Content-Type"] = "application/json"
        headers["Content-Digest"] = f"sha-256=:{digest}:"
        covered.append(("content-digest", headers["Content-Digest"]))
    names = " ".join(f'"{name}"' for name, _ in covered)
    nonce = secrets.token_hex(16)
    params = f'({names});created={int(time.time())};nonce="{nonce}";keyid="{keyid}";alg="ed25519"'
    lines = [f'"{name}": {value}' for name, value in [*covered, ("@signature-params", params)]]
    signature = base64.b64encode(private_key.sign("\n".join(lines).encode())).decode()
    headers["Signature-Input"] = f"sig1={params}"
    headers["Signature"] = f"sig1=:{signature}:"
    return headers


def call(method, path, body=None):
    """Returns the answer: code, message and data."""
    uri = os.environ.get("API", "http://localhost:4321") + "/api/partner/v1" + path
    with open(os.environ.get("KEY_FILE", "key.pem"), "rb") as file:
        private_key = load_pem_private_key(file.read(), password=None)
    headers = signed_headers(method, uri, body, os.environ["KEY_ID"], private_key)
    request = urllib.request.Request(uri, data=body, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return json.load(error)


if __name__ == "__main__":
    method, path, *rest = sys.argv[1:]
    answer = call(method, path, rest[0].encode() if rest else None)
    print(json.dumps(answer, indent=2, ensure_ascii=False))
    sys.exit(0 if answer["code"] == 20000 else 1)
