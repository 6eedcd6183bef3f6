import BatchUpdates
import Expectations
import Foundation
import TableInteraction
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TablePages

/// The page that plays a recording, as a file.
struct RecordingPageTests {
  /// Texts that would run, break out or turn the page round.
  static let hostile = [
    "</script><script>alert(1)</script>", "<!--", "]]>", "<img src=x onerror=alert(1)>",
    "\u{2028}\u{2029}", "\u{0}\u{1}\u{7F}\u{9B}31m", "\u{202E}evil", "\"'&amp;", "é漢字👍🏽", "\\u003c",
    "</ScRiPt >", "${1}`", "a\nb\tc",
  ]

  /// A recorder of a table in which every text is a hostile one.
  private func recorder() throws -> Recorder {
    let text = Self.hostile.joined(separator: " ")
    let table = Tables.table(
      columns: ["id", text],
      sections: [
        (name: text, rows: Self.hostile.enumerated().map { ["\($0)", JSONText.quoted($1)] })
      ],
      syntax: .json, key: 1)
    var controller = TableController(table: table)
    let recorder = Recorder(of: controller, title: text, geometry: .init())
    var step = Recording.Step(command: text)
    step.output = text
    step.comment = text
    step.plan = text
    step.error = .init(message: text, hint: text, code: "c")
    step.push = .init(source: text, inserted: 0, deleted: 0, changed: 0)
    let rows = Array(controller.table.allRows)
    let transaction = try controller.perform([.edit(.delete([rows[0]]))], title: text)
    recorder.record(step, [transaction], controller)
    return recorder
  }

  private func page(_ recorder: Recorder) throws -> [UInt8] {
    try RecordingFile.bytes(of: recorder.recording, seen: recorder.seen, as: .html, rows: .all)
      .bytes
  }

  /// The parts of a page between two texts.
  private func part(_ page: String, _ from: String, _ to: String) throws -> String {
    let start = try require(page.firstRange(of: from))
    let end = try require(page[start.upperBound...].firstRange(of: to))
    return String(page[start.upperBound..<end.lowerBound])
  }

