/// What the details of a refusal say of a row: `Key (a, b)=(1, 2) already exists.`, in any language.
struct PostgresDetail {
  let columns: [String]
  let values: String

  init?(_ text: String) {
    guard let middle = text.firstRange(of: ")=("), let start = text.firstIndex(of: "("),
      start < middle.lowerBound
    else { return nil }
    columns = text[text.index(after: start)..<middle.lowerBound].split(separator: ", ")
      .map { name in
        // Names are quoted where SQL would want it.
        name.hasPrefix("\"") && name.hasSuffix("\"") && name.count > 1
          ? String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"") : String(name)
      }
    var rest = text[middle.upperBound...]
    // Of two rows that exclude each other the new one comes first.
    if let next = rest.firstRange(of: ")=(") { rest = rest[..<next.lowerBound] }
    guard let end = rest.lastIndex(of: ")") else { return nil }
    values = String(rest[..<end])
  }
}
