extension Word {
  /// The pieces between unquoted separators: at least one, and some may be empty.
  func split(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [Word] {
    var pieces: [Word] = []
    var parts: [Part] = []
    var start = place
    for part in self.parts {
      guard !part.isQuoted else {
        parts.append(part)
        continue
      }
      var text = Part(text: "", isQuoted: false, place: part.place)
      for (index, scalar) in part.text.unicodeScalars.enumerated() {
        guard scalar == separator, pieces.count < maxSplits else {
          text.text.unicodeScalars.append(scalar)
          continue
        }
        if !text.text.isEmpty { parts.append(text) }
        pieces.append(Word(parts: parts, place: start))
        start = part.place.advanced(by: index + 1)
        parts = []
        text = Part(text: "", isQuoted: false, place: start)
      }
      if !text.text.isEmpty { parts.append(text) }
    }
    pieces.append(Word(parts: parts, place: start))
    return pieces
  }

  /// Whether the scalar stands in it outside quotes.
  func containsUnquoted(_ scalar: Unicode.Scalar) -> Bool {
    parts.contains { !$0.isQuoted && $0.text.unicodeScalars.contains(scalar) }
  }

  /// What follows its first scalar, which must be unquoted.
  func droppingFirst() -> Word {
    guard let first = parts.first, !first.isQuoted else { return self }
    var rest = first
    rest.text = String(first.text.unicodeScalars.dropFirst())
    rest.place = first.place.advanced(by: 1)
    let others = parts.dropFirst()
    return Word(parts: (rest.text.isEmpty ? [] : [rest]) + others, place: rest.place)
  }
}
