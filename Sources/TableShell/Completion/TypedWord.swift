/// The beginning of a word as it stands before a cursor; a quote in it may be open.
struct TypedWord {
  private struct Byte {
    let value: UInt8
    let offset: Int
    let isQuoted: Bool
  }

  /// Where it starts in the line, in bytes.
  var start: Int
  private var bytes: [Byte] = []
  /// Whether a quote stands in it.
  var hasQuotes = false

  init(start: Int) { self.start = start }

  /// What it says, quotes and escapes resolved.
  var text: String { String(decoding: bytes.lazy.map(\.value), as: UTF8.self) }

  /// Whether nothing is typed.
  var isEmpty: Bool { bytes.isEmpty && !hasQuotes }

  /// The word that it is if nothing more follows.
  var word: Word {
    var parts: [Word.Part] = []
    var rest = bytes[...]
    while let first = rest.first {
      let run = rest.prefix { $0.isQuoted == first.isQuoted }
      rest = rest.dropFirst(run.count)
      parts.append(
        Word.Part(
          text: String(decoding: run.map(\.value), as: UTF8.self), isQuoted: first.isQuoted,
          place: Place(offset: first.offset, line: 1, column: 1)))
    }
    let place = Place(offset: start, line: 1, column: 1)
    if parts.isEmpty, hasQuotes { parts = [Word.Part(text: "", isQuoted: true, place: place)] }
    return Word(parts: parts, place: place)
  }

  mutating func append(_ value: UInt8, at offset: Int, isQuoted: Bool) {
    bytes.append(Byte(value: value, offset: offset, isQuoted: isQuoted))
  }

  /// Whether it is a keyword: unquoted, letter by letter.
  func `is`(_ keyword: String) -> Bool { !hasQuotes && text == keyword }

  /// Whether it starts, unquoted, with a scalar of ASCII.
  func starts(with scalar: Unicode.Scalar) -> Bool {
    bytes.first.map { !$0.isQuoted && UInt32($0.value) == scalar.value } ?? false
  }

  /// Whether a scalar of ASCII ends it, unquoted.
  func ends(with scalar: Unicode.Scalar) -> Bool {
    bytes.last.map { !$0.isQuoted && UInt32($0.value) == scalar.value } ?? false
  }

  /// What stands behind the last unquoted scalar, nil when there is none.
  func behindLast(_ scalar: Unicode.Scalar) -> TypedWord? {
    let index = bytes.lastIndex { !$0.isQuoted && UInt32($0.value) == scalar.value }
    guard let index else { return nil }
    var rest = TypedWord(start: bytes[index].offset + 1)
    rest.bytes = Array(bytes[(index + 1)...])
    rest.hasQuotes = hasQuotes && rest.bytes.contains(where: \.isQuoted)
    return rest
  }
}
