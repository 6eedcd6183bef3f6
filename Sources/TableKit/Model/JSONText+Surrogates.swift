extension JSONText {
  /// Whether a well-formed JSON value has an escape in a string that is half of a surrogate pair,
  /// and so no character.
  ///
  /// - Complexity: O(length).
  public static func holdsLoneSurrogate(_ raw: UnsafeRawBufferPointer) -> Bool {
    var i = 0
    // A high half that the escape right behind it may complete: where that must begin.
    var open: Int?
    while let escape = raw[i...].firstIndex(of: 0x5C), escape + 1 < raw.count {
      if open != nil, open != escape { return true }
      i = escape + 2
      let unit = raw[escape + 1] == 0x75 ? half(raw, i) : nil
      switch (unit, open) {
      case (true?, nil): open = i + 4
      case (false?, .some): open = nil
      case (nil, nil): break
      default: return true
      }
      if raw[escape + 1] == 0x75 { i = min(i + 4, raw.count) }
    }
    return open != nil
  }

  /// Whether four digits are the first half of a pair; nil where they are none.
  private static func half(_ raw: UnsafeRawBufferPointer, _ i: Int) -> Bool? {
    guard i + 1 < raw.count, raw[i] | 0x20 == 0x64 else { return nil }
    switch raw[i + 1] {
    case 0x38, 0x39, 0x41, 0x42, 0x61, 0x62: return true
    case 0x43...0x46, 0x63...0x66: return false
    default: return nil
    }
  }
}
