import TableKit
import TableSources
import TestSupport

/// A JSON object of values, lists and objects, and the rows that it holds.
struct JSONOutlineSample {
  /// A value.
  struct Node {
    enum Kind { case leaf, object, list }

    var kind: Kind
    /// The bytes of a leaf: a value that is no section and no row that is an object. A row that was a
    /// leaf keeps them, and what it was given.
    var raw = ""
    var members: [(name: String, node: Node)] = []
    /// The number of members that a row was read with; they come before those it was given.
    var loaded = 0
    /// The row that it is.
    var row: RowID?

    static func leaf(_ raw: String) -> Node { Node(kind: .leaf, raw: raw) }
  }

  /// The members of the document: rows, lists of rows, and objects of rows, as `kinds` says.
  var members: [(name: String, node: Node)] = []
  /// Whether each is a section.
  var isSection: [String: Bool] = [:]
  /// The objects of rows whose members stand by name.
  private(set) var isByName: [String: Bool] = [:]
  private(set) var bytes: [UInt8] = []
  /// The comments in it.
  private(set) var comments: [String] = []
  private let spacing: Spacing

  /// How containers are written.
  enum Spacing: CaseIterable { case compact, blank, indented, odd, commented }

  static let leaves = [
    "1", "1.10", "-0.0", "1E2", "12345678901234567890", "true", "null", "\"\"", "\"x\"",
    "\"\\u00e9\"", "\"a\\\"b\"",
  ]
  static let values = leaves + ["[]", "[1, 2]", "[ \"a\" ,null]", "[[1],[ ]]", "[{\"a\":1},2]"]
  private static let nested = ["{\"k\": [ ]}", "[{ }]", "{}", "[]"]

  /// Makes a document of members of some kinds, which are numbers below `kindCount`.
  init(_ kinds: [Int], _ spacing: Spacing, _ random: inout SeededGenerator) {
    self.spacing = spacing
    for kind in kinds {
      let name = Self.name(members.map(\.name), &random)
      let node = Self.node(kind, &random)
      members.append((name, node))
      isSection[name] = kind >= 4
    }
    if !isSection.values.contains(true) {
      // A list, so that the others are rows of a section.
      members.append(("zz", Node(kind: .list)))
      isSection["zz"] = true
    }
    number(as: .sections)
    bytes = Array(write(&random).utf8)
  }

  static let kindCount = 8

  private static func node(_ kind: Int, _ random: inout SeededGenerator) -> Node {
    switch kind {
    case 0, 1: return .leaf(random.pick(values.filter { $0 != "[]" }))
    case 2: return .leaf("null")
    case 3:
      var node = row(&random)
      // An object of objects would be a section.
      node.members = node.members.map { ($0, $1.raw.hasPrefix("{") ? .leaf("7") : $1) }
      return node
    case 4: return Node(kind: .list)
    case 5, 6:
      var rows = (0..<1 + random.below(4)).map { _ in row(&random) }
      if random.oneIn(4) { rows.append(.leaf("null")) }
      return Node(kind: .list, members: rows.map { ("", $0) })
    default:
      var names: [String] = []
      for _ in 0..<1 + random.below(3) { names.append(name(names, &random)) }
      return Node(kind: .object, members: names.map { ($0, row(&random)) })
    }
  }

  private static func row(_ random: inout SeededGenerator) -> Node {
    var node = Node(kind: .object)
    for name in ["id", "a", "b"] where !random.oneIn(3) {
      node.members.append((name, .leaf(random.pick(leaves + nested))))
    }
    if random.oneIn(3) { node.members.shuffle(using: &random) }
    return node
  }

  static func name(_ others: [String], _ random: inout SeededGenerator) -> String {
    while true {
      let name = random.pick([
        "n", "items", "x y", "é", "10", "9", "a/b", "~", "k", "rows", "Q", "2b",
      ])
      if !others.contains(name) { return name }
    }
  }

