import TableKit

extension Command {
  /// Sorts rows.
  static var sort: Command {
    Command(
      name: "sort", group: .editing, summary: "sort the rows of each section, stably",
      synopsis: ["sort [--natural] [--dry-run] by COL [asc|desc], … [in SECTION]"],
      details: """
        Numbers come before text, text goes by Unicode scalar, nulls come last, with desc, too. --natural compares \
        numbers inside text as numbers.
        """,
      example: "sort by name desc", options: [OptionDeclaration("natural")],
      arguments: [.words(["by"]), .column], changes: true
    ) { invocation throws(CommandError) in
      guard invocation.arguments.first?.is("by") == true else {
        throw invocation.usage("'by' is missing")
      }
      let clause = try invocation.reading { () throws(SyntaxError) in
        try SortClause(invocation.arguments.dropFirst(), at: invocation.end)
      }
      var keys: [SortKey] = []
      for key in clause.keys {
        keys.append(
          SortKey(
            try invocation.column(key.column).id, isDescending: key.isDescending,
            isNatural: invocation.options.has("natural")))
      }
      let document = try invocation.document()
      var section: SectionID?
      if let reference = clause.section {
        let s = try Resolver(shell: invocation.shell, document: document).section(reference)
        section = document.table.sections[s].id
      }
      return try invocation.perform([.sort(keys, section: section)])
    }
  }
}
