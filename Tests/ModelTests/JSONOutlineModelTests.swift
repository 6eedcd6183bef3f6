import TableKit
import TableSources
import TestSupport
import Testing

/// JSON objects of values, lists and objects, edited at random, beside a model of plain trees.
@Suite struct JSONOutlineModelTests {
  @Test(
    "an edit changes what it names and nothing else, in one range of bytes, and undo leads back")
  func edits() {
    Rounds.run("JSON outlines", few: 300, many: 3000) { random in
      let kinds = (0..<1 + random.below(6)).map { _ in
        random.below(JSONOutlineSample.kindCount)
      }
      let sample = JSONOutlineSample(
        kinds, random.pick(JSONOutlineSample.Spacing.allCases), &random)
      try Self.round(sample, steps: 8, &random)
    }
  }

  @Test("all small objects of values, lists and objects")
  func smallOnes() throws {
    var random = SeededGenerator(seed: 7)
    let kinds = Array(0..<JSONOutlineSample.kindCount)
    for spacing in JSONOutlineSample.Spacing.allCases {
      for a in kinds {
        for b in kinds {
          for c in kinds.filter({ $0 >= 4 }) {
            let sample = JSONOutlineSample([a, b, c], spacing, &random)
            try Self.round(sample, steps: 3, &random)
          }
        }
      }
    }
  }

  private static func round(
    _ sample: JSONOutlineSample, steps: Int, _ random: inout SeededGenerator
  ) throws {
    do {
      let loaded = try LoadedTable(bytes: sample.bytes, name: "t.json")
      // Lists alone, and objects most of which are rows, are tables of other forms.
      guard loaded.origin.jsonForm == .sections else { return }
      var round = JSONOutlineRound(
        sample: sample, origin: loaded.origin, editor: Editor(table: loaded.table))
      try round.run(&random, steps: steps)
    } catch {
      throw Mismatch("\(error)\ntext: \(shown(sample.bytes))")
    }
  }
}

/// A document that is edited, and saved after each step.
private struct JSONOutlineRound {
  let sample: JSONOutlineSample
  let origin: FileOrigin
  var editor: Editor
  private var states: [JSONOutlineSample] = []
  private var log: [String] = []

  init(sample: JSONOutlineSample, origin: FileOrigin, editor: Editor) {
    (self.sample, self.origin, self.editor) = (sample, origin, editor)
    states = [sample]
  }

  private var model: JSONOutlineSample {
    get { states[states.count - 1] }
    set { states[states.count - 1] = newValue }
  }

  private var saved: [UInt8] {
    get throws { try origin.bytes(of: editor.table) }
  }

  mutating func run(_ random: inout SeededGenerator, steps: Int) throws {
    do {
      try check(try saved)
      try require(try saved == sample.bytes, "what was read is saved otherwise")
      for _ in 0..<steps {
        let before = try saved
        let bound = try step(before, &random)
        let after = try saved
        do {
          try check(after)
          if let bound { try checkRange(before, after, bound) }
          try checkAgain(after)
        } catch { throw Mismatch("\(error)\nbefore: \(shown(before))\nsaved:  \(shown(after))") }
      }
      while states.count > 1 {
        _ = try editor.undo()
        states.removeLast()
        try check(try saved)
      }
      try require(try saved == sample.bytes, "undo does not lead back")
    } catch {
      throw Mismatch("\(error)\ndone: \(log.joined(separator: "\n      "))")
    }
  }

  // MARK: Checks

