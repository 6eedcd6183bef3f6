/// Finds the section of a merged table that a name means, and makes identities for new ones.
struct SectionPlacement {
  private let origin: Table
  private let keepsEdits: Bool
  private let local: Table
  private var byName: NameTable<SectionID> = [:]
  private var byOldName: NameTable<SectionID> = [:]
  private var names: [SectionID: String] = [:]
  /// Identities of sections that the source has added, by name.
  private(set) var allocated: NameTable<SectionID>

  init(_ merger: Merger, _ allocated: NameTable<SectionID>) {
    origin = merger.origin
    keepsEdits = merger.keepsEdits
    local = merger.local
    self.allocated = allocated
    for section in origin.sections {
      byOldName[section.name] = section.id
      names[section.id] = section.name
    }
    for section in local.sections where keepsEdits || origin.index(of: section.id) == nil {
      byName[section.name] = section.id
      names[section.id] = section.name
    }
  }

  /// The name that a section has or gets.
  func name(of id: SectionID) -> String? { names[id] }

  /// The section of exactly that name.
  mutating func section(named name: String) -> SectionID {
    if let known = byName[name] { return known }
    if let old = byOldName[name], local.index(of: old) == nil || !keepsEdits {
      byName[name] = old
      return old
    }
    let id = allocated[name] ?? newSection()
    allocated[name] = id
    byName[name] = id
    names[id] = name
    return id
  }

  private func newSection() -> SectionID {
    let count = max(origin.sectionIndexes.count, local.sectionIndexes.count)
    return SectionID(UInt32(origin.identities.section(after: count)))
  }

  /// The section that an incoming one is: that of its name when the source was read last, whatever
  /// it is called here.
  mutating func section(ofIncoming section: Section) -> SectionID {
    if local.sectionColumn == nil, let old = byOldName[section.name] { return old }
    return self.section(named: section.name)
  }
}
