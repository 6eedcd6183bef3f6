import CommandLanguage
import TableSources
import Wording

extension TableQuery {
  /// Returns the error for a reason of SQLite; if that is an unknown column, with the nearest name.
  func refusal(_ reason: String) -> SourceError {
    let missing = "no such column: "
    let missingTable = "no such table: "
    var nearest: String?
    if reason.hasPrefix(missing) {
      let name = reason.dropFirst(missing.count).split(separator: ".").last.map(String.init) ?? ""
      nearest = Nearest.nearest(to: name, in: tables.flatMap(\.columnNames), limit: 1).first
    } else if reason.hasPrefix(missingTable) {
      let name = String(reason.dropFirst(missingTable.count))
      if let line = line(inPlaceOf: name) {
        return .database("bad-query", "the query is refused: \(reason)", line)
      }
      nearest = Nearest.nearest(to: name, in: names, limit: 1).first
    } else if let name = reason.firstMatch(of: #/^near "(.+)": syntax error$/#)?.1 {
      let words = ["SELECT", "FROM", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "JOIN"]
      let others = (names + words).filter { $0.lowercased() != name.lowercased() }
      nearest = Nearest.nearest(to: String(name), in: others, limit: 1).first
    }
    return .database(
      "bad-query", "the query is refused: \(reason)",
      nearest.map { "did you mean '\(shown: $0)'?" }
        ?? (reason.hasPrefix("no such function") ? "help query" : nil)
        ?? "query takes one SELECT; tables: \(SourceError.list(names.map(Quoting.name)))")
  }

  /// The line to type where a query names a file instead of the open table, or one that is not open;
  /// nil: there is no such file.
  private func line(inPlaceOf name: String) -> String? {
    let stem = String(FileName.last(name).prefix { $0 != "." })
    if stem != name, let table = names.first(where: { $0.lowercased() == stem.lowercased() }) {
      let quoted = ["'\(name)'", "\"\(name)\""].first(where: sql.contains)
      return quoted.map { "query " + sql.replacing($0, with: Quoting.name(table)) }
    }
    return TableFormats.file(named: name).map { "open \(Quoting.path($0))" }
  }
}
