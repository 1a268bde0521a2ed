#!/usr/bin/env bash
# Makes a signed call of the partner API: bash call.sh GET /key, or bash call.sh POST /permissions/check '<JSON>'.
# API is the address of the API, KEY_ID the id of your key, KEY_FILE its private key. Needs curl and OpenSSL 3.
set -euo pipefail

method=$1
uri="${API:-http://localhost:4321}/api/partner/v1$2"
body=${3-}
base64() { openssl base64 -A; }

covered='"@method" "@target-uri"'
lines="\"@method\": $method"$'\n'"\"@target-uri\": $uri"
headers=(-H 'Accept: application/json')
if [ -n "$body" ]; then
  digest="sha-256=:$(printf %s "$body" | openssl dgst -sha256 -binary | base64):"
  covered+=' "content-digest"'
  lines+=$'\n'"\"content-digest\": $digest"
  headers+=(-H "Content-Digest: $digest" -H 'Content-Type: application/json' --data-binary "$body")
fi
input="($covered);created=$(date +%s);nonce=\"$(openssl rand -hex 16)\";keyid=\"$KEY_ID\";alg=\"ed25519\""
lines+=$'\n'"\"@signature-params\": $input"

# OpenSSL signs with Ed25519 only what is in a file.
signed=$(mktemp)
trap 'rm -f "$signed"' EXIT
printf %s "$lines" >"$signed"
signature=$(openssl pkeyutl -sign -rawin -inkey "${KEY_FILE:-key.pem}" -in "$signed" | base64)

curl -sS -X "$method" "$uri" "${headers[@]}" -H "Signature-Input: sig1=$input" -H "Signature: sig1=:$signature:"
