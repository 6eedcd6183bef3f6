import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// How many rows of which width a header below a title may have.
struct PreambleBoundsTests {
  /// The line at which the table begins, from 1; 0: no other than the first.
  private func start(_ lines: [String], isCautious: Bool = false) -> Int {
    let text = lines.map { $0 + "\n" }.joined()
    return Array(text.utf8).withUnsafeBytes { bytes in
      var finder = PreambleFinder(bytes: bytes, dialect: Dialect(delimiter: 0x2C), hasHeader: true)
      finder.isCautious = isCautious
      guard let found = finder.find(from: 0, delimiter: 0x2C) else { return 0 }
      expectEqual(found.lines, lines.prefix(found.lines).count)
      expect(bytes[found.offset...].starts(with: lines[found.lines].utf8))
      return found.lines + 1
    }
  }

  @Test("it has as many cells as half of the rows or more, and of longer rows there are fewer")
  func rows() {
    for whole in 0...4 {
      for short in 0...4 {
        for long in 0...4 where whole + short + long > 0 {
          let rows =
            Array(repeating: "1,Ann,3", count: whole) + Array(repeating: "2,Bob", count: short)
            + Array(repeating: "3,Cid,4,5", count: long)
          let total = whole + short + long
          // Longer rows are wide enough.
          let wide = whole + long
          let isHeader = wide > 0 && wide * 2 >= total && long * 2 < total
          expectEqual(
            start(["Title", "", "id,name,amt"] + rows), isHeader ? 3 : 0,
            "\(whole) whole, \(short) short, \(long) long")
        }
      }
    }
  }

  @Test("names are several, all there, distinct and no numbers")
  func names() {
    let row = "1,Ann,3"
    for (header, isOne) in [
      ("id,name,amt", true), ("id,name,", true), ("id,,amt", false), (",name,amt", false),
      ("id,name,id", false), ("id,name,3", false), ("id,name,-1.5", false), ("id,name,x3", true),
      ("a b,c,d", true), ("id,name,ID", true),
    ] {
      expectEqual(start(["Title", "", header, row, row]), isOne ? 3 : 0, "\(header)")
    }
  }

  @Test("a title is a line of one cell, at its beginning or among three or more")
  func titles() {
    let table = ["id,name,amt", "1,Ann,3", "2,Bob,4"]
    for (title, isOne) in [
      ("Report", true), ("Report,,", true), (",,Report", true), (",Report,", true), (",,", true),
      (",Report", false), ("Report,", true), ("a,b", false), ("a,b,", false),
    ] {
      expectEqual(start([title] + table), isOne ? 2 : 0, "\(title)")
    }
    for count in 1...5 {
      expectEqual(start(Array(repeating: "Title", count: count) + table), count + 1)
      expectEqual(start(Array(repeating: "", count: count) + ["T"] + table), count + 2)
    }
  }

  @Test("a header without rows is one below a blank line, or if it has three names or more")
  func bare() {
    expect(start(["T", "", "id,name"]) == 3 && start(["T", "id,name"]) == 0)
    expectEqual(start(["T", "id,name,amt"]), 2)
    expectEqual(start(["T", "id,name,amt"], isCautious: true), 0)
    expectEqual(start(["T", "", "id,name,amt"], isCautious: true), 3)
  }

  @Test("caution wants whole rows, and more than one, or a number, or a blank line")
  func cautious() {
    for (lines, isOne) in [
      (["T", "id,name", "x,Ann"], false), (["T", "id,name", "x,Ann", "y,Bob"], true),
      (["T", "id,name", "1,Ann"], true), (["T", "", "id,name", "x,Ann"], true),
      (["T", "id,name", "1,Ann", "2"], false), (["T", "id,name", "1,Ann", "2,Bob,3"], false),
      (["T", "id, name", "1,Ann", "2,Bob"], false),
    ] {
      let wanted = isOne ? lines.count { !$0.contains(",") } + 1 : 0
      expectEqual(start(lines, isCautious: true), wanted, "\(lines)")
    }
  }

  @Test("line ends count once, whatever they are")
  func lineEnds() {
    for end in ["\n", "\r\n", "\r"] {
      for blanks in 0...2 {
        let text =
          (["T"] + Array(repeating: "", count: blanks) + ["id,name,amt", "1,a,2", "2,b,3"])
          .map { $0 + end }.joined()
        Array(text.utf8).withUnsafeBytes { bytes in
          let finder = PreambleFinder(
            bytes: bytes, dialect: Dialect(delimiter: 0x2C), hasHeader: true)
          let found = finder.find(from: 0, delimiter: 0x2C)
          expect(found?.lines == 1 + blanks && found?.width == 3)
          expectEqual(found?.offset, 1 + (1 + blanks) * end.utf8.count)
          expectEqual(TableStart.offset(ofLine: 1 + blanks, from: 0, in: bytes), found?.offset)
          expectEqual(TableStart.offset(ofLine: 99, from: 0, in: bytes), bytes.count)
        }
      }
    }
  }
}
