import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Lines before the table: titles, comments, a `sep=` line, and headers of several lines.
struct PreambleTests {
  /// The names of the columns, and that all bytes are kept: untouched, and but for what an edit of
  /// the last row, of a name and of the columns changes.
  private func names(
    _ text: String, name: String = "table.csv", _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws -> [String] {
    let loaded = try load(text, name: name, change)
    try expectEqual(loaded.saved(), text)
    var editor = Editor(table: loaded.table)
    func bytes() throws -> String {
      String(decoding: try loaded.origin.bytes(of: editor.table), as: UTF8.self)
    }
    let before = text.utf8.prefix((loaded.origin.layout as? DelimitedLayout)?.start ?? 0)
    for edit in [
      Edit.renameColumn(editor.table.columns[0].id, "renamed"),
      .insertColumn(name: "new", at: 0), .deleteColumn(editor.table.columns[1].id),
      .delete(Array(editor.table.allRows)),
    ] {
      if case .delete([]) = edit { continue }
      try editor.perform([edit], title: "edit")
      let saved = try bytes()
      expect(saved.utf8.starts(with: before))
      let again = try? load(saved, name: name, change)
      let isSame = again?.table.columns.map(\.name) == editor.table.columns.map(\.name)
      try expectEqual(isSame, loaded.origin.losses(in: editor.table).isEmpty, "\(saved)")
      try editor.undo()
      try expectEqual(bytes(), text)
    }
    return loaded.table.columns.map(\.name)
  }

  @Test(
    "lines of one cell or none before distinct names are kept and are no rows, which a note says",
    arguments: [
      "Report of sales\n\nid,name,amt\n1,Ann,3\n2,Bob,4\n",
      "Report of sales\nid,name,amt\n1,Ann,3\n",
      "\u{FEFF}Report of sales\r\n\r\nid,name,amt\r\n1,Ann,3\r\n",
      "\"Report, of sales\"\n\"Two\nlines\"\n\nid,name,amt\n1,Ann,3\n2,Bob,4",
      "Report;of sales\n\nid;name;amt\n".replacing(";of", with: " of") + "1;Ann;3\n",
      "Report of sales,,\n,,\nid,name,amt\n1,Ann,3\n2,Bob,4\n",
      "Report of sales,,\nid,name,amt\n1,Ann,3\n",
      ",,Sales\n,,\nid,name,amt\n1,Ann,3\n2,Bob,4\n",
      "Report\n\nid,name,amt,\n1,Ann,3,\n2,Bob,4,\n",
      "Report\n\nid,name,amt\n1,Ann,3,\n2,Bob,4,\n",
      "Report\n\nid,name,amt\n",
    ])
  func titles(_ text: String) throws {
    try expectEqual(names(text).prefix(3), ["id", "name", "amt"])
    let notes = try load(text).notes
    expectEqual(notes.first?.place?.line, 1)
    expectEqual(notes.first?.text.contains("before the header"), true)
    expect(failure(text) { $0.isStrict = true } != nil)
  }

  @Test("titles above tables with other delimiters, and in files of other names")
  func delimiters() throws {
    try expectEqual(
      names("Report\n\nid|n\n1|a\n2|b\n", name: "t.txt"), ["id", "n"])
    try expectEqual(names("Report\n\nid\tn\n1\ta\n", name: "t.tsv"), ["id", "n"])
    try expectEqual(names("Report\n\nid\tn\n1\ta \"x\n", name: "t.tsv"), ["id", "n"])
    try expectEqual(names("Report\n\nid:n\n1:a\n", { $0.delimiter = 0x3A }), ["id", "n"])
  }

  @Test(
    "what may be a table of its own stays one",
    arguments: [
      "name\nAnn\nBob\n", "comment\nhello\nyes; please\nno; thanks\n", "a,,\nx,1,2\ny,3,4\n",
      ",price\na,1.5\nb,2\n", "a,b\nc\nd,e\n", "a,,c\n1,2,3\n", "id\n\n1\n2\n",
    ])
  func tables(_ text: String) throws {
    let loaded = try load(text)
    expectEqual((loaded.origin.layout as? DelimitedLayout)?.start, 0)
  }

  @Test("lines of which some have several cells are refused, and what the hint says works")
  func refused() throws {
    for text in [
      "Region: North, East\n\nid,name,amt\n1,Ann,3\n", "a,b\nc\nid,name,amt\n1,Ann,3\n4,Bob,5\n",
    ] {
      let error = failure(text)
      expectEqual(
        error?.hint,
        "--skip 2 or --header 3 if the table begins at line 3; else --lenient, which adds "
          + "columns and lists each")
      try expectEqual(names(text) { $0.skippedLines = 2 }, ["id", "name", "amt"])
      try expectEqual(names(text) { $0.setHeader(3...3) }, ["id", "name", "amt"])
    }
    let numbers = "Report\n2020,2021\n1,2\n3,4\n"
    expectEqual(
      failure(numbers)?.hint,
      "--skip 1 --no-header if line 2 is the first row, or --header 2 if it names columns; "
        + "else --lenient, which adds columns and lists each")
    try expectEqual(names(numbers) { $0.skippedLines = 1 }, ["2020", "2021"])
    let bare = failure("Report\n1,2\n3,4\n") { $0.hasHeader = false }
    expectEqual(
      bare?.hint,
      "--skip 1 if the table begins at line 2; else --lenient, which adds columns and lists each"
    )
    // Cells of one column, with a comma in each.
    expectEqual(failure("name\nDoe, John\nSmith, Ann\n")?.hint?.contains("--skip 1"), true)
    // A long row is no header.
    expectEqual(
      failure("a,b,c\nx,y,z\nu,v,w,q\n")?.hint,
      "--lenient adds columns for its extra cells and lists each such row")
  }

  @Test("skipped lines are kept whatever they hold, and with none skipped the first is the header")
  func skipped() throws {
    try expectEqual(names("\"a,b\nx\nid,n\n1,2\n") { $0.skippedLines = 2 }, ["id", "n"])
    let rows = try load("t\n1,2\n3,4\n") { ($0.skippedLines, $0.hasHeader) = (1, false) }
    expectEqual(rows.texts, [["1", "2"], ["3", "4"]])
    expect(rows.notes.isEmpty)
    try expectEqual(names("T,,\n,,\nid,name,amt\n1,x,2\n") { $0.skippedLines = 0 }.first, "T")
    expectEqual(failure("a\nb\n") { $0.skippedLines = 5 }, .emptyFile("table.csv", skipped: 5))
    expectEqual(failure("a\nb\n") { $0.setHeader(1...9) }, .emptyFile("table.csv", skipped: 8))
    try expectEqual(names("x\na,b\nc,d\n") { $0.setHeader(2...3) }, ["a c", "b d"])
    expectEqual(
      failure("a\n") { $0.skippedLines = 1 }?.message,
      "'table.csv' has no header and no row after line 1")
    var deleted = try load("t\n\n1,2\n") { ($0.skippedLines, $0.hasHeader) = (1, false) }
    deleted.delete(0)
    try expect(deleted.saved().hasPrefix("t\n"))
    var escaped = try load("t\r\n1,2") {
      ($0.skippedLines, $0.hasHeader, $0.escape) = (1, false, UInt8(ascii: "\\"))
    }
    escaped.delete(0)
    try expectEqual(escaped.saved(), "t\r\n")
  }

  @Test("names in several lines are joined, their lines kept, and a new name goes to the last")
  func severalLines() throws {
    let text = "t\nRegion,Sales,Sales\n,2020,2021\nx,1,2\n"
    let lines: (inout ReadOptions) -> Void = { $0.setHeader(2...3) }
    try expectEqual(names(text, lines), ["Region", "Sales 2020", "Sales 2021"])
    let loaded = try load(text, lines)
    func saved(_ edits: [Edit]) throws -> String {
      var editor = Editor(table: loaded.table)
      try editor.perform(edits, title: "edit")
      let bytes = try loaded.origin.bytes(of: editor.table)
      try expectEqual(
        load(bytes, lines).table.columns.map(\.name), editor.table.columns.map(\.name))
      return String(decoding: bytes, as: UTF8.self)
    }
    let ids = loaded.table.columns.map(\.id)
    try expectEqual(
      saved([.renameColumn(ids[1], "Sales 2022")]), "t\nRegion,Sales,Sales\n,2022,2021\nx,1,2\n")
    try expectEqual(
      saved([.renameColumn(ids[1], "Other")]), "t\nRegion,,Sales\n,Other,2021\nx,1,2\n")
    try expectEqual(
      saved([.insertColumn(name: "n", at: 1)]), "t\nRegion,,Sales,Sales\n,n,2020,2021\nx,,1,2\n")
    try expectEqual(
      saved([.moveColumn(ids[2], at: 0)]), "t\nSales,Region,Sales\n2021,,2020\n2,x,1\n")
    let short = "Sales\n2020,2021\n1,2\n"
    try expectEqual(names(short) { $0.setHeader(1...2) }, ["Sales 2020", "2021"])
    try expectEqual(
      names("a,b\n\n# c\nd,e\n1,2\n") {
        $0.setHeader(1...4); $0.comment = "#"
      }, ["a d", "b e"])
  }

  @Test("several comment lines before the header are kept, and one as wide as the table is it")
  func comments() throws {
    let vcf = "##fileformat=VCFv4.2\n##INFO=<ID=NS,Number=1>\n#CHROM\tPOS\n20\t14370\n"
    try expectEqual(names(vcf, name: "t.vcf"), ["#CHROM", "POS"])
    try expectEqual(
      load(vcf, name: "t.vcf").notes.map(\.description),
      [
        "t.vcf:1: 2 comment lines before the header are kept, but are not rows"
      ])
    try expectEqual(names(vcf, name: "t.vcf") { $0.comment = "##" }, ["#CHROM", "POS"])
    try expect(load(vcf, name: "t.vcf") { $0.comment = "##" }.notes.isEmpty)
    try expectEqual(names("# id,name\n1,a\n"), ["# id", "name"])
    try expectEqual(names("# id,name\nx,Ann\ny,Bob\nz,Cid\n"), ["# id", "name"])
    try expectEqual(
      load("# one, two\nid,name\n1,a\n").notes.map(\.description),
      ["table.csv:1: the line with the names begins with '#': --comment '#' if it is a comment"])
    try expectEqual(names("# one, two\nid,name\n1,a\n") { $0.comment = "#" }, ["id", "name"])
    try expectEqual(load("# id,name\n1,a\n") { $0.hasHeader = false }.notes.count, 0)
    try expectEqual(names("# by x\n# on y\nid,name\n1,a\n"), ["id", "name"])
    try expectEqual(names("# by x\nid,name\n1,a\n"), ["id", "name"])
    try expectEqual(names("# made, by x\n# on, y\nid,name\n1,a\n"), ["id", "name"])
    try expectEqual(names("# it's \"so\n#\n\nid,name\n1,a\n"), ["id", "name"])
    try expectEqual(names("Title\n# note, more, most\nid,name\n1,a\n"), ["id", "name"])
    // Also where no row is left.
    try expectEqual(names("# by x\n# on y\nid,name\n"), ["id", "name"])
    try expectEqual(names("# by x\nid,name\n"), ["id", "name"])
    try expectEqual(names("##by x\n#id,name\n"), ["#id", "name"])
    let bare = "# by x\n# on y\n1,2\n3,4\n"
    try expectEqual(load(bare) { $0.hasHeader = false }.texts, [["1", "2"], ["3", "4"]])
  }

  @Test("comments between rows are none if those before the header are none, and no row is as wide")
  func commentsBetween() throws {
    let text = "# by x\n# on y\nid,name\n1,a\n# mid\n2,b\n# end\n"
    try expectEqual(names(text), ["id", "name"])
    try expectEqual(load(text).texts, [["1", "a"], ["2", "b"]])
    try expectEqual(
      load(text).notes.map(\.description),
      [
        "table.csv:1: 2 comment lines before the header are kept, but are not rows",
        "table.csv:5: 2 comment lines between rows are kept, but are not rows",
      ])
    let wide = "# by x\n# on y\nid,name\n1,a\n# mid\n#2,b\n"
    try expectEqual(load(wide).texts.last, ["#2", "b"])
    let headed = "# by x\n#id\tname\n1\ta\n#@ 3\n2\tb\n"
    try expectEqual(names(headed, name: "t.tab"), ["#id", "name"])
    var edited = try load(headed, name: "t.tab")
    edited.delete(0)
    try expectEqual(edited.saved(), "# by x\n#id\tname\n#@ 3\n2\tb\n")
  }

  @Test("a comment that is in the way is what the hint names, and it works")
  func commentHints() throws {
    let text = "id,n\n1,2\n# a, b, c\n3,4\n"
    expectEqual(failure(text)?.hint, "--comment '#' if lines that begin with # are comments")
    try expectEqual(names(text) { $0.comment = "#" }, ["id", "n"])
    let bare = failure("##gff 3\n1,gene,5\n2,gene,6\n")
    expectEqual(bare?.hint, "--comment '#' --no-header if lines that begin with # are comments")
  }

  @Test("a line sep= names the delimiter and is kept")
  func separators() throws {
    for line in ["sep=;", "SEP=;", "\"sep=;\"", "\u{FEFF}sep=;"] {
      for end in ["\n", "\r\n", "\r"] {
        try expectEqual(names("\(line)\(end)a,b;c\(end)1;2\(end)"), ["a,b", "c"])
      }
    }
    try expectEqual(names("sep=\t\na\tb\n1\t2\n"), ["a", "b"])
    try expectEqual(names("sep=,\na,b\n1,2\n", name: "t.tsv"), ["a", "b"])
    try expectEqual(
      load("sep=;\na;b\n1;2\n").notes.map(\.description),
      [
        "table.csv:1: a line 'sep=' names the delimiter: it is kept, but is not a row"
      ])
    try expectEqual(names("sep=;\na|b\n1|2\n") { $0.delimiter = 0x7C }, ["a", "b"])
    try expectEqual(names("sep=;\n1;2\n") { $0.skippedLines = 0 }, ["sep=", "column2"])
    try expectEqual(names("sep=;\nT, U\na;b\n1;2\n") { $0.skippedLines = 2 }, ["a", "b"])
    try expectEqual(names("sep=;\nTitle\n\na;b\n1;2\n"), ["a", "b"])
    let rows = try load("sep=;\n1;2\n") { $0.hasHeader = false }
    expectEqual(rows.texts, [["1", "2"]])
  }

  @Test("delimiters at the end of rows only begin no cell, and new rows get them, too")
  func emptyEnds() throws {
    for (text, name) in [
      ("a,b,c\n1,2,3,\n4,5,6,\n", "t.csv"), ("a;b;c\r\n1;2;3;\r\n4;5;6;\r\n", "t.csv"),
      ("a\tb\tc\n1\t2\t3\t\n4\t5\t6\t", "t.tsv"), ("a|b|c\n1|2|3|\n\n4|5|6||\n", "t.txt"),
    ] {
      try expectEqual(names(text, name: name), ["a", "b", "c"])
      try expectEqual(load(text, name: name).texts, [["1", "2", "3"], ["4", "5", "6"]])
      try expectEqual(load(text, name: name).notes.count, 1)
      try expectEqual(load(text, name: name) { $0.comment = "#" }.texts.count, 2)
    }
    var loaded = try load("a,b\n1,2,\n3,4,\n5,6")
    loaded.set(0, "b", "x")
    loaded.set(2, "b", "y")
    loaded.insert(["7", "8"], at: 1)
    try expectEqual(loaded.saved(), "a,b\n1,x,\n7,8,\n3,4,\n5,y")
    loaded.delete(2)
    try expectEqual(loaded.saved(), "a,b\n1,x,\n7,8,\n3,4,")
    try expectEqual(load("a\n1,\n,").saved(), "a\n1,\n,")
    expectEqual(failure("a,b\n1,2,\"\"\n")?.code, "ragged-row")
    expectEqual(
      failure("a,b\n1,2,\n") { $0.isStrict = true }?.hint,
      "without --strict the empty cell at its end is ignored")
    var bare = try load("1,2\n3,4,\n") { $0.hasHeader = false }
    bare.delete(0)
    try expectEqual(bare.saved(), "3,4\n")
  }

  @Test("new cells and names are quoted where those of their column are without need")
  func quoting() throws {
    var all = try load("\"a\",\"b\"\n\"1\",\"x\"\n\"2\",\n")
    all.insert(["3", "y"], at: 2)
    all.set(1, "b", "z")
    try expectEqual(all.saved(), "\"a\",\"b\"\n\"1\",\"x\"\n\"2\",\"z\"\n\"3\",\"y\"\n")
    var editor = Editor(table: all.table)
    try editor.perform([.insertColumn(name: "c", at: 2)], title: "add")
    expect(
      String(decoding: try all.origin.bytes(of: editor.table), as: UTF8.self)
        .hasPrefix("\"a\",\"b\",\"c\"\n"))
    var some = try load("a,b\n1,\"x\"\n2,\"y\"\n")
    some.insert(["3", "z"], at: 2)
    try expectEqual(some.saved(), "a,b\n1,\"x\"\n2,\"y\"\n3,\"z\"\n")
    var needed = try load("a,b\n1,\"x,y\"\n")
    needed.insert(["3", "z"], at: 1)
    try expectEqual(needed.saved(), "a,b\n1,\"x,y\"\n3,z\n")
    var none = try load("\"a\",\"b\"\n")
    none.insert(["3", "z"], at: 0)
    try expectEqual(none.saved(), "\"a\",\"b\"\n\"3\",\"z\"\n")
  }

  @Test("rows that get cells because the text would else be read differently are told")
  func padded() throws {
    let loaded = try load("a,b,c\n1,first\n2,x,y\nline,3\n4,x,y\n")
    var editor = Editor(table: loaded.table)
    try editor.perform([.delete([Array(editor.table.allRows)[1]])], title: "delete")
    try expectEqual(
      loaded.origin.losses(in: editor.table).map(\.text),
      [
        "row '1' gets empty cells for those it lacks, or the file would be read differently"
      ])
  }
}
