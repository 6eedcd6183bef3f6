import TableKit

/// The rows and sections of an object that holds other things than arrays of rows.
extension JSONReader {
  /// What a member is.
  private enum Member {
    /// A row that is an object, or no object.
    case row
    /// A list of objects, or an empty one.
    case list
    /// An object of objects.
    case objects
  }

  /// The names that the columns have until those of all members are known: no text has them.
  private static let ownColumns = (path: "\u{FFFF}path", key: "\u{FFFF}key", value: "\u{FFFF}value")

  /// The columns of the key that the document names.
  var keyNames: [String] {
    outline.map { [records.names[$0.columns.path ?? $0.columns.key]] } ?? key
  }

  /// Reads the members of the document as rows and sections.
  ///
  /// - Parameter known: how they were read before, if they were.
  mutating func readOutline(_ known: DocumentOutline.Known?) throws(TextProblem) {
    let end = tokens.position
    shape = .outline
    var kinds: [Member] = []
    let named = NameSet(known?.namedSections ?? [])
    for member in members {
      kinds.append(try kind(of: member.value, isNamed: named.contains(member.name)))
    }
    let form = known?.form ?? self.form(kinds)
    if form == .rows { kinds = kinds.map { _ in .row } }
    for column in known?.columns ?? [] { _ = records.column(Self.name(column)) }
    if form == .sections { _ = records.column(Self.ownColumns.path) }
    _ = records.column(Self.ownColumns.key)
    let order = members.indices.sorted {
      DocumentOutline.isBefore(members[$0].name, members[$1].name)
    }
    let own = order.filter { kinds[$0] == .row }
    var places: [DocumentOutline.Place?] = []
    if !own.isEmpty || form == .rows || known?.hasOwnRows == true {
      let names = NameSet(order.filter { kinds[$0] != .row }.map { members[$0].name })
      places.append(nil)
      sections.append(
        Table.SectionRecords(
          name: DocumentOutline.name(DocumentOutline.ownName, unlike: names.contains),
          count: own.count))
    }
    for m in own {
      let (name, value) = (members[m].name, members[m].value)
      try readRow(value, key: name, path: DocumentOutline.escaped(name), isOwn: true)
    }
    for m in order where kinds[m] != .row {
      let isList = kinds[m] == .list
      let count = isList ? try readList(members[m]) : try readObjects(members[m])
      places.append(DocumentOutline.Place(member: m, isList: isList))
      sections.append(Table.SectionRecords(name: members[m].name, count: count))
    }
    outline = DocumentOutline(
      form: form, columns: nameOwnColumns(), places: places, ownMembers: own)
    tokens.position = end
  }

  private static func name(_ column: DocumentOutline.Known.Column) -> String {
    switch column {
    case .path: ownColumns.path
    case .key: ownColumns.key
    case .value: ownColumns.value
    case .member(let name): name
    }
  }

  private func form(_ kinds: [Member]) -> DocumentOutline.Form {
    if kinds.contains(.list) { return .sections }
    let filled = members.count { member in
      let isContainer = [0x7B, 0x5B].contains(bytes[member.value.lowerBound])
      return isContainer && firstByte(in: member.value) != nil
    }
    let objects = kinds.count { $0 == .objects }
    return objects > 0 && 2 * objects >= filled ? .sections : .rows
  }

  /// Gives the columns that are no members their names, unlike those of all members.
  private mutating func nameOwnColumns() -> DocumentOutline.Columns {
    func number(_ name: String) -> Int? { records.existingColumn(name) }
    let own = Self.ownColumns
    let columns = DocumentOutline.Columns(
      path: number(own.path), key: number(own.key) ?? 0, value: number(own.value))
    for (column, name) in [(columns.path, "path"), (columns.key, "key"), (columns.value, "value")] {
      guard let column else { continue }
      records.rename(column, to: DocumentOutline.name(name, unlike: { number($0) != nil }))
    }
    return columns
  }

  /// Returns the first byte of the first element or member of a container; nil if it has none.
  private func firstByte(in container: Range<Int>) -> UInt8? {
    var tokens = tokens
    tokens.position = container.lowerBound + 1
    tokens.skipSpace()
    return tokens.byte == 0x7D || tokens.byte == 0x5D ? nil : tokens.byte
  }

  /// - Parameter isNamed: whether it was an object of objects before, which one without any stays.
  private mutating func kind(of value: Range<Int>, isNamed: Bool) throws(TextProblem) -> Member {
    let isList = bytes[value.lowerBound] == 0x5B
    guard isList || bytes[value.lowerBound] == 0x7B else { return .row }
    var (objects, others) = (0, 0)
    tokens.position = value.lowerBound
    try readElements { (reader) throws(TextProblem) in
      if !isList { _ = try reader.tokens.name() }
      switch reader.tokens.byte {
      case 0x7B: objects += 1
      case 0x6E: break
      default: others += 1
      }
      _ = try reader.tokens.value()
    }
    if isList, firstByte(in: value) == nil { return .list }
    if isNamed, !isList, others == 0 { return .objects }
    return objects == 0 || others > 0 ? .row : isList ? .list : .objects
  }

  /// Reads the rows of a list, and returns their number.
  private mutating func readList(_ member: JSONMember) throws(TextProblem) -> Int {
    let path = DocumentOutline.escaped(member.name) + "/"
    var count = 0
    tokens.position = member.value.lowerBound
    try readElements { (reader) throws(TextProblem) in
      let start = reader.tokens.position
      let value = try reader.tokens.value()
      try reader.readRow(start..<value.upperBound, key: "\(count)", path: path + "\(count)")
      count += 1
    }
    return count
  }

  /// Reads the rows of an object of objects, by name, and returns their number.
  private mutating func readObjects(_ member: JSONMember) throws(TextProblem) -> Int {
    let path = DocumentOutline.escaped(member.name) + "/"
    var rows: [(name: String, value: Range<Int>)] = []
    var names: NameSet = []
    tokens.position = member.value.lowerBound
    try readElements { (reader) throws(TextProblem) in
      let name = try reader.tokens.name()
      let text = reader.text(name)
      guard names.insert(text).inserted else {
        throw .duplicateMember(offset: name.lowerBound, text)
      }
      rows.append((text, try reader.tokens.value()))
    }
    for row in rows.sorted(by: { DocumentOutline.isBefore($0.name, $1.name) }) {
      try readRow(row.value, key: row.name, path: path + row.name)
    }
    return rows.count
  }

  /// Reads a value as a row: the members of an object, or the value of one of the document's own rows.
  /// Ends behind it.
  private mutating func readRow(
    _ value: Range<Int>, key: String, path: String, isOwn: Bool = false
  ) throws(TextProblem) {
    try beginRow(at: value.lowerBound)
    let keyColumn = records.column(Self.ownColumns.key)
    if let column = records.existingColumn(Self.ownColumns.path) {
      _ = try add(column, Array(JSONText.quoted(path).utf8))
    }
    _ = try add(keyColumn, Array(JSONText.quoted(key).utf8))
    tokens.position = value.lowerBound
    if tokens.byte == 0x7B {
      try readCells(from: keyColumn + 1)
    } else if isOwn {
      _ = try add(records.column(Self.ownColumns.value), value)
    }
    tokens.position = value.upperBound
    try endRow(value)
  }

  /// Reads a container, calling `element` at each element or member to read it.
  private mutating func readElements(
    _ element: (inout JSONReader) throws(TextProblem) -> Void
  ) throws(TextProblem) {
    _ = try readContainer(tokens.byte == 0x5B ? 0x5D : 0x7D, recordingSpacing: false, element)
  }
}
