import Testing

@testable import TableKit
@testable import TableSources

@Suite struct LenientTests {
  private func repaired(_ bytes: [UInt8]) throws -> (
    texts: [[String?]], notes: [String], saved: String
  ) {
    let loaded = try load(bytes) { $0.isLenient = true }
    return (loaded.texts, loaded.notes.map(\.description), try loaded.saved())
  }

  private func repaired(_ text: String) throws -> (
    texts: [[String?]], notes: [String], saved: String
  ) {
    try repaired(Array(text.utf8))
  }

  @Test("long rows are cut, and short ones stay as they stand")
  func ragged() throws {
    let result = try repaired("a,b,c\r\n1\r\n1,2,3,4\r\n\"x\",,\r\n")
    #expect(result.texts == [["1", nil, nil], ["1", "2", "3"], ["x", nil, nil]])
    #expect(
      result.notes == [
        "table.csv:2: a row is shorter than the header: its missing cells are null",
        "table.csv:3:1: row of 4 cells cut to 3",
      ])
    #expect(result.saved == "a,b,c\r\n1\r\n1,2,3\r\n\"x\",,\r\n")
  }

  @Test("short rows are padded where they are refused: parts of one, a cut end, no whole row")
  func padded() throws {
    let torn = try repaired("a,b,c\n1,first\nline,3\n4,5,6\n7\n8,9,0\n1\n")
    #expect(
      torn.notes == [
        "table.csv:5: 2 rows are shorter than the header, this one first: their missing cells are "
          + "null",
        "table.csv:2:1: row of 2 cells padded to 3", "table.csv:3:1: row of 2 cells padded to 3",
      ])
    #expect(torn.saved == "a,b,c\n1,first,\nline,3,\n4,5,6\n7\n8,9,0\n1\n")
    #expect(try repaired("a,b,c\n1\n1,2,3\n4,5").saved == "a,b,c\n1\n1,2,3\n4,5,")
    #expect(try repaired("a,b,c,d\n1\n2\n").saved == "a,b,c,d\n1,,,\n2,,,\n")
  }

  @Test("what need not be changed keeps its bytes")
  func untouched() throws {
    let text = "\u{FEFF},\"a\",a\r\n\"1\",x,y\r\n\r\n2\r3,\"u\"\"v\",w\n"
    #expect(try repaired(text).saved == text)
    let bad = "\u{FEFF},\"a\",a\r\n\"1\",x,y,z\r\n\r\n2\r3,\"u\"\"v\",w\n"
    #expect(try repaired(bad).saved == text)
  }

  @Test("NUL bytes go, and what is no UTF-8 becomes U+FFFD")
  func bytes() throws {
    let result = try repaired(Array("a,b\n1,x".utf8) + [0, 0x79, 0xFF, 0x0A])
    #expect(result.texts == [["1", "xy\u{FFFD}"]])
    #expect(
      result.notes == [
        "table.csv:2:4: NUL byte taken out",
        "table.csv:2:6: byte 0xFF, which is no UTF-8, became U+FFFD",
      ])
  }

  @Test("names that are missing or repeated are made up")
  func header() throws {
    let loaded = try load("a,,a,a_2,a\n1,2,3,4,5\n") { $0.isLenient = true }
    #expect(loaded.table.columns.map(\.name) == ["a", "column2", "a_3", "a_2", "a_4"])
    #expect(
      loaded.notes.map(\.description) == [
        "table.csv:1:3: a column has no name: it is column2",
        "table.csv:1:4: 2 columns have the names of others: they are a_3, a_4",
      ])
    #expect(try loaded.saved() == "a,,a,a_2,a\n1,2,3,4,5\n")
  }

  @Test("quotes are closed, and those inside a quoted cell doubled")
  func quotes() throws {
    let inner = try repaired("a,b\n\"say \"hi\" now\",2\n")
    #expect(inner.texts == [["say \"hi\" now", "2"]])
    #expect(inner.notes == ["table.csv:2:6: quote inside a quoted cell doubled"])
    let open = try repaired("a,b\n1,2\n\"x,y\n3,4\n")
    #expect(open.texts == [["1", "2"], ["x", "y"], ["3", "4"]])
    #expect(open.notes == ["table.csv:3:1: open quote closed"])
    #expect(open.saved == "a,b\n1,2\n\"x\",y\n3,4\n")
  }

  @Test("only the first twenty repairs are listed, the rest are counted")
  func many() throws {
    let result = try repaired("a,b\n" + String(repeating: "1\n", count: 50))
    #expect(result.notes.count == 21)
    #expect(result.notes.last == "and 30 more repairs")
  }

  @Test("a well-formed file is read as without the option")
  func wellFormed() throws {
    let result = try repaired("a,b\n1,\"x\"\n")
    #expect(result.notes.isEmpty)
    #expect(result.saved == "a,b\n1,\"x\"\n")
  }

  @Test("any bytes can be repaired, and what is saved is well-formed")
  func fuzz() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed)
    let bytes: [UInt8] = [0x2C, 0x2C, 0x22, 0x22, 0x0A, 0x0D, 0x61, 0x62, 0xC3, 0xA9, 0, 0x3B]
    for round in 0..<5_000 {
      let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        bytes.randomElement(using: &random) ?? 0x61
      }
      var options = ReadOptions()
      options.isLenient = true
      options.delimiter = 0x2C
      do throws(SourceError) {
        let loaded = try LoadedTable(bytes: text, name: "t.csv", options: options)
        options.isLenient = false
        let again = try LoadedTable(
          bytes: try loaded.origin.bytes(of: loaded.table), name: "t.csv", options: options)
        #expect(again.texts == loaded.texts, "seed \(seed), round \(round), \(text)")
      } catch {
        #expect(error == .emptyFile("t.csv"), "seed \(seed), round \(round), \(text)")
      }
    }
  }
}
