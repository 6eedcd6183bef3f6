/// How many cells of a terminal a grapheme cluster fills.
enum ClusterWidth {
  /// The width of what a reader sees as one character.
  ///
  /// An emoji sequence is one wide picture, however many scalars it takes; elsewhere combining
  /// marks add nothing to their base.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let base = scalars.first else { return 0 }
    if scalars.count > 1, base.properties.isEmoji, scalars.dropFirst().contains(where: isPictorial)
    {
      return 2
    }
    return scalars.reduce(0) { $0 + ScalarWidth.of($1) }
  }

  /// Whether a scalar behind an emoji makes one picture with it: joiner, skin tone, emoji
  /// presentation, keycap, the second half of a flag, tags.
  private static func isPictorial(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF, 0xE0020...0xE007F: true
    default: false
    }
  }
}
