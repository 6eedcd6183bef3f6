/// How a JSON document holds a table.
enum JSONShape: Hashable, Sendable {
  /// `[{…},{…}]`
  case rows
  /// `{"Pilots":[{…}],"Crew":[{…}]}`
  case sections
  /// `{"columns":[…],"key":[…],"sections":[{"id":…,"rows":[{…}]}]}`
  case table
  /// `{…}` on each line, without anything around them.
  case lines
}
