import Expectations
import Foundation
import TableKit
import TestSupport
import Testing

@testable import TablePrinters
@testable import TableShell
@testable import TableSources

/// A format of one value: cells with `~` between them, and the names of the columns first.
extension TableFormat {
  fileprivate static let toy = TableFormat(
    name: "toy", summary: "cells between waves", extensions: ["toy"],
    recognizes: { $0.starts(with: "~~".utf8) },
    read: { (input) throws(SourceError) in
      var records = try RecordCollector()
      for (number, line) in input.buffer.bytes.split(separator: 0x0A).enumerated() {
        if number > 0 { try records.beginRow() }
        let cells = line.split(separator: 0x7E, omittingEmptySubsequences: number == 0)
        for (column, cell) in cells.enumerated() {
          if number == 0 { _ = records.column(String(decoding: cell, as: UTF8.self)) }
          if number > 0 { _ = try records.add(column, UnsafeRawBufferPointer(rebasing: cell)) }
        }
        if number > 0 { try records.endRow() }
      }
      guard let chunk = try records.chunk(syntax: .delimited()) else {
        throw .tooLarge(input.file, bytes: input.buffer.count)
      }
      let rows = Table.SectionRecords(name: Section.soleName, count: chunk.recordCount)
      return SourceContent(
        table: Table(columns: records.names, chunk: chunk, sections: [rows]))
    },
    write: { (table, context) throws(SourceError) in
      let names = table.columns.map(\.name).joined(separator: "~")
      try context.writer.write("~~\(names)\n")
      for row in table.sourceOrder {
        let cells = table.columns.map { table.cell(row, $0.id).text }
        try context.writer.write(cells.joined(separator: "~") + "\n")
      }
    },
    losses: { table, _, _ in SectionLoss.notes(table, what: "a toy") })
}

/// A printer of plans of one value.
extension PlanPrinter {
  fileprivate static let toy = PlanPrinter(
    name: "toy", help: "toy counts operations.", textOfNoDifference: "toys alike\n"
  ) { "toy: \($0.plan.count)\n" }
}

/// A printer of documents of one type.
private struct ToyDocumentPrinter: DocumentPrinter {
  let name = "toybook"
  let extensions = ["toybook"]

  func print<Failure: Error>(
    _ document: PrintedTable, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    try write("a book of \(document.table.rowCount) toys\n")
  }
}

/// A format and a printer are declared once.
struct OneDeclarationTests {
  private let folder = TableShellTests.TemporaryFolder()

  /// Runs a test with the three toys in the lists.
  private func withToys(_ body: () throws -> Void) throws {
    try TableFormats.$added.withValue([.toy]) {
      try PlanPrinters.$added.withValue([.toy]) {
        try DocumentPrinters.$added.withValue([ToyDocumentPrinter()]) { try body() }
      }
    }
  }

