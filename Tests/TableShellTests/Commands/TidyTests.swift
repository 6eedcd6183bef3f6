import Expectations
import Foundation
import TableKit
import TestSupport
import Testing

@testable import CommandLanguage
@testable import TableShell

/// Blanks, case and numbers.
struct TidyTests {
  @Test(
    "trim, upper and lower change the texts of columns, and nothing else",
    arguments: [
      ("trim a", "1,x  y,\" q\"\n2,,\"\"\n3,é ß,007\n"),
      ("trim a,b where id < 2", "1,x  y,\"q\"\n2,,\"\"\n3,\u{a0}é ß ,007\n"),
      ("upper a", "1, X  Y ,\" q\"\n2,,\"\"\n3,\u{a0}É SS ,007\n"),
      ("upper a,b; lower a", "1, x  y ,\" Q\"\n2,,\"\"\n3,\u{a0}é ss ,007\n"),
      ("lower a @3", "1, x  y ,\" q\"\n2,,\"\"\n3,\u{a0}é ß ,007\n"),
      ("trim --dry-run a,b", "1, x  y ,\" q\"\n2,,\"\"\n3,\u{a0}é ß ,007\n"),
    ])
  func texts(line: String, rows: String) throws {
    let start = "1, x  y ,\" q\"\n2,,\"\"\n3,\u{a0}é ß ,007\n"
    let file = try OpenedFile("id,a,b\n" + start)
    file.run(line)
    try expectEqual(file.saved, "id,a,b\n" + rows)
    file.run("undo to 0")
    try expectEqual(file.saved, "id,a,b\n" + start)
  }

