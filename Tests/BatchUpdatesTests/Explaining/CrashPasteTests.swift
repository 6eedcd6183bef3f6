import BatchCheck
import BatchUpdates
import Expectations
import Testing

/// The forms in which messages of UIKit reach a file: consoles, logs, reports, chats, mails.
struct CrashPasteTests {
  private static let lines = [
    "Invalid batch updates detected: the number of sections and/or rows returned by the data source"
      + " before and/or after performing the batch updates are inconsistent with the updates.",
    "Data source before updates = { 2 sections with row counts: [3, 4] }",
    "Data source after updates = { 2 sections with row counts: [3, 4] }", "Updates = [",
    "\tDelete row (0 - 1),", "\tMove row (0 - 0) to (1 - 2)", "]",
    "Table view: <UITableView: 0x13081d200; frame = (0 153.667; 393 664.333)>",
  ]
  private static let listing = lines.joined(separator: "\n")
  private static let finding = CrashMessage.Finding.violation(
    .invalidBatch(
      before: [3, 4], after: [3, 4],
      updates: ["Delete row (0 - 1)", "Move row (0 - 0) to (1 - 2)"]))

  private static let sentence =
    "Invalid update: invalid number of rows in section 2. The number of rows contained in an"
    + " existing section after the update (4) must be equal to the number of rows contained in that"
    + " section before the update (4), plus or minus the number of rows inserted or deleted from"
    + " that section (0 inserted, 1 deleted) and plus or minus the number of rows moved into or out"
    + " of that section (0 moved in, 0 moved out)."
  private static let counted = CrashMessage.Finding.violation(
    .rowCount(section: 2, before: 4, after: 4, inserted: 0, deleted: 1, movedIn: 0, movedOut: 0))

  static let prefixes = [
    "2024-05-01 10:11:12.123456+0200 App[4321:771201] ",
    "2024-05-01 10:11:12.123 My App[4321:1a2b3c] ",
    "2024-05-01 10:11:12.123 Df App[4321:1a2b3c] [com.apple.UIKit:TableView] ",
    "2024-05-01 10:11:12.123456+0200 0x1a2b     Error       0x0                  4321   0    "
      + "App: (UIKitCore) [com.apple.UIKit:TableView] ",
    "2024-05-01T10:11:12Z App[4321]: ", "2024/05/01 10:11:12.123 ",
    "May  1 10:11:12 iPhone App(UIKitCore)[4321] <Notice>: ",
    "error\t10:11:12.123456+0200\tApp\t", "[10:11:12] ", "10:11:12.123 ",
    "[2024-05-01 10:11:12.123] ",
    "> ", "    ", "| ",
  ]

  @Test("is read with a time, a process or a quote mark before each line", arguments: prefixes)
  func prefixed(_ prefix: String) {
    let listing = Self.lines.map { prefix + $0 }.joined(separator: "\n")
    expectEqual(CrashMessage(listing)?.finding, Self.finding)
    expectNil(CrashMessage(listing)?.listing?.unread)
    // A log that wraps a long line begins each part anew. No name alone is known from a word.
    if prefix.hasSuffix("App\t") { return }
    var wrapped = ""
    for (number, word) in Self.sentence.split(separator: " ").enumerated() {
      wrapped += (number % 9 == 0 ? "\n" + prefix : " ") + word
    }
    expectEqual(CrashMessage(wrapped)?.finding, Self.counted)
  }

