import LibC
import Postgres
import TableKit
import TableLive
import TableSources

/// What follows a table for its owner.
struct PostgresFollowing {
  let watch: PostgresWatch
  /// What was taken out of the mailbox and waits for its burst to end.
  var news: [PostgresWatch.News] = []
  var state = SourceState.connecting
  var how = "connecting"
  /// Why nothing arrives; nil: it does, or is to begin.
  var problem: PostgresSourceError?
  /// Whether the table could not follow, so that everything is to be read and compared.
  var isBehind = false
}

extension PostgresSource {
  /// What came in.
  public enum Arrival: Sendable {
    /// Nothing that changes a row.
    case nothing
    /// These rows are others.
    case rows(PostgresChange)
    /// Everything was read, and is to be compared.
    case whole(LoadedTable)
  }
  /// What is known of it.
  public var state: SourceState { link?.state ?? .stale(why: "it is not followed") }
  /// How changes are noticed, and why so, in words.
  public var how: String { link?.how ?? "not followed" }
  /// Why nothing arrives; nil: it does, or is to begin.
  public var problem: PostgresSourceError? { link?.problem }
  /// Can be read when something came; nil: it is not followed.
  public var descriptor: Int32? { link?.watch.news.descriptor }

  /// Begins to follow what changes.
  ///
  /// - Parameter usesLog: whether the server's log of changes is read.
  public func follow(usesLog: Bool = false) throws(PostgresSourceError) {
    guard link == nil, let shape else { return }
    let subject = PostgresWatch.Subject(
      address: address, options: options, usesSecrets: usesSecrets, shape: shape,
      hash: contentHash, usesLog: usesLog)
    link = PostgresFollowing(watch: try PostgresWatch(subject))
  }

  /// Waits until it is known how changes are noticed.
  ///
  /// - Throws: `cancelled`.
  public func awaitState() throws(PostgresSourceError) {
    while state == .connecting {
      if !isWanted() { throw .postgres(.cancelled) }
      var polled = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 50)
      _ = hasNews
    }
  }

  /// Ends the connections by which it is followed.
  public func unfollow() {
    link?.watch.stop()
    link = nil
  }

  /// Whether something has come since this was asked last.
  public var hasNews: Bool {
    guard let fresh = link?.watch.news.take(), !fresh.isEmpty else { return false }
    for item in fresh {
      guard case .state(let state, let how, let problem) = item else { continue }
      link?.state = state
      link?.how = how
      link?.problem = problem
    }
    link?.news += fresh
    return true
  }

  /// Takes what came.
  public func take() -> Arrival {
    _ = hasNews
    guard let link else { return .nothing }
    self.link?.news = []
    var arrival = Arrival.nothing
    // Older than what was read or written here meanwhile is read again.
    let epoch = link.watch.shared.epoch.load(ordering: .acquiring)
    for item in link.news {
      switch item {
      case .state: continue
      case .rows(let rows, let time):
        link.watch.order(.taken)
        if link.isBehind {
          link.watch.order(.readAll)
        } else if time < epoch {
          link.watch.order(.read(rows.flatMap { [$0.key] + [$0.former].compactMap(\.self) }))
        } else if let shape {
          arrival = .rows(PostgresChange(rows: rows, shape: shape, key: key))
        }
      case .whole(let contents, let facts, let time):
        link.watch.order(.taken)
        guard time >= epoch, let loaded = contents.loaded else {
          link.watch.order(.readAll)
          continue
        }
        adopt(contents, facts)
        arrival = .whole(loaded)
      }
    }
    return arrival
  }

  private var key: [String] { options.key.isEmpty ? shape?.key ?? [] : options.key }

  /// Everything is to be read: the table cannot take rows.
  public func needsAll() { link?.watch.order(.readAll) }

  /// Whether the table could not take in what came, so that the next time everything is compared.
  public var isBehind: Bool {
    get { link?.isBehind ?? false }
    set { link?.isBehind = newValue }
  }

  /// Rows were written here: what was read before that is old.
  public func didWrite() {
    contentHash = nil
    didReadOrWrite()
  }

  /// The table was read or written here: what was read before that is old.
  func didReadOrWrite() {
    link?.watch.shared.epoch.add(1, ordering: .acquiringAndReleasing)
    if state.isGone { link?.watch.order(.again) }
  }
}

/// Rows that others have changed.
public struct PostgresChange: Sendable {
  let rows: [PostgresRow]
  let shape: PostgresShape
  /// The names of the columns of the key.
  let key: [String]

  /// Returns the rows as a delta; nil if a table cannot take it so, and is to be compared as a whole.
  ///
  /// - Parameter base: the table as the source was.
  public func delta(to base: Table) -> Delta? {
    guard !key.isEmpty, base.keyColumns.map({ base.column($0)?.name }) == key,
      base.columns.map(\.name).sorted() == shape.columns.map(\.name).sorted()
    else { return nil }
    let places = shape.columns.indices.filter { !key.contains(shape.columns[$0].name) }
    var delta = Delta()
    var new: Set<[String]> = []
    for row in rows {
      if let former = row.former { delta.deleted.append(former) }
      guard let cells = row.cells else {
        delta.deleted.append(row.key)
        continue
      }
      let isThere = base.row(withKey: row.key) != nil
      let old = isThere ? nil : row.former.flatMap { base.row(withKey: $0) }
      let values = places.compactMap { i -> (String, Cell)? in
        let name = shape.columns[i].name
        if let cell = cells[i] { return (name, cell) }
        guard let old, let column = base.column(named: name) else { return nil }
        return (name, base.cell(old, column.id))
      }
      var place = Delta.Place.end
      if !isThere, let before = row.before {
        let known = before.first { new.contains($0) || base.row(withKey: $0) != nil }
        if let known {
          place = .behind(known)
        } else if before.count < PostgresRow.mostBefore {
          place = .index(0)
        } else {
          return nil
        }
      }
      if !isThere { new.insert(row.key) }
      delta.rows.append(Delta.Row(row.key, values, place: place))
    }
    return delta
  }
}
