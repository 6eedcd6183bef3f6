import TableKit
import TableSources
import TestSupport
import Testing

/// YAML mappings of all sorts, and several documents, edited at random beside what another reader
/// makes of them.
struct YAMLMappingModelTests {
  @Test(
    "in a mapping of values, lists and mappings, and in several documents, one edit changes one range of lines, another reader finds what was typed, and undo leads back to the file"
  )
  func edits() {
    Rounds.run("YAML mappings", few: 150, many: 3000) { random in
      let sample = MappingSample(&random)
      do {
        var round = try MappingRound(sample)
        try round.run(&random)
      } catch {
        throw Mismatch("\(error)\ntext:\n\(sample.text)")
      }
    }
  }
}

/// A text that is edited, and saved after each step.
private struct MappingRound {
  private let sample: MappingSample
  private let origin: FileOrigin
  private var editor: Editor
  /// What each document holds, as another reader sees it.
  private var documents: [MappingNode]
  private var bytes: [UInt8]
  /// The comments that must be there.
  private var comments: [String]
  /// Whether the step deletes a row, and whether it deletes or replaces one that holds rows.
  private var deletes = false
  private var holdsRows = false

  init(_ sample: MappingSample) throws {
    self.sample = sample
    comments = sample.comments
    bytes = Array(sample.text.utf8)
    let loaded = try LoadedTable(bytes: bytes, name: "t.yaml")
    origin = loaded.origin
    editor = Editor(table: loaded.table)
    documents = try YAMLTree.documents(sample.text).map(MappingNode.init)
  }

  private var table: Table { editor.table }

  mutating func run(_ random: inout SeededGenerator) throws {
    let original = bytes
    try require(try saved() == original, "what was read is saved otherwise")
    var log: [String] = []
    for _ in 0..<1 + random.below(4) {
      let (former, wasThere) = (editor, documents)
      (deletes, holdsRows) = (false, false)
      guard let step = try step(&random) else { continue }
      log.append(step)
      let now: [UInt8]
      do { now = try saved() } catch let error as SourceError {
        // What cannot be written is refused as a whole.
        try require(error.code == "cannot-rewrite", "\(error) after \(log)")
        (editor, documents) = (former, wasThere)
        log.removeLast()
        continue
      }
      try check(now, after: log)
      bytes = now
    }
    for _ in log { _ = try editor.undo() }
    try require(try saved() == original, "undo does not lead back after \(log)")
  }

  private func saved() throws -> [UInt8] { try origin.bytes(of: table) }

  private mutating func check(_ now: [UInt8], after log: [String]) throws {
    let text = String(decoding: now, as: UTF8.self)
    let context = "after \(log)\nsaved:\n\(text)"
    let found = try YAMLTree.documents(text).map(MappingNode.init)
    try require(found == documents, "it holds \(found), not \(documents) \(context)")
    let (old, new) = (lines(bytes), lines(now))
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
      .prefix { $0 == $1 }.count
    if deletes {
      // Comments below the key of a row go with it.
      let gone = old.dropFirst(head + 1).dropLast(tail).map {
        String(decoding: $0, as: UTF8.self)
      }
      comments.removeAll { comment in
        !text.contains(comment) && gone.contains { line in line.contains(comment) }
      }
    }
    for comment in comments {
      let count = text.split(separator: comment, omittingEmptySubsequences: false).count - 1
      try require(count == 1, "'\(comment)' stands there \(count) times \(context)")
    }
    try require(
      old.count - head - tail <= (holdsRows ? 3 : 1) * sample.mostLines,
      "more than one row has changed \(context)")
  }

  private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  // MARK: Steps

