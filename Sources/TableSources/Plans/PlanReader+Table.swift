import TableKit
import Wording

extension PlanReader {
  /// Reads the `after` of a stage: a TABLE whose rows have only the key. Columns and key are
  /// optional.
  func table(_ value: JSONValue) throws(SourceError) -> KeyedTable {
    var table = KeyedTable(columns: [], key: [], sections: [], source: value)
    let members = try members(of: value, "'after'", known: ["columns", "key", "sections"])
    if let columns = value["columns"] { table.columns = try names(columns, "columns") }
    if let key = value["key"] { table.key = try names(key, "key") }
    for name in table.key where !table.columns.isEmpty && !table.columns.contains(name: name) {
      throw problem(
        value["key"] ?? value, "key '\(shown: name)' is not among the columns",
        hint: Nearest.hint(for: name, in: table.columns))
    }
    guard let list = members.first(where: { $0.name == "sections" })?.value else {
      throw problem(value, "'after' has no member 'sections'")
    }
    guard let sections = list.array else {
      throw problem(list, "'sections' of 'after' must be an array, not \(list)")
    }
    if value["key"] == nil { table.key = inferredKey(sections) }
    var seen: NameSet = []
    for element in sections {
      let section = try section(element, key: table.key, columns: table.columns)
      guard seen.insert(section.name).inserted else {
        throw .duplicateSection(element.place(in: file), name: section.name)
      }
      table.sections.append(section)
    }
    return table
  }

  /// Returns the key if none is given: the members of the first row, unless that is its number.
  private func inferredKey(_ sections: [JSONValue]) -> [String] {
    let rows = sections.lazy.compactMap { $0["rows"]?.array?.first?.members }
    let names = rows.first?.map(\.name) ?? []
    return names == ["#"] ? [] : names
  }

  private func names(_ value: JSONValue, _ what: String) throws(SourceError) -> [String] {
    if let text = value.string { return [text] }
    var names: [String] = []
    for element in value.array ?? [value] {
      guard let name = element.string else {
        throw problem(element, "'\(shown: what)' must be an array of names, not \(element)")
      }
      guard !names.contains(name: name) else {
        throw problem(element, "'\(shown: name)' appears twice in '\(shown: what)'")
      }
      names.append(name)
    }
    return names
  }

  private func section(
    _ value: JSONValue, key: [String], columns: [String]
  ) throws(SourceError) -> KeyedTable.Section {
    var texts: [String: String] = [:]
    var rows: [KeyedTable.Row] = []
    let known = ["id", "title", "header", "footer", "rows"]
    for member in try members(of: value, "a section of 'after'", known: known) {
      if member.name != "rows" {
        let mayBeNull = member.name == "header" || member.name == "footer"
        if mayBeNull, member.value.content == .null { continue }
        texts[member.name] = try text(member)
        continue
      }
      guard let elements = member.value.array else {
        throw problem(member.value, "'rows' of a section must be an array, not \(member.value)")
      }
      rows.reserveCapacity(elements.count)
      for element in elements { rows.append(try row(element, key: key, columns: columns)) }
    }
    guard let name = texts["id"] ?? texts["title"] else {
      throw problem(value, "a section has neither 'id' nor 'title'")
    }
    return KeyedTable.Section(
      name: name, title: texts["title"] ?? name, header: texts["header"], footer: texts["footer"],
      rows: rows, source: value)
  }

  private func row(
    _ value: JSONValue, key: [String], columns: [String]
  ) throws(SourceError) -> KeyedTable.Row {
    guard let members = value.members else {
      throw problem(
        value, "a row of 'after' must be an object, not \(value)",
        hint: "a row is its key: {\"\(key.first ?? "#")\":…}")
    }
    let wanted = key.isEmpty ? ["#"] : key
    for member in members where !wanted.contains(member.name) {
      let list = Counts.list(wanted.map { "'\(shown: $0)'" })
      throw .badPlan(
        member.place(in: file),
        problem: "a row of 'after' has a member '\(shown: member.name)', which is not in its key",
        hint: columns.contains(member.name) || key.isEmpty
          ? "rows of 'after' hold the key only, here \(list); 'key' names its columns"
          : Nearest.hint(for: member.name, in: wanted) ?? "the key is \(list)")
    }
    let texts = try wanted.map { (name) throws(SourceError) in
      guard let cell = value[name] else {
        throw problem(value, "a row of 'after' has no '\(shown: name)', which is in its key")
      }
      return try keyText(cell, isNumber: key.isEmpty)
    }
    return KeyedTable.Row(key: texts, source: value)
  }

  /// Returns the text of a key cell.
  private func keyText(_ value: JSONValue, isNumber: Bool) throws(SourceError) -> String {
    switch value.content {
    case .number(let text): return text
    case .string(let text) where !isNumber: return text
    case .bool(let flag) where !isNumber: return flag ? "true" : "false"
    case .null where !isNumber: return ""
    default:
      throw problem(
        value, isNumber ? "a row's number must be a number, not \(value)" : "no key: \(value)")
    }
  }
}
