import Expectations
import TestSupport
import TablePrinters
import Testing

@testable import TableShell

/// The answer to a change on screens of several sizes: what was typed, what was done, notes, plan, table
/// and the next prompt are seen together.
struct ScreenRoomTests {
  private let folder = TemporaryFolder()

  private static let sizes = [60, 80, 100, 200].flatMap { columns in
    [20, 24, 32, 50].map { (columns, $0) }
  }

  /// A session at a terminal with a table of 40 rows in three sections.
  ///
  /// - Parameter isLong: whether its names have 40 letters, and its cells 200.
  private func session(
    _ size: (Int, Int), isLong: Bool = false, _ configure: (inout ShellOptions) -> Void = { _ in }
  ) throws -> Session {
    let names = ["id", "team", "name", "pay", "note"].map { name in
      isLong ? name + String(repeating: "_", count: 40 - name.count) : name
    }
    let rows = (0..<40).map { row in
      let note = isLong ? String(repeating: "word ", count: 40) : "w"
      return "\(row),Team \(row % 3), Name \((row * 7) % 40) ,$\((row * 11) % 40).5,\(note)\n"
    }
    let path = try folder.write(names.joined(separator: ",") + "\n" + rows.joined(), to: "t.csv")
    let session = Session(nil) {
      $0.table = .viewport
      configure(&$0)
    }
    session.console.size = (columns: size.0, rows: size.1)
    session.console.errorWidth = size.0
    session.console.isInteractive = true
    session.run("open --section-by \(names[1]) \(path)")
    return session
  }

  private func lineCount(_ text: String, _ columns: Int) -> Int {
    Pager.lineCount(of: text, columns: columns)
  }

  /// The lines of the plan: those between the first one and the names of the columns.
  private func planLines(_ answer: String) -> [Substring] {
    let lines = answer.split(separator: "\n")
    guard let start = lines.firstIndex(where: { $0.hasPrefix("plan  ") }) else { return [] }
    return lines[start...].prefix { !$0.contains("  id  ") && !$0.contains("  id_") }.map { $0 }
  }

