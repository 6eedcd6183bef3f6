import TableKit
import TablePrinters

extension Command {
  /// Lists the sections.
  static var sections: Command {
    Command(
      name: "sections", group: .looking, summary: "list the sections with their rows and limits",
      synopsis: ["sections"], example: "sections"
    ) { invocation throws(CommandError) in
      let editor = try invocation.document().editor
      let table = editor.table
      var selected: [SectionID: Int] = [:]
      for row in editor.selection.rows {
        if let section = table.section(of: row) { selected[section, default: 0] += 1 }
      }
      var lines = AlignedText(in: invocation.shell)
      for (index, section) in table.sections.enumerated() {
        let limit = editor.limit(of: section.id)
        var notes = section.title == section.name ? [] : ["titled \(section.title)"]
        if limit != .inclusive { notes.append("limit \(limit.syntax)") }
        if let count = selected[section.id] { notes.append("\(Counts.grouped(count)) selected") }
        lines.add(
          String(index), Quoting.name(section.name), Counts.of(section.count, "row"),
          notes.joined(separator: ", "))
      }
      return .output(lines.isEmpty ? "no sections" : lines.text())
    }
  }
}

extension SelectionLimit {
  /// As it is typed behind `selection limit SECTION`.
  var syntax: String {
    switch self {
    case .none: "none"
    case .exclusive: "exclusive"
    case .exclusiveStrict: "exclusive!"
    case .maximum(let count): "max \(count)"
    case .inclusive: "inclusive"
    }
  }
}
