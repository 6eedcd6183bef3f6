import Expectations
import Glibc
import Testing

@testable import TableKit
@testable import TableSources

struct ExtremesTests {
  @Test("a cell of ten megabytes is read, kept, edited beside and saved")
  func hugeCell() throws {
    let cell = String(repeating: "a\"\"b\n", count: 2_000_000)
    let text = "id,t\n1,\"" + cell + "\"\n2,x\n"
    var loaded = try load(text)
    try expectEqual(loaded.saved(), text)
    loaded.set(1, "t", "y")
    try expectEqual(loaded.saved(), text.dropLast(2) + "y\n")
  }

  @Test("a text of ten thousand columns is read and saved, one cell changed")
  func wide() throws {
    let names = (0..<10_000).map { "c\($0)" }.joined(separator: ",")
    let cells = (0..<10_000).map { "\($0 % 10)" }.joined(separator: ",")
    let text = "\(names)\n\(cells)\n\(cells)\n"
    var loaded = try load(text)
    try expectEqual(loaded.saved(), text)
    loaded.set(1, "c0", "x")
    try expectEqual(loaded.saved(), "\(names)\n\(cells)\nx\(cells.dropFirst())\n")
  }

  @Test("a document of thousands of sections is read, edited and saved")
  func sections() throws {
    let count = 20_500
    let members = (0..<count).map { "\"S\($0)\":[{\"id\":\"\($0)\"}]" }
    let text = "{" + members.joined(separator: ",") + "}"
    var loaded = try load(text, name: "t.json")
    expectEqual(loaded.table.sections.count, count)
    loaded.set(count - 1, "id", "last")
    try expectEqual(
      loaded.saved(),
      "{" + members.dropLast().joined(separator: ",")
        + ",\"S\(count - 1)\":[{\"id\":\"last\"}]}")
  }

  @Test("what nests too deep, or repeats a section, or has a key that is no column, is an error")
  func refusals() {
    let deep = "[{\"a\":" + String(repeating: "[", count: 100_000) + "}]"
    expectEqual(failure(deep, name: "t.json")?.code, "bad-json")
    expectEqual(failure("{\"A\":[],\"A\":[]}", name: "t.json")?.message.contains("'A'"), true)
    let twice = "{\"columns\":[\"id\"],\"sections\":[{\"id\":\"A\"},{\"id\":\"A\"}]}"
    expectEqual(failure(twice, name: "t.json")?.code, "duplicate-section")
    let key = "{\"columns\":[\"id\"],\"key\":[\"nr\"],\"sections\":[]}"
    expectEqual(failure(key, name: "t.json")?.message.contains("'nr'"), true)
  }

  @Test("rows that have no member in common are refused before they fill the memory")
  func sparse() {
    let rows = (0..<20_000).map { "{\"m\($0)\":1}" }.joined(separator: ",")
    expectEqual(failure("[\(rows)]", name: "t.json")?.code, "bad-json")
    expectNil(failure("[{\"a\":1},{\"b\":2},{\"c\":3}]", name: "t.json"))
  }

  @Test("YAML that nests too deep, or grows by aliases without end, is refused")
  func yamlRefusals() throws {
    for text in [
      "- a: " + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
      String(repeating: "- ", count: 100_000) + "x",
    ] {
      let error = failure(text, name: "t.yaml")
      expect(error?.code == "bad-yaml" && error?.message.hasSuffix("deeper than 1000") == true)
    }
    var bomb = "- a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for i in 1...12 {
      let aliases = [String](repeating: "*a\(i - 1)", count: 10).joined(separator: ", ")
      bomb += "  a\(i): &a\(i) [\(aliases)]\n"
    }
    expectEqual(failure(bomb, name: "t.yaml")?.message.contains("aliases make"), true)
  }

  @Test("a nested value of megabytes is kept whole")
  func largeNested() throws {
    let numbers = (0..<200_000).map { "\(1_000_000 + $0)" }.joined(separator: ",")
    let loaded = try load("- a: [\(numbers)]\n", name: "t.yaml")
    expectEqual(loaded.texts, [["[\(numbers)]"]])
    try expect(exported(loaded.table, as: .ndjson).contains("1199999]"))
  }

  @Test("reading YAML is stopped while it is parsed")
  func stoppedYAML() throws {
    let folder = TemporaryFolder()
    let row = "- id: 1\n  name: some text that stands here\n"
    let path = folder.write(String(repeating: row, count: 20_000), to: "t.yaml")
    expect(throws: SourceError.cancelled("reading '\(path)'")) {
      var polls = 0
      _ = try LoadedTable(
        path: path,
        progress: Progress {
          polls += 1
          return polls > 3
        })
    }
    try expectEqual(LoadedTable(path: path).table.rowCount, 20_000)
  }

  @Test("a large file of zero bytes is refused before it is read")
  func zeros() {
    let folder = TemporaryFolder()
    for name in ["t.csv", "t.json", "t.yaml", "t"] {
      let path = folder.write("", to: name)
      truncate(path, 8 << 30)
      do throws(SourceError) {
        _ = try LoadedTable(path: path)
        Issue.record("read")
      } catch {
        expectEqual(error.code, "nul-byte")
        expectEqual(error.place?.line, 1)
      }
    }
  }
}
