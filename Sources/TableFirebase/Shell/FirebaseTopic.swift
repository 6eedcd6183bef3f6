import TableShell

extension HelpTopic {
  /// Realtime Databases, opened and served.
  static let firebase = HelpTopic(
    "firebase", "Realtime Databases of Firebase, and served tables",
    """
    open reads a tree of a Realtime Database as a table. serve offers a table to other programs as a
    tree.

    Open a tree
      open firebase://HOST/PATH         each child is a row
      open https://HOST/PATH.json       the same
      open firebase://127.0.0.1:PORT/   what another tablesh serves
    At a prompt, changes of others then come in (help watching). The token comes from
    --token-command PROGRAM, FIREBASE_TOKEN_FILE or FIREBASE_TOKEN. tablesh sends it only to hosts
    of Firebase, to this machine and to FIREBASE_TOKEN_HOST.

    Requests to a served table
      GET /012.json              a row by its key; /012/pay.json is a cell
      GET /Dock/012.json         the same, in a table with several sections
      GET with Accept: text/event-stream   the tree, and each change from then on
      PUT, POST, PATCH, DELETE   write
    Each request needs the token, as ?auth=TOKEN or as a bearer. GET takes orderBy (any child),
    startAt, startAfter, endAt, endBefore, equalTo, limitToFirst and limitToLast. Writes may
    hold {".sv": "timestamp"} and {".sv": {"increment": 5}}. A table without a file has no journal.

    In a served Realtime Database, or a JSON file that is an object of rows, paths stay as they are:
    /friends/0/name.json. save chooses a path for a new row without one.

    Replay recorded events, as curl -N writes them, into a new table
      watch --replay events.txt                 one after the other
      watch --replay --real-time events.txt     wait between them
      watch --replay --loader NAME events.txt   with sections that a loader declares
    A comment such as ': 12.5' says how many seconds to wait; the default is a second.
    """)
}
