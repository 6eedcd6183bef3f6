import TableKit

extension Command {
  /// Adds, renames, deletes and moves sections, and makes them from a column.
  static var section: Command {
    Command(
      name: "section", group: .editing, summary: "add, rename, delete or move sections",
      details: """
        section by COL makes one section for each value, in order of first appearance. They are a \
        view: renaming one rewrites its cells, moving a row between them sets its cell.
        """,
      example: "section rename 0 Captains", changes: true,
      forms: [
        Form("section add NAME [at INDEX]") { invocation throws(CommandError) in
          let count = try invocation.document().table.sections.count
          return try invocation.perform([
            .insertSection(
              name: try invocation[.word].text, at: try invocation.optional(.index) ?? count)
          ])
        },
        Form("section rename SECTION NAME") { invocation throws(CommandError) in
          let section = try invocation.document().table.sections[try invocation[.section]]
          return try invocation.perform([.renameSection(section.id, try invocation[.word].text)])
        },
        Form("section delete SECTION …") { invocation throws(CommandError) in
          let table = try invocation.document().table
          var sections: [Int] = []
          for s in try invocation.all(.section) where !sections.contains(s) { sections.append(s) }
          try invocation.confirmDeleting(sections.reduce(0) { $0 + table.sections[$1].count })
          return try invocation.perform([
            .deleteSections(sections.map { table.sections[$0].id })
          ])
        },
        Form("section move SECTION to INDEX") { invocation throws(CommandError) in
          let table = try invocation.document().table
          let (s, index) = (try invocation[.section], try invocation[.index])
          guard index < table.sections.count else {
            throw .edit(.noSuchSection(index, count: table.sections.count))
          }
          var order = Array(table.sections.indices)
          order.remove(at: s)
          order.insert(s, at: index)
          return try invocation.perform([.arrangeSections(order.map { table.sections[$0].id })])
        },
        Form("section by COL") { invocation throws(CommandError) in
          try invocation.perform([.sectionBy(try invocation[.column].id)])
        },
      ])
  }
}