  @Test("cells of a typed source that are no texts stay")
  func typedTexts() throws {
    let text = #"[{"id": 1, "a": " x\n"}, {"id": 2, "a": true}, {"id": 3, "a": {"b": "y"}}]"#
    let file = try OpenedFile(text, name: "t.json")
    expect(file.run("trim a; upper a").contains("changed 1 cell"))
    try expectEqual(
      file.saved, #"[{"id": 1, "a": "X"}, {"id": 2, "a": true}, {"id": 3, "a": {"b": "y"}}]"#)
  }

  @Test("one step for all columns; without rows nothing changes; unknown columns are errors")
  func edges() throws {
    let file = try OpenedFile("id,a,b\n1, x , y \n")
    file.run("trim a,b")
    expectEqual(file.run("undo list"), "1  trim a,b\n")
    expectEqual(file.run("trim a where id > 5"), "nothing changed\n")
    expect(file.run("trim a,c").contains("no column 'c'"))
    expectEqual(file.run("lua local _ = tablesh.run('upper a')"), "changed 1 cell in 1 section\n")
    expect(file.run("show a *").contains("X"))
    let empty = try OpenedFile("id,a\n")
    expectEqual(
      empty.run("trim a; upper a; number a; fill down a"),
      String(repeating: "nothing changed\n", count: 4))
  }

  @Test(
    "a number is written plainly, digit for digit",
    arguments: [
      ("1,234.50", "1234.50"), ("1.234,50", "1234.50"), ("1 234", "1234"), ("12", "12"),
      ("€ 1 234", "1234"), ("1\u{a0}234,5 €", "1234.5"), ("$1,234,567", "1234567"),
      ("-$5.25", "-5.25"), ("$ -5.25", "-5.25"), ("(12)", "-12"), ("($1,200.00)", "-1200.00"),
      ("\u{2212}7", "-7"), ("+3", "3"), ("007", "7"), ("0.50", "0.50"), (".5", "0.5"),
      ("0,125", "0.125"), ("1'234.5", "1234.5"), ("1’234", "1234"), ("1.234.567", "1234567"),
      ("1234.567", "1234.567"), (" 8 ", "8"), ("(0)", "0"), ("-0.0", "-0.0"), ("00", "0"),
      ("12345678901234567890,1", "12345678901234567890.1"), ("1e5", "1e5"),
      ("$1,234.5E-07", "1234.5E-07"),
      (" 1.234e3", "1.234e3"), ("(.5e+2)", "-0.5e+2"), ("1 234 567,891", "1234567.891"),
    ])
  func numbers(text: String, plain: String) {
    expectEqual(Self.read(text), plain)
  }

  @Test(
    "what is no number, or could be two, is none",
    arguments: [
      "1.234", "1,234", "12.345", "999,999", "", " ", "n/a", "12 %", "e5", "1e", "1e+", "0x10",
      "12a", "1.2.3",
      "1,23,456", "1.234,5.6", "1,234.567.8", "--5", "-(5)", "5-", "12.", "12,", "1 23", "1-234",
      "€", "1€2", "€1€", "1:30", "12 345 67", ",", "(", "()", "1''000", "½", "٣",
    ])
  func noNumbers(text: String) {
    expectNil(Self.read(text))
  }

  @Test(
    "with the mark before fractions given, the other one groups",
    arguments: [
      (",", "1.234", "1234"), (",", "1,234", "1.234"), (".", "1.234", "1.234"),
      (".", "1,234", "1234"), (",", "1.234.567,8", "1234567.8"), (",", "12.50", nil),
      (".", "12,50", nil), (".", "1.234.567", nil), (",", "1 234,5", "1234.5"), (".", "7", "7"),
    ] as [(String, String, String?)])
  func given(mark: String, text: String, plain: String?) {
    expectEqual(Self.read(text, decimal: mark), plain)
  }

  private static func read(_ text: String, decimal: String? = nil) -> String? {
    var number = WrittenNumber(decimal: decimal?.utf8.first)
    var result: [UInt8] = []
    let isRead = Array(text.utf8).withUnsafeBytes { number.read($0, into: &result) }
    return isRead ? String(decoding: result, as: UTF8.self) : nil
  }

  @Test("seeded numbers in both ways of writing come back as they were")
  func randomNumbers() {
    var random = SeededGenerator(seed: 19)
    for _ in 0..<2000 {
      let whole = Int.random(in: 0...9_999_999, using: &random)
      let fraction = Int.random(in: 0...99, using: &random)
      let isNegative = Bool.random(using: &random)
      let point = Bool.random(using: &random)
      var groups: [String] = []
      var rest = whole
      while rest > 999 {
        groups.insert(String(String(1000 + rest % 1000).dropFirst()), at: 0)
        rest /= 1000
      }
      groups.insert(String(rest), at: 0)
      let end = String(String(100 + fraction).dropFirst())
      let text =
        (isNegative ? "-" : "") + groups.joined(separator: point ? "," : ".") + (point ? "." : ",")
        + end
      expectEqual(Self.read(text), (isNegative ? "-" : "") + "\(whole).\(end)", "\(text)")
    }
  }

  @Test("the cells that are no numbers are listed, and nothing is changed unless they are skipped")
  func unreadable() throws {
    let text = "id,p\n1,\"1,234.50\"\n2,n/a\n3,1.234\n4,\n5,12\n6,\"7,5\"\n"
    let file = try OpenedFile(text)
    expectEqual(
      file.run("number p"),
      """
      error: 3 cells cannot be read as a number: @2 (0:1) p 'n/a', @3 (0:2) p '1.234', @6 (0:5) p '7,5'
      hint:  edit --null p where row["p"] == "n/a"  -- or leave them as they are: number --skip-errors p

      """)
    try expectEqual(file.saved, text)
    expectEqual(
      file.run("number --skip-errors p"),
      """
      note: 3 cells cannot be read as a number: @2 (0:1) p 'n/a', @3 (0:2) p '1.234', @6 (0:5) p '7,5'
      changed 1 cell in 1 section

      """)
    file.run("number --decimal , p @3,@6")
    try expectEqual(file.saved, "id,p\n1,\"1234.50\"\n2,n/a\n3,1234\n4,\n5,12\n6,\"7.5\"\n")
    expect(file.run("number --decimal ; p").contains("error"))
    expect(file.run("number --decimal x p").contains("'x' is neither '.' nor ','"))
  }

  @Test("the numbers of a typed source are numbers then")
  func typedNumbers() throws {
    let file = try OpenedFile(
      #"[{"id": 1, "p": "1,234.50"}, {"id": 2, "p": 7}, {"id": 3, "p": null}]"#, name: "t.json")
    expect(file.run("number p").contains("changed 1 cell"))
    try expectEqual(
      file.saved, #"[{"id": 1, "p": 1234.50}, {"id": 2, "p": 7}, {"id": 3, "p": null}]"#)
    let other = try OpenedFile(#"[{"id": 1, "p": true}]"#, name: "t.json")
    expect(other.run("number p").contains("1 cell cannot be read as a number: @1 (0:0) p 'true'"))
  }
}

struct DateTests {
  private static func pattern(_ text: String) throws -> DatePattern {
    let place = TextPosition(offset: 0, line: 1, column: 1)
    return try DatePattern(
      Word(parts: [.init(text: text, isQuoted: true, place: place)], place: place))
  }

  private static func convert(_ text: String, _ from: String, _ to: String) throws -> String? {
    guard let date = try Array(text.utf8).withUnsafeBytes({ try pattern(from).read($0) }) else {
      return nil
    }
    var result: [UInt8] = []
    try pattern(to).write(date, into: &result)
    return String(decoding: result, as: UTF8.self)
  }

  @Test(
    "a date is written in another pattern",
    arguments: [
      ("31.12.2024", "DD.MM.YYYY", "YYYY-MM-DD", "2024-12-31"),
      ("31.12.2024", "%d.%m.%Y", "%Y-%m-%d", "2024-12-31"),
      ("1.2.2024", "DD.MM.YYYY", "dd/mm/yy", "01/02/24"),
      ("01.02.68", "D.M.YY", "YYYY-MM-DD", "2068-02-01"),
      ("1.2.69", "%d.%m.%y", "YYYY-MM-DD", "1969-02-01"),
      ("29.2.2000", "D.M.YYYY", "YYYYMMDD", "20000229"),
      ("20240131", "YYYYMMDD", "D.M.YYYY", "31.1.2024"),
      ("march 5, 2024", "MMMM D, YYYY", "%d %b %Y", "05 Mar 2024"),
      ("5 SEP 2024", "D MMM YYYY", "D MMMM YYYY", "5 September 2024"),
      ("Sun, 31 Mar 2024", "DDD, DD MMM YYYY", "DDDD", "Sunday"),
      ("2024-03-05 14:07:09", "YYYY-MM-DD HH:mm:ss", "DD.MM. h:MM A", "05.03. 2:07 PM"),
      ("2024-03-05 00:07", "%Y-%m-%d %H:%M", "%I:%M %p", "12:07 AM"),
      ("12:30 am", "%I:%M %p", "HH:mm", "00:30"), ("12:30 PM", "hh:mm a", "HH:mm", "12:30"),
      ("2024-03-05T14:07:09Z", "YYYY-MM-DDTHH:mm:ssZ", "DD.MM.YYYY", "05.03.2024"),
      ("2024 060", "%Y %j", "%Y-%m-%d", "2024-02-29"), ("2023-12-31", "%Y-%m-%d", "%j", "365"),
      (" 5.3.2024", "%e.%m.%Y", "%-d/%-m/%Y", "5/3/2024"),
      ("05/2024", "MM/YYYY", "YYYY-MM", "2024-05"),
      ("100% 2024", "100%% %Y", "%y", "24"),
    ])
  func converted(text: String, from: String, to: String, expected: String) throws {
    try expectEqual(Self.convert(text, from, to), expected)
  }

  @Test(
    "a text that is not in the pattern, or no day of the calendar, is no date",
    arguments: [
      ("31.02.2024", "DD.MM.YYYY"), ("29.02.2023", "DD.MM.YYYY"), ("29.02.1900", "DD.MM.YYYY"),
      ("31.04.2024", "DD.MM.YYYY"), ("0.1.2024", "DD.MM.YYYY"), ("1.13.2024", "DD.MM.YYYY"),
      ("1.0.2024", "DD.MM.YYYY"), ("1.1.0000", "DD.MM.YYYY"), ("1.1.24", "DD.MM.YYYY"),
      ("1.1.2024", "DD.MM.YY"), ("1.1.20245", "DD.MM.YYYY"), ("1.1.2024 ", "DD.MM.YYYY"),
      ("1/1/2024", "DD.MM.YYYY"), ("", "DD.MM.YYYY"), ("24:00", "HH:mm"), ("13:00 PM", "hh:mm A"),
      ("0:30 AM", "hh:mm A"), ("12:60", "HH:mm"), ("366 2023", "%j %Y"), ("0 2023", "%j %Y"),
      ("Mon 31.03.2024", "DDD DD.MM.YYYY"), ("5 Smarch 2024", "D MMMM YYYY"),
      ("+1.1.2024", "DD.MM.YYYY"), ("2024-060-2024-01", "%Y-%j-%Y-%m"), ("1.1.2024 x", "D.M.YYYY"),
    ])
  func noDates(text: String, pattern: String) throws {
    try expectNil(Self.convert(text, pattern, pattern))
  }

  @Test(
    "a pattern that is none says what there is",
    arguments: [
      ("%Y-%q", "'%q' is not a part of a date pattern"),
      ("%Y%", "'%-' is not a part of a date pattern"),
      ("YYY-MM", "'YYY' is not a part of a date pattern"), ("-.-", "'-.-' is no pattern of dates"),
      ("", "'' is no pattern of dates"), ("%I:%M", "does not tell whether hours are AM or PM"),
    ])
  func badPatterns(pattern: String, message: String) throws {
    let file = try OpenedFile("id,d\n1,x\n")
    expect(file.run("date d '\(pattern)' YYYY").contains(message))
    expect(file.run("date d YYYY '\(pattern)'").contains(message))
  }

  @Test("every day of many years agrees with the system's calendar")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try require(TimeZone(identifier: "UTC"))
    var random = SeededGenerator(seed: 31)
    let pattern = try Self.pattern("%A %j %d %B %Y %H:%M:%S")
    for _ in 0..<3000 {
      let second = Int.random(in: -12_000_000_000...20_000_000_000, using: &random)
      let date = Date(timeIntervalSince1970: Double(second))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: date)
      guard let year = parts.year, year > 1600, let month = parts.month, let day = parts.day,
        let hour = parts.hour, let minute = parts.minute, let second = parts.second
      else { continue }
      let plain = String(
        format: "%04d-%02d-%02d %02d:%02d:%02d", year, month, day, hour, minute, second)
      let weekday = CalendarDate.weekdays[calendar.component(.weekday, from: date) - 1]
      let number = try require(calendar.ordinality(of: .day, in: .year, for: date))
      let full = try require(
        try Self.convert(plain, "YYYY-MM-DD HH:mm:ss", "%A %j %d %B %Y %H:%M:%S"))
      expect(full.hasPrefix("\(weekday) \(String(1000 + number).dropFirst()) "), "\(plain)")
      let again = Array(full.utf8).withUnsafeBytes { pattern.read($0) }
      expect(again?.day == day && again?.month == month && again?.year == year)
    }
  }

  @Test("which century years of two digits are read as is said, and how many dates lose theirs")
  func centuries() throws {
    let file = try OpenedFile("id,d\n1,03/04/49\n2,03/04/71\n3,01/02/68\n")
    expect(
      file.run("date d DD/MM/YY YYYY-MM-DD").contains(
        "note: years of two digits: 1 date from 69 to 99 read as 19.., 2 dates from 00 to 68 as 20..\n"
      ))
    file.run("undo")
    expect(!file.run("date d DD/MM/YY D.M.YY").contains("note"))
    file.run("undo")
    expect(file.run("date d %d/%m/%y %A").contains("1 date from 69 to 99 read as 19.."))
    let other = try OpenedFile("id,d\n1,1949-04-03\n2,1971-04-03\n3,2101-01-01\n")
    expect(
      other.run("date d YYYY-MM-DD DD.MM.YY").contains(
        "note: two digits lose the century of 2 dates: they are read as 1969 to 2068\n"))
    other.run("undo")
    expect(!other.run("date d YYYY-MM-DD DD.MM.YYYY").contains("note"))
  }

  @Test("the cells that are no dates are listed with their places, unless they are skipped")
  func unreadable() throws {
    let text = "id,d\n1,31.02.2024\n2,1.2.2024\n3,\n4,x\n5,\" 3.4.2024\"\n"
    let file = try OpenedFile(text)
    expectEqual(
      file.run("date d DD.MM.YYYY YYYY-MM-DD"),
      """
      error: 2 cells cannot be read as DD.MM.YYYY: @1 (0:0) d '31.02.2024', @4 (0:3) d 'x'
      hint:  date --skip-errors d DD.MM.YYYY YYYY-MM-DD  # leaves them as they are

      """)
    try expectEqual(file.saved, text)
    expect(file.run("date --skip-errors d DD.MM.YYYY YYYY-MM-DD").contains("changed 2 cells"))
    try expectEqual(file.saved, "id,d\n1,31.02.2024\n2,2024-02-01\n3,\n4,x\n5,\"2024-04-03\"\n")
    expect(file.run("date d DD.MM.YYYY 'HH:mm' @2").contains("'HH:mm' wants the hour, which"))
    expectEqual(file.run("date d YYYY-MM-DD YYYY-MM-DD @2"), "nothing changed\n")
  }

  @Test("several patterns are read in one line, and cells in the last one stay")
  func severalPatterns() throws {
    let text = "id,d\n1,31.12.2024\n2,\"Feb 03, 2024\"\n3,2024-05-06\n4,\n5,7.8.2024\n6,2024-1-2\n"
    let file = try OpenedFile(text)
    expect(
      file.run("date d DD.MM.YYYY \"MMM DD, YYYY\" YYYY-MM-DD").contains("changed 4 cells"))
    let rest = "2,\"2024-02-03\"\n3,2024-05-06\n4,\n5,2024-08-07\n6,2024-01-02\n"
    try expectEqual(file.saved, "id,d\n1,2024-12-31\n" + rest)
    file.run("undo; edit @3 d=x")
    expect(
      file.run("date d DD.MM.YYYY \"MMM DD, YYYY\" YYYY-MM-DD").contains(
        "1 cell cannot be read as DD.MM.YYYY or MMM DD, YYYY: @3 (0:2) d 'x'"))
    // Only the rows of a target, which follows all patterns.
    for target in ["0:0", "@1", "where id == 1", "selected", "\"rows\":0"] {
      file.run("undo to 0; select @1")
      expect(
        file.run("date d DD.MM.YYYY %d/%m/%Y YYYY-MM-DD \(target)").contains("changed 1 cell"),
        "\(target)")
    }
  }

  @Test("a cell that two patterns read as different dates is named, and left if errors are skipped")
  func ambiguousDates() throws {
    let text = "id,d\n1,03/04/2024\n2,13/04/2024\n3,04/13/2024\n4,05/05/2024\n"
    let file = try OpenedFile(text)
    expectEqual(
      file.run("date d MM/DD/YYYY DD/MM/YYYY YYYY-MM-DD"),
      """
      error: 1 cell can be read as different dates, by two patterns: @1 (0:0) d '03/04/2024'
      hint:  date --skip-errors d MM/DD/YYYY DD/MM/YYYY YYYY-MM-DD  # leaves them as they are

      """)
    try expectEqual(file.saved, text)
    let skipped = file.run("date --skip-errors d MM/DD/YYYY DD/MM/YYYY YYYY-MM-DD")
    expect(skipped.contains("changed 3 cells") && skipped.contains("by two patterns"), "\(skipped)")
    try expectEqual(
      file.saved, "id,d\n1,03/04/2024\n2,2024-04-13\n3,2024-04-13\n4,2024-05-05\n")
  }

  @Test("no cell passes as written already where the patterns read others as different dates")
  func unclearDates() throws {
    let file = try OpenedFile("id,d\n1,03/04/2024\n2,13/04/2024\n")
    expect(
      file.run("date d MM/DD/YYYY DD/MM/YYYY").contains(
        "1 cell cannot be read as MM/DD/YYYY; as DD/MM/YYYY, which reads some of them, '03/04/2024' is another "
          + "date: @2 (0:1) d '13/04/2024'"))
    expect(file.run("date --skip-errors d MM/DD/YYYY DD/MM/YYYY").contains("changed 1 cell"))
    try expectEqual(file.saved, "id,d\n1,04/03/2024\n2,13/04/2024\n")
  }

  @Test(
    "title writes each word with a capital, by Unicode's rules",
    arguments: [
      ("NEW YORK", "New York"), ("o'neil", "O'neil"), ("O\u{2019}NEIL", "O\u{2019}neil"),
      ("jean-luc", "Jean-Luc"), ("élise ÅSA", "Élise Åsa"), ("ßar straße", "Ssar Straße"),
      ("\u{1C6}ep", "\u{1C5}ep"), ("3rd mad2go", "3rd Mad2go"),
      ("'quoted' rock 'n' roll", "'Quoted' Rock 'N' Roll"),
      ("e\u{301}a", "E\u{301}a"), ("a.b. c/d", "A.b. C/D"), ("first_name", "First_name"),
      ("ёлка  ΣΟΦΊΑ", "Ёлка  Σοφία"), ("", ""), ("\u{FB01}x", "Fix"),
    ])
  func titleCase(text: String, titled: String) throws {
    var result: [UInt8] = []
    Array(text.utf8).withUnsafeBytes { TitleCase.write($0, into: &result) }
    expectEqual(String(decoding: result, as: UTF8.self), titled)
    let file = try OpenedFile("id,a\n1,x\n")
    file.run("edit @1 a=\"\(text)\"; title a")
    let cell = titled.contains("\"") || titled.isEmpty ? "\"\(titled)\"" : titled
    try expectEqual(file.saved, "id,a\n1,\(cell)\n")
  }

  @Test("patterns are completed")
  func completion() {
    let session = Session()
    for line in ["date name Y", "date name DD.MM.YYYY %"] {
      guard
        case .candidates(let found) = session.shell.complete(line, cursor: line.utf8.count).choices
      else { continue }
      expect(found.map(\.text).contains(line.hasSuffix("%") ? "%Y-%m-%d" : "YYYY-MM-DD"))
    }
  }
}
