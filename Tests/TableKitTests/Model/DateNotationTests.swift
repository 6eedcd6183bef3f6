import Expectations
import TestSupport
import Testing

@testable import TableKit

/// How dates in digits are read, and written anew in another notation.
struct DateNotationTests {
  /// `-` for the separator, then what the notation says: `year first, padded, full`.
  private func drawn(_ text: String) -> String? {
    DateNotation(text.utf8).map { notation in
      let separator = notation.separator.map { String(Unicode.Scalar($0)) } ?? "none"
      let facts = [
        notation.isYearFirst ? "year first" : nil, notation.isPadded ? "padded" : nil,
        notation.hasFullYear ? "full" : nil,
      ].compactMap { $0 }
      return ([separator] + facts).joined(separator: ", ")
    }
  }

  @Test(
    "a text has the notation of the date that it begins with",
    arguments: [
      ("2024-05-01", "-, year first, padded, full"), ("2024/5/1", "/, year first, full"),
      ("2024-05-1", "-, year first, full"), ("1.5.2024", "., full"),
      ("01.05.2024", "., padded, full"), ("1.5.24", "."),
      ("20240501", "none, year first, padded, full"),
      ("2024-05", "-, year first, padded, full"),
      ("2024-05-01 10:30", "-, year first, padded, full"),
      ("2024-05-01T10:30", "-, year first, padded, full"), ("13/2/24", "/"), ("2/13/24", "/"),
    ])
  func notations(text: String, notation: String) { expectEqual(drawn(text), notation) }

  @Test(
    "what is no date has none",
    arguments: [
      "", "x", "2024", "2024-13-01", "2024-00-01", "2024-05-32", "2024-05-00", "13/13/2024",
      "32.1.2024", "0.1.2024", "1.5", "1-5.2024", "2024-5/1", "20241301", "202405", "2024050",
      "2024-05-01x", "2024-05-01,", "20240501 10:30", "12345-01-01", "1.2.3", "1.2.12345",
      "123.1.2024", "1.5.202",
    ])
  func none(text: String) { expectNil(drawn(text)) }

  @Test("a date is written in the notation of others, with what stands behind it")
  func rewriting() throws {
    let iso = try require(DateNotation("2024-01-31".utf8))
    let joined = try require(DateNotation("20240131".utf8))
    let months = try require(DateNotation("2024/01".utf8))
    for (text, wanted) in [
      ("1.5.2024", "2024-05-01"), ("01.05.2024", "2024-05-01"), ("2024/5/1", "2024-05-01"),
      ("31/12/2024", "2024-12-31"), ("12/31/2024", "2024-12-31"), ("20241231", "2024-12-31"),
      ("1.5.2024 10:30", "2024-05-01 10:30"), ("2024/5", "2024-05"),
      ("31.12.1000", "1000-12-31"), ("31.12.0999", nil), ("31.12.99", nil), ("x", nil),
      ("1.13.2024", nil), ("5/4/2024", nil),
    ] {
      expectEqual(iso.rewriting(text), wanted, "\(text)")
    }
    expectEqual(joined.rewriting("31.12.2024"), "20241231")
    expectEqual(months.rewriting("31.12.2024"), "2024/12/31")
    // What does not order its texts orders no others.
    for text in ["1.5.2024", "2024-5-1", "01.05.2024"] {
      try expectNil(require(DateNotation(text.utf8)).rewriting("2024-05-01"), "\(text)")
    }
  }

  @Test("of day and month, only a number that is no month or a point tells which is which")
  func eitherWay() throws {
    let iso = try require(DateNotation("2024-01-31".utf8))
    func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    for a in 1...31 {
      for b in 1...31 {
        let isDate = a <= 12 || b <= 12
        for separator in ["/", "-", "."] {
          let text = "\(a)\(separator)\(b)\(separator)2024"
          expectEqual(drawn(text) != nil, isDate, "\(text)")
          let dayFirst = separator == "." || a > 12
          let isClear = dayFirst ? b <= 12 : b > 12
          let (day, month) = dayFirst ? (a, b) : (b, a)
          let wanted = isDate && isClear ? "2024-\(digits(month))-\(digits(day))" : nil
          expectEqual(iso.rewriting(text), wanted, "\(text)")
        }
      }
    }
  }

  @Test("a column has the notation of its first cell that holds something, if that is a full date")
  func columns() {
    func notation(_ cells: String...) -> String? {
      let table = Tables.table(
        columns: ["d"], sections: [("S", cells.map { [$0] })], key: 0)
      return table.dateNotation(of: ColumnID(0))?.first
    }
    expectEqual(notation("", "2024-05-01", "x"), "2024-05-01")
    expectNil(notation("x", "2024-05-01"))
    expectNil(notation("1.5.24", "2024-05-01"))
    expectNil(notation("", ""))
    let typed = Tables.table(
      columns: ["d"], sections: [("S", [["20240501"], ["\"2024-05-01\""]])], syntax: .json, key: 0)
    expectNil(typed.dateNotation(of: ColumnID(0))?.first)
  }
}
