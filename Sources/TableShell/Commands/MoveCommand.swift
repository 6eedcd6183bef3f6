import TableKit

extension Command {
  /// Moves rows.
  static var move: Command {
    Command(
      name: "move", group: .editing, summary: "move rows as a block",
      synopsis: ["move [--dry-run] TARGET to PATH", "move [--dry-run] TARGET to SECTION:end"],
      details: """
        The first row of the block stands at PATH in the table as it is afterwards. Where sections \
        are made from a column, a row that changes its section gets that section's value.
        """,
      example: "move 0:0 to 0:1", arguments: [.target], changes: true
    ) { invocation throws(CommandError) in
      guard let to = invocation.arguments.lastIndex(where: { $0.is("to") }) else {
        if let error = invocation.restOfLine("to PATH") { throw error }
        throw invocation.usage("'to PATH' is missing")
      }
      guard invocation.arguments.count == to + 2 else {
        throw invocation.usage("one path is wanted behind 'to'")
      }
      let rows = try invocation.rows(try invocation.target(invocation.arguments[..<to]))
      let destination = try invocation.reading { () throws(SyntaxError) in
        try Destination(invocation.arguments[to + 1])
      }
      let document = try invocation.document()
      let resolver = Resolver(shell: invocation.shell, document: document)
      let s = try resolver.section(destination.section)
      let id = document.table.sections[s].id
      let leaving = rows.filter { document.table.section(of: $0) == id }.count
      let (section, index) = try resolver.place(
        destination, leaving: leaving, arriving: rows.count)
      return try invocation.perform([.move(rows, section: section, at: index)])
    }
  }
}

extension Destination {
  /// The section it lies in.
  var section: SectionReference {
    switch self {
    case .path(let path): path.section
    case .end(let section): section
    }
  }
}
