extension Command {
  /// A command that saves the table; `Document.save` lists when it refuses.
  static var save: Command {
    Command(
      name: "save", group: .tables, summary: "write the table where it came from, or elsewhere",
      synopsis: [
        "save [--backup[=SUFFIX]] [--force] [--overwrite] [--dry-run]",
        "save [--backup[=SUFFIX]] [--force] [--overwrite] [--dry-run] [--as] PATH", "save -",
      ],
      kinds: ["PATH": .file],
      details: """
        save PATH writes a copy and counts as saved; --as moves the table there; - writes to \
        standard output, never packed. A copy takes the format of its extension, as export does, \
        and is packed where it ends in .gz; what the format cannot keep is told. Nothing is ever \
        half written. Another file that is there already is asked about, and is an error in a batch \
        and from Lua, unless --overwrite is given or this session has written it; save - > FILE \
        overwrites. --force overwrites as well, also a source that others have changed meanwhile \
        and a file that is read-only, which are refused otherwise. To a table of a database, the cells that changed are \
        written in one transaction, and no others with --force either; save PATH.db makes a new \
        database, save PATH.db#NAME a table in one.
        """,
      example: "save -", allowsLateOptions: true
    ) { invocation throws(CommandError) in
      var request = SaveRequest(
        path: invocation.has("-") ? "-" : try invocation.optional(.file),
        line: invocation.form.line)
      request.moves = invocation.has("--as")
      request.overwrites = invocation.has("--overwrite")
      request.isForced = invocation.has("--force")
      request.isDryRun = invocation.shell.isDryRun || invocation.has("--dry-run")
      if invocation.has("--backup") {
        request.backupSuffix = invocation.value(of: "--backup")?.text ?? "~"
      }
      return try invocation.document().save(request, in: invocation.shell)
    }
  }
}
