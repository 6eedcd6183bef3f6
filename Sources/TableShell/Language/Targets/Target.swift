/// Rows as they are named in a command, before any table is asked.
///
/// `description` writes it as it is typed, in one canonical way that reads back as the same value.
indirect enum Target: Hashable, Sendable {
  /// `*`: every row.
  case everything
  /// `0:2`, `Pilots:*`; a section alone is all of its rows.
  case rows(SectionReference, RowSpan)
  /// `@A/B`: the row with this key, one text for each of the key's columns.
  case key([String])
  /// `selected`.
  case selected
  /// `marked`.
  case marked
  /// `visible`: the rows on the screen.
  case visible
  /// `where EXPR`: rows for which the Lua expression is true.
  case condition(String)
  /// `rule NAME`: rows picked by a Lua selection rule.
  case rule(String)
  /// `A,B`: rows of any of these, at least two.
  case union([Target])
  /// `in SECTION TARGET`: those rows of the target that stand in the section.
  case within(SectionReference, Target)
}

extension Target: CustomStringConvertible {
  /// The target as it is typed.
  ///
  /// `in` and `where` take all that follows, so they read back only at the end of a list.
  var description: String {
    switch self {
    case .everything: "*"
    case .rows(let section, let rows): "\(section):\(rows)"
    case .key(let components):
      "@" + components.map(Quoting.keyComponent).joined(separator: "/")
    case .selected: "selected"
    case .marked: "marked"
    case .visible: "visible"
    case .condition(let expression): "where \(expression)"
    case .rule(let name): "rule \(Quoting.name(name))"
    case .union(let targets): targets.map(\.description).joined(separator: ", ")
    case .within(let section, let target): "in \(section) \(target)"
    }
  }
}
