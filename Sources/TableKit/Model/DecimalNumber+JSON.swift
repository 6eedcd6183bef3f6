// Which numbers files of JSON have as numbers. `JSONExport` writes them, `KindLoss` tells of the others.

extension DecimalNumber {
  /// Whether bytes are a number of JSON as they stand, of which a program keeps the value: of at most 15
  /// digits, or an integer of 64 bits.
  ///
  ///     8.90   1e5   9007199254740993    // but not .5, 007, 12345678901234567890
  ///
  /// - Complexity: O(length).
  package static func isJSONNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let mantissa = short(bytes)?.mantissa, mantissa.magnitude < 1_000_000_000_000_000 {
      return true
    }
    if isInteger(bytes) { return true }
    guard JSONText.fits(bytes, .number), let number = DecimalNumber(bytes) else { return false }
    return number.digitCount <= 15 && abs(number.exponent) <= 300
  }
}
