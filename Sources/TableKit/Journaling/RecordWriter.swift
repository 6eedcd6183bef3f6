/// Encodes one record of a journal: numbers in groups of seven bits, strings after their length,
/// rows as runs.
package struct RecordWriter {
  private var parts: [EditorRecord.Part] = []
  /// What stands behind the parts.
  private var tail: [UInt8] = []

  /// Creates an empty record.
  package init() {}

  /// What was written.
  package var record: EditorRecord {
    EditorRecord(parts: tail.isEmpty ? parts : parts + [.bytes(tail)])
  }

  /// The bytes of what was written.
  package var bytes: [UInt8] { parts.isEmpty ? tail : record.bytes }

  /// Writes a number of elements one after the other: later, as the record is stored, if they are
  /// many.
  ///
  /// - Parameter write: writes some of them.
  mutating func each(of count: Int, _ write: @escaping EditorRecord.Writing) {
    guard count > EditorRecord.stretch else { return write(&self, 0..<count) }
    parts += [.bytes(tail), .elements(count: count, write)]
    tail = []
  }

  /// Passes on what was written since the last call, and forgets it.
  mutating func passBytes(to body: (UnsafeRawBufferPointer) -> Void) {
    tail.withUnsafeBytes(body)
    tail.removeAll(keepingCapacity: true)
  }

  /// Writes an unsigned number of variable length.
  package mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      tail.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    tail.append(UInt8(rest))
  }

  /// Writes a count or an index, from 0.
  package mutating func count(_ value: Int) { number(UInt64(value)) }

  /// Writes a signed number of variable length.
  package mutating func signed(_ value: Int64) {
    number(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// Writes a Boolean.
  package mutating func flag(_ value: Bool) { tail.append(value ? 1 : 0) }

  /// Writes a string.
  package mutating func text(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      count(utf8.count)
      tail.append(contentsOf: utf8)
    }
  }

  /// Writes an optional string.
  package mutating func optional(_ value: String?) {
    flag(value != nil)
    if let value { text(value) }
  }

  mutating func raw(_ content: some Collection<UInt8>) {
    count(content.count)
    tail.append(contentsOf: content)
  }

  /// Writes a list.
  package mutating func list<Element>(
    _ elements: some Collection<Element>, _ write: (inout RecordWriter, Element) -> Void
  ) {
    count(elements.count)
    for element in elements { write(&self, element) }
  }

  /// Writes rows in any order; runs of consecutive identities take a few bytes.
  ///
  ///     rows 4 5 6 7 2        5 | +4, run of 4 | -6, alone
  package mutating func rows(_ rows: [RowID]) { self.rows(RowRuns(rows)) }

  mutating func rows(_ rows: RowRuns) {
    count(rows.count)
    var expected: Int64 = 0
    for run in rows.runs {
      let step = Int64(run.lowerBound) - expected
      let zigzag = UInt64(bitPattern: (step << 1) ^ (step >> 63))
      number(zigzag << 1 | (run.count > 1 ? 1 : 0))
      if run.count > 1 { count(run.count - 2) }
      expected = Int64(run.upperBound)
    }
  }

  mutating func sections(_ sections: some Collection<SectionID>) {
    list(sections) { $0.number(UInt64($1.rawValue)) }
  }
}
