import Expectations
import TableKit
import Testing

@testable import TablePrinters

private func json(_ table: Table) -> String {
  var json = JSONWriter()
  json.value(TableView.full(table))
  return json.text
}

/// A table as JSON.
struct JSONTablePrinterTests {
  @Test("TABLE has columns, key and sections with rows, in this order")
  func table() {
    expectEqual(
      json(crew),
      #"{"columns":["id","name","age"],"key":["id"],"sections":["#
        + #"{"id":"Pilots","title":"Pilots","rows":[{"id":"P1","name":"Ann","age":41},"#
        + #"{"id":"P2","name":"Ben","age":9}]},"#
        + #"{"id":"Crew","title":"Crew","header":"Those who work","footer":"So much for them","#
        + #""rows":[{"id":"C1","name":"Cy","age":null}]}]}"#)
  }

  @Test("rows without a key carry their number")
  func numbers() {
    let table = makeTable(["a"], [TestSection("S", [["x"], ["y"]])])
    expectEqual(
      json(table),
      ##"{"columns":["a"],"sections":[{"id":"S","title":"S","##
        + ##""rows":[{"#":1,"a":"x"},{"#":2,"a":"y"}]}]}"##)
    expect(json(makeTable(["#"], [TestSection("S", [["x"]])])).contains(##"[{"#":"x"}]"##))
  }

  @Test("a number is a JSON number only where that keeps its text, in a number column")
  func cells() {
    let table = makeTable(
      ["n", "mixed", "zip"],
      [TestSection("", [["1.10", "7", "007"], ["1.5", "x", "12"], ["", "\"\"", "\"a\"\"b\""]])])
    expect(
      json(table).contains(
        ##"{"#":1,"n":"1.10","mixed":"7","zip":"007"},{"#":2,"n":1.5,"mixed":"x","zip":"12"},"##
          + ##"{"#":3,"n":null,"mixed":"","zip":"a\"b"}"##))
  }

  @Test("a typed source keeps its tokens")
  func typed() {
    let cells = [
      ["1.10", "\"007\"", "true", "{ \"a\" :\n1 }"],
      ["12345678901234567890", "\"\\u0041\"", "null", ""],
    ]
    let table = makeTable(
      ["n", "t", "b", "j"], key: ["n"], syntax: .json, [TestSection("S", cells)])
    expect(
      json(table).contains(
        #""rows":[{"n":1.10,"t":"007","b":true,"j":{"a":1}},"#
          + #"{"n":12345678901234567890,"t":"\u0041","b":null,"j":null}]"#))
    expect(StrictJSON(json(table)) != nil)
  }

  @Test("a view writes its rows and columns only")
  func views() {
    func rows(_ view: TableView) -> [[StrictJSON?]] {
      var writer = JSONWriter()
      writer.value(view)
      guard case .array(let sections)? = StrictJSON(writer.text)?["sections"] else { return [] }
      return sections.map { section in
        guard case .array(let rows)? = section["rows"] else { return [] }
        return rows.map { $0["id"] }
      }
    }
    var view = TableView(crew)
    view.offset = 1
    view.height = 1
    expectEqual(rows(view), [[.string("P2")]])
    view = TableView(crew, rows: [RowID(0), RowID(1), RowID(2)])
    expectEqual(rows(view), [[.string("P1"), .string("P2")], [.string("C1")]])
    view = TableView(crew, rows: [])
    expectEqual(rows(view), [])
    view = TableView(crew)
    view.columns = [ColumnID(2)]
    var writer = JSONWriter()
    writer.value(view)
    expect(writer.text.hasPrefix(#"{"columns":["age"],"key":["id"]"#))
    expect(writer.text.contains(#""rows":[{"age":41},{"age":9}]"#))
  }

  @Test("a table of any size and content is one valid line")
  func valid() throws {
    let nasty = ["\"a\nb\"", "\u{1B}", "\"q\"\"\"", "東京", "\u{2028}", "\u{202E}", "-0", "1e5", ""]
    let rows = (0..<5000).map { i in ["\(i)", nasty[i % nasty.count]] }
    let table = makeTable(["id", "x\n"], key: ["id"], [TestSection("a\"b", header: "\t", rows)])
    let text = json(table)
    expect(!text.contains("\n"))
    let parsed = try require(StrictJSON(text))
    guard case .array(let written)? = parsed["sections"]?[0]?["rows"] else {
      Issue.record("no rows")
      return
    }
    expectEqual(written.count, 5000)
    for (i, row) in written.enumerated() {
      expectEqual(row["id"], .number("\(i)"))
      let cell = table.cell(RowID(UInt32(i)), ColumnID(1))
      expectEqual(row["x\n"], cell.isNull ? .null : .string(cell.text))
    }
  }
}