  @Test(
    "rows that a change has made are seen, wherever the table was scrolled to",
    arguments: [
      ("insert 0:5 id=700", "700", true), ("edit 0:2 note=here", "here", true),
      ("edit where id == 6 set note=here", "here", true),
      ("edit 2:9 note=here; undo", "29", true), ("edit * note=here", "0:0 ", false),
      ("edit 2:12 note=here", "0:0 ", false), ("delete 0:0", "0:0 ", false),
    ])
  func concerned(line: String, seen: String, isSeen: Bool) throws {
    for size in [(80, 24), (100, 32)] {
      let session = try session(size)
      session.run("scroll end")
      let answer = session.run(line)
      expect(!answer.contains("error:"), "\(answer)")
      let rows = answer.split(separator: "\n").filter {
        $0.contains(#/^[* ] +[0-9]+:[0-9]+ /#)
      }
      expectEqual(rows.contains { $0.contains(seen) }, isSeen, "\(line) at \(size): \(answer)")
    }
  }

  @Test(
    "all of an answer is on the screen with what was typed, with at least three rows",
    arguments: sizes, [false, true])
  func fits(size: (Int, Int), isLong: Bool) throws {
    let session = try session(size, isLong: isLong)
    let (id, name, pay) =
      isLong ? ("id" + dashes(2), "name" + dashes(4), "pay" + dashes(3)) : ("id", "name", "pay")
    for line in [
      "sort by \(name)", "undo", "redo", "trim \(name)", "edit * \(name)=x", "undo",
      "split \(name) by \" \" into a_\(name),b_\(name),c_\(name)", "undo", "number \(pay)",
      "delete 0:0-4", "undo 2", "section add New", "edit 2:5 \(id)=500", "select where \(id) > 3",
      "dedupe by \(pay)", "reload --discard",
    ] {
      let typed = session.shell.prompt + line + "\n"
      let answer = session.run(line)
      expect(!answer.contains("error:"), "\(line): \(answer)")
      let count = lineCount(typed + answer + session.shell.prompt + "\n", size.0)
      expect(count <= size.1, "\(line) at \(size): \(count) lines\n\(answer)")
      let plan = planLines(answer)
      let notes = answer.split(separator: "\n").count { $0.hasPrefix("note: ") }
      expect(plan.count + notes <= size.1 / 3, "\(line) at \(size): \(answer)")
      guard answer.contains(" rows in ") else { continue }
      let rows = answer.split(separator: "\n").count { $0.contains(#/^[* ] +[0-9]+:[0-9]+ /#) }
      expect(rows >= 3, "\(line) at \(size): \(answer)")
      // No room is left unused while there are more rows.
      if answer.contains(" shown)"), rows < session.shell.viewportHeight {
        expect(count >= size.1 - 2, "\(line) at \(size): \(count) lines\n\(answer)")
      }
    }
  }

  @Test(
    "the answers to the commands of one line share the screen, and the last one has the table",
    arguments: sizes)
  func severalCommands(size: (Int, Int)) throws {
    let session = try session(size)
    session.run("alias first sort by name")
    for line in [
      "trim name; number pay; sort by pay desc", "undo 3; first", "count; edit * note=x",
    ] {
      let typed = session.shell.prompt + line + "\n"
      let answer = session.run(line)
      expect(!answer.contains("error:"), "\(line): \(answer)")
      let count = lineCount(typed + answer + session.shell.prompt + "\n", size.0)
      expect(count <= size.1, "\(line) at \(size): \(count) lines\n\(answer)")
      let lines = answer.split(separator: "\n")
      expectEqual(lines.count { $0.contains(#/^40 rows in 3 sections/#) }, 1, "\(answer)")
      expect(lines.last?.hasPrefix("40 rows in 3 sections") == true, "\(answer)")
    }
    session.run("undo")
    let answer = session.run("edit * note=y; edit * note=z")
    expectEqual(
      answer.split(separator: "\n").prefix(3).map { $0.prefix(13) },
      ["changed 40 ce", "changed 40 ce", "plan  1 stage"])
  }

  @Test("the columns that a command has named or changed are among those that are seen")
  func concernedColumns() throws {
    let names = (0..<20).map { "column \($0)" }
    let line = names.map { "cell of \($0)" }.joined(separator: ",")
    let session = try session((80, 24))
    let path = try folder.write(
      "id," + names.joined(separator: ",") + "\n1,\(line)\n2,\(line)\n", to: "w.csv")
    session.run("open \(path)")
    for (line, seen) in [
      ("edit 0:1 \"column 17\"=new", [17]), ("undo", [17]), ("sort by \"column 12\" desc", [12]),
      ("replace \"column 5\",\"column 19\" cell CELL", [5, 19]),
      ("select where row[\"column 9\"] ~= nil", [9]), ("column add new := row.id", []),
      ("fill down \"column 18\"", [18]), ("top 1 by \"column 15\"", [15]),
      ("open w", [0]), ("show where row[\"column 16\"] ~= nil", [16]),
    ] {
      let answer = session.run(line)
      expect(!answer.contains("error:"), "\(line): \(answer)")
      let lines = answer.split(separator: "\n")
      let titles = try require(lines.first { $0.contains(#/^ +id +/#) }, "\(answer)")
      for number in seen { expect(titles.contains("column \(number)"), "\(line): \(answer)") }
      if seen.isEmpty { expect(titles.hasSuffix("  new"), "\(line): \(answer)") }
      // A path may be longer than a line.
      expect(
        lines.allSatisfy { $0.count <= 80 || $0.contains(folder.path) }, "\(line): \(answer)")
      // All others are named below, in their order.
      let hidden = lines.first { $0.contains("more columns: ") } ?? ""
      expect(
        hidden.contains("column 4, column ") || hidden.contains("column 3, column "), "\(answer)")
    }
  }

  @Test("a hint is not broken within quotes, as it is typed as it stands")
  func quotes() throws {
    for columns in 50...90 {
      let text = "hint:  count where row[\"Order Date\"] == \"not yet given\" finds \"such rows\""
      let lines = TextWrapping.hanging(text, width: columns, start: 0, indent: 7)
        .split(separator: "\n")
      expectEqual(lines.map { $0.drop { $0 == " " } }.joined(separator: " "), text)
      expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
      expect(lines.allSatisfy { line in line.count { $0 == "\"" } % 2 == 0 }, "\(lines)")
    }
    // A quote that nothing closes is a letter.
    let open = TextWrapping.hanging(
      "a length of 5\" goes on as words do, to the end", width: 30, start: 0, indent: 2)
    expectEqual(open, "a length of 5\" goes on as\n  words do, to the end")
  }

  private func dashes(_ count: Int) -> String { String(repeating: "_", count: 40 - count) }

  @Test("a plan that has no room says how much is left out, and what prints all of it")
  func plan() throws {
    let session = try session((60, 20))
    session.run("delete 0:0,1:2; edit * name=x; sort by pay")
    let answer = session.run("undo 3")
    let plan = planLines(answer)
    let last = try require(plan.last)
    let match = try require(last.wholeMatch(of: #/  … and ([0-9]+) more operations: plan/#))
    let whole = session.run("plan")
    let count = try require(whole.firstMatch(of: /, ([0-9]+) operations/))
    expect(Int(match.1) ?? 0 > 0 && Int(match.1) ?? 0 < Int(count.1) ?? 0)
    expect(whole.split(separator: "\n").count > plan.count)
    expect(whole.hasPrefix(plan.dropLast().joined(separator: "\n")), "\(whole)")
  }

  @Test("a row that was changed low on the screen stays in sight where fewer rows have room")
  func concerned() throws {
    let session = try session((80, 20))
    let low = session.run("edit 0:11 name=Changed")
    expect(low.contains("Changed"), "\(low)")
    let note = String(repeating: "x", count: 90)
    let high = session.run("edit 0:11 name=Again # \(note)\(note)\(note)\(note)")
    expect(high.contains("Again") && !high.contains("0:0 "), "\(high)")
  }

  @Test("many notes are counted behind the first ones")
  func notes() throws {
    let session = try session((80, 24))
    var result = CommandResult(showsTable: true)
    result.notes = (1...20).map { "note number \($0)" }
    let room = try require(ScreenRoom(for: result, in: session.shell))
    expectEqual(room.notes.count, 8)
    expectEqual(room.notes.last, "… and 13 more notes")
    session.run("set pager off")
    session.shell.current?.opening.notes = result.notes
    expectEqual(ScreenRoom(for: result, in: session.shell)?.notes.last, "… and 13 more notes: info")
    expect(session.run("info").contains("note number 20"))
  }

  @Test("what goes to a file, a program, JSON or a script, and all of a batch, is whole")
  func whole() throws {
    let session = try session((60, 20))
    let file = folder.file("out.txt")
    session.run("edit * name=x; sort by pay > \(file)")
    let text = try folder.read("out.txt")
    expect(text.contains("… 20 more") || text.contains("move rows"), "\(text)")
    expect(!text.contains("more operations: plan"))
    expectEqual(text.split(separator: "\n").count { $0.contains(#/^[* ] +[0-9]+:[0-9]+ /#) }, 12)
    session.console.isInteractive = false
    let batch = session.run("undo; edit * name=y")
    expect(!batch.contains("more operations: plan"))
  }

  @Test("a sentence goes on at a blank")
  func sentence() throws {
    let session = try session((60, 24))
    session.run("trim name")
    let answer = session.run("split name by \" \" into first_of_all,second_of_all,third_of_all")
    let first = answer.split(separator: "\n").prefix(2)
    expect(first.allSatisfy { $0.count <= 60 }, "\(answer)")
    expect(first.joined(separator: " ").contains("'third_of_all'"), "\(answer)")
  }

  @Test("only what was asked for is paged, less gets the lines of a table whole, others what fits")
  func pagers() {
    func scrolls(_ pager: String?, less: String? = nil, variable: String? = nil) -> Bool {
      let environment = { (name: String) -> String? in
        switch name {
        case "LESS": less
        case "PAGER": variable
        case "TERM": "xterm"
        case "PATH": "/usr/bin:/bin"
        default: nil
        }
      }
      let chosen = pager.flatMap(Pager.init) ?? .standard
      return chosen.scrollsSideways(environment: environment)
    }
    for pager in ["less", "less -R", "/usr/bin/less -FX", "LESSCHARSET=utf-8 less"] {
      expect(scrolls(pager), "\(pager)")
    }
    for pager in ["cat", "more", "less | cat", "lessish", "less -+S", "sh -c less"] {
      expect(!scrolls(pager), "\(pager)")
    }
    expect(scrolls(nil, variable: "less -R") && !scrolls(nil, variable: "most"))
    expect(scrolls("less", less: "-R") && !scrolls("less", less: "-R -+S"))
    let line = Pager.program("less").line { $0 == "TERM" ? "xterm" : nil } ?? ""
    expect(Pager.chopping(line).hasPrefix("export LESS=\"-S ${LESS-RFX -Psq leaves, "))
    for terminal in ["dumb", "", nil] {
      expectNil(Pager.program("less").line { $0 == "TERM" ? terminal : nil })
    }
  }

  @Test("a record has all columns, wherever the table is scrolled to; describe has lines that fit")
  func looking() throws {
    let session = try session((60, 24), isLong: true)
    session.run("scroll right 2")
    let record = session.run("show --record 0:0")
    for name in ["id__", "name__", "pay__", "note__"] { expect(record.contains(name), "\(record)") }
    let described = session.run("describe").split(separator: "\n")
    expect(described.allSatisfy { $0.count <= 60 }, "\(described)")
    expect(described.contains { $0.hasPrefix("pay____") && $0.contains("text, nulls 0") })
    session.console.size = (columns: 200, rows: 24)
    expect(session.run("describe").contains("\ncolumn  "))
  }

  @Test("notes are whole where table and screen leave lines free")
  func freeLines() throws {
    let session = try session((60, 20))
    for (line, isCut) in [
      ("query SELECT team, sum(pay) FROM t WHERE pay > '3' GROUP BY team", false),
      ("open t.csv; query SELECT team, pay FROM t WHERE pay > '$1'", true),
    ] {
      let answer = session.run(line.replacing("t.csv", with: folder.file("t.csv")))
      expect(answer.contains("no numbers"), "\(answer)")
      expectEqual(answer.contains("more note"), isCut, "\(answer)")
      expectEqual(answer.contains("goes back"), !isCut, "\(answer)")
      let typed = session.shell.prompt + line + "\n"
      expect(
        isCut || lineCount(typed + answer + session.shell.prompt + "\n", 60) <= 20, "\(answer)")
    }
  }

  @Test("lists that are taller than the screen stand in columns")
  func lists() throws {
    let session = try session((80, 24))
    for line in ["help editing", "help gestures", "lesson"] {
      let list = session.run(line)
      expect(lineCount(list, 80) <= 22, "\(line): \(list)")
    }
    let editing = session.run("help editing")
    for command in session.shell.registry.commands(of: .editing) {
      expect(editing.contains(command.name), "\(command.name)")
    }
    session.console.size = (columns: 80, rows: 60)
    expect(session.run("help editing").contains("take back the last step"))
  }
}
