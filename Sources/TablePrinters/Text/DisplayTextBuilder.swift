import CUTF8Proc

/// Builds a `DisplayText` from parts that are never split by truncation: grapheme clusters and
/// escapes.
struct DisplayTextBuilder {
  /// The maximum width, in terminal cells.
  let limit: Int
  /// The parts with their widths, until they are wider than `limit`.
  private var pieces: [(text: String, width: Int)] = []
  private var width = 0
  /// Whether the rest was skipped because none of it would be shown.
  private var hasMore = false

  /// The number of combining marks after which more are escaped: more than any script stacks, they
  /// would cover the lines above.
  private static let mostMarks = 12

  init(limit: Int) { self.limit = limit }

  /// Appends decoded and escaped bytes, as far as they fit.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var run = ""
    var flag = false
    var marks = 0
    var i = 0
    // A cluster may hold any number of marks: past this many bytes the rest is truncated.
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
        // A blank always ends a cluster, which keeps the runs short.
        if scalar == " ", !run.isEmpty { flush(&run) }
        run.unicodeScalars.append(scalar)
      }
    }
    flush(&run)
    hasMore = hasMore || i < bytes.count
  }

  /// The text, truncated if it is too wide.
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

  /// Whether a scalar would form one cluster with what precedes it, such as an escape or the blanks
  /// between columns.
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

  static func escape(_ scalar: Unicode.Scalar) -> String {
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

/// The width of single Unicode scalars on terminals.
enum ScalarWidth {
  /// Returns the width of a scalar by itself, in terminal cells: 0, 1 or 2.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F: return 1
    // Vowels and final consonants join the syllable before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    // Scalars of Unicode versions newer than the library's are wide here.
    case 0x1F300...0x1F64F, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return isAssigned(scalar) ? width(scalar) : 2
    default: return width(scalar)
    }
  }

  /// Whether a terminal would interpret or hide a scalar, or it is unassigned.
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

/// The width of grapheme clusters on terminals.
enum ClusterWidth {
  /// Returns the width of a grapheme cluster, in terminal cells.
  ///
  /// An emoji sequence is one wide picture, however many scalars it has; otherwise combining marks
  /// add nothing to their base.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let base = scalars.first else { return 0 }
    if scalars.count > 1, base.properties.isEmoji, scalars.dropFirst().contains(where: isPictorial)
    {
      return 2
    }
    return scalars.reduce(0) { $0 + ScalarWidth.of($1) }
  }

  /// Whether a scalar after an emoji is part of the same picture: joiner, skin tone, emoji
  /// presentation, keycap, the second half of a flag, tags.
  private static func isPictorial(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF, 0xE0020...0xE007F: true
    default: false
    }
  }
}
