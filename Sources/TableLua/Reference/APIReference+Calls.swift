extension APIReference {
  static let reply = ClassReference(
    "Reply",
    """
    What a command answers.
    - command  string  the line
    - ok  boolean  true
    - plan?  tablesh.Plan  the plan, if there is one
    - selection  integer[][]  paths of the selected rows: {{0, 2}}
    - editing  boolean  whether editing is on
    - output?  string  what it prints
    - notes?  string[]  its notes
    - events?  table[]  calls of the delegate: {event = "willSelect", path = {0, 2}, answer = {0, \
    2}}
    - marks?  string[]  keys of the marked rows
    """)

  static let error = ClassReference(
    "Error",
    """
    An error value: tostring(err) is its message, error(err) raises it with all its fields.
    - code  string  what scripts can rely on: no-such-row
    - message  string  what is wrong, in a line
    - hint?  string  what to type next
    """)

  static let event = ClassReference(
    "Event",
    """
    What a hook is told.
    - event  tablesh.EventName  which event
    - command  string  the command that runs, as it was typed
    - table?  tablesh.Table  before a change in a will_ event, after it in a did_ event
    - rows?  fun(): fun(): tablesh.Row?  for row in event.rows() do: the touched, inserted, \
    deleted, updated or moved rows; deleted rows as they were, others as they will be or are
    - count?  integer  the number of these rows
    - row?  tablesh.Row  the row, where there is one
    - plan?  tablesh.Plan  the plan of the change
    - conflicts?  table[]  in did_push, the open conflicts: kind, key, source_key, column, base, \
    local and remote of each
    - path?  string  the file that is opened, saved, …
    - editing?  boolean  whether editing is switched on
    - action?  string  what the pressed button says
    - dry_run?  boolean  true if the change will be taken back (--dry-run)
    """)

  static let context = ClassReference(
    "Context",
    """
    What a command gets besides its arguments.
    - command  string  its name
    - table?  tablesh.Table  the current table
    """)

  static let source = ClassReference(
    "Source", variable: "source",
    """
    What a loader reads, once from its beginning to its end.
    - name  string  the file, as it was typed

    : lines  for line in source:lines() do
    walks over the lines, without their ends
    > next  fun(): string?  the next line

    : read  source:read() → text, source:read(n) → text or nil
    the rest of the source, or so many bytes; nil at the end
    < n?  integer  how many bytes
    > text?  string  the bytes
    """)
}
