/// Command lines of `tablesh check` that hold a batch and its tables, to be pasted into a shell.
///
///     tablesh check --before 4 --after 4 '{"rows":{"delete":[[0,1]]}}'
///
/// A failed expectation and a recorded batch print one.
package enum CheckCommandLine {
  /// The most rows of both tables together that a command line holds.
  package static let mostRows = 200

  /// The command line that judges a stage by numbers of rows, which is all that UIKit knows.
  ///
  /// - Complexity: O(*s* + *n*) for *s* sections and *n* operations.
  package static func text(_ stage: Stage, before: [Int], after: [Int]) -> String {
    "tablesh check --before \(list(before)) --after \(list(after)) \(quoted(stage.json))"
  }

  /// The command line that judges and replays a stage between two tables, for bash and zsh.
  ///
  /// Rows are told by name, and what they show is the number of their content.
  ///
  /// - Returns: nil if the tables have too many rows.
  package static func text(
    _ stage: Stage, before: Outline, after: Outline, names: OutlineNames
  ) -> String? {
    let rows = (before.rowCounts + after.rowCounts).reduce(0, +)
    guard rows <= mostRows else { return nil }
    func table(_ outline: Outline) -> String { "<(printf %s \(quoted(names.json(outline))))" }
    return "tablesh check \(table(before)) \(quoted(stage.json)) \(table(after))"
  }

  /// Numbers with commas, or an empty word.
  private static func list(_ counts: [Int]) -> String {
    counts.isEmpty ? "''" : counts.map { "\($0)" }.joined(separator: ",")
  }

  /// A text as one word of a shell.
  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

/// The names of the sections and rows of outlines, by identity.
package struct OutlineNames: Sendable {
  /// The names that differ from the number of the identity.
  private var sections: [Int: String]
  private var rows: [Int: String]

  /// Creates names; what is left out is named by its number.
  package init(sections: [Int: String] = [:], rows: [Int: String] = [:]) {
    self.sections = sections
    self.rows = rows
  }

  /// The name of a section.
  package func section(_ id: Int) -> String { sections[id] ?? "\(id)" }

  /// The name of a row.
  package func row(_ id: Int) -> String { rows[id] ?? "\(id)" }

  /// A table as `tablesh` reads it.
  fileprivate func json(_ outline: Outline) -> String {
    let sections = outline.sections.map { section in
      let rows = section.rows.map { row in
        "{\"id\":\(jsonText(self.row(row.id))),\"content\":\(row.content)}"
      }
      return "{\"id\":\(jsonText(self.section(section.id))),\"header\":\"\(section.content)\","
        + "\"rows\":[\(rows.joined(separator: ","))]}"
    }
    return "{\"columns\":[\"id\",\"content\"],\"key\":[\"id\"],"
      + "\"sections\":[\(sections.joined(separator: ","))]}"
  }

  /// A text as a string of JSON.
  private func jsonText(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}

extension Stage {
  /// The stage as `tablesh check` reads it, lists in their order: `{"rows":{"delete":[[0,1]]}}`.
  package var json: String {
    let sections = sections.json { "\($0)" }
    var rows = rows.json { "[\($0.section),\($0.row)]" }
    if reconfiguresAllRows { rows.append("\"reconfigure\":\"all\"") }
    let parts = [("sections", sections), ("rows", rows)].filter { !$0.1.isEmpty }
    return "{\(parts.map { "\"\($0)\":{\($1.joined(separator: ","))}" }.joined(separator: ","))}"
  }
}

extension Changes {
  /// The lists that are not empty, as members of an object.
  fileprivate func json(_ index: (Index) -> String) -> [String] {
    let lists = [
      ("delete", deletes.map(index)), ("insert", inserts.map(index)),
      ("move", moves.map { "[\(index($0.from)),\(index($0.to))]" }),
      ("reload", reloads.map(index)), ("reconfigure", reconfigures.map(index)),
    ]
    return lists.filter { !$0.1.isEmpty }.map { name, items in
      "\"\(name)\":[\(items.joined(separator: ","))]"
    }
  }
}
