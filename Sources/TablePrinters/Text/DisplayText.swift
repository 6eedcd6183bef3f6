import Wording

/// Text that is safe to write to a terminal, with its width in terminal cells.
///
/// Data may hold anything: `VisibleText` says how it is shown.
///
///     DisplayText("a\tb\u{1B}[2J").text      // a\tb\x1b[2J
///     DisplayText("東京").width               // 4
///     DisplayText("Aachen", limit: 4).text   // Aac…
public struct DisplayText: Hashable, Sendable {
  /// The text to write.
  public let text: String
  /// The width in terminal cells.
  public let width: Int

  /// The empty text.
  public static let empty = DisplayText(text: "", width: 0)

  init(text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// Escapes data and truncates it to a width, with `…` at the end.
  ///
  /// - Complexity: O(length), or O(`limit`) if that is less.
  public init(_ data: String, limit: Int = .max) { self.init(data, limit: limit, isData: true) }

  /// Escapes a line in which data is shown already, and truncates it to a width.
  ///
  /// - Complexity: O(length), or O(`limit`) if that is less.
  public init(line: String, limit: Int = .max) { self.init(line, limit: limit, isData: false) }

  private init(_ string: String, limit: Int, isData: Bool) {
    var string = string
    self = string.withUTF8 {
      DisplayText(bytes: UnsafeRawBufferPointer($0), limit: limit, isData: isData)
    }
  }

  /// Escapes the UTF-8 bytes of a text and truncates it to a width, with `…` at the end.
  ///
  /// - Parameter isData: whether its backslashes are data, and not of escapes.
  /// - Complexity: O(length), or O(`limit`) if that is less.
  public init(bytes: UnsafeRawBufferPointer, limit: Int = .max, isData: Bool = true) {
    let near = limit < bytes.count ? bytes.prefix(max(0, limit) + 1) : bytes[...]
    let backslash: UInt8 = isData ? 0x5C : 0
    if near.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != backslash }) {
      if bytes.count <= limit {
        self.init(text: String(decoding: bytes, as: UTF8.self), width: bytes.count)
      } else if limit <= 0 {
        self = .empty
      } else {
        let kept = String(decoding: bytes.prefix(limit - 1), as: UTF8.self)
        self.init(text: kept + "…", width: limit)
      }
      return
    }
    if let width = Self.simpleWidth(bytes, isData: isData), width <= limit {
      self.init(text: String(decoding: bytes, as: UTF8.self), width: width)
      return
    }
    if let simple = Self.escapingControls(of: bytes, isData: isData), simple.width <= limit {
      self = simple
      return
    }
    var pieces = DisplayTextBuilder(limit: limit)
    pieces.append(bytes, isData: isData)
    self = pieces.joined
  }

  /// Returns the width of a text of letters that never join others, in scripts that most data are
  /// in; nil for any other.
  static func simpleWidth(_ bytes: UnsafeRawBufferPointer, isData: Bool = true) -> Int? {
    var width = 0
    var i = 0
    while i < bytes.count {
      let first = UInt32(bytes[i])
      if first >= 0x20 && first < 0x7F {
        if isData, first == 0x5C, i + 1 < bytes.count, VisibleText.isDoubled(before: bytes[i + 1]) {
          return nil
        }
        (width, i) = (width + 1, i + 1)
        continue
      }
      // Symbols, kana and Han letters have three bytes.
      let length = first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE2 && first < 0xEA ? 3 : 0
      guard length > 0, i + length <= bytes.count else { return nil }
      var scalar = first & (length == 2 ? 0x1F : 0x0F)
      for byte in bytes[(i + 1)..<(i + length)] {
        guard byte & 0xC0 == 0x80 else { return nil }
        scalar = scalar << 6 | UInt32(byte & 0x3F)
      }
      guard let own = simpleWidth(scalar) else { return nil }
      (width, i) = (width + own, i + length)
    }
    return width
  }

  /// Escapes the ASCII control characters of a text that is simple but for them; nil for any other.
  private static func escapingControls(
    of bytes: UnsafeRawBufferPointer, isData: Bool
  ) -> DisplayText? {
    var text: [UInt8] = []
    var width = 0
    var start = 0
    for i in 0...bytes.count where i == bytes.count || bytes[i] < 0x20 || bytes[i] == 0x7F {
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<i])
      let isBackslash = isData && i < bytes.count && piece.last == 0x5C
      guard !isBackslash, let own = simpleWidth(piece, isData: isData) else { return nil }
      text += piece
      width += own
      start = i + 1
      guard i < bytes.count else { break }
      let escape = VisibleText.escape(Unicode.Scalar(bytes[i])).utf8
      text += escape
      width += escape.count
    }
    return DisplayText(text: String(decoding: text, as: UTF8.self), width: width)
  }

  /// Returns the width of a letter of Latin, Cyrillic, kana or Han script, or of a common symbol,
  /// that never joins another; nil for any other scalar.
  static func simpleWidth(_ scalar: UInt32) -> Int? {
    switch scalar {
    case 0xAD: nil
    case 0x20..<0x7F, 0xA1...0x24F, 0x400...0x45F: 1
    // Punctuation, currencies, arrows, operators, lines of boxes, ticks.
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF, 0x2190...0x22FF, 0x2500...0x257F,
      0x2713...0x2718:
      1
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FA5: 2
    default: nil
    }
  }

  /// Returns the text truncated to a width.
  public func cut(to limit: Int) -> DisplayText {
    width <= limit ? self : DisplayText(line: text, limit: limit)
  }

  /// Returns the text padded with blanks to a width; a wider text is unchanged.
  public func padded(to width: Int, alignment: Alignment = .left) -> String {
    let blanks = String(repeating: " ", count: max(0, width - self.width))
    return alignment == .left ? text + blanks : blanks + text
  }

  /// The alignment of text in its column.
  public enum Alignment: Hashable, Sendable {
    /// Left: blanks follow.
    case left
    /// Right: blanks precede.
    case right
  }
}

extension DisplayText {
  /// Escapes a text of several lines, in which data is shown already, for a terminal; line ends and
  /// tabs stay.
  ///
  ///     DisplayText.lines("a\u{1B}[2J\nb")   // a\\x1b[2J and, in the next line, b
  ///
  /// - Complexity: O(length).
  public static func lines(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09
    }
    if isPlain { return text }
    var result = ""
    var piece: [UInt8] = []
    func flush() {
      result += piece.withUnsafeBytes { DisplayText(bytes: $0, isData: false).text }
      piece.removeAll(keepingCapacity: true)
    }
    for byte in text.utf8 {
      guard byte == 0x0A || byte == 0x09 else {
        piece.append(byte)
        continue
      }
      flush()
      result += byte == 0x0A ? "\n" : "\t"
    }
    flush()
    return result
  }
}
