import CUTF8Proc
import Wording

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

  init(limit: Int) { self.limit = limit }

  /// Appends what is shown of bytes, as far as it fits.
  ///
  /// - Parameter isData: whether their backslashes are data, and not of escapes.
  mutating func append(_ bytes: UnsafeRawBufferPointer, isData: Bool = true) {
    // A cluster may hold any number of marks: past this many bytes the rest is truncated.
    let most = limit < Int.max / 64 ? min(bytes.count, max(0, limit) * 64 + 256) : bytes.count
    let isWhole = VisibleText.split(bytes, isData: isData, most: most) { text, isEscape in
      guard width <= limit else { return false }
      let cells = isEscape ? text.utf8.count : text.first.map(ClusterWidth.of) ?? 0
      pieces.append((text, cells))
      width += cells
      return true
    }
    hasMore = hasMore || !isWhole
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

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    max(0, Int(utf8proc_charwidth(utf8proc_int32_t(scalar.value))))
  }

  private static func isAssigned(_ scalar: Unicode.Scalar) -> Bool {
    utf8proc_category(utf8proc_int32_t(scalar.value)) != UTF8PROC_CATEGORY_CN
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
