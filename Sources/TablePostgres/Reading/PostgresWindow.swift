import Postgres

/// The part of a table too large for memory that is in memory: a page of rows that follow each other
/// by key, and rows elsewhere whose changes are not saved.
///
///     keys      1 2 3 | 4 5 6 | 7 8 9 …      the page is 4 to 6; row 2 was changed
///     in memory   2 | 4 5 6
public struct PostgresWindow: Hashable, Sendable {
  /// Where a window moves.
  public enum Move: Hashable, Sendable {
    /// To the first or last rows of the table.
    case first, last
    /// To the rows right behind or before those of the page.
    case next, previous
    /// Nowhere: the rows of the page's range are read again. An end of the page that is an end of the
    /// table stays one: rows that are new there come in.
    case here
    /// To the row with a key, or the first one behind that place.
    case at([String])
  }

  /// The most rows of a page.
  public static let usualRowLimit = 1000
  /// The most bytes of a page, if it has several rows. In memory are, for a while, the page as the
  /// server sent it, its text, and the page before.
  static let byteLimit = 12 << 20
  /// Tables with more rows than this, by the server's estimate, open as a window.
  public static let threshold = 5_000_000

  /// The most rows of a page.
  public let rowLimit: Int
  /// The names of the columns by which it goes from row to row.
  public let key: [String]
  /// Whether it is one because the table is large, not because that was asked for.
  public let isAutomatic: Bool
  /// The keys of the rows of the page, in order: the text of each key column.
  public internal(set) var keys: [[String]] = []
  /// The key at which the page begins, whether or not there is a row with it any more; nil: at the
  /// beginning of the table.
  var lower: [String]?
  /// The key at which it ends likewise; nil: at the end of the table.
  var upper: [String]?
  /// The number of changed rows in memory that stand before the page.
  public internal(set) var keptBefore = 0
  /// The number of bytes read since the steps of undo began, which these may keep.
  public internal(set) var bytesRead = 0
  /// Whether the table has rows before the page.
  public internal(set) var hasRowsBefore = false
  /// Whether the table has rows behind the page.
  public internal(set) var hasRowsBehind = false
  /// The number of rows of the table when it was read last: counted if it is small, else as the server
  /// estimates it, in three digits; nil: it does not know.
  public internal(set) var estimate: Int?
  /// Whether that number is counted.
  public internal(set) var isCounted = false

  init(key: [String], rowLimit: Int = usualRowLimit, isAutomatic: Bool = false) {
    self.key = key
    (self.rowLimit, self.isAutomatic) = (rowLimit, isAutomatic)
  }

  /// Rounds a number to three digits.
  static func rounded(_ number: Int) -> Int {
    var unit = 1
    while number / unit >= 1000 { unit *= 10 }
    return (number + unit / 2) / unit * unit
  }

  /// Whether the page is the whole table.
  public var isWhole: Bool { !hasRowsBefore && !hasRowsBehind }
}

/// The SQL of a window over a table.
struct PostgresWindowQuery {
  let shape: PostgresShape
  let window: PostgresWindow

  /// The names of columns that a table can hardly have.
  private static let (total, number, bytes) = (
    "\"tablesh total\"", "\"tablesh number\"", "\"tablesh bytes\""
  )

  private var keyNames: [String] { window.key.map { "t." + PostgresText.name($0) } }

  /// The key as one value: `t."k"`, or `(t."a", t."b")`.
  var key: String { Self.tuple(keyNames) }

  private static func tuple(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "(" + parts.joined(separator: ", ") + ")"
  }

  /// Parameters in the place of a key.
  ///
  /// - Parameter first: the number of the first one.
  func parameters(from first: Int) -> String {
    Self.tuple(window.key.indices.map { "$\(first + $0)" })
  }

  /// The key columns as an order.
  func order(isBackward: Bool = false) -> String {
    keyNames.map { $0 + (isBackward ? " DESC" : "") }.joined(separator: ", ")
  }

