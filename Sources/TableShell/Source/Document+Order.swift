import TableKit

extension Document {
  /// Puts rows in the order that the table was saved in: a tree has none that would be another's.
  ///
  /// - Parameter lists: the names of the sections that have an order of their own; nil: none has, nor
  ///   have the sections themselves been put in another.
  package func arrange(
    like base: Table, besides lists: NameSet? = nil
  ) throws(CommandError) {
    let table = table
    let sections = Self.ordered(
      table.sections.map { ($0.name, $0.id) }, like: base.sections.map(\.name))
    if lists != nil, sections != table.sections.map(\.id) {
      _ = try editing(editor.perform([.arrangeSections(sections)], title: "order"))
    }
    for section in table.sections where lists?.contains(section.name) != true {
      guard let known = base.sections.first(where: { $0.name === section.name }) else { continue }
      let ordered = Self.ordered(
        section.rows.map { (table.key(of: $0), $0) }, like: known.rows.map { base.key(of: $0) })
      if ordered.elementsEqual(section.rows) { continue }
      _ = try editing(
        editor.perform([.move(ordered, section: section.id, at: 0)], title: "order"))
    }
  }

  /// Returns what has names in an order of names; what is new stands behind the one before it.
  private static func ordered<Item>(
    _ items: [(name: String, item: Item)], like names: [String]
  ) -> [Item] {
    var places: NameTable<Int> = [:]
    for (place, name) in names.enumerated() { places[name] = place }
    var place = -1
    return items.enumerated().map { i, item in
      place = places[item.name] ?? place
      return (place, i, item.item)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}
