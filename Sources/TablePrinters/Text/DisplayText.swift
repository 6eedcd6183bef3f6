/// Text that is safe to write to a terminal, and how many of its cells it fills.
///
/// Data may hold anything. What a terminal would obey or hide is shown escaped: control
/// characters, line and text direction marks, invisible format characters, bytes that are no
/// UTF-8, and combining marks with nothing to combine with. Backslashes of the data stay as they
/// are.
///
///     DisplayText("a\tb\u{1B}[2J").text      // a\tb\x1b[2J
///     DisplayText("東京").width               // 4
///     DisplayText("Aachen", limit: 4).text   // Aac…
public struct DisplayText: Hashable, Sendable {
  /// What to write.
  public let text: String
  /// How many cells of a terminal it fills.
  public let width: Int

  /// The empty text.
  public static let empty = DisplayText(text: "", width: 0)

  init(text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// Makes text safe and cuts it to a width, with `…` at the end of what was cut.
  ///
  /// - Complexity: O(length), or O(`limit`) when that is less.
  public init(_ string: String, limit: Int = .max) {
    var string = string
    self = string.withUTF8 { DisplayText(bytes: UnsafeRawBufferPointer($0), limit: limit) }
  }

  /// Makes the UTF-8 bytes of a text safe and cuts it to a width, with `…` at the end of what was
  /// cut.
  ///
  /// - Complexity: O(length), or O(`limit`) when that is less.
  public init(bytes: UnsafeRawBufferPointer, limit: Int = .max) {
    let near = limit < bytes.count ? bytes.prefix(max(0, limit) + 1) : bytes[...]
    if near.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
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
    var pieces = DisplayTextBuilder(limit: limit)
    pieces.append(bytes)
    self = pieces.joined
  }

  /// This text, cut to a width if it is wider.
  public func cut(to limit: Int) -> DisplayText {
    width <= limit ? self : DisplayText(text, limit: limit)
  }

  /// The text with blanks up to a width; a wider text stays as it is.
  public func padded(to width: Int, alignment: Alignment = .left) -> String {
    let blanks = String(repeating: " ", count: max(0, width - self.width))
    return alignment == .left ? text + blanks : blanks + text
  }

  /// On which side text stands in its column.
  public enum Alignment: Hashable, Sendable {
    /// Blanks follow.
    case left
    /// Blanks come first.
    case right
  }
}

extension DisplayText {
  /// Text of several lines made safe to write to a terminal; line ends and tabs stay.
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
      result += piece.withUnsafeBytes { DisplayText(bytes: $0).text }
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
