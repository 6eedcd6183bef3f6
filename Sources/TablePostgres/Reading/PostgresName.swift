import Postgres

/// A table as the part behind `#` names it: `people`, `sales.orders`, `sales."Unit price"`.
struct PostgresName: Hashable {
  /// The schema; nil: that in which the server finds the name first.
  var schema: String?
  var name: String

  /// The name in SQL.
  var quoted: String {
    (schema.map { PostgresText.name($0) + "." } ?? "") + PostgresText.name(name)
  }

  /// The name for people.
  var shown: String { (schema.map { $0 + "." } ?? "") + name }

  /// Returns what a text names that is to be made: a name as it stands, one in quotes or with a
  /// schema; nil if it names nothing.
  static func new(_ text: String) -> PostgresName? {
    guard !text.isEmpty else { return nil }
    guard let parts = parts(of: text) else { return PostgresName(name: text) }
    return PostgresName(
      schema: parts.count == 2 ? parts[0].text : nil, name: parts[parts.count - 1].text)
  }

  /// Returns what a text may mean, the likeliest first: a name as it stands, one in quotes or with a
  /// schema, and one that SQL would read in lower case.
  static func readings(of text: String) -> [PostgresName] {
    var found = [PostgresName(name: text)]
    if let parts = parts(of: text) {
      func add(_ parts: [String]) {
        let schema = parts.count == 2 ? parts[0] : nil
        let reading = PostgresName(schema: schema, name: parts[parts.count - 1])
        if !found.contains(reading) { found.append(reading) }
      }
      add(parts.map(\.text))
      add(parts.map { $0.isQuoted ? $0.text : $0.text.lowercased() })
    }
    return found
  }

  /// Reads one name, or two with a dot between them; nil if a text is something else.
  private static func parts(of text: String) -> [(text: String, isQuoted: Bool)]? {
    var parts: [(text: String, isQuoted: Bool)] = []
    var rest = text[...]
    while parts.isEmpty || rest.first == "." {
      if !parts.isEmpty { rest.removeFirst() }
      guard let part = rest.prefixMatch(of: #/"((?:[^"]|"")+)"?|[^".][^.]*/#) else { return nil }
      let quoted = part.1.map { String($0.replacing("\"\"", with: "\"")) }
      parts.append((quoted ?? String(part.0), quoted != nil))
      rest = rest[part.range.upperBound...]
    }
    return rest.isEmpty && parts.count <= 2 ? parts : nil
  }
}
