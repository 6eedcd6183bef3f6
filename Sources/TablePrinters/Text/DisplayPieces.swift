import CUTF8Proc

/// The parts of a text that are never split when it is cut: grapheme clusters and escapes.
struct DisplayPieces {
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
