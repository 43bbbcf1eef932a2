#!/bin/sh
# A telephone exchange files a missed call: missed_calls.sh +34600111222 1732530000.17 ["Marta Gil"]
# RELEVO_URL, RELEVO_KEY (scope channel), RELEVO_CHANNEL: an account of the channel "phone".
# In Asterisk: exten => h,1,System(missed_calls.sh ${CALLERID(num)} ${UNIQUEID})
set -eu
number=$1
call=$2
name=$(printf %s "${3:-}" | tr -d '"\\')
curl --fail --silent --show-error --retry 5 --retry-connrefused "$RELEVO_URL/api/messages" \
  --header "Authorization: Bearer $RELEVO_KEY" \
  --header "Content-Type: application/json" \
  --data "{\"channelId\": $RELEVO_CHANNEL, \"externalId\": \"$call\",
    \"from\": {\"id\": \"$number\", \"name\": \"$name\", \"phone\": \"$number\"},
    \"text\": \"Missed call\"}"
