import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct KeyTests {
  private func keys(_ loaded: LoadedTable) -> [String] {
    loaded.table.allRows.map { loaded.table.key(of: $0) }
  }

  @Test("the key is what is given, else a column id, else the row number")
  func inference() throws {
    expectEqual(keys(try load("id,n\nA,1\nB,2\n")), ["A", "B"])
    expectEqual(keys(try load("x,n\nA,1\nB,2\n")), ["1", "2"])
    expectEqual(keys(try load("id,n\nA,1\nB,2\n") { $0.key = ["n"] }), ["1", "2"])
    expectEqual(keys(try load("id,n\nA,1\nA,2\n") { $0.key = ["id", "n"] }), ["A/1", "A/2"])
  }

  @Test("a given key that has duplicates is an error that names both lines")
  func duplicates() {
    let error = failure("id,n\nA,1\n\nB,1\n") { $0.key = ["n"] }
    expectEqual(error?.message, "table.csv:4: key '1' (n) is already used in line 2")
    expectEqual(error?.code, "duplicate-key")
    let json = failure("[{\"a\":1},\n{\"a\":1}]", name: "t.json") { $0.key = ["a"] }
    expectEqual(json?.message, "t.json:2: key '1' (a) is already used in line 1")
  }

  @Test("a given key that does not exist is an error that offers the nearest")
  func unknown() {
    let error = failure("name,n\nA,1\n") { $0.key = ["nmae"] }
    expectEqual(error?.message, "no column 'nmae'")
    expectEqual(error?.hint, "did you mean 'name'?")
    expectEqual(failure("name,n\nA,1\n") { $0.key = ["zzz"] }?.hint, "columns: name, n")
  }

  @Test("a column id with duplicates or without values falls back to row numbers, with a warning")
  func fallback() throws {
    let twice = try load("id,n\nA,1\nB,1\nA,2\n")
    expectEqual(keys(twice), ["1", "2", "3"])
    expectEqual(
      twice.notes.map(\.description),
      [
        "table.csv:4: id 'A' is already used in line 2, so rows are identified by their number"
      ])
    let missing = try load("id,n\nA,1\n,1\n")
    expectEqual(keys(missing), ["1", "2"])
    expectEqual(
      missing.notes.map(\.description),
      [
        "table.csv:3: column 'id' has no value here, so rows are identified by their number"
      ])
  }
}
