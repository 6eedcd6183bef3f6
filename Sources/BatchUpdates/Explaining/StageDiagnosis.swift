/// Which sections and rows make the numbers of a stage not add up.
///
/// UIKit counts; this compares identities, and so finds what was forgotten, done too much or done
/// to something else.
package struct StageDiagnosis: Hashable, Sendable {
  /// One thing that a stage and its tables do not agree on. Paths and indexes are those before the
  /// stage, or after it where that is said.
  package enum Oddity<Index: Hashable & Sendable>: Hashable, Sendable {
    /// It is deleted, and yet is in the table after, at a place.
    case deletedButThere(Index, identity: Int, after: Index)
    /// It is reloaded or moved, and yet is not in the table after.
    case keptButGone(Index, identity: Int)
    /// It is not in the table after, and no operation says so.
    case gone(Index, identity: Int)
    /// It is new at a place after, and no insert says so.
    case new(after: Index, identity: Int)
    /// It is inserted at a place after, and yet was there before and is not deleted.
    case insertedButOld(after: Index, identity: Int, before: Index)
    /// It is in another section after, and no move says so.
    case crossed(Index, identity: Int, after: Index)
  }

  /// The sections whose rows do not add up, in the order after the stage.
  package let balances: [RowBalance]
  /// The mismatches of the rows of those sections.
  package private(set) var rows: [Oddity<RowPath>] = []
  /// The mismatches of sections, if their number does not add up.
  package private(set) var sections: [Oddity<Int>] = []

  /// Compares what a stage says with two tables.
  ///
  /// - Complexity: O(rows).
  package init(_ stage: Stage, shown: Outline, data: Outline) {
    balances = Judge().balances(of: stage, before: shown.rowCounts, after: data.rowCounts)
      .filter { $0.surplus != 0 }
    if !balances.isEmpty {
      findRows(Batch(stage), stage, shown, data)
    } else if case .illegal(.sectionCount) = Judge().verdict(on: stage, before: shown, after: data)
    {
      findSections(Batch(stage), stage, shown, data)
    }
  }

  private mutating func findSections(
    _ batch: Batch, _ stage: Stage, _ shown: Outline, _ data: Outline
  ) {
    let before = Dictionary(
      shown.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(
      data.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let moved = Set(stage.sections.moves.map(\.from))
    let landed = Set(stage.sections.moves.map(\.to))
    let reloads = Set(stage.sections.reloads)
    for (section, content) in shown.sections.enumerated() {
      let isDeleted = batch.sectionDeletes.contains(section) && !reloads.contains(section)
      if let place = after[content.id] {
        if isDeleted, !batch.sectionInserts.contains(place) {
          sections.append(.deletedButThere(section, identity: content.id, after: place))
        }
      } else if reloads.contains(section) || moved.contains(section) {
        sections.append(.keptButGone(section, identity: content.id))
      } else if !isDeleted {
        sections.append(.gone(section, identity: content.id))
      }
    }
    for (section, content) in data.sections.enumerated() {
      let isInserted = batch.sectionInserts.contains(section)
      guard let place = before[content.id] else {
        if !isInserted, !landed.contains(section) {
          sections.append(.new(after: section, identity: content.id))
        }
        continue
      }
      if isInserted, !batch.sectionDeletes.contains(place) {
        sections.append(.insertedButOld(after: section, identity: content.id, before: place))
      }
    }
  }

  private mutating func findRows(
    _ batch: Batch, _ stage: Stage, _ shown: Outline, _ data: Outline
  ) {
    let before = shown.pathsByIdentity
    let after = data.pathsByIdentity
    let deletes = Set(batch.rowDeletes)
    let inserts = Set(batch.rowInserts)
    let ownInserts = Set(stage.rows.inserts)
    let moves = Set(batch.rowMoves.map(\.from))
    let landings = Set(batch.rowMoves.map(\.to))
    let reloads = Set(stage.rows.reloads)
    for balance in balances {
      for (row, cell) in shown.sections[balance.sectionBefore].rows.enumerated() {
        let path = RowPath(balance.sectionBefore, row)
        let place = after[cell.id]
        let isKept = reloads.contains(path) || moves.contains(path)
        if deletes.contains(path), !isKept {
          if let place, !inserts.contains(place) {
            rows.append(.deletedButThere(path, identity: cell.id, after: place))
          }
        } else if let place {
          if place.section != balance.section, !moves.contains(path), !inserts.contains(place) {
            rows.append(.crossed(path, identity: cell.id, after: place))
          }
        } else {
          rows.append(
            isKept ? .keptButGone(path, identity: cell.id) : .gone(path, identity: cell.id))
        }
      }
      for (row, cell) in data.sections[balance.section].rows.enumerated() {
        let path = RowPath(balance.section, row)
        guard let place = before[cell.id] else {
          if !inserts.contains(path), !landings.contains(path) {
            rows.append(.new(after: path, identity: cell.id))
          }
          continue
        }
        // What a reload inserts is explained where reloads land.
        let isGone = deletes.contains(place) || batch.sectionDeletes.contains(place.section)
        if ownInserts.contains(path), !isGone {
          rows.append(.insertedButOld(after: path, identity: cell.id, before: place))
        }
      }
    }
  }
}

extension StageDiagnosis.Oddity {
  /// The mismatch in one sentence.
  ///
  /// - Parameter name: the name of an identity, in quotes.
  package func text(_ name: (Int) -> String) -> String {
    switch self {
    case .deletedButThere(let index, let id, let after):
      "\(index) \(name(id)) is deleted in the batch but is still in the table, at \(after)"
    case .keptButGone(let index, let id):
      "\(index) \(name(id)) is reloaded or moved in the batch but is not in the table any more"
    case .gone(let index, let id):
      "\(index) \(name(id)) is not in the table any more, but the batch does not delete it"
    case .new(let after, let id):
      "\(after) \(name(id)) is new, but the batch does not insert it"
    case .insertedButOld(let after, let id, let before):
      "\(after) \(name(id)) is inserted in the batch but was there before, at \(before)"
    case .crossed(let index, let id, let after):
      "\(index) \(name(id)) is in another section after, at \(after), but the batch does not move it"
    }
  }
}

extension Outline {
  /// The path of each row by identity.
  package var pathsByIdentity: [Int: RowPath] {
    var paths: [Int: RowPath] = [:]
    for (section, content) in sections.enumerated() {
      for (row, cell) in content.rows.enumerated() { paths[cell.id] = RowPath(section, row) }
    }
    return paths
  }
}

extension Stage {
  /// The index paths at which reloaded rows insert their new cells, by index path *before* the
  /// stage: shifted by deletes and inserts, but not by moves and other reloads.
  ///
  /// - Complexity: O(*n* log *n*) for *n* operations.
  ///
  /// Source: <doc:TheRules>, D6.
  package var reloadLandings: [RowPath: RowPath] {
    guard !rows.reloads.isEmpty else { return [:] }
    let batch = Batch.Reloads(self)
    return Dictionary(
      rows.reloads.map { ($0, batch.destination(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Where the reloads of sections insert the new ones, by index before the stage, likewise.
  package var sectionReloadLandings: [Int: Int] {
    guard !sections.reloads.isEmpty else { return [:] }
    let batch = Batch.Reloads(self)
    return Dictionary(
      sections.reloads.map { ($0, batch.destination(ofSection: $0)) },
      uniquingKeysWith: { first, _ in first })
  }
}
