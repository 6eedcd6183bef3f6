import BatchUpdates

extension CrashMessage.Listing {
  /// The explanation of what does not add up, section by section.
  var happened: String {
    let wrong = balances.filter { $0.surplus != 0 }
    if !wrong.isEmpty {
      let texts = wrong.prefix(Self.mostSections).map { balance in
        let moved =
          balance.section == balance.sectionBefore
          ? "" : " (section \(balance.sectionBefore) before)"
        return RowChange(
          place: "section \(balance.section)" + moved, before: balance.before,
          after: balance.after, inserted: balance.inserted, deleted: balance.deleted,
          movedIn: balance.movedIn, movedOut: balance.movedOut, mayReloadBesideMove: false
        ).happened
      }
      let rest = wrong.count - texts.count
      return texts.joined(separator: "; ")
        + (rest > 0 ? "; and \(counted(rest, "more section"))" : "") + besideMove
    }
    switch verdict {
    case .illegal(let violation): return violation.happened
    case .reloadData(let why): return "\(why), which one batch cannot do"
    case .legal:
      return "the numbers and updates that are listed fit, so some were lost on the way here, or"
        + " the data changed once more while the batch was made"
    }
  }

  /// The list has a reload as a delete and an insert, so that one may stand beside a section's move.
  private var besideMove: String {
    guard !stage.sections.moves.isEmpty, !stage.rows.deletes.isEmpty, !stage.rows.inserts.isEmpty
    else { return "" }
    return "; if one of the deletes is a reload, it stands beside the move of a section, and its"
      + " insert is counted in another section: put reloads into a batch of their own"
  }

  private static var mostSections: Int { 5 }
}
