/// A section or a row, as an error names it: `section 2`, `row 0:2`.
///
/// Whether that is an index before or after the stage is said by the case of ``Violation`` that
/// holds it.
public enum Place: Hashable, Sendable, CustomStringConvertible {
  /// The section with an index.
  case section(Int)
  /// The row at a path.
  case row(RowPath)

  /// What it is and where, as in `row 0:2`.
  public var description: String {
    switch self {
    case .section(let index): "section \(index)"
    case .row(let path): "row \(path)"
    }
  }
}