  /// Edits, deletes or inserts one row; nil where there is none.
  private mutating func step(_ random: inout SeededGenerator) throws -> String? {
    let rows = table.rowList
    guard !rows.isEmpty, let keyColumn = table.column(named: sample.keyName) else { return nil }
    let row = rows[random.below(rows.count)]
    guard let id = table.section(of: row), let s = table.index(of: id) else { return nil }
    let section = table.sections[s]
    let isList = documents[sample.place(ofSection: section.name).document]
      .isList(sample.place(ofSection: section.name).member)
    let index = section.rows.list.firstIndex(of: row)
    let key = isList ? "\(index ?? 0)" : table.cell(row, keyColumn.id).text
    let place = sample.place(ofSection: section.name)
    switch random.below(4) {
    case 0:
      deletes = true
      holdsRows = documents[place.document].value(key, in: place.member)?.holdsRows ?? false
      try require(documents[place.document].remove(key, in: place.member), "no \(key) in \(place)")
      _ = try editor.perform([.delete([row])], title: "delete")
      return "delete \(section.name)/\(key)"
    case 1:
      let name = random.pick(["new", "a b", "12", "on"])
      guard !isList, documents[place.document].value(name, in: place.member) == nil else {
        return nil
      }
      guard let column = table.column(named: "a") else { return nil }
      let value = sample.value(&random)
      documents[place.document].set(
        name, in: place.member, to: .mapping(["a": .scalar(value, isNull: false)]))
      _ = try editor.perform(
        [
          .insert(
            [[keyColumn.id: Cell(name), column.id: Cell(value)]], section: id, at: section.count)
        ],
        title: "insert")
      return "insert \(section.name)/\(name)"
    default:
      let node = documents[place.document].value(key, in: place.member)
      let value = sample.value(&random)
      if case .mapping(let members)? = node,
        let name = members.keys.sorted().randomElement(using: &random)
      {
        guard let column = table.column(named: name) else { return nil }
        var members = members
        members[name] = .scalar(value, isNull: false)
        documents[place.document].set(key, in: place.member, to: .mapping(members))
        let done = try editor.perform(
          [.update([CellChange(row, column.id, Cell(value))])], title: "edit")
        // The same value again is no step.
        return done.changesTable ? "edit \(section.name)/\(key) \(name)" : nil
      }
      guard let column = table.column(named: "value"), !isList else { return nil }
      if case .mapping? = node { return nil }
      documents[place.document].set(key, in: place.member, to: .scalar(value, isNull: false))
      holdsRows = node?.holdsRows ?? false
      let done = try editor.perform(
        [.update([CellChange(row, column.id, Cell(value))])], title: "edit")
      return done.changesTable ? "edit \(section.name)/\(key) value" : nil
    }
  }
}

/// What a document holds: members of mappings have no order.
private indirect enum MappingNode: Equatable {
  case scalar(String, isNull: Bool)
  case list([MappingNode])
  case mapping([String: MappingNode])

  init(_ tree: YAMLTree) {
    switch tree {
    case .scalar(let text, let isPlain):
      self = .scalar(text, isNull: isPlain && ["", "~", "null"].contains(text))
    case .sequence(let nodes): self = .list(nodes.map(MappingNode.init))
    case .mapping(let pairs):
      var members: [String: MappingNode] = [:]
      for pair in pairs { members[pair.key.scalar?.text ?? ""] = MappingNode(pair.value) }
      self = .mapping(members)
    }
  }

  /// The value of a member of the root, or of a member of that; of a list by index.
  func value(_ key: String, in member: String?) -> MappingNode? {
    guard let member else {
      if case .mapping(let members) = self { return members[key] }
      if case .list(let nodes) = self {
        return Int(key).flatMap { $0 < nodes.count ? nodes[$0] : nil }
      }
      return nil
    }
    return value(member, in: nil)?.value(key, in: nil)
  }

  /// Whether it holds mappings, between which comments can stand.
  var holdsRows: Bool {
    func isMapping(_ node: MappingNode) -> Bool {
      if case .mapping = node { return true }
      return false
    }
    switch self {
    case .scalar: return false
    case .list(let nodes): return nodes.contains(where: isMapping)
    case .mapping(let members): return members.values.contains(where: isMapping)
    }
  }

  func isList(_ member: String?) -> Bool {
    if let member { return value(member, in: nil)?.isList(nil) ?? false }
    if case .list = self { return true }
    return false
  }

  /// Sets a value.
  mutating func set(_ key: String, in member: String?, to value: MappingNode) {
    if let member, var inner = self.value(member, in: nil) {
      inner.set(key, in: nil, to: value)
      return set(member, in: nil, to: inner)
    }
    switch self {
    case .mapping(var members):
      members[key] = value
      self = .mapping(members)
    case .list(var nodes):
      if let index = Int(key), index < nodes.count { nodes[index] = value }
      self = .list(nodes)
    case .scalar: break
    }
  }

  /// Removes a value, which must be there.
  mutating func remove(_ key: String, in member: String?) -> Bool {
    if let member, var inner = value(member, in: nil) {
      let isThere = inner.remove(key, in: nil)
      set(member, in: nil, to: inner)
      return isThere
    }
    switch self {
    case .mapping(var members):
      let former = members.removeValue(forKey: key)
      self = .mapping(members)
      return former != nil
    case .list(var nodes):
      guard let index = Int(key), index < nodes.count else { return false }
      nodes.remove(at: index)
      self = .list(nodes)
      return true
    case .scalar: return false
    }
  }
}

