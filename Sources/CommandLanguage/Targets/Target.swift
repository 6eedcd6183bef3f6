/// The rows that a command names, before they are looked up in a table.
///
/// `description` is its canonical spelling, which parses as the same value.
package indirect enum Target: Hashable, Sendable {
  /// `*`: every row.
  case everything
  /// `0:2`, `Pilots:*`; a section alone means all of its rows.
  case rows(SectionReference, RowSpan)
  /// `@A/B`: the row with this key, a text for each key column.
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
  /// `matching FILE on COL=COL`: rows whose cell is in a column of another table.
  case matching(String, ColumnPair)
  /// `A,B`: the rows of any of these targets; at least two.
  case union([Target])
  /// `in SECTION TARGET`: the rows of the target that are in the section.
  case within(SectionReference, Target)
}

extension Target: CustomStringConvertible {
  /// The target as typed.
  ///
  /// `in` and `where` take all that follows, so they parse back only at the end of a list.
  package var description: String {
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
    case .matching(let file, let columns): "matching \(Quoting.word(file)) on \(columns)"
    case .union(let targets): targets.map(\.description).joined(separator: ", ")
    case .within(let section, let target): "in \(section) \(target)"
    }
  }
}
