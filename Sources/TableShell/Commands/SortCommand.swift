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
      example: "sort by name desc", changes: true
    ) { invocation throws(CommandError) in
      let isNatural = invocation.has("--natural")
      let columns = try invocation.all(.column)
      let keys = zip(columns, invocation.follows("desc", .column)).map {
        SortKey($0.id, isDescending: $1, isNatural: isNatural)
      }
      let document = try invocation.document()
      let section = try invocation.optional(.section).map { document.table.sections[$0].id }
      return try invocation.perform([.sort(keys, section: section)])
    }
  }
}
