/// The comments between the elements of a container, which JSON does not have and some files do.
struct JSONComments {
  /// By element: those on lines above it, and those behind it on its line.
  private var above: [[Range<Int>]] = []
  private var behind: [[Range<Int>]] = []
  /// Those behind all elements.
  private var rest: [Range<Int>] = []
  /// Whether a comma stands behind the last element.
  private var hasLastComma = false
  /// The elements that are to be written.
  private let kept: Set<Int>
  private let bytes: UnsafeRawBufferPointer

  init(of container: JSONContainer, keeping kept: Set<Int>, in bytes: UnsafeRawBufferPointer) {
    self.kept = kept
    self.bytes = bytes
    var start = container.range.lowerBound + 1
    for i in 0..<container.count {
      let element = container.element(i)
      let (former, own) = comments(in: start..<element.lowerBound, isFirst: i == 0)
      if i > 0 { behind[i - 1] += former }
      above.append(own)
      behind.append([])
      start = element.upperBound
    }
    let end = container.range.upperBound - 1
    let (former, own) = comments(in: start..<end, isFirst: container.count == 0)
    if container.count > 0 { behind[container.count - 1] += former }
    rest = own
    var tokens = JSONTokenizer(bytes, at: start, allowsComments: true)
    tokens.skipSpace()
    hasLastComma = container.count > 0 && tokens.byte == 0x2C
  }

  /// Returns the comments in a gap: those before its first line end, and the others.
  private func comments(
    in gap: Range<Int>, isFirst: Bool
  ) -> (former: [Range<Int>], own: [Range<Int>]) {
    var tokens = JSONTokenizer(bytes, at: gap.lowerBound)
    var (former, own): ([Range<Int>], [Range<Int>]) = ([], [])
    var isOnLine = !isFirst
    while tokens.position < gap.upperBound {
      let start = tokens.position
      if tokens.byte == 0x2F, tokens.skipComment() {
        if isOnLine {
          former.append(start..<tokens.position)
        } else {
          own.append(start..<tokens.position)
        }
      } else {
        if tokens.byte == 0x0A || tokens.byte == 0x0D { isOnLine = false }
        tokens.position += 1
      }
    }
    return (former, own)
  }

  /// Returns what stands between two elements that did not follow each other, with the comments of
  /// both and those of elements that are gone.
  ///
  /// - Parameters:
  ///   - last: the one before; nil: it is new.
  ///   - next: the one behind; nil: it is new.
  ///   - isFirst: whether there is none before.
  func gap(after last: Int?, before next: Int?, isFirst: Bool, _ spacing: JSONSpacing) -> [UInt8] {
    var output: [UInt8] = isFirst ? [] : [0x2C]
    for comment in last.map({ behind[$0] }) ?? [] { append(comment, behind: [0x20], to: &output) }
    var own = next.map { above[$0] } ?? []
    var i = (next ?? 0) - 1
    while i >= 0, !kept.contains(i) {
      own = above[i] + behind[i] + own
      i -= 1
    }
    let space = (isFirst ? spacing.lead : spacing.gap) ?? []
    for comment in own { append(comment, behind: space, to: &output) }
    return append(space, to: output)
  }

  /// Returns what stands behind the last element if that was another before.
  ///
  /// - Parameter isEmpty: whether there is no element.
  func trail(after last: Int?, isEmpty: Bool, _ spacing: JSONSpacing) -> [UInt8] {
    var output: [UInt8] = hasLastComma && !isEmpty ? [0x2C] : []
    for comment in last.map({ behind[$0] }) ?? [] { append(comment, behind: [0x20], to: &output) }
    let end = (kept.max() ?? -1) + 1
    let gone = (end..<above.count).flatMap { above[$0] + behind[$0] }
    for comment in gone + rest {
      append(comment, behind: (isEmpty ? spacing.lead : spacing.gap) ?? [], to: &output)
    }
    return isEmpty && gone.isEmpty && rest.isEmpty
      ? [] : append(spacing.trail ?? [], to: output)
  }

  private func append(_ comment: Range<Int>, behind space: [UInt8], to output: inout [UInt8]) {
    output = append(space.isEmpty ? [0x20] : space, to: output)
    output += bytes[comment]
  }

  /// Returns a text with white space behind it, and a line end if the text ends with a comment to the
  /// end of its line.
  private func append(_ space: [UInt8], to output: [UInt8]) -> [UInt8] {
    let line = output.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    var isOpen = false
    var tokens = line
    while tokens + 1 < output.count, !isOpen {
      isOpen = output[tokens] == 0x2F && output[tokens + 1] == 0x2F
      tokens += 1
    }
    let endsLine = space.first == 0x0A || space.first == 0x0D || space.contains(0x0A)
    return output + (isOpen && !endsLine ? [0x0A] : []) + space
  }

  /// Returns a value without the comments in it, and without commas behind last values.
  static func removed(from value: UnsafeRawBufferPointer) -> [UInt8] {
    var output: [UInt8] = []
    var tokens = JSONTokenizer(value, allowsComments: true)
    var comma: Int?
    while !tokens.isAtEnd {
      let start = tokens.position
      switch tokens.byte {
      case 0x22:
        _ = try? tokens.string()
        output += value[start..<tokens.position]
        comma = nil
      case 0x2F where tokens.skipComment(): continue
      case 0x20, 0x0A, 0x0D, 0x09:
        output.append(tokens.byte)
        tokens.position += 1
      case let byte:
        if byte == 0x2C {
          comma = output.count
        } else {
          if byte == 0x7D || byte == 0x5D, let comma { output.remove(at: comma) }
          comma = nil
        }
        output.append(byte)
        tokens.position += 1
      }
    }
    return output
  }
}