  /// Removes the comments in a value that is deleted.
  mutating func removeComments(in value: ArraySlice<UInt8>) {
    let text = String(decoding: value, as: UTF8.self)
    comments.removeAll(where: text.contains)
  }

  // MARK: Rows

  /// Names come as in a Realtime Database: whole numbers first.
  static func isBefore(_ a: String, _ b: String) -> Bool {
    switch (Int(a), Int(b)) {
    case (let x?, let y?): x < y
    case (_?, nil): true
    case (nil, _?): false
    default: a.utf8.lexicographicallyPrecedes(b.utf8)
    }
  }

  /// Numbers the rows as the document is read: by name; those of lists alone stand in its own order,
  /// and if each member is a row, none is a section.
  mutating func number(as form: DocumentOutline.Form?) {
    if form == .rows { isSection = isSection.mapValues { _ in false } }
    var next: UInt32 = 0
    func take() -> RowID {
      defer { next += 1 }
      return RowID(next)
    }
    var order = Array(members.indices)
    if form != nil { order.sort { Self.isBefore(members[$0].name, members[$1].name) } }
    for m in order where isSection[members[m].name] == false {
      members[m].node.row = take()
      members[m].node.loaded = members[m].node.members.count
      for i in members[m].node.members.indices { members[m].node.members[i].node.row = nil }
    }
    for m in order where isSection[members[m].name] == true {
      var rows = members[m].node.members
      let places = rows.indices.sorted { a, b in
        members[m].node.kind == .list ? a < b : Self.isBefore(rows[a].name, rows[b].name)
      }
      isByName[members[m].name] = places == Array(rows.indices)
      for place in places {
        rows[place].node.row = take()
        rows[place].node.loaded = rows[place].node.members.count
      }
      members[m].node.members = rows
    }
  }

  // MARK: Writing

  private mutating func write(_ random: inout SeededGenerator) -> String {
    let root = Node(kind: .object, members: members)
    return text(root, depth: 0, &random) + (random.oneIn(3) ? "" : "\n")
  }

  private mutating func text(
    _ node: Node, depth: Int, _ random: inout SeededGenerator
  ) -> String {
    if node.kind == .leaf { return node.raw }
    let isRow = node.row != nil
    let (open, close) = node.kind == .list ? ("[", "]") : ("{", "}")
    if node.members.isEmpty { return open + (random.oneIn(3) ? " " : "") + close }
    var output = open
    for (i, (name, child)) in node.members.enumerated() {
      output += space(depth + 1, isRow: isRow, isFirst: i == 0, &random)
      if node.kind == .object {
        output += "\"\(name)\"" + (spacing == .compact ? ":" : ": ")
      }
      output += text(child, depth: depth + 1, &random)
      if i < node.members.count - 1 || spacing == .commented && random.oneIn(4) { output += "," }
      if spacing == .commented, !isRow, random.oneIn(4) { output += " " + comment(&random) }
    }
    return output
      + (isRow && spacing != .odd ? "" : space(depth, isRow: isRow, isFirst: true, &random)) + close
  }

  private mutating func space(
    _ depth: Int, isRow: Bool, isFirst: Bool, _ random: inout SeededGenerator
  ) -> String {
    switch spacing {
    case .compact: return ""
    case .blank: return isFirst ? "" : " "
    case .odd: return random.pick(["", " ", "\n\t", "\r\n  "])
    case .indented, .commented:
      if isRow { return isFirst ? "" : " " }
      let line = "\n" + String(repeating: "  ", count: depth)
      return spacing == .commented && random.oneIn(4) ? line + comment(&random) + line : line
    }
  }

  private mutating func comment(_ random: inout SeededGenerator) -> String {
    let text = "c\(comments.count)."
    comments.append(text)
    return random.oneIn(2) ? "/* \(text) */" : "// \(text)\n"
  }
}