  private func read(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  @Test("a format that is in the list opens, saves and exports, and is told by its first bytes")
  func format() throws {
    try withToys {
      let file = try folder.write("~~id~name\nP1~Ann\nP2~\n", to: "crew.toy")
      let session = Session(nil)
      expect(session.run("open \(file)").contains("2 rows in 1 section, 2 columns"))
      expect(session.run("info").contains("crew.toy, toy"))
      session.run("edit @P1 name=Eve")
      expect(!session.run("save").contains("error"))
      try expectEqual(read("crew.toy"), "~~id~name\nP1~Eve\nP2~\n")
      session.run("export \(folder.file("crew.csv"))")
      try expectEqual(read("crew.csv"), "id,name\nP1,Eve\nP2,\n")
      expectEqual(session.run("export --format toy -"), "~~id~name\nP1~Eve\nP2~\n")
      try folder.write("~~id\nX\n", to: "nameless")
      expect(session.run("open \(folder.file("nameless"))").contains("1 row"))
      session.run("open --loader toy \(try folder.write("~~id\nY\n", to: "other.csv"))")
      expect(session.run("show").contains("Y"))
      expect(session.run("open --loader tin x").contains("toy"))
    }
  }

  @Test("what changes under an open table is noticed in each format")
  func changed() throws {
    try withToys {
      let file = try folder.write("~~id\nP1\n", to: "crew.toy")
      let session = Session(nil)
      session.run("open \(file)")
      session.run("edit @P1 id=P9")
      try folder.write("~~id\nQ1\n", to: "crew.toy")
      expect(session.run("save").contains("was changed by others"))
      expect(session.run("save --force").contains("saved"))
      try expectEqual(read("crew.toy"), "~~id\nP9\n")
    }
  }

  @Test("a printer of plans that is in the list prints, and diff and Lua know it")
  func planPrinter() throws {
    try withToys {
      let session = Session()
      session.run("delete 0:0")
      expectEqual(session.run("plan toy"), "toy: 1\n")
      expectEqual(session.run("= tablesh.plan():text('toy')"), "toy: 1\n")
      expect(session.run("plan no").contains("markdown, patch or toy"))
      var request = DiffRequest(
        old: try folder.write("id\n1\n", to: "a.csv"), new: try folder.write("id\n2\n", to: "b.csv")
      )
      request.printer = try require(PlanPrinters.named("toy"))
      _ = session.shell.comparer.diff(request)
      expectEqual(session.console.take(), "toy: 2\n")
      request.new = request.old
      _ = session.shell.comparer.diff(request)
      expectEqual(session.console.take(), "toys alike\n")
    }
  }

  @Test("a printer of documents that is in the list exports")
  func documentPrinter() throws {
    try withToys {
      let session = Session()
      expect(session.run("export --format toybook -").hasPrefix("a book of 5 toys\n"))
      session.run("export \(folder.file("o.toybook"))")
      let book = try read("o.toybook")
      expectEqual(book, "a book of 5 toys\n")
      expect(session.run("new x.toybook a").contains("a table cannot live in toybook"))
    }
  }

  @Test("completion, help and errors name what is in the lists")
  func names() throws {
    try withToys {
      let session = Session()
      func complete(_ line: String) -> [String] {
        guard
          case .candidates(let all) = session.shell.complete(line, cursor: line.utf8.count).choices
        else { return [] }
        return all.map(\.text)
      }
      expectEqual(complete("export --format to"), ["toy", "toybook"])
      expectEqual(complete("plan to"), ["toy"])
      let export = session.run("help export").replacing("\n", with: " ")
      expect(export.contains("yaml, toy, markdown") && export.contains("text, toybook"))
      expect(export.contains(".yml .toy .md") && export.contains(".txt .toybook"))
      expect(session.run("help plan").contains("patch|toy|PRINTER"))
      expect(session.run("help plan").contains("toy counts operations."))
      expect(session.run("loaders").contains("toy       cells between waves"))
      expect(session.run("export x.no").contains(".toy .md"))
    }
  }
}

/// Reads the sources, and lists where they name what stands in a list.
struct NamedOnceTests {
  private struct Source {
    let path: String
    /// The lines without comments.
    let code: String
    /// Whether it holds topics of help, which may name any format as an example.
    let isHelp: Bool
    /// The words of the code: letters, digits, hyphens and underscores.
    let words: Set<String>

    init(path: String, text source: String) {
      self.path = path
      code = source.split(separator: "\n")
        .filter { !$0.drop { $0 == " " }.starts(with: "//") }.joined(separator: "\n")
      isHelp = code.contains("extension HelpTopic {")
      // An example of a command is a line to type with what it does.
      let lines: [Substring] = code.split(separator: "\n")
      let named = lines.filter { line in
        let typed = line.drop { $0 != "\"" }
        guard let end = typed.firstRange(of: "\": \"") else { return true }
        return !typed[..<end.lowerBound].contains(" ")
      }
      let text: String = named.joined(separator: "\n")
      let others = CharacterSet.alphanumerics.union(.init(charactersIn: "-_")).inverted
      words = Set(text.components(separatedBy: others))
    }

    func names(_ word: String) -> Bool { words.contains(word) }
  }

  /// Read once: it takes longer than all that is asked of them.
  private static let read: Result<[Source], any Error> = Result {
    let root = Repository.root + "/Sources"
    let paths = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      Source(path: path, text: try String(contentsOfFile: root + "/" + path, encoding: .utf8))
    }
  }
  private let sources: [Source]

  init() throws {
    sources = try Self.read.get()
    expect(sources.count > 100)
  }

  /// Words that name something else as well, so that their places say nothing: JSON is what replies
  /// and cells are written in, HTML what pages of recordings are, Markdown what a table, a document and a
  /// plan are written in, a patch is what `apply` takes, and the others are plain words.
  private static let common: Set<String> = [
    "json", "html", "text", "patch", "swift", "tab", "box", "changes", "markdown",
  ]

