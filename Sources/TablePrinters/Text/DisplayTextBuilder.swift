import CUTF8Proc

/// The parts of a text that are never split when it is cut: grapheme clusters and escapes.
struct DisplayTextBuilder {
  /// How wide the text may become.
  let limit: Int
  /// The parts with their widths, until they are wider than `limit`.
  private var pieces: [(text: String, width: Int)] = []
  private var width = 0
  /// Whether something was left out because no byte of it would be shown.
  private var hasMore = false

  /// More marks than any script stacks, which would paint over the lines above, are escaped.
  private static let mostMarks = 12

  init(limit: Int) { self.limit = limit }

  /// Appends decoded and escaped bytes, as far as they can be shown.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var run = ""
    var flag = false
    var marks = 0
    var i = 0
    // One cluster may hold any number of marks: past this many bytes the rest counts as cut.
    let most = limit < Int.max / 64 ? min(bytes.count, max(0, limit) * 64 + 256) : bytes.count
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    while i < most, width <= limit {
      var code: utf8proc_int32_t = 0
      let length = utf8proc_iterate(start.map { $0 + i }, bytes.count - i, &code)
      guard length > 0, let scalar = Unicode.Scalar(UInt32(bitPattern: code)) else {
        flush(&run)
        append("\\x" + Self.hex(UInt32(bytes[i]), digits: 2))
        i += 1
        flag = false
        marks = 0
        continue
      }
      i += length
      let isTag = flag && marks < Self.mostMarks && (0xE0020...0xE007F).contains(scalar.value)
      flag = scalar.value == 0x1F3F4 || isTag
      marks = ScalarWidth.of(scalar) == 0 ? marks + 1 : 0
      let isLoose = marks > Self.mostMarks || run.isEmpty && Self.joins(scalar)
      if !isTag, isLoose || ScalarWidth.isUnsafe(scalar) {
        flush(&run)
        append(Self.escape(scalar))
      } else {
        // A blank ends a cluster for sure, which keeps the runs short.
        if scalar == " ", !run.isEmpty { flush(&run) }
        run.unicodeScalars.append(scalar)
      }
    }
    flush(&run)
    hasMore = hasMore || i < bytes.count
  }

  /// The text, cut if it is too wide.
  var joined: DisplayText {
    if width <= limit, !hasMore {
      return DisplayText(text: pieces.reduce(into: "") { $0 += $1.text }, width: width)
    }
    guard limit > 0 else { return .empty }
    var text = ""
    var used = 0
    for piece in pieces {
      guard used + piece.width < limit else { break }
      text += piece.text
      used += piece.width
    }
    return DisplayText(text: text + "…", width: used + 1)
  }

  /// Whether a scalar would become one cluster with what is in front of it, an escape or the
  /// blanks between columns.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80 else { return false }
    if ScalarWidth.of(scalar) == 0 { return true }
    var pair = " "
    pair.unicodeScalars.append(scalar)
    return pair.dropFirst().isEmpty
  }

  private mutating func flush(_ run: inout String) {
    for character in run {
      guard width <= limit else {
        hasMore = true
        break
      }
      let cells = ClusterWidth.of(character)
      pieces.append((String(character), cells))
      width += cells
    }
    run = ""
  }

  private mutating func append(_ escape: String) {
    pieces.append((escape, escape.utf8.count))
    width += escape.utf8.count
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0..<0x80: "\\x" + hex(scalar.value, digits: 2)
    default: "\\u{" + hex(scalar.value, digits: 1) + "}"
    }
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// How terminals show single Unicode scalars.
enum ScalarWidth {
  /// How many cells a scalar fills by itself: 0, 1 or 2.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F: return 1
    // Vowels and final consonants join the syllable before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    // What a newer Unicode than the library's may have put here is wide.
    case 0x1F300...0x1F64F, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return isAssigned(scalar) ? width(scalar) : 2
    default: return width(scalar)
    }
  }

  /// Whether a terminal would obey or hide a scalar, or nobody knows what it is.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch utf8proc_category(utf8proc_int32_t(scalar.value)) {
    case UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_ZL, UTF8PROC_CATEGORY_ZP: return true
    // Joiners shape the letters around them.
    case UTF8PROC_CATEGORY_CF: return scalar.value != 0x200C && scalar.value != 0x200D
    case UTF8PROC_CATEGORY_CN: return !isRoomForNewer(scalar)
    default: return false
    }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    max(0, Int(utf8proc_charwidth(utf8proc_int32_t(scalar.value))))
  }

  private static func isAssigned(_ scalar: Unicode.Scalar) -> Bool {
    utf8proc_category(utf8proc_int32_t(scalar.value)) != UTF8PROC_CATEGORY_CN
  }

  private static func isRoomForNewer(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1F300...0x1F64F, 0x1F900...0x1FAFF: true
    case 0x20000...0x3FFFD: scalar.value & 0xFFFE != 0xFFFE
    default: false
    }
  }
}

/// How many cells of a terminal a grapheme cluster fills.
enum ClusterWidth {
  /// The width of what a reader sees as one character.
  ///
  /// An emoji sequence is one wide picture, however many scalars it takes; elsewhere combining
  /// marks add nothing to their base.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let base = scalars.first else { return 0 }
    if scalars.count > 1, base.properties.isEmoji, scalars.dropFirst().contains(where: isPictorial)
    {
      return 2
    }
    return scalars.reduce(0) { $0 + ScalarWidth.of($1) }
  }

  /// Whether a scalar behind an emoji makes one picture with it: joiner, skin tone, emoji
  /// presentation, keycap, the second half of a flag, tags.
  private static func isPictorial(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF, 0xE0020...0xE007F: true
    default: false
    }
  }
}
