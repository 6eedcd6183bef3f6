import TableKit
import Wording

/// How an object of JSON, or a mapping of YAML, that holds other things than lists of rows is a
/// table.
///
/// In the form `rows` each member is a row of the only section:
///
///     {"ann": {"age": 41}, "bob": {"age": 12}, "cat": 3}        key  age  value
///                                                               ann   41
///                                                               bob   12
///                                                               cat          3
///
/// In the form `sections` each member that holds a list of objects, or an object of objects, is a
/// section; the others are rows of one section more, the first:
///
///     {"total": 2, "items": [{"id": 7}]}        path     key    value  id
///                                               total    total  2
///                                               items/0  0             7
///
/// Sections, and rows that have names, stand by name in the table; the document keeps its own order.
public struct DocumentOutline: Hashable, Sendable {
  /// The forms.
  public enum Form: Hashable, Sendable {
    /// Each member is a row.
    case rows
    /// Members that hold lists of objects, or objects of objects, are sections.
    case sections
  }

  /// How a document was read before: a reload keeps form, columns, and what lost its last row.
  public struct Known: Hashable, Sendable {
    /// A column.
    enum Column: Hashable, Sendable {
      case path, key, value
      /// One of members of rows.
      case member(String)
    }

    /// The form; nil: it was no outline.
    var form: Form?
    /// The columns in their order.
    let columns: [Column]
    /// The sections whose rows have names.
    var namedSections: [String] = []
    /// Whether the document had rows of its own.
    var hasOwnRows = false
  }

  /// What is known of a section.
  struct Place: Hashable, Sendable {
    /// The index of its member.
    let member: Int
    /// Whether it is a list, whose rows have no names.
    let isList: Bool
  }

  /// The form.
  public let form: Form
  /// The columns that are no members, by their index in the loaded table.
  let columns: Columns
  /// The place of each loaded section; nil for that of the document's own rows.
  let places: [Place?]
  /// The member that each of the document's own rows is, by record.
  let ownMembers: [Int]

  /// Columns that are no members, by index.
  struct Columns: Hashable, Sendable {
    /// The path, in the form `sections`.
    let path: Int?
    /// The name in its object, or the index in its list.
    let key: Int
    /// The value of a row that is no object.
    let value: Int?

    /// All of them.
    var all: [Int] { [path, key, value].compactMap(\.self) }
  }
}

extension DocumentOutline {
  /// The name of the section of the document's own rows, without what tells it from others.
  static let ownName = Section.soleName

  /// Returns a name with as many `$` in front as tell it from others.
  static func name(_ name: String, unlike isTaken: (String) -> Bool) -> String {
    var name = name
    while isTaken(name) { name = "$" + name }
    return name
  }

  /// Returns a name as a part of a path: `~` and `/` are `~0` and `~1`.
  ///
  /// Source: RFC 6901, JSON Pointer, section 3.
  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return name }
    return name.replacingScalars { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
  }

  /// Returns the name that a part of a path stands for.
  static func unescaped(_ part: String) -> String {
    part.split(separator: "~1", omittingEmptySubsequences: false).map { piece in
      piece.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
    }.joined(separator: "/")
  }

  /// Whether a name comes before another: whole numbers first, by value, then others by bytes, as in
  /// a Realtime Database.
  static func isBefore(_ a: String, _ b: String) -> Bool {
    switch (number(a), number(b)) {
    case (let x?, let y?) where x != y: return x < y
    case (_?, nil): return true
    case (nil, _?): return false
    default: return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
  }

  private static func number(_ text: String) -> Int32? {
    let digits = text.utf8.first == 0x2D ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.count < 11, digits.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    return Int32(text)
  }
}

extension Table {
  /// Rows of lists have their places as keys, which the source gives them.
  ///
  /// - Parameters:
  ///   - columns: those that hold places, by index.
  ///   - lists: the sections that are lists, by index.
  mutating func setPlaces(_ columns: [Int?], lists: [Int]) {
    assignsKeys = true
    places = PlaceColumns(
      columns: columns.compactMap { column in column.map { self.columns[$0].id } },
      sections: NameSet(lists.map { sections[$0].name }))
  }
}
