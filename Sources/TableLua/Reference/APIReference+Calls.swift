extension APIReference {
  private typealias Value = ValueReference

  static var reply: ClassReference {
    ClassReference(
      "Reply", "What a command answers.",
      fields: [
        Value("command", "string", "the line"),
        Value("ok", "boolean", "true"),
        Value("plan?", "tablesh.Plan", "the plan, if there is one"),
        Value("selection", "integer[][]", "paths of the selected rows: {{0, 2}}"),
        Value("editing", "boolean", "whether editing is on"),
        Value("output?", "string", "what it prints"),
        Value("notes?", "string[]", "its notes"),
        Value(
          "events?", "table[]",
          "calls of the delegate: {event = \"willSelect\", path = {0, 2}, answer = {0, 2}}"),
        Value("marks?", "string[]", "keys of the marked rows"),
      ])
  }

  static var error: ClassReference {
    ClassReference(
      "Error",
      "An error value: tostring(err) is its message, error(err) raises it with all its fields.",
      fields: [
        Value("code", "string", "what scripts can rely on: no-such-row"),
        Value("message", "string", "what is wrong, in a line"),
        Value("hint?", "string", "what to type next"),
      ])
  }

  static var event: ClassReference {
    ClassReference(
      "Event", "What a hook is told.",
      fields: [
        Value("event", "tablesh.EventName", "which event"),
        Value("command", "string", "the command that runs, as it was typed"),
        Value(
          "table?", "tablesh.Table", "before a change in a will_ event, after it in a did_ event"),
        Value(
          "rows?", "fun(): fun(): tablesh.Row?",
          """
          for row in event.rows() do: the rows that are touched, inserted, deleted, updated or \
          moved; deleted ones as they were, all others as they will be or are
          """),
        Value("count?", "integer", "the number of these rows"),
        Value("row?", "tablesh.Row", "the row, where there is one"),
        Value("plan?", "tablesh.Plan", "the plan of the change"),
        Value(
          "conflicts?", "table[]",
          """
          in did_push, the open conflicts: kind, key, source_key, column, base, local and remote \
          of each
          """),
        Value("path?", "string", "the file that is opened, saved, …"),
        Value("editing?", "boolean", "whether editing is switched on"),
        Value("action?", "string", "what the pressed button says"),
        Value("dry_run?", "boolean", "true if the change will be taken back (--dry-run)"),
      ])
  }

  static var context: ClassReference {
    ClassReference(
      "Context", "What a command gets besides its arguments.",
      fields: [
        Value("command", "string", "its name"),
        Value("table?", "tablesh.Table", "the current table"),
      ])
  }

  static var source: ClassReference {
    ClassReference(
      "Source", variable: "source", "What a loader reads, once from its beginning to its end.",
      fields: [Value("name", "string", "the file, as it was typed")],
      methods: [
        FunctionReference(
          "lines", "for line in source:lines() do", "walks over the lines, without their ends",
          returns: [Value("next", "fun(): string?", "the next line")]),
        FunctionReference(
          "read", "source:read() → text, source:read(n) → text or nil",
          "the rest of the source, or so many bytes; nil at the end",
          parameters: [Value("n?", "integer", "how many bytes")],
          returns: [Value("text?", "string", "the bytes")]),
      ])
  }
}
