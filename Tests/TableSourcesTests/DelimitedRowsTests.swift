import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// Rows that a server sends, which are scanned while they come.
struct DelimitedRowsTests {
  private static let width = 3

  /// Rows of more than a piece that is scanned at once, with every kind of cell; the cells are null
  /// or texts.
  private func text(_ random: inout TestSupport.SeededGenerator, bytes: Int) -> [[UInt8]] {
    let cells = [
      "", "\"\"", "7", "é", "plain text", "\"a,b\"", "\"a\nb\"", "\"\n\"", "\"say \"\"so\"\"\"",
    ]
    var rows: [[UInt8]] = []
    var count = 0
    while count < bytes {
      let row = Array(
        ((0..<Self.width).map { _ in random.pick(cells) }.joined(separator: ",") + "\n").utf8)
      rows.append(row)
      count += row.count
    }
    return rows
  }

  private func append(_ bytes: some Collection<UInt8>, to rows: DelimitedRows) throws {
    try Array(bytes).withUnsafeBytes { try rows.append($0) }
  }

  private func cells(_ rows: DelimitedRows) throws -> [[UInt8]] {
    let chunk = try rows.chunk(.none)
    return (0..<chunk.recordCount).flatMap { record in
      (0..<Self.width).map { Array(chunk.raw(record: record, field: $0)) }
    }
  }

  @Test(
    "rows are the same however they come: whole, several at a time, torn anywhere, cell by cell")
  func pieces() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = TestSupport.SeededGenerator(seed: seed)
    for bytes in [0, 1, 1000, 700_000] {
      let list = text(&random, bytes: bytes)
      let whole = Array(list.joined())
      let scanned = try DelimitedRows(named: "t", width: Self.width)
      try append(whole, to: scanned)
      let expected = try cells(scanned)
      expectEqual(expected.count, list.count * Self.width)

      let byRow = try DelimitedRows(named: "t", width: Self.width)
      for row in list { try append(row, to: byRow) }
      try expectEqual(cells(byRow), expected, "seed \(seed)")

      // Pieces that end anywhere, often behind a line end within quotes.
      let torn = try DelimitedRows(named: "t", width: Self.width)
      var start = 0
      while start < whole.count {
        var end = min(whole.count, start + 1 + random.below(100_000))
        if random.oneIn(2), let next = whole[end...].firstIndex(of: 0x0A) { end = next + 1 }
        try append(whole[start..<end], to: torn)
        start = end
      }
      try expectEqual(cells(torn), expected, "seed \(seed)")
    }
  }

  @Test("what is no table is refused, wherever it stands")
  func refused() throws {
    var random = TestSupport.SeededGenerator(seed: 7)
    let lines: [[UInt8]] = [
      [0x31, 0x2C, 0x32, 0x0A], [0x31, 0x2C, 0x00, 0x2C, 0x0A], [0xFF, 0x2C, 0x2C, 0x0A],
    ]
    for bad in lines {
      for size in [0, 300_000, 900_000] {
        let rows = try DelimitedRows(named: "t", width: Self.width)
        for row in text(&random, bytes: size) { try append(row, to: rows) }
        try append(bad, to: rows)
        for row in text(&random, bytes: 300_000) { try append(row, to: rows) }
        var isRefused = false
        do { _ = try rows.chunk(.none) } catch { isRefused = true }
        expect(isRefused, "size \(size)")
      }
    }
  }
}
