import CommandLanguage

/// How dates are written, for `date`: `DD.MM.YYYY`, or as for strftime `%d.%m.%Y`.
///
///     let german = try DatePattern(word)          // D.M.YYYY
///     german.read(bytes of "3.12.2024")           // the third of December
///     german.read(bytes of "31.2.2024")           // nil: the calendar has no such day
struct DatePattern {
  /// A part of a date that can be read or written.
  enum Field: Hashable {
    case year, yearOfCentury, month, monthName(isFull: Bool), day, dayOfYear
    case weekday(isFull: Bool)
    case hour, hourOfHalf, half, minute, second
  }

  /// A piece of a pattern.
  private enum Part: Hashable {
    /// A byte that stands as it is.
    case byte(UInt8)
    /// A field; numbers may have a zero in front.
    case field(Field, isPadded: Bool)
  }

  private var parts: [Part] = []
  /// Whether years have two digits only.
  private(set) var hasShortYear = false

  /// The patterns that completion offers, with an example.
  static let usual = [
    ("YYYY-MM-DD", "2024-12-31"), ("DD.MM.YYYY", "31.12.2024"), ("DD/MM/YYYY", "31/12/2024"),
    ("MM/DD/YYYY", "12/31/2024"), ("D.M.YY", "31.12.24"), ("YYYYMMDD", "20241231"),
    ("D MMM YYYY", "31 Dec 2024"), ("MMMM D, YYYY", "December 31, 2024"),
    ("YYYY-MM-DD HH:mm:ss", "2024-12-31 23:59:00"), ("%Y-%m-%d", "2024-12-31"),
    ("%d.%m.%Y", "31.12.2024"), ("%m/%d/%y", "12/31/24"),
  ].map { (text: $0.0, example: $0.1) }

  /// Reads a pattern: of strftime if it has a `%`, else of letters.
  init(_ word: Word) throws(SyntaxError) {
    let scalars = Array(word.text.unicodeScalars)
    if scalars.contains("%") {
      try readPercents(scalars, word)
    } else {
      try readLetters(scalars, word)
    }
    let hasField = parts.contains { if case .field = $0 { true } else { false } }
    if !hasField {
      throw word.misuse("'\(shown: word.text)' is no pattern of dates, as DD.MM.YYYY is")
    }
    if fields.contains(.hourOfHalf), !fields.contains(.half) {
      throw word.misuse("'\(shown: word.text)' does not tell whether hours are AM or PM")
    }
    hasShortYear = fields.contains(.yearOfCentury) && !fields.contains(.year)
  }

  private var fields: [Field] {
    parts.compactMap { if case .field(let field, _) = $0 { field } else { nil } }
  }

  private mutating func add(text: String) {
    parts += text.utf8.map { .byte($0) }
  }

  private mutating func add(_ field: Field, isPadded: Bool = true) {
    parts.append(.field(field, isPadded: isPadded))
  }

  private mutating func readPercents(
    _ scalars: [Unicode.Scalar], _ word: Word
  ) throws(SyntaxError) {
    var i = 0
    while i < scalars.count {
      i += 1
      guard scalars[i - 1] == "%" else {
        add(text: String(scalars[i - 1]))
        continue
      }
      let isPadded = i >= scalars.count || scalars[i] != "-"
      if !isPadded { i += 1 }
      let letter = i < scalars.count ? scalars[i] : "-"
      i += 1
      switch letter {
      case "Y": add(.year)
      case "y": add(.yearOfCentury)
      case "m": add(.month, isPadded: isPadded)
      case "b", "h": add(.monthName(isFull: false))
      case "B": add(.monthName(isFull: true))
      case "d": add(.day, isPadded: isPadded)
      case "e": add(.day, isPadded: false)
      case "j": add(.dayOfYear)
      case "a": add(.weekday(isFull: false))
      case "A": add(.weekday(isFull: true))
      case "H": add(.hour, isPadded: isPadded)
      case "I": add(.hourOfHalf, isPadded: isPadded)
      case "p": add(.half)
      case "M": add(.minute)
      case "S": add(.second)
      case "%": add(text: "%")
      default:
        throw word.misuse(
          "'%\(letter)' is not a part of a date pattern; use"
            + " %Y %y %m %d %e %b %B %a %A %H %I %M %S %p %j %%")
      }
    }
  }

