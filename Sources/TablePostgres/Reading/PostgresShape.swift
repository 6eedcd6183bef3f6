import Postgres
import TableKit
import TableSources

/// A table, view or query of a database: its columns, and what tells its rows apart.
public struct PostgresShape: Sendable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable {
    case table, view, query
    case partitioned = "partitioned table"
    case materialized = "materialized view"
    case foreign = "foreign table"
    /// All tables of a database, read as one.
    case several = "tables"
  }

  /// Why a key tells rows apart.
  public enum KeyReason: String, Hashable, Sendable {
    case primary = "primary key"
    case unique = "unique, not null"
  }

  /// A column.
  struct Column: Hashable, Sendable {
    let name: String
    /// The number of its type in `pg_type`, or of what a domain is of.
    let type: UInt32
    /// What belongs to the type, such as a length; -1: nothing.
    var modifier = -1
    /// That type in SQL, without a length or the like.
    let typeName: String
    var declared: DeclaredColumn
    /// Whether the server makes a value where none is given.
    var hasDefault = false
    /// Whether it must have a value.
    var isNeverNull = false
    /// How its values are made, other than by a default.
    var making = Making.byUser

    /// Whether two values are the same exactly if they are shown as the same text.
    var isExact: Bool { PostgresType.isExact(type) }
    /// Whether its values are shown as the text into which they can be cast: truths as words, padded
    /// texts without the blanks that do not count.
    var isShownAsText: Bool { declared.kind == .bool || isPadded }
    /// Whether its values are texts of one length, padded with blanks.
    var isPadded: Bool { PostgresType.isCharacter(type) && modifier >= 0 }

    /// A cell of the column as it is shown, which has a name in SQL.
    func shown(_ cell: String) -> String { isShownAsText ? cell + "::pg_catalog.text" : cell }

    /// Whether what is stored is shown as the text that was sent.
    var isStoredAsSent: Bool { PostgresType.isText(type) && modifier < 0 && making == .byUser }
  }

  /// Who makes the values of a column.
  enum Making: Hashable, Sendable {
    case byUser
    /// The server computes them from other columns.
    case generated
    /// The server numbers the rows, `GENERATED ALWAYS AS IDENTITY`.
    case identity
  }

  /// What it is.
  public let kind: Kind
  /// The schema; nil: it is a query.
  public let schema: String?
  /// The name of the table or view, or the text of the query.
  public let name: String
  /// The names of the columns that tell rows apart; none: nothing is known to.
  public internal(set) var key: [String] = []
  /// Why they do; nil: the user says so, or there is no key.
  public internal(set) var keyReason: KeyReason?
  /// The names of the columns of each unique index that is checked at once; they may be null.
  var uniques: [[String]] = []
  /// Whether what is unique in the key can be checked at the end.
  var isKeyDeferrable = false
  /// Whether the server makes keys of new rows.
  public internal(set) var assignsKeys = false
  var columns: [Column] = []
  /// The names of the columns in the table: what is blank has another.
  var tableNames: [String] { HeaderNames(columns.map(\.name)).names }
  /// The number in `pg_class`; nil: it is a query.
  var number: String?
  /// Whether tables may inherit from it.
  var mayHaveHeirs = false
  /// Whether it is read and written without the tables that inherit from it.
  var isAlone = false
  /// The tables of which it is made; none: it is no union of tables.
  var parts: [PostgresShape] = []
  /// What the table is called among several; nil: it stands alone.
  var label: String?
  /// The names of the columns that the role may read; none: all of them.
  var readable: [String] = []
  /// What is said of it when it is opened.
  var notes: [String] = []

  init(_ kind: Kind, schema: String?, name: String) {
    self.kind = kind
    self.schema = schema
    self.name = name
  }

  /// The name with its schema, for people.
  public var fullName: String { (schema.map { $0 + "." } ?? "") + name }

  /// The name with its schema in SQL; only of a table or view.
  var qualified: String { PostgresText.name(schema ?? "") + "." + PostgresText.name(name) }

  /// What stands behind FROM, and behind UPDATE.
  var relation: String {
    kind == .query ? "(\(name)\n)" : (isAlone ? "ONLY " : "") + qualified
  }

  /// The statement that describes the columns.
  var plainSelection: String { kind == .query ? name : "SELECT \(allCells) FROM \(qualified)" }

  /// What stands behind SELECT for all columns that can be read.
  var allCells: String {
    readable.isEmpty ? "*" : readable.map(PostgresText.name).joined(separator: ", ")
  }

  /// The statement that reads all rows, in the order of a key.
  ///
  /// - Parameter key: names of columns.
  func selection(orderedBy key: [String]) -> String {
    if kind == .query { return querySelection }
    return selection(of: cells(of: "t"), orderedBy: key)
  }

  /// The statement that reads cells of all rows, in the order of the columns of a key that have one.
  func selection(of cells: [String], orderedBy key: [String]) -> String {
    let order = ordering(key).map { "t." + PostgresText.name($0) }
    return "SELECT \(cells.joined(separator: ", ")) FROM \(relation) AS t"
      + (order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))")
  }

  /// The columns of a key by which rows can be ordered.
  func ordering(_ key: [String]) -> [String] {
    key.filter { name in columns.contains { $0.name == name && $0.declared.kind != .json } }
  }

  /// The cells of a row that has a name in SQL, as they are shown.
  func cells(of row: String) -> [String] {
    columns.map { column in
      column.shown(row + "." + PostgresText.name(column.name))
    }
  }

  /// A hash of the names and types of the columns.
  var columnHash: UInt64 {
    var text = columns.map { "\($0.name)\u{1}\($0.type)" }.joined(separator: "\u{2}")
    for part in parts { text += "\u{3}\(part.label ?? "")\u{4}\(part.columnHash)" }
    return Array(text.utf8).withUnsafeBytes(ContentHash.of)
  }

  /// A query, around which truths are written as `true` and `false`.
  private var querySelection: String {
    guard columns.contains(where: { $0.declared.kind == .bool }) else { return name }
    // Names may be there twice.
    let names = columns.indices.map { "c\($0)" }
    let cells = zip(names, columns).map { name, column in
      column.declared.kind == .bool ? "q.\(name)::pg_catalog.text" : "q.\(name)"
    }
    return "SELECT \(cells.joined(separator: ", ")) FROM (\(name)\n) "
      + "AS q(\(names.joined(separator: ", ")))"
  }
}

