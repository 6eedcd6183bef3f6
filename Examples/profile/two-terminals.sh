#!/bin/sh
# Two terminals in one: the database, which tablesh serve plays, and the app, which follows it while curl
# writes to it. In this folder: sh two-terminals.sh

# Where the server leaves the token that its clients need.
export XDG_RUNTIME_DIR="$PWD/run"
mkdir -p run

tablesh --quiet serve server.json -c 'set coalesce off; watch --count 6 --timeout 20; quit!' > database.txt &
server=$!
until token=$(cat run/tablesh/* 2> /dev/null) && [ -n "$token" ]; do
  kill -0 $server || exit
  sleep 0.1
done
url="http://127.0.0.1:$(ls run/tablesh)"

put() { echo "curl -sSf -o /dev/null -X PUT -d '$2' '$url/$1.json?auth=$token'"; }
delete() { echo "curl -sSf -o /dev/null -X DELETE '$url/$1.json?auth=$token'"; }

tablesh --quiet --plugin profile.lua --allow-net=127.0.0.1 --allow-run run live.lua "firebase:${url#http:}/" \
  "$(put friends/2 '{"name":"Sid Sawyer","pictureUrl":"sid"}')" \
  "$(put friends/0/pictureUrl '"raft"')" \
  "$(delete profileAttributes)" \
  "$(delete friends/0)" | sed "s/${url##*:}/PORT/"

echo "The friends as the database sends them, and with one less:"
curl -sS "$url/friends.json?auth=$token"
echo
eval "$(delete friends/1)"
curl -sS "$url/friends.json?auth=$token"
echo
# The sixth change, after which the database ends.
eval "$(put about '"Bye."')"
wait

echo "The database's terminal:"
grep '^live' database.txt
rm -r run database.txt
