import CUTF8Proc

/// How terminals show single Unicode scalars.
enum ScalarWidth {
  /// How many cells a scalar fills by itself: 0, 1 or 2.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F: return 1
    // Vowels and final consonants join the syllable before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    // What a newer Unicode than the library's may have put here is wide.
    case 0x1F300...0x1F64F, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return isAssigned(scalar) ? width(scalar) : 2
    default: return width(scalar)
    }
  }

  /// Whether a terminal would obey or hide a scalar, or nobody knows what it is.
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