  /// The statement that reads a page: its cells, and the number of rows that there were, one more
  /// than the page may have if there are more.
  ///
  /// - Parameters:
  ///   - condition: what holds for its rows; nil: it begins at an end of the table.
  ///   - isAgain: whether the range of a page is read again, which may have twice as many rows and
  ///     bytes: what is new there pushes nothing out.
  func page(where condition: String?, isBackward: Bool, isAgain: Bool = false) -> String {
    let order = order(isBackward: isBackward)
    let factor = isAgain ? 2 : 1
    let (rowLimit, byteLimit) = (window.rowLimit * factor, PostgresWindow.byteLimit * factor)
    let filter = condition.map { " WHERE " + $0 } ?? ""
    // A row with its number and the bytes up to it: large rows must not fill the memory.
    return """
      SELECT \(shape.cells(of: "t").joined(separator: ", ")), t.\(Self.total)
      FROM (
        SELECT t.*, pg_catalog.count(*) OVER () AS \(Self.total),
          pg_catalog.row_number() OVER w AS \(Self.number),
          pg_catalog.sum(pg_catalog.octet_length((t.*)::pg_catalog.text)) OVER w AS \(Self.bytes)
        FROM (
          SELECT \(shape.allCells) FROM \(shape.relation) AS t\(filter)
          ORDER BY \(order) LIMIT \(rowLimit + 1)
        ) AS t WINDOW w AS (ORDER BY \(order))
      ) AS t
      WHERE t.\(Self.number) <= \(rowLimit)
        AND (t.\(Self.bytes) <= \(byteLimit) OR t.\(Self.number) = 1)
      ORDER BY \(self.order())
      """
  }

  /// The statement that reads rows by their keys, and whether each stands before another one.
  ///
  /// - Parameters:
  ///   - count: the number of keys; of a key of one column they are one parameter, an array.
  ///   - hasPlace: whether the parameters of that other row's key follow.
  func rows(count: Int, hasPlace: Bool) -> String {
    let width = window.key.count
    let keys =
      width == 1
      ? "= ANY ($1)"
      : "IN (" + (0..<count).map { parameters(from: 1 + $0 * width) }.joined(separator: ", ") + ")"
    let next = width == 1 ? 2 : 1 + count * width
    let isBefore = hasPlace ? "\(key) < \(parameters(from: next))" : "true"
    return
      "SELECT \(shape.cells(of: "t").joined(separator: ", ")), \(isBefore) FROM \(shape.relation) AS t "
      + "WHERE \(key) \(keys) ORDER BY \(order())"
  }

  /// The values of its parameters.
  func values(_ keys: [[String]], _ place: [String]?) -> [String?] {
    let own: [String?] =
      window.key.count == 1 ? [PostgresText.array(keys.map { $0[0] })] : keys.flatMap { $0 }
    return own + (place ?? [])
  }

  /// The statement that tells whether there are rows before or behind a key.
  func exists(_ comparison: String) -> String {
    "SELECT EXISTS (SELECT 1 FROM \(shape.relation) AS t "
      + "WHERE \(key) \(comparison) \(parameters(from: 1)))"
  }

  /// The statement that reads the keys of the first rows for which a condition holds.
  func keys(where condition: String, limit: Int) -> String {
    let cells = window.key.map { name in
      let cell = "t." + PostgresText.name(name)
      return shape.columns.first { $0.name == name }?.shown(cell) ?? cell
    }
    return
      "SELECT \(cells.joined(separator: ", ")) FROM \(shape.relation) AS t WHERE \(condition) "
      + "ORDER BY \(order()) LIMIT \(limit)"
  }

  /// The statement that reads all rows.
  var all: String {
    "SELECT \(shape.cells(of: "t").joined(separator: ", ")) FROM \(shape.relation) AS t "
      + "ORDER BY \(order())"
  }

  /// The statement that tells whether two rows have the same key, or one has none.
  var hasAmbiguousRows: String {
    let nulls = keyNames.map { "\($0) IS NULL" }.joined(separator: " OR ")
    return "SELECT EXISTS (SELECT 1 FROM \(shape.relation) AS t WHERE \(nulls)) "
      + "OR EXISTS (SELECT 1 FROM \(shape.relation) AS t GROUP BY "
      + "\(keyNames.joined(separator: ", ")) HAVING pg_catalog.count(*) > 1)"
  }

  /// The statement that counts rows.
  func count(where condition: String?) -> String {
    "SELECT pg_catalog.count(*) FROM \(shape.relation) AS t"
      + (condition.map { " WHERE " + $0 } ?? "")
  }
}
