import BatchUpdates

/// The fewest moves when nothing that survives is deleted and inserted, by trying every choice of
/// what stays.
struct LeastMoves: Equatable {
  var sections = 0
  var rows = 0

  init(from: Outline, to: Outline) {
    sections = Self.outside(places(of: to.sections.map(\.id), in: from.sections.map(\.id)))
    for section in to.sections {
      let before = from.sections.first { $0.id == section.id }?.rows.map(\.id) ?? []
      let after = section.rows.map(\.id)
      rows += Self.outside(places(of: after, in: before))
      for id in after where !before.contains(id) {
        if from.sections.contains(where: { $0.rows.contains { $0.id == id } }) { rows += 1 }
      }
    }
  }

  private func places(of new: [Int], in old: [Int]) -> [Int] { new.compactMap(old.firstIndex(of:)) }

  /// How many must move so that the others are in order: the smallest set whose complement
  /// increases.
  static func outside(_ places: [Int]) -> Int {
    var least = places.count
    for moved in 0..<(1 << places.count) where moved.nonzeroBitCount < least {
      var last = -1
      let isOrdered = places.indices.allSatisfy { position in
        if moved >> position & 1 == 1 { return true }
        defer { last = places[position] }
        return places[position] > last
      }
      if isOrdered { least = moved.nonzeroBitCount }
    }
    return least
  }
}
