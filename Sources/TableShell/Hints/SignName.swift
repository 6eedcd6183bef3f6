import CommandLanguage

/// Signs that people call by their names where a separator is wanted: `with comma`.
enum SignName {
  private static let signs = [
    "space": " ", "blank": " ", "whitespace": " ", "comma": ",", "tab": "\t", "semicolon": ";",
    "dash": "-", "hyphen": "-", "minus": "-", "slash": "/", "colon": ":", "pipe": "|",
    "dot": ".", "period": ".", "point": ".", "underscore": "_", "newline": "\n",
  ]

  /// The sign that an unquoted word names, in any case; nil: it names none.
  static func sign(of word: Word) -> String? {
    word.isUnquoted ? signs[word.text.lowercased()] : nil
  }
}