  @Test("is read with the escapes of HTML, JSON and chats")
  func escapes() {
    func escaped(_ text: String) -> String {
      String(
        text.flatMap { character -> String in
          switch character {
          case "&": "&amp;"
          case "<": "&lt;"
          case ">": "&gt;"
          case "'": "&#39;"
          case "\"": "&quot;"
          case "[": "&#x5B;"
          default: String(character)
          }
        })
    }
    let html = escaped(Self.listing)
    expectEqual(CrashMessage(html)?.finding, Self.finding)
    expectEqual(CrashMessage(escaped(html))?.finding, Self.finding)
    let tagged = Self.lines.joined(separator: "<br/>\n<span class=\"x\">")
    expectEqual(CrashMessage(tagged)?.finding, Self.finding)
    expectEqual(
      CrashMessage(Self.sentence.split(separator: " ").joined(separator: "&nbsp;"))?.finding,
      Self.counted)
    let path =
      "attempt to delete and reload the same index path (<NSIndexPath: 0x79> {length = 2, path = 0 - 12})"
    let both = CrashMessage.Finding.violation(.deleteAndReload(.row(RowPath(0, 12))))
    expectEqual(CrashMessage(escaped(path))?.finding, both)
    // Typographic dashes and quotes, and JSON that was written twice.
    expectEqual(
      CrashMessage("“" + path.split(separator: "-").joined(separator: "–") + "”")?.finding, both)
    expectEqual(
      CrashMessage(Self.lines.joined(separator: #"\\n"#) + #"\u2026"#)?.finding, Self.finding)
    let doesnt = "attempt to move section 7 that doesn\\u2019t exist, 2 sections before"
    expectEqual(CrashMessage(doesnt)?.code, "E-MOV-SEC-SRC")
  }

  @Test("is read where other text runs into it")
  func glued() {
    let row = "attempt to delete row 4 from section 0 which only contains 4 rows before the update"
    let finding = CrashMessage.Finding.violation(.deleteRowOutOfBounds(RowPath(0, 4), count: 4))
    for text in [
      "reason" + row, "Exception" + row + "Table view: <UITableView>", "'NSException'" + row,
      row + "libc++abi", "0x1a" + " " + row,
    ] {
      expectEqual(CrashMessage(text)?.finding, finding, "\(text)")
    }
    let glued = "NSInternalInconsistencyException" + Self.lines.joined()
    expectEqual(CrashMessage(glued)?.finding, Self.finding)
    expectEqual(CrashMessage("NSException" + Self.sentence + "Table")?.finding, Self.counted)
    expectEqual(
      CrashMessage("attempt to delete section 4, but there are only 4sections before")?.finding,
      .violation(.deleteSectionOutOfBounds(section: 4, count: 4)))
  }

  @Test("is concluded nothing from when its list was not read to the end")
  func unread() throws {
    let start = Self.lines[..<5].joined(separator: "\n")
    let texts = [
      start: "cut off behind 'Delete row (0 - 1)'",
      start + " ... 12 more ]": "cut off behind 'Delete row (0 - 1)'",
      start + "\n\tMove row (0 - 0) to (1": "cut off behind 'Delete row (0 - 1)'",
      start + "…": "cut off behind 'Delete row (0 - 1)'",
      start + "\n\tDelete rows, many\n]": "could not be read behind 'Delete row (0 - 1)'",
      start + "\n\tRemove (0 - 3)\n]": "could not be read behind 'Delete row (0 - 1)'",
      Self.lines[..<3].joined(separator: "\n"): "the list of updates is missing",
      Self.lines[..<4].joined(separator: "\n"): "the list of updates is cut off",
    ]
    for (text, reason) in texts {
      let message = try require(CrashMessage(text))
      expectEqual(message.code, "E-INVALID-BATCH")
      expectEqual(message.fields.map(\.name), ["before", "after"])
      expect(message.happened.contains(reason), "\(text): \(message.happened)")
      expect(!message.happened.contains("says nothing"), "\(text)")
      expect(message.remedy.hasPrefix("paste the whole message"))
    }
    // What is known is said: which sections have another number of rows.
    let shrunk =
      Self.lines[..<2] + ["Data source after updates = { 2 sections with row counts: [1, 4] }"]
    expectEqual(
      CrashMessage(shrunk.joined(separator: " "))?.happened.hasSuffix(
        "section 0 went from 3 to 1 row"), true)
    // Numbers that are not all there are none.
    for counts in ["[3, ...]", "[3, …]"] {
      let text =
        Self.lines[0] + " Data source before updates = { 2 sections with row counts: \(counts) }"
        + Self.lines[2...].joined(separator: "\n")
      expectEqual(CrashMessage(text)?.fields, [], "\(counts)")
      expectEqual(CrashMessage(text)?.happened.contains("the list is cut off"), true)
    }
  }

  @Test("that UIKit only logged is no exception")
  func logged() {
    let log = "2024-05-01 10:11:12.1 App[1:2] [TableView] UITableView will perform reloadData. "
    expectEqual(CrashMessage(log + Self.sentence)?.isLogged, true)
    expectEqual(CrashMessage(Self.sentence + " " + log.uppercased())?.isLogged, true)
    expectEqual(
      CrashMessage("Performing reloadData as a fallback — " + Self.sentence)?.isLogged, true)
    expectEqual(CrashMessage(Self.sentence)?.isLogged, false)
    expectEqual(
      CrashMessage(log + "*** Terminating app due to uncaught exception: " + Self.sentence)?
        .isLogged, false)
  }
}