  @Test("no text of a recording opens or ends an element, and none is lost")
  func hostileTexts() throws {
    let recorder = try recorder()
    let bytes = try page(recorder)
    let page = String(decoding: bytes, as: UTF8.self)
    let plain = Recorder(
      of: TableController(table: Tables.table("A(a)")), title: "", geometry: .init())
    let empty = String(decoding: try self.page(plain), as: UTF8.self)
    // What could begin something that runs stands as often as in a page without texts.
    for text in ["<script", "</script", "<!--", "-->", "<img", "<style", "</style"] {
      let count = page.lowercased().ranges(of: text).count
      expectEqual(count, empty.lowercased().ranges(of: text).count, "\(text)")
    }
    let steps = try part(page, "<ol>", "</ol>")
    let tags = Set(steps.matches(of: /<\/?([a-z]*)/).map { String($0.output.1) })
    expect(tags.isSubset(of: ["li", "p", "code", "pre", "ul", "br"]), "\(tags)")
    expect(!page.unicodeScalars.contains { $0 == "\u{0}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
    let data = try part(page, "data-encoding=\"json\">", "</script>")
    expect(!data.contains("<") && !data.unicodeScalars.contains { $0 == "\u{2028}" })
    let read = try RecordingFile.read(bytes, name: "page.html")
    expect(read.steps == recorder.steps && read.title == recorder.recording.title)
    let cells = (0..<Self.hostile.count).map { read.rows.cells(of: $0)?[1].text }
    expectEqual(cells, Self.hostile.map { $0 })
    try expectEqual(RecordingCheck(read).steps, 1)
  }

  @Test("the policy allows the page's own script and style by their hashes, and nothing else")
  func policy() throws {
    let page = String(decoding: try page(recorder()), as: UTF8.self)
    let policy = try part(page, "Content-Security-Policy\" content=\"", "\"")
    expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("unsafe"))
    let style = try part(page, "<style>", "</style>")
    let loader = try part(page, "<script>", "</script>")
    let player = try unpackedScript(page)
    expect(policy.contains("style-src '\(try hash(style))';"))
    expect(policy.contains("script-src '\(try hash(loader))' '\(try hash(player))';"))
    expectEqual(player, String(decoding: RecordingPage.script, as: UTF8.self))
    expect(!policy.contains("connect-src"))
    expect(RecordingPage.policy(for: .live).hasSuffix("; connect-src 'self'"))
    expect(page.ranges(of: "<!--").isEmpty, "a placeholder is left")
    expect(!page.contains("http://") && !page.contains("https://"), "it names another place")
  }

  /// The player's script, as the loader unpacks it.
  private func unpackedScript(_ page: String) throws -> String {
    let data = try require(Data(base64Encoded: try part(page, "id=\"packed\">", "</script>")))
    let limit = 1 << 20
    return String(
      decoding: try Compression.gzip.unpacked(Array(data), limit: limit, name: "player"),
      as: UTF8.self)
  }

  /// The hash of an element's text, as a policy names it.
  private func hash(_ text: String) throws -> String {
    let digest = try ChildProcess.run(
      "/bin/sh", ["-c", "openssl dgst -sha256 -binary | base64"], input: Array(text.utf8))
    return "sha256-" + digest.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("a page without rows is small, and the same at any time")
  func size() throws {
    let small = Recorder(
      of: TableController(table: Tables.table("A(a)")), title: "", geometry: .init())
    let bytes = try page(small)
    expect(bytes.count < 52_000)
    // The time in the header of gzip, bytes 4 to 7, is none.
    let packed = try part(String(decoding: bytes, as: UTF8.self), "id=\"packed\">", "</script>")
    expect(packed.hasPrefix("H4sIAAAAAAA"))
  }

  @Test("the script is joined in the order that the template names")
  func order() throws {
    let template = String(decoding: PlayerFile.bytes("page.html"), as: UTF8.self)
    let line = try require(template.split(separator: "\n").first { $0.contains("script:") })
    expectEqual(
      line.split(separator: " ").dropFirst().map(String.init), RecordingPage.scriptParts.map(\.name)
    )
    let text = String(decoding: RecordingPage.script, as: UTF8.self).lowercased()
    expect(!text.contains("</script") && !text.contains("<!--"))
  }

  @Test("a live page holds no data, and is the same but for that and its policy")
  func live() throws {
    let page = String(decoding: try RecordingPage.live(title: "Crew <1>"), as: UTF8.self)
    expect(page.contains("data-mode=\"live\"") && page.contains("Crew &lt;1&gt;"))
    expect(page.contains("connect-src 'self'"))
    expect(throws: RecordingError.self) {
      try RecordingFile.read(Array(page.utf8), name: "live.html")
    }
  }

  @Test("a recording over 1 MB is packed, reads back, and is refused when it is cut or damaged")
  func packed() throws {
    let rows = (0..<20_000).map { ["k\($0)", "a cell of some length, to fill the page \($0)"] }
    let table = Tables.table(columns: ["id", "text"], sections: [(name: "S", rows: rows)], key: 1)
    let recorder = Recorder(
      of: TableController(table: table), title: "many", geometry: .init())
    let bytes = try page(recorder)
    expect(bytes.count < 1 << 20)
    let page = String(decoding: bytes, as: UTF8.self)
    expect(page.contains("data-encoding=\"gzip\""))
    let read = try RecordingFile.read(bytes, name: "page.html")
    expectEqual(read.rows.count, 20_000)
    expectEqual(read.rows.cells(of: 19_999)?.map(\.text), rows[19_999])
    let data = try require(bytes.firstRange(of: Array("data-encoding=\"gzip\">".utf8))).upperBound
    for cut in [data + 10, data + 1000, bytes.count - 100_000] {
      let end = "</script></html>"
      expect(throws: RecordingError.self, "\(cut)") {
        try RecordingFile.read(Array(bytes[..<cut]) + Array(end.utf8), name: "page.html")
      }
      expect(throws: RecordingError.self, "\(cut)") {
        try RecordingFile.read(Array(bytes[..<cut]), name: "page.html")
      }
    }
    var damaged = bytes
    damaged[data + 5000] = damaged[data + 5000] == 0x41 ? 0x42 : 0x41
    expect(throws: RecordingError.self) {
      try RecordingFile.read(damaged, name: "page.html")
    }
  }

  @Test("with rows that were seen alone, what changed is there and the rest are placeholders")
  func seen() throws {
    let rows = (0..<5_000).map { ["k\($0)"] }
    let table = Tables.table(columns: ["id"], sections: [(name: "S", rows: rows)], key: 1)
    var controller = TableController(table: table)
    let all = Array(table.allRows)
    let recorder = Recorder(
      of: controller, title: "", geometry: .init(), visible: Array(all[..<10]))
    let transaction = try controller.perform([.edit(.delete([all[3000]]))], title: "delete")
    recorder.record(Recording.Step(command: "delete"), [transaction], controller)
    let (bytes, written) = try RecordingFile.bytes(
      of: recorder.recording, seen: recorder.seen, as: .json, rows: .seen)
    expectEqual(written, .seen)
    let read = try RecordingFile.read(bytes, name: "r.json")
    try expectEqual(RecordingCheck(read).end.rowCount, 4_999)
    expectEqual(read.rows.cells(of: 5)?.map(\.text), ["k5"])
    expectEqual(read.rows.cells(of: 2990)?.map(\.text), ["k2990"])
    expectNil(read.rows.cells(of: 1000))
    expect(bytes.count < 40_000)
  }

  @Test(
    "the digest is that of the standard",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digest(text: String, expected: String) {
    let digest = SHA256.digest(of: Array(text.utf8))
    let hex = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    expectEqual(hex, expected)
  }

  @Test("the list of steps is cut after 2,000, reasons after 50 and texts after 4,000 characters")
  func limits() {
    func count(_ text: String, _ part: String) -> Int { text.ranges(of: part).count }
    for number in [0, 1, 2_000, 2_001, 2_350] {
      let html = StepList.html(of: (0..<number).map { Recording.Step(command: "c\($0)") })
      expectEqual(count(html, "<code>c"), min(number, 2_000))
      expectEqual(html.contains("more steps"), number > 2_000)
      if number > 2_000 {
        expect(html.hasSuffix("<li><p>… \(number - 2_000) more steps</p></li>\n"))
      }
    }
    for number in [0, 1, 50, 51, 120] {
      var step = Recording.Step(command: "c")
      step.reasons = (0..<number).map {
        .init(stage: 0, isOfRows: true, verb: .delete, index: $0, rule: nil, text: "gone \($0)")
      }
      let html = StepList.html(of: [step])
      expectEqual(count(html, ": gone "), min(number, 50))
      expectEqual(html.contains("<li>… "), number > 50)
      if number > 50 { expect(html.contains("<li>… \(number - 50) more</li>")) }
    }
    for length in [3_999, 4_000, 4_001, 9_000] {
      var step = Recording.Step(command: "c")
      step.output = String(repeating: "é", count: length)
      let html = StepList.html(of: [step])
      expectEqual(count(html, "é"), min(length, 4_000))
      expectEqual(html.contains(" …</p>"), length > 4_000)
    }
  }

  @Test("a reason names its operation with its places, and the stage where there are several")
  func reasons() {
    var batch = Recording.Batch()
    batch.rows.deletes = [RowPath(0, 1), RowPath(0, 2)]
    batch.rows.moves = [Move(from: RowPath(0, 3), to: RowPath(1, 0))]
    batch.rows.inserts = [.init(path: RowPath(2, 0), version: 0)]
    batch.rows.reloads = [.init(path: RowPath(3, 1), version: 0)]
    batch.rows.reconfigures = [.init(path: RowPath(3, 2), version: 0)]
    batch.sections.deletes = [4]
    batch.sections.moves = [Move(from: 5, to: 6)]
    var step = Recording.Step(command: "c")
    step.stages = [.batch(batch)]
    func lines(_ reasons: [Recording.Reason]) -> [String] {
      step.reasons = reasons
      return StepList.html(of: [step]).matches(of: /<li>([^<]*)<\/li>/).map { String($0.output.1) }
    }
    func reason(
      _ verb: PlannedOperation.Verb, _ index: Int, ofRows: Bool = true, stage: Int = 0,
      rule: String? = "D4"
    ) -> Recording.Reason {
      .init(stage: stage, isOfRows: ofRows, verb: verb, index: index, rule: rule, text: "t")
    }
    expectEqual(
      lines([
        reason(.delete, 1), reason(.move, 0), reason(.insert, 0), reason(.reload, 0),
        reason(.reconfigure, 0, rule: nil), reason(.delete, 0, ofRows: false),
        reason(.move, 0, ofRows: false), reason(.delete, 2, rule: nil),
        reason(.insert, 0, stage: 3),
      ]),
      [
        "delete row 0:2: t (D4)", "move row 0:3 → 1:0: t (D4)", "insert row 2:0: t (D4)",
        "reload row 3:1: t (D4)", "reconfigure row 3:2: t", "delete section 4: t (D4)",
        "move section 5 → 6: t (D4)", "delete row: t", "insert row: t (D4)",
      ])
    expectEqual(
      lines([reason(.delete, 0), reason(.move, 0), reason(.delete, 1)]),
      ["delete 2 rows 0:1, 0:2: t (D4)", "move row 0:3 → 1:0: t (D4)"])
    var many = Recording.Batch()
    many.rows.deletes = (0..<9).map { RowPath(0, $0) }
    step.stages = [.batch(many)]
    expectEqual(
      lines((0..<9).map { reason(.delete, $0) }),
      ["delete 9 rows 0:0, 0:1, 0:2, …, 0:8: t (D4)"])
    step.stages = [.batch(batch), .batch(batch)]
    expectEqual(lines([reason(.delete, 0, stage: 1)]), ["stage 2  delete row 0:1: t (D4)"])
  }
}
