extension RuleLetter {
  static let i = RuleLetter(
    letter: "I", title: "Pushed data",
    introduction: """
      What becomes of a table whose data others change while it is shown. The events (I1 to I6) are
      those of the Firebase Realtime Database, which Stan Ostrovskiy's article "Animate TableView
      Updates" uses; I7 and I8 hold for files and tables of PostgreSQL as well.
      """,
    groups: [
      Group(
        "The stream of events",
        [.eventStream, .put, .patch, .emptyObjects, .endOfStream, .pushedLists]),
      Group("Applying events", [.appliedEvents, .busyUser, .replayedEvents]),
    ])
}

// MARK: - The stream of events

extension TableRule {
  package static let eventStream = TableRule(
    "I1", .documented, .firebase,
    text: """
      a live table is one request whose answer does not end: events with data

      The request is GET for `…/path.json` with the header `Accept: text/event-stream`. Redirects
      (307) are followed. Credentials are the parameter `auth` or `access_token`. A record of the
      answer is a line `event:`, a line `data:` and an empty line.

          event: put
          data: {"path":"/","data":{"a":1,"b":2}}
      """)

  package static let put = TableRule(
    "I2", .documented, .firebase,
    text: """
      the event put replaces what is at a path; null deletes it

      `put` replaces the whole tree below its path by its data, and null deletes it. The first
      event is always a `put` at `/` with the whole value, which may be null.

          {a:1, b:2}      put /c {"foo":true,"bar":false}      {a:1, b:2, c:{foo:true, bar:false}}
      """)

  package static let patch = TableRule(
    "I3", .documented, .firebase,
    text: """
      the event patch replaces the children that it names, and leaves all others

      `patch` replaces, for each key of its data, the child at path and key. Keys may contain `/`,
      and null deletes a child. Other children stay. It is not a deep merge.

          {a:1, b:2, c:{foo:true, bar:false}}
          patch /c {"foo":3,"baz":4}           c:{foo:3, bar:false, baz:4}
          patch / {"a":null,"d/e":5}           {b:2, c:…, d:{e:5}}
      """)

  package static let emptyObjects = TableRule(
    "I4", .documented, .firebase,
    text: """
      an empty object does not exist in the tree: with its last child it goes itself

      When the last child of an object is deleted, the object is deleted as well, and so are its
      ancestors if that leaves them empty.

          d:{e:5}      put /d/e null      there is no d
      """)

  package static let endOfStream = TableRule(
    "I5", .documented, .firebase,
    text: """
      the event keep-alive says nothing, cancel ends the stream, auth_revoked asks for new
      credentials

      `keep-alive` (with null) is ignored. `cancel` ends the stream, because reading is no longer
      allowed; its data may be null or a text such as "permission denied". The table is kept and
      marked as stale, and nothing is tried again by itself. `auth_revoked` (with a text) means
      that the credentials have expired: the stream is opened again with new ones, and its first
      `put` is compared with the table, not loaded anew. Unknown events are ignored. (What the
      events mean is documented, what becomes of the table is ours.)

          auth_revoked      a line of status; the table stays
      """)

  package static let pushedLists = TableRule(
    "I6", .documented, .firebaseBlog, .animateUpdates,
    text: """
      a list in the tree is an object with numbers for keys, and may come as either

      The database knows no arrays. It answers with an array when all keys of an object are
      integers and more than half of 0 up to the largest key are present, with null for those that
      are missing; otherwise with an object. The article casts the answer to an array of
      dictionaries, so that deleting any friend but the last, which leaves a hole or makes it an
      object, makes the *whole section* disappear. Both forms must be read, nulls skipped, and the
      key of the child taken as the identifier of the row, not the friend's name as in the
      article.

          friends with the keys 0 1 2, 0 is deleted      [null, x, y]: 2 of 3 are present
          friends with the keys 0 1, 0 is deleted        {"1": x}: 1 of 2 is not more than half
      """)

  // MARK: Applying events

  package static let appliedEvents = TableRule(
    "I7", .ours, .ours,
    text: """
      pushed events make a new tree, the tree a new table, and the two tables a plan

      Each event is applied to the tree, the tree is read as a table, and the difference of the
      two tables is applied as in D18. Events of one burst are applied one by one and compared
      once. A `put` at `/` that cannot be read as a table is rejected with a message, and the
      table is kept.

          three patches in one burst      one plan
      """)

  package static let busyUser = TableRule(
    "I8", .ours, .ours,
    text: """
      what is pushed gives way to what a user is in the middle of

      What becomes of a change from outside while the user is busy:

      | the user                 | pushed                 | result                           |
      | ------------------------ | ---------------------- | -------------------------------- |
      | selected a row           | the row is deleted     | drops out; Delete (N) anew       |
      | selected a row           | the row changes        | stays if reconfigured (B19)      |
      | selected a row           | rows or sections shift | follows (B18)                    |
      | is in editing mode       | anything               | applied; new rows are asked (C1) |
      | opened a minus or swipe  | the row is deleted     | closed; nothing to commit        |
      | confirms a delete        | rows come above        | the row is found by identifier   |
      | edits a row's text       | the row changes        | both shown; the user chooses     |
      | edits a row's text       | the row is deleted     | the row stays; the user chooses  |
      | drags a row              | anything               | waits for the drop               |
      | pans                     | anything               | waits for the end                |
      | deleted a row, unsaved   | the same row changes   | both shown; the user chooses     |
      | moved rows, unsaved      | another order          | the user's order                 |
      | any                      | an identifier twice    | rejected, table kept (J2)        |
      | any                      | a limit is broken      | data kept; a message (B26)       |

      What waited for a drop comes in right behind it; UIKit itself would cancel the drag (D24), as
      a reload by hand does. Rows that are new in the source stand behind the row that
      they follow there.

          a swipe is open on b, put /b null      the swipe is closed; delete 0:1
      """)

  package static let replayedEvents = TableRule(
    "I9", .ours, .ours,
    text: """
      recorded events give the same plans again when they are replayed

      A file of recorded events, replayed, gives the same plans. Times only put the events in
      order.
      """)
}