  /// Files that may name a format or a printer though nothing new needs a line there: examples in
  /// help, and hints that recommend one.
  private static let examples: [String: Set<String>] = [
    "csv": [
      "TableLua/Failure/LuaFailure+Wording.swift", "TableShell/Commands/OpenCommand.swift",
      "TableShell/Help/HelpTopic+Work.swift", "TableShell/Help/FirstHelp.swift",
      "TableShell/Help/HelpCommand.swift",
      "TableLessons/LessonTemplate.swift",
      "TableLessons/Lessons+Score.swift", "TableSQLite/SourceError+Database.swift",
      "TableSources/Files/ForeignFile.swift",
      "TableShell/Hints/ForeignLines.swift", "TableShell/Hints/ForeignLines+Help.swift",
      "TableShell/Hints/ForeignLines+Programs.swift", "tablesh/Arguments/RecordCommand.swift",
      "tablesh/Arguments/ApplyCommand.swift", "tablesh/Arguments/CheckCommand.swift",
      "tablesh/Arguments/DiffCommand.swift", "tablesh/Arguments/TableshCommand.swift",
    ],
    // A line of another program.
    "ndjson": ["TableShell/Hints/ForeignLines.swift"],
    // Lessons are written in it.
    "yaml": [
      "TableShell/Commands/OpenCommand.swift",
      "TableLessons/LessonCommand.swift", "TableLessons/LessonCheck.swift",
      "TableLessons/LessonLibrary.swift", "TableLessons/LessonTemplate.swift",
    ],
    // Which a format of a room follows in lists.
    "json-rows": [
      "TableShell/Rooms/RoomFormat.swift", "TableShell/Commands/ExportCommand.swift",
      "TableShell/Commands/SaveCommand.swift", "TableShell/Hints/ForeignLines+Habits.swift",
      "TableShell/Hints/ForeignLines+Shells.swift", "TableShell/Hints/ForeignLines+Plain.swift",
    ],
    "tsv": [
      "TableSQLite/SourceError+Database.swift", "TableShell/Hints/ForeignLines+Shells.swift",
      "TableShell/Hints/ForeignExamples.swift",
    ],
    // The name of its room, too.
    "sqlite": [
      "Rooms/Rooms.swift", "TableShell/Rooms/Room.swift", "TableShell/Shell/Shell+Files.swift",
    ],
    "db": [
      "BatchCheck/CrashLogPrefix.swift", "TableShell/Commands/OpenCommand.swift",
      "TableShell/Commands/ExportCommand.swift", "TableShell/Commands/SaveCommand.swift",
    ],
    "objc": ["TablePrinters/Plan/SwiftPlanPrinter.swift"],
    // Help shows a README, and a printer writes what the format reads.
    "md": ["TableShell/Help/HelpTopic+Work.swift", "TableSources/Markdown/MarkdownFormat.swift"],
    // By which files that are no tables are told.
    "htm": ["TableSources/Files/ForeignFile.swift"],
  ]

  /// Expects words in no file but those of the things that they name, and in the list by `line`.
  private func expectNamed(
    _ words: [String], line: String, in list: String, besides own: (String) -> Bool
  ) throws {
    let sourceOfList = try require(sources.first { $0.path == list })
    expect(sourceOfList.code.contains(line))
    for word in words where !Self.common.contains(word) {
      let places = sources.filter {
        $0.path != list && !own($0.path) && !$0.isHelp && $0.names(word)
      }
      let others = places.map(\.path).filter { Self.examples[word]?.contains($0) != true }
      expectEqual(others, [], "'\(word)' is named there as well")
    }
  }

  @Test("names and extensions of a format of tables stand in its folder, its value in the list")
  func formats() throws {
    // It has the formats of rooms.
    _ = Session(nil)
    let declaring = sources.filter { $0.code.contains("extension TableFormat {") }
    for format in TableFormats.all {
      let file = try require(declaring.first { $0.names(format.name) })
      let folder = file.path.split(separator: "/").dropLast().joined(separator: "/") + "/"
      let isOfRoom = !file.path.hasPrefix("TableSources/")
      try expectNamed(
        [format.name] + format.extensions,
        line: isOfRoom ? "let \(format.memberName) = RoomFormat(" : ".\(format.memberName)",
        in: isOfRoom
          ? "TableShell/Rooms/RoomFormat.swift" : "TableSources/Opening/TableFormats.swift"
      ) { $0.hasPrefix(folder) || $0.hasPrefix("TablePrinters/Document/") }
    }
  }

