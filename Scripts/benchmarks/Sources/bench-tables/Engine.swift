/// A program that is measured.
enum Engine: String, CaseIterable {
  case tablesh, duckdb, miller, sqlite3

  /// The name of its program.
  var program: String { self == .miller ? "mlr" : rawValue }
}