// MARK: - Types

/// What a type is, of `pg_type`.
enum PostgresType {
  private static let bool: UInt32 = 16
  private static let smallIntegers: Set<UInt32> = [21, 23]
  /// int8, oid, numeric.
  private static let decimals: Set<UInt32> = [20, 26, 1700]
  private static let floats: Set<UInt32> = [700, 701]
  private static let json: Set<UInt32> = [114, 3802]
  /// `"char"`, of no category in all versions.
  private static let char: UInt32 = 18
  /// Texts, values of enumerations, and bits, which may look like numbers.
  private static let texts: Set<String> = ["S", "E", "V"]

  /// character(n), and bpchar of any length.
  private static let character: UInt32 = 1042

  /// date, timestamp, timestamptz.
  private static let instants: Set<UInt32> = [1082, 1114, 1184]
  private static let interval: UInt32 = 1186

  /// text, varchar.
  private static let plainTexts: Set<UInt32> = [25, 1043]
  /// bool, bytea, int8, int2, int4, oid, date, time, timestamp, timestamptz, uuid.
  private static let exact: Set<UInt32> = [16, 17, 20, 21, 23, 26, 1082, 1083, 1114, 1184, 2950]

  /// Whether blanks at the end of a text do not count.
  static func isCharacter(_ type: UInt32) -> Bool { type == character }

  /// A text without the blanks at its end.
  static func unpadded(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// The types of numbers, and of what is made of them, whose values can be written in several ways:
  /// numeric, float4, float8, jsonb, numeric[], numrange.
  private static let numerics: Set<UInt32> = [1700, 700, 701, 3802, 1231, 3906]
  /// numeric, time, timestamp, timestamptz, interval, timetz.
  private static let rounded: Set<UInt32> = [1700, 1083, 1114, 1184, 1186, 1266]

  /// Whether values that the server calls equal are the same number.
  static func isNumeric(_ type: UInt32) -> Bool { numerics.contains(type) }

  /// Whether values are rounded to what the column declares when they are stored.
  static func isRounded(_ type: UInt32) -> Bool { rounded.contains(type) }

  /// Whether a type is text of any length, or up to one.
  static func isText(_ type: UInt32) -> Bool { plainTexts.contains(type) }

  /// Whether the server shows each value of a type as another text, in a transaction with our
  /// settings, and reads it from that text; of texts this holds where bytes are compared.
  ///
  /// Not so: `1.0` and `1.00` are one numeric, 0 and -0 one number, padded texts are the same with
  /// more blanks, `1 month` and `30 days` one interval; a label of an enumeration can be renamed; of
  /// other types nothing is known.
  static func isExact(_ type: UInt32) -> Bool { isText(type) || exact.contains(type) }

  /// Returns what the cells of a column are.
  ///
  /// - Parameter category: the letter of its type's category.
  static func column(_ name: String, _ type: UInt32, category: String) -> DeclaredColumn {
    switch type {
    case bool: DeclaredColumn(name, .bool, .boolean)
    // Every value is a plain number, and null is none.
    case _ where smallIntegers.contains(type): DeclaredColumn(name, .number, .number)
    case _ where decimals.contains(type): DeclaredColumn(name, .number, .decimal)
    case _ where floats.contains(type): DeclaredColumn(name, .number, .number)
    case _ where json.contains(type): DeclaredColumn(name, .json, .automatic)
    case _ where type == char || texts.contains(category): DeclaredColumn(name, .text, .text)
    case _ where instants.contains(type): DeclaredColumn(name, .text, .automatic, order: .instants)
    case interval: DeclaredColumn(name, .text, .automatic, order: .intervals)
    default: DeclaredColumn(name, .text, .automatic)
    }
  }
}
