import TableKit

/// The counts that were reported of long work, by its title.
public final class WorkCounts {
  /// The counts.
  public private(set) var counts: [String: Set<Int>] = [:]
  /// What the work reports to.
  public let progress = Progress()

  /// Creates counts of nothing.
  public init() {
    progress.didChange = { [unowned self] progress in
      guard let work = progress.work else { return }
      counts[work.title, default: []].insert(progress.done)
    }
  }

  /// Whether work with a title that begins so has reported more than one count.
  public func hasMany(_ start: String) -> Bool {
    counts.contains { $0.key.hasPrefix(start) && $0.value.count > 1 }
  }

  /// A table that takes long.
  public static func table(_ count: Int) -> Table {
    let rows = (0..<count).map { ["k\($0)", "name \($0 % 7)", "\($0)"] }
    return Tables.table(columns: ["id", "name", "n"], sections: [("rows", rows)])
  }
}