/// A text of one or several mappings.
private struct MappingSample {
  private(set) var text = ""
  private(set) var comments: [String] = []
  /// The most lines that a row can have.
  let mostLines = 12
  let keyName = "key"
  private let isSeveral: Bool
  private var pad = 2

  init(_ random: inout SeededGenerator) {
    isSeveral = random.oneIn(3)
    pad = 1 + random.below(3)
    let count = isSeveral ? 2 + random.below(2) : 1
    for number in 0..<count {
      if number > 0 || random.oneIn(4) { text += "---\n" }
      text += comment(&random)
      // One document at least has members.
      if isSeveral, number > 0, random.oneIn(3) {
        text += list("", &random)
      } else {
        mapping(&random)
      }
      text += comment(&random)
    }
    if random.oneIn(6) { text.removeLast() }
  }

  /// Where the rows of a section stand.
  func place(ofSection name: String) -> (document: Int, member: String?) {
    if isSeveral { return ((Int(name) ?? 1) - 1, nil) }
    return (0, name == "rows" ? nil : name)
  }

  func value(_ random: inout SeededGenerator) -> String {
    random.pick([
      "x", "two words", "a: b", "#c", "12", "true", "", "it's", "\"", "- x", "é", "{", "null",
      "end ", "x\ny",
    ])
  }

  private mutating func comment(_ random: inout SeededGenerator, _ indent: String = "") -> String {
    guard random.oneIn(5) else { return "" }
    if random.oneIn(3) { return "\n" }
    comments.append("# comment \(comments.count);")
    return indent + (comments.last ?? "") + "\n"
  }

  private mutating func mapping(_ random: inout SeededGenerator) {
    var names = ["name", "on", "c d", "\"q\"", "zed", "k1", "k2", "12", "é"]
    names.shuffle(using: &random)
    for name in names.prefix(2 + random.below(5)) {
      text += comment(&random)
      text += name + ":" + member(&random)
    }
  }

  /// What stands behind the colon of a member, and the lines below.
  private mutating func member(_ random: inout SeededGenerator) -> String {
    let indent = String(repeating: " ", count: pad)
    let tail = random.oneIn(5) ? " # behind\n" : "\n"
    switch random.below(9) {
    case 0: return " plain text" + tail
    case 1: return " \"quoted\"" + tail
    case 2: return random.pick([" null", "", " ~"]) + tail
    case 3: return " [x, 1, {y: 2}]" + tail
    case 4: return "\n\(indent)- x\n\(indent)- y\n"
    case 5: return " |\n\(indent)one\n\(indent)two\n"
    case 6: return tail + members(indent, &random)
    case 7: return tail + list(random.oneIn(2) ? indent : "", &random)
    default:
      var lines = tail
      for name in ["r1", "r 2", "r3"].prefix(1 + random.below(3)) {
        lines += comment(&random, indent)
        lines += indent + name + ":"
        if random.oneIn(3) {
          lines += " {a: 1, b: x}\n"
        } else {
          lines += "\n" + members(indent + indent, &random)
        }
      }
      return lines
    }
  }

  private mutating func members(_ indent: String, _ random: inout SeededGenerator) -> String {
    var lines = indent + "a: 1" + (random.oneIn(4) ? " # one" : "") + "\n"
    if random.oneIn(2) { lines += indent + "b: 'x'\n" }
    if random.oneIn(3) { lines += indent + "t: >-\n\(indent) folded\n\(indent) text\n" }
    if random.oneIn(3) { lines += indent + "l:\n\(indent)- 1\n\(indent)- 2\n" }
    return lines
  }

  private mutating func list(_ indent: String, _ random: inout SeededGenerator) -> String {
    var lines = ""
    for number in 0..<1 + random.below(3) {
      lines += comment(&random, indent)
      lines +=
        random.oneIn(3)
        ? indent + "- {a: \(number)}\n" : indent + "- a: \(number)\n\(indent)  b: z\n"
    }
    return lines
  }
}
