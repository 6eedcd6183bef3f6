/// The texts that a column of truths holds.
public enum TruthText {
  private static let words: [(text: StaticString, value: Bool)] = [
    ("true", true), ("false", false), ("t", true), ("f", false), ("1", true), ("0", false),
    ("yes", true), ("no", false), ("on", true), ("off", false), ("y", true), ("n", false),
  ]

  /// Reads `true`, `t`, `yes`, `y`, `on`, `1` and their opposites, in any case; nil for anything else.
  @inline(__always)
  public static func value(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    if bytes.isEmpty || bytes.count > 5 { return nil }
    for word in words where matches(bytes, word.text) { return word.value }
    return nil
  }

  private static func matches(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    for i in 0..<bytes.count {
      let byte = bytes[i]
      let small = byte &- 0x41 < 26 ? byte | 0x20 : byte
      if small != word.utf8Start[i] { return false }
    }
    return true
  }
}
