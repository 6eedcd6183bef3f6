extension Table {
  /// Inserts an empty section.
  @discardableResult
  mutating func insertSection(_ label: Section.Label, at index: Int) -> SectionID {
    let number = identities.section(after: sectionIndexes.count)
    let id = SectionID(UInt32(number))
    while sectionIndexes.count <= number { sectionIndexes.append(-1) }
    sections.insert(Section(id: id, label: label), at: index)
    renumberSections(from: index)
    return id
  }

  /// Removes a section that holds no row.
  package mutating func removeEmptySection(at index: Int) {
    precondition(sections[index].count == 0, "section \(index) still holds rows")
    sectionIndexes[Int(sections[index].id.rawValue)] = -1
    sections.remove(at: index)
    renumberSections(from: index)
  }

  /// Removes sections that hold no row.
  ///
  /// - Complexity: O(sections).
  package mutating func removeEmptySections(_ gone: Set<SectionID>) {
    sections.removeAll { section in
      guard gone.contains(section.id) else { return false }
      precondition(section.count == 0, "section '\(section.name)' still holds rows")
      sectionIndexes[Int(section.id.rawValue)] = -1
      return true
    }
    renumberSections(from: 0)
  }

  /// Puts the sections into another order.
  package mutating func arrangeSections(_ order: [Int]) {
    precondition(order.sorted() == Array(sections.indices), "\(order) is no order of the sections")
    sections = order.map { sections[$0] }
    renumberSections(from: 0)
  }

  /// Changes what a section is called.
  mutating func relabelSection(at index: Int, _ label: Section.Label) {
    sections[index].label = label
    sections[index].labelVersion += 1
  }

  private mutating func renumberSections(from index: Int) {
    for i in index..<sections.count {
      sectionIndexes[Int(sections[i].id.rawValue)] = Int32(i)
    }
    bytesWritten += (sections.count - index) * 4 + 64
  }
}
