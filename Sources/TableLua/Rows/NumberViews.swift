import TableKit

/// The numbers of columns that rules have read, kept for the next rule.
///
/// A class because runs add to it.
final class NumberViews {
  private struct Key: Hashable {
    let chunk: ObjectIdentifier
    let column: ColumnID
  }

  private struct Entry {
    weak var chunk: Chunk?
    /// Nil: the column has texts.
    let view: NumberView?
  }

  private var entries: [Key: Entry] = [:]
  /// How many bytes are kept.
  private static let budget = 512 << 20

  /// The view of a column; nil where there is none.
  ///
  /// - Parameter isMade: whether one is made that is not there yet.
  func view(of column: ColumnID, in table: Table, isMade: Bool) -> NumberView? {
    guard let chunk = table.loadedChunk else { return nil }
    let key = Key(chunk: ObjectIdentifier(chunk), column: column)
    if let entry = entries[key], entry.chunk === chunk { return entry.view }
    guard isMade else { return nil }
    forgetDead()
    let view = table.numberView(of: column)
    entries[key] = Entry(chunk: chunk, view: view)
    return view
  }

  private func forgetDead() {
    entries = entries.filter { $0.value.chunk != nil }
    let size = entries.values.reduce(0) { $0 + ($1.view?.byteCount ?? 0) }
    if size > Self.budget { entries = [:] }
  }
}
