import TableKit
import TableSources
import TestSupport

/// What is done to a document at random.
extension JSONOutlineRound {
  /// The range between the siblings of an element of a container, or of a new one at an index.
  ///
  /// - Parameter m: the member that is the container; nil: the document.
  private func bound(
    _ bytes: [UInt8], member m: Int?, element e: Int, isNew: Bool
  ) throws -> Range<Int> {
    let root = try JSONText(plain(bytes)).values[0]
    let value = m.map { root.members[$0].value } ?? root
    let isList = m.map { model.members[$0].node.kind == .list } ?? false
    let ranges = isList ? value.elements.map(\.range) : value.members.map { $0.value.range }
    let lower = e > 0 ? ranges[e - 1].upperBound : value.range.lowerBound + 1
    let next = isNew ? e : e + 1
    var upper = value.range.upperBound - 1
    if next < ranges.count {
      upper = ranges[next].lowerBound
      // The name of the member behind it stays; it begins behind a comma or a comment.
      if !isList {
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
  mutating func step(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) throws -> Range<Int>? {
    switch random.below(8) {
    case 0, 1: return try editMember(bytes, &random)
    case 2: return try editOwn(bytes, &random)
    case 3: return try insert(bytes, &random)
    case 4: return try delete(bytes, &random)
    case 5: return try move(&random)
    case 6: return try deleteOwn(bytes, &random)
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
    var rows: [(member: Int?, element: Int)] = []
    for m in model.members.indices {
      if isNamed(model.members[m].name) {
        rows += model.members[m].node.members.indices.map { (m, $0) }
      } else if model.members[m].node.kind == .object {
        rows.append((nil, m))
      }
    }
    guard let (m, e) = rows.randomElement(using: &random) else { return nil }
    let row = node(m, e)
    let names = ["id", "a", "b"].filter { editor.table.column(named: $0) != nil }
    guard let id = row.row, let name = names.randomElement(using: &random),
      let column = editor.table.column(named: name)
    else { return nil }
    let (cell, raw) = random.pick(Self.cells)
    // Nulling what is not there writes null.
    let bound = try bound(bytes, member: m, element: e, isNew: false)
    begin("edit \(m.map { model.members[$0].name } ?? "")/\(e) \(name)=\(raw)")
    let former = editor.table.cell(id, column.id)
    try perform(.update([CellChange(id, column.id, cell)]))
    if former == cell {
      states.removeLast()
      return nil
    }
    var new = row
    new.kind = .object
    if let i = new.members.firstIndex(where: { $0.name == name }) {
      new.members[i].node = .leaf(raw)
    } else {
      new.members.append((name, .leaf(raw)))
    }
    if let m {
      model.members[m].node.members[e].node = new
    } else {
      model.members[e].node = new
    }
    return bound
  }

  private func node(_ m: Int?, _ e: Int) -> JSONOutlineSample.Node {
    m.map { model.members[$0].node.members[e].node } ?? model.members[e].node
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
    guard let m = sections(nil).randomElement(using: &random) else { return nil }
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
    if !isList, let key = editor.table.column(named: "key") {
      name = JSONOutlineSample.name(model.members[m].node.members.map(\.name), &random)
      cells[key.id] = Cell(name)
      // Among members by name it stands as in the table, else behind those that were read.
      if !sample.isByName[model.members[m].name, default: false] {
        let read = Set(read(m))
        place =
          model.members[m].node.members.count { $0.node.row.map(read.contains) ?? false }
          + rows[..<index].count { !read.contains($0) }
      }
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
    let keepsOrder = keepsOrder(m)
    begin("delete \(model.members[m].name)/\(e)")
    try perform(.delete([row]))
    model.members[m].node.members.remove(at: e)
    return keepsOrder ? bound : nil
  }

  /// The rows of a section as they were read.
  private func read(_ m: Int) -> [RowID] {
    let name = model.members[m].name
    return sample.members.first { $0.name == name }?.node.members.compactMap(\.node.row) ?? []
  }

  /// Whether a row's comments stay where they are when it goes. Once rows were moved or inserted, nobody
  /// can tell from those that are left where it was: comments stand where they were read then.
  private func keepsOrder(_ m: Int) -> Bool {
    let now = model.members[m].node.members.compactMap(\.node.row)
    return sample.comments.isEmpty || now == read(m).filter(Set(now).contains)
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

  private mutating func deleteOwn(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) throws -> Range<Int>? {
    let own = model.members.indices.filter { !isNamed(model.members[$0].name) }
    guard let m = own.randomElement(using: &random), let row = model.members[m].node.row else {
      return nil
    }
    let bound = try bound(bytes, member: nil, element: m, isNew: false)
    let value = try JSONText(plain(bytes)).values[0].members[m].value.range
    begin("delete \(model.members[m].name)")
    try perform(.delete([row]))
    model.removeComments(in: bytes[value])
    model.members.remove(at: m)
    return bound
  }
}
