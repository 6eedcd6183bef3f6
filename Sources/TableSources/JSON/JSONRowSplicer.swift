import TableKit

/// Writes an edited row with all unchanged parts of its object preserved: the order of its members,
/// their white space, and unchanged values.
struct JSONRowSplicer {
  let layout: JSONLayout
  let table: Table

  /// The current column of each loaded one, in loaded order; nil if it was deleted.
  private let columns: [Column?]
  /// The columns that the document does not have.
  private let added: [Column]
  private let numbers: NameTable<Int>
  /// The names of the loaded columns as documents write them; empty for one that is no member of rows.
  private let labels: [[UInt8]]

  /// A member of a row, and its column.
  private typealias Member = (written: JSONMember, column: Int)

  /// Creates a splicer; nil if the columns were reordered, so that rows must be written anew. The
  /// members of an outline keep their order.
  init?(layout: JSONLayout, table: Table) {
    guard !layout.hasNumbers else { return nil }
    let loaded = layout.loaded.columns
    let own = layout.ownColumns
    let known = Set(loaded.map(\.id))
    let kept = table.columns.filter { known.contains($0.id) }
    let present = Set(kept.map(\.id))
    guard layout.outline != nil || kept.map(\.id) == loaded.map(\.id).filter(present.contains)
    else { return nil }
    self.layout = layout
    self.table = table
    let now = Dictionary(kept.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    columns = loaded.map { own.contains($0.id) ? nil : now[$0.id] }
    added = table.columns.filter { !known.contains($0.id) }
    var numbers: NameTable<Int> = [:]
    for (number, column) in loaded.enumerated() where !own.contains(column.id) {
      numbers[column.name] = number
    }
    self.numbers = numbers
    labels = loaded.map { own.contains($0.id) ? [] : Array(JSONText.quoted($0.name).utf8) }
  }

  /// Returns the object of a row; nil if none of its members remain.
  func object(of row: RowID, record: Int) -> [UInt8]? {
    let object = layout.range(ofRecord: record)
    let bytes = layout.source.bytes
    let members = members(of: object, in: bytes)
    let kept = members.indices.filter { m in
      columns[members[m].column].map { !table.raw(row, $0.id).isEmpty } ?? false
    }
    guard let last = members.last, let first = members.first, !kept.isEmpty else { return nil }
    var output: [UInt8] = []
    func copy(_ range: Range<Int>) { output.append(contentsOf: bytes[range]) }
    copy(object.lowerBound..<first.written.range.lowerBound)
    // The white space after a comma in this row.
    var gap = layout.style.row.gap ?? []
    if members.count > 1 {
      gap = JSONSpacing.blanks(in: bytes, before: members[1].written.range.lowerBound)
    }
    var previous: Int?
    for m in kept {
      if let previous {
        if previous == m - 1 {
          copy(members[previous].written.range.upperBound..<members[m].written.range.lowerBound)
        } else {
          output.append(0x2C)
          output += gap
        }
      }
      writeMember(members[m], of: row, record, into: &output)
      previous = m
    }
    let mentioned = Set(members.map(\.column))
    let missing = columns.indices.filter { !mentioned.contains($0) }.compactMap { columns[$0] }
    for column in missing + added where !table.raw(row, column.id).isEmpty {
      output.append(0x2C)
      output += gap
      JSONText.quote(column.name, into: &output)
      output += JSONSpacing.colon(in: bytes, first.written.colon)
      output.append(contentsOf: table.raw(row, column.id))
    }
    copy(last.written.range.upperBound..<object.upperBound)
    return output
  }

  private func members(of object: Range<Int>, in bytes: UnsafeRawBufferPointer) -> [Member] {
    var members: [Member] = []
    members.reserveCapacity(labels.count)
    JSONMember.forEach(of: object, in: bytes) { label, value in
      let written = UnsafeRawBufferPointer(rebasing: bytes[label])
      guard let column = column(written, after: members.last?.column) else { return }
      let name = layout.loaded.columns[column].name
      members.append((JSONMember(name: name, label: label, value: value), column))
    }
    return members
  }

  /// Returns the number of the loaded column that a label names: mostly the one after the last.
  private func column(_ label: UnsafeRawBufferPointer, after last: Int?) -> Int? {
    let next = last.map { $0 + 1 } ?? 0
    if next < labels.count, labels[next].withUnsafeBytes({ $0.elementsEqual(label) }) {
      return next
    }
    return numbers[CellSyntax.json.cell(label).text]
  }

  private func writeMember(
    _ member: Member, of row: RowID, _ record: Int, into output: inout [UInt8]
  ) {
    guard let column = columns[member.column] else { return }
    let bytes = layout.source.bytes
    if column.name === layout.loaded.columns[member.column].name {
      output.append(contentsOf: bytes[member.written.head])
    } else {
      JSONText.quote(column.name, into: &output)
      output.append(contentsOf: bytes[member.written.colon])
    }
    let raw = table.raw(row, column.id)
    // The cell of a value with comments lacks them.
    let isLoaded =
      layout.hasComments
      && raw.elementsEqual(layout.chunk.raw(record: record, field: member.column))
    if isLoaded {
      output.append(contentsOf: bytes[member.written.value])
    } else {
      output.append(contentsOf: raw)
    }
  }
}