  @Test("the name of a printer of plans stands in its file, its value in the list")
  func planPrinters() throws {
    let declaring = sources.filter { $0.code.contains("extension PlanPrinter {") }
    for printer in PlanPrinters.all {
      let file = try require(declaring.first { $0.code.contains("name: \"\(printer.name)\"") })
      try expectNamed(
        [printer.name], line: ".\(printer.name)", in: "TablePrinters/Plan/PlanPrinter.swift"
      ) { $0 == file.path || $0.hasPrefix("TablePrinters/Document/") }
    }
  }

  @Test("names and extensions of a printer of documents stand in its file, its type in the list")
  func documentPrinters() throws {
    let declaring = sources.filter { $0.code.contains(": DocumentPrinter {") }
    for printer in DocumentPrinters.all {
      let file = try require(declaring.first { $0.code.contains("name = \"\(printer.name)\"") })
      try expectNamed(
        [printer.name] + printer.extensions, line: "\(type(of: printer))()",
        in: "TablePrinters/Document/DocumentPrinter.swift"
      ) { $0 == file.path || $0.hasPrefix("TablePrinters/Plan/") }
    }
  }

  @Test("what a format is made of is named in its folder only")
  func types() throws {
    // The words of a grammar that others use, too, and what is no table.
    let shared: Set<String> = ["JSONTokenizer", "YAMLDocument"]
    for folder in ["Delimited", "JSON", "Markdown", "YAML"] {
      let (own, others) = (
        sources.filter { $0.path.hasPrefix("TableSources/\(folder)/") },
        sources.filter { !$0.path.hasPrefix("TableSources/\(folder)/") }
      )
      let pattern = /(?m)^(?:final )?(?:public )?(?:struct|enum|class|protocol) (\w+)/
      for type in own.flatMap({ $0.code.matches(of: pattern).map { String($0.output.1) } })
      where !shared.contains(type) {
        let places = others.filter { $0.path.hasPrefix("TableS") && $0.names(type) }
        expectEqual(places.map(\.path), [], "\(type) is named there")
      }
    }
  }
}

extension NamedOnceTests {
  /// The rooms with sources or formats, each with its folder and the words that nothing else names.
  ///
  /// A hyphen stands for the rest of a name.
  private static let kinds = [
    ("TablePostgres", ["Postgres-", "QueriedServer", "import Postgres"]),
    ("TablePages", ["Recording", "Recordings", "Recording-", "Recorder", "PresentServer"]),
    ("TableFirebase", ["Firebase-", "StreamedTree", "TreeChange"]),
    ("TableSQLite", ["SQLite-", "Database-", "TableQuery", "import CSQLite"]),
  ]

  @Test(
    "a kind of source is named in its room, and nowhere in the core",
    arguments: kinds)
  func kindsOfSources(_ folder: String, _ names: [String]) throws {
    let beginnings = names.filter { $0.hasSuffix("-") }.map { $0.dropLast() }
    let naming = sources.filter { source in
      names.contains {
        $0.contains(" ") ? "\(source.code)\n".contains("\($0)\n") : source.names($0)
      }
        || source.words.contains { word in
          beginnings.contains {
            word.hasPrefix($0) && word.dropFirst($0.count).first?.isUppercase ?? false
          }
        }
    }.map(\.path)
    let core = ["TableShell/", "TableSources/", "TableKit/", "TableLua/"]
    expectEqual(naming.filter { path in core.contains(where: path.hasPrefix) }, [])
    expect(naming.filter { $0.hasPrefix("\(folder)/") }.count > 5)
  }

  @Test("an open table stands in four files")
  func document() {
    let pattern = /(?m)^(?:package )?(?:final class|extension) Document\b/
    let files = sources.filter { !$0.code.matches(of: pattern).isEmpty }.map(\.path)
    expect(files.count <= 4, "\(files)")
  }
}

extension TableFormat {
  /// The name of the value in Swift.
  fileprivate var memberName: String {
    name.split(separator: "-").enumerated().map { $0 == 0 ? "\($1)" : $1.capitalized }.joined()
  }
}