  /// The text without comments and last commas, blanks in their place, so that offsets stay.
  private func plain(_ bytes: [UInt8]) -> [UInt8] {
    var (result, i, comma) = (bytes, 0, -1)
    while i < bytes.count {
      switch bytes[i] {
      case 0x22:
        i += 1
        while bytes[i] != 0x22 { i += bytes[i] == 0x5C ? 2 : 1 }
        comma = -1
      case 0x2F:
        let isLine = bytes[i + 1] == 0x2F
        var end = i + 2
        while isLine ? bytes[end] != 0x0A : !(bytes[end] == 0x2A && bytes[end + 1] == 0x2F) {
          end += 1
        }
        if !isLine { end += 2 }
        for j in i..<end { result[j] = 0x20 }
        i = end - 1
      case 0x2C: comma = i
      case 0x5D, 0x7D:
        if comma >= 0 { result[comma] = 0x20 }
        comma = -1
      case 0x20, 0x0A, 0x0D, 0x09: break
      default: comma = -1
      }
      i += 1
    }
    return result
  }

  private func check(_ bytes: [UInt8]) throws {
    let text = try JSONText(plain(bytes))
    try require(text.values.count == 1, "there is more than one value")
    let all = String(decoding: bytes, as: UTF8.self)
    for comment in sample.comments { try require(all.contains(comment), "\(comment) is gone") }
    let members = text.values[0].members
    try require(
      members.map { Array($0.name.utf8) } == model.members.map { Array($0.name.utf8) },
      "members are \(members.map(\.name)), not \(model.members.map(\.name))")
    for (member, (name, node)) in zip(members, model.members) {
      try check(member.value, node, name, text)
    }
  }

  private func check(
    _ value: JSONText.Value, _ node: JSONOutlineSample.Node, _ place: String, _ text: JSONText
  ) throws {
    let raw = String(decoding: text.bytes[value.range], as: UTF8.self)
    switch node.kind {
    case .leaf:
      try require(raw.utf8.elementsEqual(node.raw.utf8), "\(place) is \(raw), not \(node.raw)")
    case .list:
      try require(raw.hasPrefix("["), "\(place) is \(raw)")
      try require(value.elements.count == node.members.count, "\(place) has other rows: \(raw)")
      for (i, (element, row)) in zip(value.elements, node.members).enumerated() {
        try check(element, row.node, "\(place)/\(i)", text)
      }
    case .object:
      try require(raw.hasPrefix("{"), "\(place) is \(raw)")
      let names = value.members.map { Array($0.name.utf8) }
      let wanted = node.members.map { Array($0.name.utf8) }
      // Members that a row was given stand behind its own, in any order.
      let ordered = node.row == nil ? wanted.count : node.loaded
      try require(
        names.count == wanted.count && Set(names) == Set(wanted)
          && names.prefix(ordered).elementsEqual(wanted.prefix(ordered)),
        "\(place) has members \(value.members.map(\.name)), not \(node.members.map(\.name))")
      for row in node.members {
        for member in value.members where member.name.utf8.elementsEqual(row.name.utf8) {
          try check(member.value, row.node, place + "/" + row.name, text)
        }
      }
    }
  }

  /// What an edit may touch: all between the elements before and behind it.
  private func checkRange(_ before: [UInt8], _ after: [UInt8], _ bound: Range<Int>) throws {
    let start = before[..<bound.lowerBound], end = before[bound.upperBound...]
    try require(
      after.starts(with: start) && after.reversed().starts(with: end.reversed())
        && after.count >= start.count + end.count,
      "more than bytes \(bound) was changed")
  }

  /// What was saved is read as the same rows.
  private func checkAgain(_ bytes: [UInt8]) throws {
    let again = try LoadedTable(bytes: bytes, name: "t.json")
    try require(try again.origin.bytes(of: again.table) == bytes, "it is saved otherwise again")
  }

  // MARK: Steps

  /// The range between the siblings of an element of a container, or of a new one at an index.
  private func bound(
    _ bytes: [UInt8], member m: Int, element e: Int, isNew: Bool
  ) throws -> Range<Int> {
    let root = try JSONText(plain(bytes)).values[0]
    let value = root.members[m].value
    let ranges =
      model.members[m].node.kind == .list
      ? value.elements.map(\.range)
      : value.members.map { $0.value.range }
    let lower = e > 0 ? ranges[e - 1].upperBound : value.range.lowerBound + 1
    let next = isNew ? e : e + 1
    var upper = value.range.upperBound - 1
    if next < ranges.count {
      upper = ranges[next].lowerBound
      // The name of the member behind it stays; it begins behind a comma or a comment.
      if model.members[m].node.kind == .object {
        let name = "\"\(value.members[next].name)\""
        upper -= name.utf8.count
        while !bytes[upper...].starts(with: name.utf8) { upper -= 1 }
      }
    }
    return lower..<upper
  }

