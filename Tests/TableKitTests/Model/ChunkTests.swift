import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Chunks that show new cells of a column apart from the records that they share.
struct ChunkTests {
  private let table = Tables.table(
    columns: ["a", "b"], sections: [("S", [["1", "2"], ["3", "4"]])], key: 0)
  private let a = ColumnID(0), b = ColumnID(1), c = ColumnID(2)

  private func cells(_ texts: String...) -> ColumnCells {
    var bytes: [UInt8] = [0]
    let spans = texts.map { text in
      let start = bytes.count
      bytes += text.utf8
      return ColumnCells.span(start..<bytes.count)
    }
    return ColumnCells(spans: spans, bytes: bytes)
  }

  private func shown(_ chunk: Chunk) -> [[String]] {
    (0..<chunk.recordCount).map { record in
      chunk.fields.indices.map {
        String(decoding: chunk.raw(record: record, field: $0), as: UTF8.self)
      }
    }
  }

  private func bytes(_ chunk: Chunk) -> String {
    var all: [UInt8] = []
    chunk.forEachPiece(of: 0..<chunk.recordCount) { all += $0 }
    return String(decoding: all, as: UTF8.self)
  }

  @Test("they show the new cells and those that stay, also one on another and with new columns")
  func shows() {
    let base = table.chunks[0]
    let one = Chunk(base, replacing: [a: cells("x", "yy")])
    let two = Chunk(one, replacing: [b: cells("", "z")])
    let again = Chunk(two, replacing: [a: cells("p", "q")])
    let wider = Chunk(one, replacing: [c: cells("n", "m")])
    expectEqual(shown(one), [["x", "2"], ["yy", "4"]])
    expectEqual(shown(two), [["x", ""], ["yy", "z"]])
    expectEqual(shown(again), [["p", ""], ["q", "z"]])
    expect(shown(wider) == [["x", "2", "n"], ["yy", "4", "m"]] && wider.fields == [a, b, c])
    expectEqual(shown(base), [["1", "2"], ["3", "4"]])
    expect(bytes(base) == "1,2\n3,4" && bytes(one) == "x,2\nyy,4" && bytes(two) == "x,\nyy,z")
    expectEqual(bytes(wider), "x,2,n\nyy,4,m")
    let renamed = Chunk(one, fields: [c, b])
    expect(
      shown(renamed) == shown(one) && renamed.field(of: a) == nil && renamed.field(of: c) == 0)
    expect(renamed.sharesRecords(with: one) && !one.sharesRecords(with: base))
    expect(base.field(of: ColumnID(9)) == nil && !base.hasCellsApart && one.hasCellsApart)
  }

  @Test("the columns in which one differs from another are known only where the rest is the same")
  func apart() {
    let base = table.chunks[0]
    let one = Chunk(base, replacing: [a: cells("x", "y")])
    let two = Chunk(one, replacing: [b: cells("", "z")])
    let wider = Chunk(base, replacing: [c: cells("n", "m")])
    expect(one.columnsApart(from: base) == [a] && two.columnsApart(from: base) == [a, b])
    expect(two.columnsApart(from: one) == [b] && one.columnsApart(from: one) == [])
    expectEqual(wider.columnsApart(from: base), [c])
    // What the former one has apart would stay, or have no place.
    expect(one.columnsApart(from: two) == nil && base.columnsApart(from: one) == nil)
    expect(one.columnsApart(from: wider) == nil && wider.columnsApart(from: one) == nil)
    let other = Tables.table(columns: ["a", "b"], sections: [("S", [["1", "2"]])], key: 0)
    expectNil(one.columnsApart(from: other.chunks[0]))
    expectNil(Chunk(one, fields: [b, a]).columnsApart(from: base))
  }

  @Test("a chunk for edits keeps the cells of each record, however many come")
  func appended() {
    let chunk = Chunk(syntax: .delimited(), fields: [a, b], records: 1, bytes: 1)
    for number in 0..<300 {
      let text = "\(number),\(String(repeating: "v", count: number))"
      let first = "\(number)".utf8.count
      expectEqual(chunk.append(Array(text.utf8), cellEnds: [first, text.utf8.count]), number)
    }
    for number in [0, 1, 63, 64, 65, 128, 299] {
      expectEqual(shown(chunk)[number], ["\(number)", String(repeating: "v", count: number)])
      expect(chunk.holds(record: number, field: 1))
    }
    expect(chunk.recordCount == 300 && chunk.takesRecord(of: 10) && !chunk.hasShortRecords)
    _ = chunk.append(Array("x".utf8), cellEnds: [1, 1])
    expect(chunk.hasShortRecords && chunk.isShort(record: 300) && !chunk.isShort(record: 299))
    expect(!chunk.holds(record: 300, field: 1) && chunk.holds(record: 300, field: 0))
    expectEqual(shown(chunk)[300], ["x", ""])
  }

  @Test(
    "where rows have columns of their own, each pass sees those that a row has, whatever came before"
  )
  func held() {
    let columns = ["a", "b", "c"]
    let fields: [[ColumnID]] = [[a], [b], [a, b], [b, c], [a, c], [c], [a, b, c]]
    let chunks = fields.map { fields in
      let chunk = Chunk(syntax: .delimited(), fields: fields)
      for number in 0..<2 {
        let texts = fields.map { "\($0.rawValue)\(number)" }
        let ends = texts.indices.map { texts[...$0].joined(separator: ",").utf8.count }
        _ = chunk.append(Array(texts.joined(separator: ",").utf8), cellEnds: ends)
      }
      return chunk
    }
    let count = fields.count * 2
    let table = Table(columns: columns, chunks: chunks, sections: [.init(name: "S", count: count)])
    func own(_ row: RowID) -> [Int] { fields[Int(row.rawValue) / 2].map(\.rawValue) }
    for first in table.rowList {
      for second in table.rowList {
        var held = HeldColumns(table)
        expect(held.of(first) == own(first) && held.of(second) == own(second))
        var some = HeldColumns(table, [table.columns[2], table.columns[0]])
        for row in [first, second] {
          expectEqual(some.of(row), [2, 0].indices.filter { own(row).contains([2, 0][$0]) })
        }
        var all = HeldColumns(table, areAll: true)
        expectEqual(all.of(first), [0, 1, 2])
      }
    }
    let rows = ColumnRows(table, table.rowList.reversed())
    for column in [a, b, c] {
      expectEqual(
        rows[column], table.rowList.reversed().filter { own($0).contains(column.rawValue) })
      expectEqual(ColumnRows(self.table)[a], self.table.rowList)
    }
  }

}
