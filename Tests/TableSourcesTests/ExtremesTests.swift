import Testing

@testable import TableKit
@testable import TableSources

@Suite struct ExtremesTests {
  @Test("a cell of ten megabytes is read, kept, edited beside and saved")
  func hugeCell() throws {
    let cell = String(repeating: "a\"\"b\n", count: 2_000_000)
    let text = "id,t\n1,\"" + cell + "\"\n2,x\n"
    var loaded = try load(text)
    #expect(try loaded.saved() == text)
    loaded.set(1, "t", "y")
    #expect(try loaded.saved() == text.dropLast(2) + "y\n")
  }

  @Test("a text of ten thousand columns is read and saved, one cell changed")
  func wide() throws {
    let names = (0..<10_000).map { "c\($0)" }.joined(separator: ",")
    let cells = (0..<10_000).map { "\($0 % 10)" }.joined(separator: ",")
    let text = "\(names)\n\(cells)\n\(cells)\n"
    var loaded = try load(text)
    #expect(try loaded.saved() == text)
    loaded.set(1, "c0", "x")
    #expect(try loaded.saved() == "\(names)\n\(cells)\nx\(cells.dropFirst())\n")
  }

  @Test("a document of thousands of sections is read, edited and saved")
  func sections() throws {
    let count = 20_500
    let members = (0..<count).map { "\"S\($0)\":[{\"id\":\"\($0)\"}]" }
    let text = "{" + members.joined(separator: ",") + "}"
    var loaded = try load(text, name: "t.json")
    #expect(loaded.table.sections.count == count)
    loaded.set(count - 1, "id", "last")
    #expect(
      try loaded.saved()
        == "{" + members.dropLast().joined(separator: ",")
        + ",\"S\(count - 1)\":[{\"id\":\"last\"}]}")
  }

  @Test("what nests too deep, or repeats a section, or has a key that is no column, is an error")
  func refusals() {
    let deep = "[{\"a\":" + String(repeating: "[", count: 100_000) + "}]"
    #expect(failure(deep, name: "t.json")?.code == "bad-json")
    #expect(failure("{\"A\":[],\"A\":[]}", name: "t.json")?.message.contains("'A'") == true)
    let twice = "{\"columns\":[\"id\"],\"sections\":[{\"id\":\"A\"},{\"id\":\"A\"}]}"
    #expect(failure(twice, name: "t.json")?.code == "duplicate-section")
    let key = "{\"columns\":[\"id\"],\"key\":[\"nr\"],\"sections\":[]}"
    #expect(failure(key, name: "t.json")?.message.contains("'nr'") == true)
  }

  @Test("rows that have no member in common are refused before they fill the memory")
  func sparse() {
    let rows = (0..<20_000).map { "{\"m\($0)\":1}" }.joined(separator: ",")
    #expect(failure("[\(rows)]", name: "t.json")?.code == "bad-json")
    #expect(failure("[{\"a\":1},{\"b\":2},{\"c\":3}]", name: "t.json") == nil)
  }
}
