import BatchUpdates

extension JSONWriter {
  /// Writes an index path: `[0,1]`.
  public mutating func value(_ path: RowPath) {
    array {
      $0.value(path.section)
      $0.value(path.row)
    }
  }

  /// Writes index paths: `[[0,1],[0,2]]`.
  public mutating func value(_ paths: [RowPath]) {
    array { for path in paths { $0.value(path) } }
  }

  /// Writes an array of strings.
  public mutating func value(_ strings: [String]) {
    array { for string in strings { $0.value(string) } }
  }
}
