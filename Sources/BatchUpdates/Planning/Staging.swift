/// A difference cut into stages, with the order of the sections between them.
///
/// Between the stage that inserts sections and the one that deletes them, both the new and the
/// vanishing sections are there. That order is called the *middle*:
///
///     before  about friends          about vanishes, new appears, and a row
///     middle  new about friends      of friends moves into new
///     after   new friends
///
/// New sections stand beside the sections that keep their place, so that no section moves only
/// because of them.
struct Staging {
  let difference: Difference
  let partition: Partition
  /// The sections in the middle order.
  let middle: [Slot]
  /// For each section before, its index in the middle.
  private(set) var oldInMiddle: [Int]
  /// For each section after, its index in the middle.
  private(set) var newInMiddle: [Int]

  /// One section: its index before and its index after, -1 where it is not.
  struct Slot {
    let before: Int
    let after: Int
  }

  /// The three orders that sections can be in.
  enum Space {
    case before, middle, after
  }

  /// Cuts a difference into as few stages as can be.
  init(_ difference: Difference) {
    let partition = Partition(difference)
    self.init(difference, partition, guestsLast: false)
    guard !difference.sectionMoves.isEmpty, movesToOwnIndex else { return }
    // That costs a stage; perhaps none does elsewhere, or in another middle order.
    for partition in [partition, partition.movingElsewhere(difference)].compactMap({ $0 }) {
      for guestsLast in [false, true] {
        let other = Staging(difference, partition, guestsLast: guestsLast)
        if !other.movesToOwnIndex {
          self = other
          return
        }
      }
    }
  }

  /// - Parameter guestsLast: whether, between two sections that stay, those that are only in the
  ///   middle order come behind those that move.
  private init(_ difference: Difference, _ partition: Partition, guestsLast: Bool) {
    self.difference = difference
    self.partition = partition
    guard difference.changesSections else {
      // No stage has another order than those before and after.
      (middle, oldInMiddle, newInMiddle) = ([], [], [])
      return
    }
    middle =
      partition.moves == partition.deletes
      ? Self.oldOrder(difference, guestsLast: guestsLast)
      : Self.newOrder(difference, guestsLast: guestsLast)
    oldInMiddle = Array(repeating: -1, count: difference.matching.oldSections)
    newInMiddle = Array(repeating: -1, count: difference.matching.newSections)
    for (index, slot) in middle.enumerated() {
      if slot.before >= 0 { oldInMiddle[slot.before] = index }
      if slot.after >= 0 { newInMiddle[slot.after] = index }
    }
  }

  /// The order of the sections before a stage.
  func space(before stage: Int) -> Space {
    stage <= partition.inserts ? .before : stage <= partition.deletes ? .middle : .after
  }

  /// The order of the sections after a stage.
  func space(after stage: Int) -> Space { space(before: stage + 1) }

  /// The index of a section before in an order that holds it.
  func place(ofOld before: Int, in space: Space) -> Int {
    switch space {
    case .before: before
    case .middle: oldInMiddle[before]
    case .after: difference.matching.newSection[before]
    }
  }

  /// The index of a section after in an order that holds it.
  func place(ofNew after: Int, in space: Space) -> Int {
    switch space {
    case .before: difference.matching.oldSection[after]
    case .middle: newInMiddle[after]
    case .after: after
    }
  }

  /// The old order, each new section behind the nearest section before it that stays.
  private static func oldOrder(_ difference: Difference, guestsLast: Bool) -> [Slot] {
    let matching = difference.matching
    var guests = [[Int]](repeating: [], count: matching.oldSections + 1)
    var host = 0
    for (after, before) in matching.oldSectionList.enumerated() {
      if before < 0 {
        guests[host].append(after)
      } else if difference.stays[after] {
        host = before + 1
      }
    }
    let slots = matching.newSectionList.enumerated().map { Slot(before: $0, after: $1) }
    return Self.order(
      slots, guests.map { $0.map { Slot(before: -1, after: $0) } }, guestsLast: guestsLast
    ) { $0.after >= 0 && difference.stays[$0.after] }
  }

  /// The new order, each vanishing section behind the nearest section before it that stays.
  private static func newOrder(_ difference: Difference, guestsLast: Bool) -> [Slot] {
    let matching = difference.matching
    var guests = [[Int]](repeating: [], count: matching.newSections + 1)
    var host = 0
    for (before, after) in matching.newSectionList.enumerated() {
      if after < 0 {
        guests[host].append(before)
      } else if difference.stays[after] {
        host = after + 1
      }
    }
    let slots = matching.oldSectionList.enumerated().map { Slot(before: $1, after: $0) }
    return Self.order(
      slots, guests.map { $0.map { Slot(before: $0, after: -1) } }, guestsLast: guestsLast
    ) { difference.stays[$0.after] }
  }

  /// Slots with their guests: those of none first, then those of each slot right behind it, or
  /// right before the next slot that stays.
  private static func order(
    _ slots: [Slot], _ guests: [[Slot]], guestsLast: Bool, stays: (Slot) -> Bool
  ) -> [Slot] {
    var order: [Slot] = []
    var waiting = guests[0]
    for (index, slot) in slots.enumerated() {
      if !guestsLast || stays(slot) {
        order += waiting
        waiting = []
      }
      order.append(slot)
      waiting += guests[index + 1]
    }
    return order + waiting
  }
}
