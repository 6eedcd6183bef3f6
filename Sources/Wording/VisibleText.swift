/// How data is shown to people: the one place that says so.
///
/// What a terminal would interpret, hide or draw like something else is written as an escape: control
/// characters, blanks other than the plain one, invisible characters, marks of the direction of
/// text, and letters that are written with other scalars than usual. A backslash before what could be
/// taken for an escape is doubled, and any other stays. So texts that differ are never shown alike.
///
///     VisibleText.of("a\tb")          // a\tb
///     VisibleText.of("C:\\temp\\a")   // C:\\temp\a
///     VisibleText.of("a\u{A0}b")      // a\u{a0}b
///     VisibleText.of("e\u{301}")      // e\u{301}: the usual é is one scalar
///
/// In double quotes, the command language reads the escapes back.
public enum VisibleText {
  /// Returns data as it is shown.
  ///
  /// - Complexity: O(length).
  public static func of(_ data: String) -> String { shown(data, isData: true) }

  /// Returns bytes as they are shown, those that are not UTF-8 as `\xff`.
  public static func of(_ bytes: UnsafeRawBufferPointer) -> String {
    var result = ""
    _ = split(bytes, isData: true) { part, _ in
      result += part
      return true
    }
    return result
  }

  /// Returns bytes as text, those that are not UTF-8 as `\xff`; all else stays.
  public static func escapingBytes(_ bytes: [UInt8]) -> String {
    var result = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        result.append(Unicode.UTF8.decode(encoded))
        position += encoded.count
      case .error(let length):
        for byte in bytes[position..<position + length] {
          result.append(contentsOf: escape(byte: byte).unicodeScalars)
        }
        position += length
      case .emptyInput: return String(result)
      }
    }
  }

  /// Returns a line in which data is shown already: its backslashes stay.
  ///
  /// - Complexity: O(length).
  public static func line(_ text: String) -> String { shown(text, isData: false) }

  private static func shown(_ text: String, isData: Bool) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && !(isData && $0 == 0x5C) }) { return text }
    var result = ""
    forEachPart(of: text, isData: isData) { part, _ in result += part }
    return result
  }

  /// Calls `body` with the clusters and escapes of a text, and whether each is an escape.
  static func forEachPart(of text: String, isData: Bool = false, _ body: (String, Bool) -> Void) {
    var text = text
    text.withUTF8 { bytes in
      _ = split(UnsafeRawBufferPointer(bytes), isData: isData) { part, isEscape in
        body(part, isEscape)
        return true
      }
    }
  }

  /// Returns the escape of a scalar.
  public static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0..<0x80: escape(byte: UInt8(scalar.value))
    default: "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  private static func escape(byte: UInt8) -> String {
    "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }

  /// Whether a backslash before a byte must be doubled, as it could be taken for an escape.
  public static func isDoubled(before byte: UInt8) -> Bool {
    switch byte {
    case 0x5C, UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "u"),
      UInt8(ascii: "x"):
      true
    default: byte < 0x20 || byte >= 0x7F
    }
  }

  /// Calls `body` with the parts of a text that are not to be divided, grapheme clusters and escapes,
  /// and whether each is an escape, until it returns false.
  ///
  /// - Parameters:
  ///   - isData: whether backslashes are data.
  ///   - most: the number of bytes to look at.
  /// - Returns: whether it got all parts.
  public static func split(
    _ bytes: UnsafeRawBufferPointer, isData: Bool, most: Int = .max,
    _ body: (String, Bool) -> Bool
  ) -> Bool {
    var splitter = Splitter(bytes, isData: isData, most: most)
    return splitter.run(body) && most >= bytes.count
  }
}

extension DefaultStringInterpolation {
  /// Appends data as `VisibleText` shows it.
  public mutating func appendInterpolation(shown data: String) {
    appendLiteral(VisibleText.of(data))
  }
}

/// Divides a text into clusters and escapes.
private struct Splitter {
  /// A scalar, or a byte that is no UTF-8.
  private enum Element {
    case scalar(Unicode.Scalar)
    case byte(UInt8)
  }

  private var elements: [Element] = []
  private let isData: Bool
  /// The scalars since the last escape or blank.
  private var run = ""

  /// The number of combining marks after which more are escaped: more than any script stacks, they
  /// would cover the lines above.
  private static let mostMarks = 12

