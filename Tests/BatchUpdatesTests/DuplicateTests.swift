import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Identities that are twice in a table, wherever they stand.
struct DuplicateTests {
  private struct Song: PlannableRow {
    let id: Int
    var displayedContent: Int { 0 }
  }

  private struct Playlist: PlannableSection {
    let id: Int
    var rows: [Song]
    var rowsUnchanged = false
    var displayedContent: Int { 0 }
  }

  private func playlists(_ lists: [[Int]]) -> [Playlist] {
    lists.enumerated().map { Playlist(id: $0, rows: $1.map { Song(id: $0) }) }
  }

  private func error(
    _ from: [Playlist], _ to: [Playlist], _ planner: Planner = Planner()
  ) -> DuplicateIdentity? {
    do throws(DuplicateIdentity) {
      _ = try planner.plan(from: from, to: to)
      return nil
    } catch {
      return error
    }
  }

  @Test("are found in a section that nobody touched")
  func untouched() {
    let shown = playlists([[], [1, 2]])
    var next = shown
    next[0].rows.append(shown[1].rows[0])
    expectEqual(
      error(shown, next), .row("1", in: .after, first: RowPath(0, 0), second: RowPath(1, 0)))
    // The way back has it before.
    expectEqual(
      error(next, shown), .row("1", in: .before, first: RowPath(0, 0), second: RowPath(1, 0)))
    let twice = playlists([[1, 1]])
    expectEqual(
      error(twice, twice), .row("1", in: .after, first: RowPath(0, 0), second: RowPath(0, 1)))
  }

  @Test("are not looked for where the caller says that rows did not change, or wants no check")
  func unchecked() {
    var shown = playlists([[], [1, 2]])
    var next = shown
    next[0].rows.append(shown[1].rows[0])
    var planner = Planner()
    planner.checksIdentities = false
    expect(error(shown, next, planner) == nil)
    shown[1].rowsUnchanged = true
    next[1].rowsUnchanged = true
    expect(error(shown, next) == nil)
  }

  @Test("are found alike whether sections share their arrays or not", arguments: [1, 2, 3])
  func copies(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var found = 0
    for round in 0..<600 {
      let count = round % 100 == 0 ? 3_000 : 10
      // Numbers far apart have no table of their own.
      let factor = generator.oneIn(2) ? 1 : 1_000_003
      let lists = (0..<3).map { list in
        (0..<generator.below(count)).map { (list * count + $0) * factor }
      }
      let shown = playlists(lists)
      var next = shown
      for list in next.indices where generator.oneIn(2) {
        let row = generator.below(3 * count) * factor
        next[list].rows.insert(
          Song(id: row), at: generator.below(next[list].rows.count + 1))
      }
      for (from, to) in [(shown, next), (next, shown)] {
        let mine = error(from, to)
        // The same rows in arrays of their own.
        let others = error(from, playlists(to.map { $0.rows.map(\.id) }))
        expectEqual(mine == nil, others == nil, "seed \(seed), round \(round)")
        found += mine == nil ? 0 : 1
      }
      let ids = next.flatMap(\.rows).map(\.id)
      expectEqual(error(shown, next) == nil, Set(ids).count == ids.count)
    }
    expect(found > 100, "\(found)")
  }
}
