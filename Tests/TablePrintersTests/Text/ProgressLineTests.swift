import Expectations
import TableKit
import Testing

@testable import TablePrinters

struct ProgressLineTests {
  private func line(
    _ title: String = "reading crew.csv", _ unit: Progress.Unit = .bytes, done: Int,
    of total: Int? = nil, seconds: Double = 1, width: Int = 79
  ) -> String {
    ProgressLine(
      work: Progress.Work(title: title, unit: unit, total: total), done: done, seconds: seconds
    ).text(width: width)
  }

  @Test("share, rate and remaining time are shown behind the title")
  func whole() {
    expectEqual(
      line(done: 630_000_000, of: 1_000_000_000, seconds: 1.5),
      "reading crew.csv  ███████░░░░░  63 %  420 MB/s  0.8 s left")
    expectEqual(
      line("sorting", .rows, done: 2_000_000, of: 10_000_000, seconds: 8),
      "sorting  ██░░░░░░░░░░  20 %  250,000 rows/s  32 s left")
    expectEqual(line(done: 0, of: 100, seconds: 0), "reading crew.csv  ░░░░░░░░░░░░   0 %  0 B/s")
    expectEqual(
      line(done: 1, of: 10_000, seconds: 1),
      "reading crew.csv  ░░░░░░░░░░░░   0 %  1 B/s  2 h 46 min left")
  }

  @Test("it is never done before it is over, and promises nothing where all is counted")
  func nearlyDone() {
    expect(line(done: 100, of: 100).hasSuffix("  ███████████░  99 %"))
  }

  @Test("an unknown total, or one that was passed, shows how much is done, without a bar")
  func unknown() {
    expectEqual(
      line("reading stdin", done: 12_400_000, seconds: 4), "reading stdin  12 MB  3.1 MB/s")
    expectEqual(line("saving a.csv", done: 120, of: 100), "saving a.csv  120 B  120 B/s")
    expectEqual(line("where x", .rows, done: 1), "where x  1 row  1 row/s")
  }

  @Test("a narrow line loses the bar, the time, the rate, and then the end of the title")
  func narrow() {
    func at(_ width: Int) -> String { line(done: 50_000_000, of: 100_000_000, width: width) }
    expectEqual(at(60), "reading crew.csv  ██████░░░░░░  50 %  50 MB/s  1.0 s left")
    expectEqual(at(50), "reading crew.csv  50 %  50 MB/s  1.0 s left")
    expectEqual(at(40), "reading crew.csv  50 %  50 MB/s")
    expectEqual(at(30), "reading crew.csv  50 %")
    expectEqual(at(15), "reading …  50 %")
    for width in 0...80 {
      expect(DisplayText(line: at(width)).width <= width)
    }
  }

  @Test("a long title is cut before what tells how far the work is")
  func longTitle() {
    let expression = "where " + String(repeating: "name:match('x') or ", count: 10)
    let text = line(expression, .rows, done: 50_000, of: 1_000_000, seconds: 1)
    expect(text.hasPrefix("where name:match('x') o"))
    expect(text.hasSuffix("…  ░░░░░░░░░░░░   5 %  50,000 rows/s  19 s left"))
    expectEqual(DisplayText(line: text).width, 79)
    expectEqual(
      line(expression, .rows, done: 50_000, of: 1_000_000, width: 50),
      "where name:match('x') or nam…   5 %  50,000 rows/s")
  }

  @Test("a name that would drive the terminal is shown escaped")
  func hostile() {
    let text = line("reading \u{1B}]0;x\u{07}\u{9B}31m\u{202E}", done: 1)
    expectEqual(text, "reading \\x1b]0;x\\x07\\u{9b}31m\\u{202e}  1 B  1 B/s")
  }
}