  private mutating func readLetters(_ scalars: [Unicode.Scalar], _ word: Word) throws(SyntaxError) {
    let hasHalf = scalars.contains("A") || scalars.contains("a")
    var i = 0
    while i < scalars.count {
      let letter = scalars[i].properties.lowercaseMapping
      let count = scalars[i...].prefix { $0 == scalars[i] }.count
      switch (letter, count) {
      case ("y", 4): add(.year)
      case ("y", 2): add(.yearOfCentury)
      case ("m", 1...2) where fields.last == .hour || fields.last == .hourOfHalf: add(.minute)
      case ("m", 1...2): add(.month, isPadded: count == 2)
      case ("m", 3...4): add(.monthName(isFull: count == 4))
      case ("d", 1...2): add(.day, isPadded: count == 2)
      case ("d", 3...4): add(.weekday(isFull: count == 4))
      case ("h", 1...2): add(hasHalf ? .hourOfHalf : .hour, isPadded: count == 2)
      case ("s", 1...2): add(.second)
      case ("a", 1): add(.half)
      case ("y", _), ("m", _), ("d", _), ("h", _), ("s", _), ("a", _):
        let run = String(String.UnicodeScalarView(scalars[i..<(i + count)]))
        throw word.misuse(
          "'\(shown: run)' is not a part of a date pattern; use YYYY YY MM M MMM MMMM DD D DDD DDDD HH H mm"
            + " ss A; other letters are written with %: %Y-%m-%d")
      default:
        for scalar in scalars[i..<(i + count)] { add(text: String(scalar)) }
      }
      i += count
    }
  }
}

// MARK: - What a pattern tells

extension DatePattern.Field {
  /// What it is, in words.
  var what: String {
    switch self {
    case .year, .yearOfCentury: "the year"
    case .month, .monthName: "the month"
    case .day: "the day"
    case .dayOfYear, .weekday: "the whole date"
    case .hour, .hourOfHalf, .half: "the hour"
    case .minute: "the minute"
    case .second: "the second"
    }
  }
}

extension DatePattern {
  /// Whether what it writes depends on the century.
  var tellsCentury: Bool {
    fields.contains {
      switch $0 {
      case .year, .weekday, .dayOfYear: true
      default: false
      }
    }
  }

  /// What dates written in the pattern are like, as a pattern of Lua in quotes; nil: a text of it cannot stand
  /// there.
  var luaPattern: String? {
    var pattern: [UInt8] = []
    for part in parts {
      switch part {
      case .byte(let byte):
        let scalar = Unicode.Scalar(byte)
        guard scalar.value >= 0x20, scalar != "\"", scalar != "\\" else { return nil }
        let isPlain =
          !scalar.isASCII || scalar == " " || scalar.properties.isAlphabetic
          || scalar.properties.numericType != nil
        if !isPlain { pattern.append(UInt8(ascii: "%")) }
        pattern.append(byte)
      case .field(.monthName, _), .field(.weekday, _), .field(.half, _): pattern += "%a+".utf8
      case .field(.year, _): pattern += "%d%d%d%d".utf8
      case .field(.dayOfYear, _): pattern += "%d%d%d".utf8
      case .field(_, let isPadded): pattern += (isPadded ? "%d%d" : "%d%d?").utf8
      }
    }
    return "\"^\(String(decoding: pattern, as: UTF8.self))$\""
  }

  /// The first field that cannot be written of dates that another pattern reads; nil: none.
  func missing(from other: DatePattern) -> Field? {
    var named = Set(other.fields.map(\.what))
    if other.fields.contains(.dayOfYear) { named.formUnion(["the month", "the day"]) }
    if named.isSuperset(of: ["the year", "the month", "the day"]) {
      named.insert("the whole date")
    }
    return fields.first { !named.contains($0.what) }
  }
}

// MARK: - Reading and writing

