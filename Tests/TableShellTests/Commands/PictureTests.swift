import Expectations
@testable import TablePages
import TestSupport
import Testing

@testable import TableShell

/// Pictures that move: the terminal as it is typed, and the table as its rows move.
struct PictureTests {
  private typealias Look = TerminalText.Look

  /// The film of one answer after one typed line.
  private func film(_ typed: String, _ printed: String) -> TerminalFilm {
    TerminalFilm(
      events: [
        .typed([TerminalFilm.TypedLine(prompt: "> ", text: typed)], isCommand: true),
        .printed(printed),
      ], prompt: "> ")
  }

  private func svg(_ film: TerminalFilm, lines: Int = 24, isStill: Bool = false) -> String {
    let picture = TerminalPicture(film, size: (40, lines), title: "<t>")
    return String(decoding: picture.svg(isStill: isStill), as: UTF8.self)
  }

  /// The picture of lines that are typed while a table is recorded.
  private func table(_ lines: [String], of session: Session = Session()) throws -> String {
    let folder = TemporaryFolder()
    session.run("record start \(folder.path)/t.svg")
    for line in lines { session.run(line) }
    expect(session.run("record stop").contains("to \(folder.path)/t.svg ("))
    return try folder.read("t.svg")
  }

  @Test("text is wrapped at the width of the terminal, wide characters whole, in its colours")
  func text() {
    var text = TerminalText(columns: 6)
    text.print("\u{1B}[1;36mab\u{1B}[0m c\u{1B}[38;5;203mdef\u{1B}[0m\r\n東京東\u{1B}]52;c;x\u{7}京\ta")
    let lines = text.lines.map { line in
      line.map { "\($0.column):\($0.text)" }.joined(separator: "|")
    }
    expectEqual(lines, ["0:ab|2: c|4:de", "0:f", "0:東|2:京|4:東", "0:京|2:    ", "0:  a"])
    expectEqual(text.lines[0].map(\.look.classes), [["b", "cyan"], [], ["red"]])
    expectEqual(text.lines[2].map(\.width), [2, 2, 2])
    let codes = [16: nil, 28: 2, 110: 4, 147: 4, 160: 1, 221: 3, 245: nil] as [Int: Int?]
    for (code, color) in codes {
      var text = TerminalText(columns: 6)
      text.print("\u{1B}[38;5;\(code)mx")
      expectEqual(text.lines[0][0].look.color, color, "\(code)")
    }
  }

  @Test("a typed line is under a cover that the cursor pushes away, and its answer appears then")
  func typing() {
    let picture = svg(film("count", "5\n"))
    expect(picture.contains(">count</tspan>") || picture.contains("</tspan>count</text>"))
    expect(picture.contains("steps(5)"))
    expect(picture.contains("<title>&lt;t&gt;</title>"))
    expect(picture.contains("@media(prefers-reduced-motion:reduce){.a{animation:none}}"))
    expect(picture.contains("@media(prefers-color-scheme:dark){"))
    expect(!picture.contains("<script") && !picture.contains("http://www.w3.org/1999"))
    // The same film is the same picture, and one that stands still has nothing that moves.
    expectEqual(svg(film("count", "5\n")), picture)
    let still = svg(film("count", "5\n"), isStill: true)
    expect(!still.contains("animation") && still.contains(">5</text>"))
  }

  @Test("what a terminal scrolls past at once is not in the picture")
  func scrolling() {
    let printed = (1...100).map { "line \($0)\n" }.joined()
    let picture = svg(film("show", printed), lines: 10)
    expect(picture.contains(">line 100<") && picture.contains(">line 92<"))
    expect(!picture.contains(">line 91<"))
    expect(picture.contains("transform:translateY(-1840px)"))
    let long = svg(film(String(repeating: "x", count: 90), ""))
    expect(long.contains(String(repeating: "x", count: 40)))
  }

  @Test("a row that moves is one element, and one that changes has a text for each value")
  func rows() throws {
    let picture = try table(["move 0:0 to 1:0", "edit 0:0 name=Zed", "delete 0:1"])
    func count(_ text: String) -> Int { picture.ranges(of: ">\(text)<").count }
    expectEqual(count("Zed"), 1)
    for sign in ["↕", "✎", "−"] { expect(count(sign) >= 1, "\(sign)") }
    expect(picture.contains("&gt; move 0:0 to 1:0<") && picture.contains("move row"))
  }

  @Test("a change that is out of sight is scrolled to, and rows that are never seen are left out")
  func scrolledTable() throws {
    let session = Session(nil)
    let folder = TemporaryFolder()
    let rows = (0..<2000).map { "\($0),n\($0)" }.joined(separator: "\n")
    try folder.write("id,name\n\(rows)\n", to: "t.csv")
    session.run("open \(folder.path)/t.csv")
    let picture = try table(["delete @1500"], of: session)
    expect(picture.contains(">n1500<") && picture.contains(">n0<"))
    expect(!picture.contains(">n700<") && picture.utf8.count < 60_000)
  }

  @Test("a film has what is printed at the terminal, without waits and the line that leaves")
  func session() throws {
    let folder = TemporaryFolder()
    let session = Session()
    var request = RecordRequest(path: folder.path + "/s.svg", title: "T")
    request.line = "tablesh crew.csv"
    expectEqual(session.shell.runSubcommand(.record(request)), .done)
    var said = ""
    for line in ["# why", "wait 0.01", "delete 0:0", "delete 99:0", "quit!"] {
      said += session.run(line)
    }
    session.shell.end()
    said += session.console.take()
    expect(said.contains("recorded 2 commands to \(folder.path)/s.svg ("), "\(said)")
    let picture = try folder.read("s.svg")
    for text in ["tablesh crew.csv", "# why", "delete 0:0", "deleted 1 row", "error:", "plan"] {
      expect(picture.contains(text), "\(text)")
    }
    expect(!picture.contains("wait") && !picture.contains("quit!"))
  }
}
