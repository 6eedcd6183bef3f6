import TableShell

extension HelpTopic {
  /// Realtime Databases, opened and served.
  static let firebase = HelpTopic(
    "firebase", "Realtime Databases of Firebase, and served tables",
    """
    open reads a tree of a Realtime Database as a table. serve offers a table to other programs as
    such a tree.

    Open a tree
      open firebase://HOST/PATH         each child is a row
      open https://HOST/PATH.json       the same
      open firebase://127.0.0.1:PORT/   what another tablesh serves
    At a prompt, changes of others come in from then on (help watching). The token comes from
    --token-command PROGRAM, FIREBASE_TOKEN_FILE or FIREBASE_TOKEN. It is sent only to hosts
    of Firebase, to this machine and to FIREBASE_TOKEN_HOST.

    Requests to a served table
      GET /012.json              a row by its key; /012/pay.json is a cell
      GET /Dock/012.json         the same, in a table with several sections
      GET with Accept: text/event-stream   the tree, and each change from then on
      PUT, POST, PATCH, DELETE   write
    GET takes orderBy, startAt, startAfter, endAt, endBefore, equalTo, limitToFirst and limitToLast,
    by any child, without an index. What is written may hold {".sv": "timestamp"} and
    {".sv": {"increment": 5}}. Each request needs the token, as ?auth=TOKEN or as a bearer. What the
    table cannot hold is refused. A table without a file has no journal.

    A JSON file whose rows are members, and an open Realtime Database, are served with their own
    structure: /friends/0/name.json. Give a new row in such a table a path; otherwise save chooses one.

    Replay recorded events, as curl -N writes them, into a new table
      watch --replay events.txt                 one after the other
      watch --replay --real-time events.txt     wait between them
      watch --replay --loader NAME events.txt   with sections that a loader declares
    A comment such as ': 12.5' says how many seconds to wait; without one it is a second.
    """)
}