  private mutating func begin(_ words: String) {
    log.append(words)
    states.append(model)
  }

  private mutating func perform(_ edit: Edit) throws {
    _ = try editor.perform([edit], title: log.last ?? "")
  }

  private func sections(_ kind: JSONOutlineSample.Node.Kind?) -> [Int] {
    model.members.indices.filter {
      model.isSection[model.members[$0].name] == true
        && (kind == nil || model.members[$0].node.kind == kind)
    }
  }

  private func sectionID(_ m: Int) throws -> SectionID {
    let section = editor.table.sections.first {
      $0.name.utf8.elementsEqual(model.members[m].name.utf8) && isNamed($0.name)
    }
    guard let section else { throw Mismatch("no section '\(model.members[m].name)'") }
    return section.id
  }

  /// Whether a section is no member's but that of the document's own rows.
  private func isNamed(_ name: String) -> Bool { model.isSection[name] == true }

  /// Does something at random; returns the bytes that it may touch.
  private mutating func step(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) throws -> Range<Int>? {
    switch random.below(8) {
    case 0, 1: return try editMember(bytes, &random)
    case 2: return try editOwn(bytes, &random)
    case 3: return try insert(bytes, &random)
    case 4: return try delete(bytes, &random)
    case 5: return try move(&random)
    case 6: return try deleteOwn(&random)
    default:
      guard states.count > 1 else { return nil }
      log.append("undo")
      _ = try editor.undo()
      states.removeLast()
      return nil
    }
  }

  private static let cells: [(Cell, String)] = [
    (Cell(.number, "7.50"), "7.50"), (Cell("é\""), "\"é\\\"\""), (.null, "null"),
    (Cell(.json, "{\"q\": [1]}"), "{\"q\": [1]}"), (Cell(.bool, "false"), "false"),
  ]

  private mutating func editMember(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) throws -> Range<Int>? {
    guard
      let m = sections(nil).filter({ !model.members[$0].node.members.isEmpty }).randomElement(
        using: &random)
    else { return nil }
    let e = random.below(model.members[m].node.members.count)
    let row = model.members[m].node.members[e].node
    let names = ["id", "a", "b"].filter { editor.table.column(named: $0) != nil }
    guard let id = row.row, let name = names.randomElement(using: &random),
      let column = editor.table.column(named: name)
    else { return nil }
    let (cell, raw) = random.pick(Self.cells)
    // Nulling what is not there writes null.
    let bound = try bound(bytes, member: m, element: e, isNew: false)
    begin("edit \(model.members[m].name)/\(e) \(name)=\(raw)")
    let former = editor.table.cell(id, column.id)
    try perform(.update([CellChange(id, column.id, cell)]))
    if former == cell {
      states.removeLast()
      return nil
    }
    var new = row
    if row.kind == .leaf {
      if cell.isNull { return bound }
      new.kind = .object
    }
    if let i = new.members.firstIndex(where: { $0.name == name }) {
      new.members[i].node = .leaf(raw)
    } else {
      new.members.append((name, .leaf(raw)))
    }
    // A row that was null, and has nothing but nulls again, is as it was.
    if !new.raw.isEmpty, new.members.allSatisfy({ $0.node.raw == "null" }) { new.kind = .leaf }
    model.members[m].node.members[e].node = new
    return bound
  }

