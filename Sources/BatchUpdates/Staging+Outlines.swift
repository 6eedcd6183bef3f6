extension Staging {
  /// The table as it is after a stage.
  ///
  /// A section that appears brings the rows that are new with it; those that move in come with
  /// the stage of the rows. A section that vanishes keeps the rows that vanish until it goes.
  func outline(after stage: Int) -> Outline {
    switch space(after: stage) {
    case .after:
      to
    case .before:
      Outline(
        from.sections.indices.map { before in
          section(Slot(before: before, after: difference.matching.newSection[before]), after: stage)
        })
    case .middle:
      Outline(middle.map { section($0, after: stage) })
    }
  }

  private func section(_ slot: Slot, after stage: Int) -> Outline.Section {
    if slot.before < 0 {
      var section = to.sections[slot.after]
      if stage < partition.rows {
        let base = difference.matching.newBase[slot.after]
        section.rows = section.rows.enumerated()
          .filter { difference.matching.oldRow[base + $0.offset] < 0 }.map(\.element)
      }
      return section
    }
    if slot.after >= 0 && stage >= partition.rows { return to.sections[slot.after] }
    var section = from.sections[slot.before]
    if slot.after >= 0 {
      section.content = to.sections[slot.after].content
      if difference.matching.isSkipped[slot.after] { return section }
    }
    let base = difference.matching.oldBase[slot.before]
    var rows: [Outline.Row] = []
    for (offset, row) in section.rows.enumerated() {
      let new = difference.matching.newRow[base + offset]
      if new < 0 {
        rows.append(row)
      } else if stage < partition.rows {
        let path = difference.matching.newPath(new)
        rows.append(to.sections[path.section].rows[path.row])
      }
    }
    section.rows = rows
    return section
  }
}