/// A day of the calendar, and a time on it; what a pattern does not tell is nil.
struct CalendarDate {
  var year: Int?
  var month: Int?
  var day: Int?
  var dayOfYear: Int?
  var weekday: Int?
  var hour: Int?
  var isAfternoon: Bool?
  var minute: Int?
  var second: Int?

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days of a month; of a February of an unknown year 29.
  private static func dayCount(_ month: Int, _ year: Int?) -> Int {
    switch month {
    case 2: year.map(isLeap) ?? true ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days before a month of a year.
  private static func days(before month: Int, _ year: Int) -> Int {
    (367 * month - 362) / 12 - (month < 3 ? 0 : isLeap(year) ? 1 : 2)
  }

  /// Completes what follows from the rest; returns false if there is no such day or time.
  mutating func complete() -> Bool {
    guard (0...23).contains(hour ?? 0), (0...59).contains(minute ?? 0),
      (0...59).contains(second ?? 0), (1...12).contains(month ?? 1), (1...9999).contains(year ?? 1)
    else { return false }
    if let isAfternoon, let hour {
      guard (1...12).contains(hour) else { return false }
      self.hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    if let number = dayOfYear, let year {
      guard number <= 365 + (Self.isLeap(year) ? 1 : 0) else { return false }
      let found = (1...12).last { Self.days(before: $0, year) < number } ?? 1
      guard month == nil || month == found else { return false }
      (month, day) = (found, day ?? number - Self.days(before: found, year))
    }
    guard day.map({ (1...Self.dayCount(month ?? 1, year)).contains($0) }) ?? true else {
      return false
    }
    guard let year, let month, let day else { return weekday == nil }
    let number = Self.days(before: month, year) + day
    let before = year - 1
    let days = before * 365 + before / 4 - before / 100 + before / 400 + number
    guard dayOfYear == nil || dayOfYear == number, weekday == nil || weekday == days % 7 else {
      return false
    }
    (dayOfYear, weekday) = (number, days % 7)
    return true
  }
}

extension DatePattern {
  /// Reads a date; nil if the text is none, or the calendar has none such.
  ///
  /// - Complexity: O(length).
  func read(_ text: UnsafeRawBufferPointer) -> CalendarDate? {
    var date = CalendarDate()
    var i = 0
    for part in parts {
      switch part {
      case .byte(let byte):
        guard i < text.count, text[i] == byte else { return nil }
        i += 1
      case .field(let field, _):
        guard Self.read(field, of: text, at: &i, into: &date) else { return nil }
      }
    }
    return i == text.count && date.complete() ? date : nil
  }

  private static func read(
    _ field: Field, of text: UnsafeRawBufferPointer, at i: inout Int, into date: inout CalendarDate
  ) -> Bool {
    func number(_ lengths: ClosedRange<Int>) -> Int? {
      // `%e` is written with a blank in front.
      if field == .day, i < text.count, text[i] == 0x20 { i += 1 }
      var (value, length) = (0, 0)
      while i < text.count, length < lengths.upperBound, text[i] &- 0x30 < 10 {
        value = value * 10 + Int(text[i] &- 0x30)
        i += 1
        length += 1
      }
      return lengths.contains(length) ? value : nil
    }
    func name(_ names: [String]) -> Int? {
      for (index, name) in names.enumerated() {
        for length in [name.utf8.count, 3] where i + length <= text.count {
          let typed = text[i..<(i + length)]
          if zip(typed, name.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
            i += length
            return index
          }
        }
      }
      return nil
    }
    func take<Value: Equatable>(_ value: Value?, _ place: inout Value?) -> Bool {
      guard let value, place == nil || place == value else { return false }
      place = value
      return true
    }
    switch field {
    case .year: return take(number(4...4), &date.year)
    case .yearOfCentury:
      return take(
        number(2...2).map { $0 + ($0 < ShortYears.read.lowerBound % 100 ? 2000 : 1900) }, &date.year
      )
    case .month: return take(number(1...2), &date.month)
    case .monthName: return take(name(CalendarDate.months).map { $0 + 1 }, &date.month)
    case .day: return take(number(1...2), &date.day)
    case .dayOfYear: return take(number(1...3), &date.dayOfYear)
    case .weekday: return take(name(CalendarDate.weekdays), &date.weekday)
    case .hour, .hourOfHalf: return take(number(1...2), &date.hour)
    case .minute: return take(number(1...2), &date.minute)
    case .second: return take(number(1...2), &date.second)
    case .half:
      guard i + 2 <= text.count, text[i + 1] | 0x20 == UInt8(ascii: "m") else { return false }
      let letter = text[i] | 0x20
      i += 2
      guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return false }
      return take(letter == UInt8(ascii: "p"), &date.isAfternoon)
    }
  }

  /// Writes a date that has what the pattern wants.
  func write(_ date: CalendarDate, into text: inout [UInt8]) {
    for part in parts {
      switch part {
      case .byte(let byte): text.append(byte)
      case .field(let field, let isPadded): Self.write(field, of: date, isPadded, into: &text)
      }
    }
  }

  private static func write(
    _ field: Field, of date: CalendarDate, _ isPadded: Bool, into text: inout [UInt8]
  ) {
    func number(_ value: Int, _ width: Int = 2) {
      var divisor = 1
      for _ in 1..<width { divisor *= 10 }
      while divisor > 1, !isPadded, value < divisor { divisor /= 10 }
      while divisor > 0 {
        text.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
        divisor /= 10
      }
    }
    let hour = date.hour ?? 0
    switch field {
    case .year: number(date.year ?? 0, 4)
    case .yearOfCentury: number((date.year ?? 0) % 100)
    case .month: number(date.month ?? 1)
    case .monthName(let isFull):
      let name = CalendarDate.months[(date.month ?? 1) - 1].utf8
      text += isFull ? name.prefix(name.count) : name.prefix(3)
    case .day: number(date.day ?? 1)
    case .dayOfYear: number(date.dayOfYear ?? 1, 3)
    case .weekday(let isFull):
      let name = CalendarDate.weekdays[date.weekday ?? 0].utf8
      text += isFull ? name.prefix(name.count) : name.prefix(3)
    case .hour: number(hour)
    case .hourOfHalf: number((hour + 11) % 12 + 1)
    case .half: text += (hour < 12 ? "AM" : "PM").utf8
    case .minute: number(date.minute ?? 0)
    case .second: number(date.second ?? 0)
    }
  }
}
