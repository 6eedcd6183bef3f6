import TableKit

extension Command {
  /// Moves rows.
  static var move: Command {
    Command(
      name: "move", group: .editing, summary: "move rows as a block",
      synopsis: ["move [--dry-run] TARGET to PATH|SECTION:end"],
      kinds: ["PATH": Slot.place.kind],
      details: """
        The first row of the block stands at PATH in the table as it is afterwards. Where sections \
        are made from a column, a row that changes its section gets that section's value.
        """,
      example: "move 0:0 to 0:1", changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      let destination = try invocation[.place]
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
