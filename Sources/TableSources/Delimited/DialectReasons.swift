/// Why a dialect is what it is: for `info`, and for what is written to be read in it again.
struct DialectReasons: Hashable, Sendable {
  var delimiter = "as written anew"
  var options = ReadOptions()
  /// Whether the delimiter was found in the text.
  var isDetected = false
  /// Whether it is the one that files of this name have.
  var isNatural = false
  /// What speaks against it where rows are short.
  var doubt: Dialect.Doubt?
}