  init(_ bytes: UnsafeRawBufferPointer, isData: Bool, most: Int) {
    self.isData = isData
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0
    reading: while position < most {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        elements.append(.scalar(Unicode.UTF8.decode(encoded)))
        position += encoded.count
      case .error(let length):
        elements += bytes[position..<position + length].map { .byte($0) }
        position += length
      case .emptyInput: break reading
      }
    }
  }

  private func scalar(_ index: Int) -> Unicode.Scalar? {
    guard elements.indices.contains(index), case .scalar(let scalar) = elements[index] else {
      return nil
    }
    return scalar
  }

  mutating func run(_ body: (String, Bool) -> Bool) -> Bool {
    var isFlag = false
    var marks = 0
    for index in elements.indices {
      guard case .scalar(let scalar) = elements[index] else {
        guard case .byte(let byte) = elements[index], flush(body),
          body("\\x" + String(byte, radix: 16), true)
        else { return false }
        (isFlag, marks) = (false, 0)
        continue
      }
      let isTag = isFlag && marks < Self.mostMarks && (0xE0020...0xE007F).contains(scalar.value)
      isFlag = scalar.value == 0x1F3F4 || isTag
      marks = scalar.isMark ? marks + 1 : 0
      let isLoose = marks > Self.mostMarks || run.isEmpty && scalar.joinsBlank
      if isData, scalar == "\\", isDoubled(index) {
        guard flush(body), body("\\\\", true) else { return false }
      } else if !isTag, isLoose || isEscaped(scalar, index) {
        guard flush(body), body(VisibleText.escape(scalar), true) else { return false }
      } else {
        // A blank always ends a cluster, which keeps the runs short.
        if scalar == " ", !run.isEmpty, !flush(body) { return false }
        run.unicodeScalars.append(scalar)
      }
    }
    return flush(body)
  }

  /// Whether a backslash is followed by what could make it an escape.
  private func isDoubled(_ index: Int) -> Bool {
    guard index + 1 < elements.count else { return false }
    guard case .scalar(let next) = elements[index + 1], next.isASCII else { return true }
    return VisibleText.isDoubled(before: UInt8(next.value))
  }

  private func isEscaped(_ scalar: Unicode.Scalar, _ index: Int) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: return true
    // Joiners shape the letters around them.
    case .format: return !isJoiner(scalar, index)
    case .unassigned: return !scalar.isRoomForNewer
    default: break
    }
    // The pattern of Braille without dots is a blank.
    if scalar.value == 0x2800 || scalar.isWrittenOtherwise { return true }
    guard scalar.properties.isDefaultIgnorableCodePoint else { return false }
    guard scalar.value == 0xFE0E || scalar.value == 0xFE0F, let base = self.scalar(index - 1) else {
      return true
    }
    let isKey = base.isASCII && self.scalar(index + 1)?.value == 0x20E3
    return !(base.properties.isEmoji && (!base.isASCII || isKey))
  }

  /// Whether a scalar joins or parts the letters or pictures around it, and is seen by that.
  private func isJoiner(_ scalar: Unicode.Scalar, _ index: Int) -> Bool {
    guard scalar.value == 0x200C || scalar.value == 0x200D, !run.isEmpty,
      let before = self.scalar(index - 1), let after = self.scalar(index + 1)
    else { return false }
    if before.isOfJoiningScript, after.isOfJoiningScript { return !isEscaped(after, index + 1) }
    return scalar.value == 0x200D && after.isPicture
      && (before.isPicture || before.value == 0xFE0F || before.isTag)
  }

  private mutating func flush(_ body: (String, Bool) -> Bool) -> Bool {
    defer { run = "" }
    for character in run {
      let text = String(character)
      if !text.isWrittenOtherwise {
        guard body(text, false) else { return false }
        continue
      }
      for (index, scalar) in text.unicodeScalars.enumerated() {
        let piece = index == 0 ? String(scalar) : VisibleText.escape(scalar)
        guard body(piece, index > 0) else { return false }
      }
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Whether it takes no room of its own.
  fileprivate var isMark: Bool {
    if isASCII { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    // Vowels and final consonants join the syllable before them.
    default: return (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
    }
  }

  /// Whether it would form one cluster with what precedes it, such as an escape or the blanks between
  /// columns.
  fileprivate var joinsBlank: Bool {
    if isASCII { return false }
    if isMark { return true }
    var pair = " "
    pair.unicodeScalars.append(self)
    return pair.dropFirst().isEmpty
  }

  /// Whether it is unassigned here, and in a range in which newer versions of Unicode have pictures
  /// and Han letters.
  fileprivate var isRoomForNewer: Bool {
    switch value {
    case 0x1F300...0x1F64F, 0x1F900...0x1FAFF: true
    case 0x20000...0x3FFFD: value & 0xFFFE != 0xFFFE
    default: false
    }
  }

  /// Whether it is a letter or mark of a script in which letters join: of the Near East, or of India
  /// and around it.
  fileprivate var isOfJoiningScript: Bool {
    switch value {
    case 0x600...0xDFF, 0xF00...0x109F, 0x1780...0x18AF, 0x1900...0x1BFF, 0xA800...0xABFF,
      0x10A00...0x11FFF, 0x1E900...0x1E95F:
      true
    default: false
    }
  }

  fileprivate var isPicture: Bool { value > 0xFF && properties.isEmoji }

  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }
}

// Letters with marks that can be written in several ways, which look the same (Unicode Standard
// Annex #15): the usual one, form C, is shown as it is.

extension Unicode.Scalar {
  /// Whether the same is usually written with another scalar, or with several.
  fileprivate var isWrittenOtherwise: Bool {
    if value < 0x340 { return false }
    var (low, high) = (0, Self.unusual.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.unusual[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < Self.unusual.count && Self.unusual[low].contains(value)
  }

  /// The scalars that form C does not have, in order.
  private static let unusual: [ClosedRange<UInt32>] = [
    0x340...0x341, 0x343...0x344, 0x374...0x374, 0x37E...0x37E, 0x387...0x387, 0x958...0x95F,
    0x9DC...0x9DD, 0x9DF...0x9DF, 0xA33...0xA33, 0xA36...0xA36, 0xA59...0xA5B, 0xA5E...0xA5E,
    0xB5C...0xB5D, 0xF43...0xF43, 0xF4D...0xF4D, 0xF52...0xF52, 0xF57...0xF57, 0xF5C...0xF5C,
    0xF69...0xF69, 0xF73...0xF73, 0xF75...0xF76, 0xF78...0xF78, 0xF81...0xF81, 0xF93...0xF93,
    0xF9D...0xF9D, 0xFA2...0xFA2, 0xFA7...0xFA7, 0xFAC...0xFAC, 0xFB9...0xFB9, 0x1F71...0x1F71,
    0x1F73...0x1F73, 0x1F75...0x1F75, 0x1F77...0x1F77, 0x1F79...0x1F79, 0x1F7B...0x1F7B,
    0x1F7D...0x1F7D, 0x1FBB...0x1FBB, 0x1FBE...0x1FBE, 0x1FC9...0x1FC9, 0x1FCB...0x1FCB,
    0x1FD3...0x1FD3, 0x1FDB...0x1FDB, 0x1FE3...0x1FE3, 0x1FEB...0x1FEB, 0x1FEE...0x1FEF,
    0x1FF9...0x1FF9, 0x1FFB...0x1FFB, 0x1FFD...0x1FFD, 0x2000...0x2001, 0x2126...0x2126,
    0x212A...0x212B, 0x2329...0x232A, 0x2ADC...0x2ADC, 0xF900...0xFA0D, 0xFA10...0xFA10,
    0xFA12...0xFA12, 0xFA15...0xFA1E, 0xFA20...0xFA20, 0xFA22...0xFA22, 0xFA25...0xFA26,
    0xFA2A...0xFA6D, 0xFA70...0xFAD9, 0xFB1D...0xFB1D, 0xFB1F...0xFB1F, 0xFB2A...0xFB36,
    0xFB38...0xFB3C, 0xFB3E...0xFB3E, 0xFB40...0xFB41, 0xFB43...0xFB44, 0xFB46...0xFB4E,
    0x1D15E...0x1D164, 0x1D1BB...0x1D1C0, 0x2F800...0x2FA1D,
  ]
}

extension String {
  /// Whether one cluster is not in form C, though each of its scalars is.
  fileprivate var isWrittenOtherwise: Bool {
    let scalars = unicodeScalars
    guard var starter = scalars.first, scalars.count > 1 else { return false }
    var last: UInt8 = 0
    var isNext = true
    for scalar in scalars.dropFirst() {
      let order = scalar.properties.canonicalCombiningClass.rawValue
      if order != 0, order < last { return true }
      if isNext || last < order, Self.compose(starter, scalar) { return true }
      last = order
      isNext = order == 0
      if order == 0 { starter = scalar }
    }
    return false
  }

  /// Whether one scalar stands for two.
  private static func compose(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    // Syllables of Hangul.
    if (0x1100...0x1112).contains(first.value), (0x1161...0x1175).contains(second.value) {
      return true
    }
    if (0xAC00...0xD7A3).contains(first.value), (0x11A8...0x11C2).contains(second.value) {
      return (first.value - 0xAC00) % 28 == 0
    }
    if second.value < 0x300 { return false }
    var pair = String(first)
    pair.unicodeScalars.append(second)
    return composed.contains(pair)
  }

  /// The scalars in whose ranges those are that stand for two, but Hangul; equal to the two.
  private static let composed: Set<String> = {
    let ranges: [ClosedRange<UInt32>] = [
      0xC0...0x233, 0x385...0x3D4, 0x400...0x477, 0x4C1...0x4F9, 0x622...0x626, 0x6C0...0x6D3,
      0x929...0x934, 0x9CB...0x9CC, 0xB48...0xB4C, 0xB94...0xB94, 0xBCA...0xBCC, 0xC48...0xC48,
      0xCC0...0xCCB, 0xD4A...0xD4C, 0xDDA...0xDDE, 0x1026...0x1026, 0x1B06...0x1B12,
      0x1B3B...0x1B43, 0x1E00...0x1FFC, 0x219A...0x21CF, 0x2204...0x22AF, 0x22E0...0x22ED,
      0x304C...0x30FE, 0x105C0...0x105E5, 0x1109A...0x110AB, 0x1112E...0x1112F, 0x1134B...0x1134C,
      0x11380...0x113C9, 0x114BB...0x114BE, 0x115BA...0x115BB, 0x11938...0x11938,
      0x16120...0x16129, 0x16D67...0x16D6A,
    ]
    return Set(
      ranges.joined().compactMap(Unicode.Scalar.init).filter { !$0.isWrittenOtherwise }
        .map { String($0) })
  }()
}
