import Testing

@testable import TableKit
@testable import TableSources

@Suite struct KeyTests {
  private func keys(_ loaded: LoadedTable) -> [String] {
    loaded.table.allRows.map { loaded.table.key(of: $0) }
  }

  @Test("the key is what is given, else a column id, else the row number")
  func inference() throws {
    #expect(keys(try load("id,n\nA,1\nB,2\n")) == ["A", "B"])
    #expect(keys(try load("x,n\nA,1\nB,2\n")) == ["1", "2"])
    #expect(keys(try load("id,n\nA,1\nB,2\n") { $0.key = ["n"] }) == ["1", "2"])
    #expect(keys(try load("id,n\nA,1\nA,2\n") { $0.key = ["id", "n"] }) == ["A/1", "A/2"])
  }

  @Test("a given key that has duplicates is an error that names both lines")
  func duplicates() {
    let error = failure("id,n\nA,1\n\nB,1\n") { $0.key = ["n"] }
    #expect(error?.message == "table.csv:4: key '1' (n) is already that of line 2")
    #expect(error?.code == "duplicate-key")
    let json = failure("[{\"a\":1},\n{\"a\":1}]", name: "t.json") { $0.key = ["a"] }
    #expect(json?.message == "t.json:2: key '1' (a) is already that of line 1")
  }

  @Test("a given key that does not exist is an error that offers the nearest")
  func unknown() {
    let error = failure("name,n\nA,1\n") { $0.key = ["nmae"] }
    #expect(error?.message == "no column 'nmae'")
    #expect(error?.hint == "did you mean 'name'?")
    #expect(failure("name,n\nA,1\n") { $0.key = ["zzz"] }?.hint == "columns: name, n")
  }

  @Test("a column id with duplicates or without values falls back to row numbers, with a warning")
  func fallback() throws {
    let twice = try load("id,n\nA,1\nB,1\nA,2\n")
    #expect(keys(twice) == ["1", "2", "3"])
    #expect(
      twice.notes.map(\.description) == [
        "table.csv:4: id 'A' is already that of line 2, so rows are identified by their number"
      ])
    let missing = try load("id,n\nA,1\n,1\n")
    #expect(keys(missing) == ["1", "2"])
    #expect(
      missing.notes.map(\.description) == [
        "table.csv:3: column 'id' has no value here, so rows are identified by their number"
      ])
  }
}