  private mutating func editOwn(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) throws -> Range<Int>? {
    let own = model.members.indices.filter {
      model.isSection[model.members[$0].name] == false && model.members[$0].node.kind == .leaf
    }
    guard let m = own.randomElement(using: &random), let row = model.members[m].node.row,
      let value = editor.table.column(named: "value")
    else { return nil }
    let (cell, raw) = random.pick(Self.cells.filter { $0.0.kind != .json })
    if editor.table.cell(row, value.id) == cell { return nil }
    let range = try JSONText(plain(bytes)).values[0].members[m].value.range
    begin("edit \(model.members[m].name)=\(raw)")
    try perform(.update([CellChange(row, value.id, cell)]))
    model.members[m].node.raw = raw
    return range
  }

  private mutating func insert(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) throws -> Range<Int>? {
    guard let m = sections(nil).randomElement(using: &random),
      let key = editor.table.column(named: "key")
    else { return nil }
    let isList = model.members[m].node.kind == .list
    let rows =
      editor.table.sections.first { $0.name == model.members[m].name && isNamed($0.name) }?.rows
      .list ?? []
    let index = random.below(rows.count + 1)
    var cells: [ColumnID: Cell] = [:]
    var new = JSONOutlineSample.Node(kind: .object)
    for column in editor.table.columns
    where ["id", "a", "b"].contains(column.name) && random.oneIn(2) {
      let (cell, raw) = random.pick(Self.cells)
      cells[column.id] = cell
      new.members.append((column.name, .leaf(raw)))
    }
    var name = ""
    var place = index
    if !isList {
      name = JSONOutlineSample.name(model.members[m].node.members.map(\.name), &random)
      cells[key.id] = Cell(name)
      let names = model.members[m].node.members
      func member(of row: RowID) -> Int { names.firstIndex { $0.node.row == row } ?? 0 }
      place = index > 0 ? member(of: rows[index - 1]) + 1 : rows.first.map(member(of:)) ?? 0
    }
    let bound = try bound(bytes, member: m, element: place, isNew: true)
    begin(
      "insert \(model.members[m].name):\(index) \(name) \(new.members.map { "\($0.name)=\($0.node.raw)" })"
    )
    let section = try sectionID(m)
    try perform(.insert([cells], section: section, at: index))
    new.row = editor.table.sections.first { $0.id == section }?.rows.list[index]
    model.members[m].node.members.insert((name, new), at: place)
    return bound
  }

  private mutating func delete(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) throws -> Range<Int>? {
    guard
      let m = sections(nil).filter({ !model.members[$0].node.members.isEmpty }).randomElement(
        using: &random)
    else { return nil }
    let e = random.below(model.members[m].node.members.count)
    guard let row = model.members[m].node.members[e].node.row else { return nil }
    let bound = try bound(bytes, member: m, element: e, isNew: false)
    begin("delete \(model.members[m].name)/\(e)")
    try perform(.delete([row]))
    model.members[m].node.members.remove(at: e)
    return bound
  }

  private mutating func move(_ random: inout SeededGenerator) throws -> Range<Int>? {
    guard
      let m = sections(.list).filter({ model.members[$0].node.members.count > 1 }).randomElement(
        using: &random)
    else { return nil }
    let count = model.members[m].node.members.count
    let (from, to) = (random.below(count), random.below(count))
    guard from != to, let row = model.members[m].node.members[from].node.row else { return nil }
    begin("move \(model.members[m].name)/\(from) to \(to)")
    try perform(.move([row], section: try sectionID(m), at: to))
    let node = model.members[m].node.members.remove(at: from)
    model.members[m].node.members.insert(node, at: to)
    return nil
  }

  private mutating func deleteOwn(_ random: inout SeededGenerator) throws -> Range<Int>? {
    let own = model.members.indices.filter { model.isSection[model.members[$0].name] == false }
    guard let m = own.randomElement(using: &random), let row = model.members[m].node.row else {
      return nil
    }
    begin("delete \(model.members[m].name)")
    try perform(.delete([row]))
    model.members.remove(at: m)
    return nil
  }
}
