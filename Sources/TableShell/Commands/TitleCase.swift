/// Title case, for `title`: `jean-luc O'NEIL` becomes `Jean-Luc O'neil`.
///
/// Source: Unicode 15, section 3.13, R3 (toTitlecase); the words are those of UAX #29, as far as letters,
/// digits and what may stand between letters part them. As in ICU, a word that begins with a digit gets
/// no capital.
enum TitleCase {
  /// Writes a text in title case.
  ///
  /// - Parameter result: gets the text at its end.
  /// - Complexity: O(length).
  static func write(_ text: UnsafeRawBufferPointer, into result: inout [UInt8]) {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    result.reserveCapacity(result.count + text.count)
    var isInside = false
    var previous: Unicode.Scalar?
    for (index, scalar) in zip(scalars.indices, scalars) {
      let next = scalars.index(after: index)
      let kind = Kind(scalar)
      switch kind {
      case .letter:
        add(scalar, isFirst: !isInside, to: &result)
        isInside = true
      case .digit: isInside = true
      case .mark: break
      case .joint:
        // Between two letters it is part of the word.
        let isJoint =
          previous.map { Kind($0) == .letter } ?? false
          && next < scalars.endIndex && Kind(scalars[next]) == .letter
        isInside = isInside && isJoint
      case .other: isInside = false
      }
      if kind != .letter { result += UTF8.encode(scalar).map { Array($0) } ?? [] }
      if kind != .mark { previous = scalar }
    }
  }

  /// Writes a letter, as a capital where it is the first of a word.
  private static func add(_ letter: Unicode.Scalar, isFirst: Bool, to result: inout [UInt8]) {
    if letter.isASCII {
      let byte = UInt8(truncatingIfNeeded: letter.value)
      result.append(isFirst ? byte & ~0x20 : byte | 0x20)
    } else {
      let properties = letter.properties
      result += (isFirst ? properties.titlecaseMapping : properties.lowercaseMapping).utf8
    }
  }

  /// What a character is to the words around it.
  private enum Kind {
    case letter, digit, mark, joint, other

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z", "A"..."Z": self = .letter
      // Also what joins words, as in first_name.
      case "0"..."9", "_": self = .digit
      case "'", "\u{2018}", "\u{2019}", ".", "\u{B7}": self = .joint
      case _ where scalar.isASCII: self = .other
      default:
        let properties = scalar.properties
        if properties.isAlphabetic {
          self = .letter
        } else if properties.isGraphemeExtend {
          self = .mark
        } else {
          self = properties.numericType == nil ? .other : .digit
        }
      }
    }
  }
}
