import TableKit
import TableSources

/// How a tree is a table, decided when it is first read and kept while it changes.
///
/// In the form `rows` each child of the root is a row of the only section:
///
///     {"ann": {"age": 41}, "bob": {"age": 12}, "cat": 3}        key  age  value
///                                                               ann   41
///                                                               bob   12
///                                                               cat          3
///
/// In the form `sections` each child that holds nothing but objects is a section, of whose children
/// each is a row; what else the root holds are rows of one section more, the first:
///
///     {"email": "a@b.c", "friends": [{"name": "Huck"}]}   path       key    value  name
///                                                         email      email  a@b.c
///                                                         friends/0  0             Huck
///
/// A root that is a single value is one row, whose key is `$value`, which no child has.
///
/// Where sections are declared (`SectionLayout`), each child of the root is one, in that order.
///
/// The path identifies a row, because child keys repeat between sections. Rows are in key order. A
/// column of ours gets a `$` in front, which no key has, if a row has a member of its name.
struct FirebaseMapping: Equatable, Sendable {
  /// The forms.
  enum Form: Hashable, Sendable {
    /// Each child of the root is a row.
    case rows
    /// Children that hold nothing but objects are sections.
    case sections
  }

  /// The form; nil until there is a tree with something in it.
  private(set) var form: Form?
  /// The names of the columns that are no members.
  private(set) var columns = Columns()
  /// The name of the section of the root's own rows; with a `$` in front if another has it.
  let name: String
  /// Whether the root may be a single value.
  let takesValue: Bool
  /// The keys of the sections that are declared, in order; nil: the tree says what is one.
  let declared: [FirebaseKey]?
  /// The keys of the sections that were there when the tree was last read, besides that one.
  private var sectionKeys: Set<FirebaseKey> = []
  /// Whether there was that one.
  private var hasOwnRows = false

  /// The names of the columns that are no members.
  struct Columns: Hashable, Sendable {
    /// The path, in the form `sections`.
    var path = "path"
    /// The child key.
    var key = "key"
    /// The value of a child that is no object.
    var value = "value"
  }

  /// A row as a tree has it.
  struct Row: Equatable, Sendable {
    /// The key of its section; nil: the section of the root's own rows.
    let section: FirebaseKey?
    /// The child key.
    let key: FirebaseKey
    /// What is there; nil: nothing.
    let node: FirebaseNode?

    /// The place in the tree.
    var path: FirebasePath {
      key == .root ? .root : FirebasePath((section.map { [$0] } ?? []) + [key])
    }

    /// The text that identifies the row: its path without the leading slash.
    var identifier: String { path.identifier }
  }

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - form: the form; nil: as the first tree suggests.
  ///   - name: the name of the section of the root's own rows.
  ///   - columns: the names of the columns that are no members.
  ///   - takesValue: whether the root may be a single value.
  ///   - declared: the keys of declared sections in order; nil: the tree says what is one.
  init(
    form: Form? = nil, name: String = Section.soleName, columns: Columns = Columns(),
    takesValue: Bool = true, declared: [FirebaseKey]? = nil
  ) {
    self.takesValue = takesValue
    self.declared = declared
    self.form = declared == nil ? form : .sections
    self.name = name
    self.columns = columns
  }
}

extension FirebaseMapping {
  /// Returns the form that suits a tree: `sections` if at least half of the root's objects hold
  /// nothing but objects.
  static func form(of root: FirebaseNode) -> Form {
    let objects = root.children?.nodes.filter { $0.children != nil } ?? []
    let sections = objects.count(where: isSection)
    return sections > 0 && 2 * sections >= objects.count ? .sections : .rows
  }

  static func isSection(_ node: FirebaseNode) -> Bool {
    node.children?.nodes.allSatisfy { $0.children != nil } ?? false
  }

  /// Whether a child of the root is a section.
  func isSection(_ node: FirebaseNode) -> Bool {
    form == .sections && (declared == nil ? Self.isSection(node) : node.children != nil)
  }

  /// A section as a tree has it.
  struct SectionRows: Equatable, Sendable {
    /// The key; nil: the section of the root's own rows.
    let key: FirebaseKey?
    /// The rows in order.
    let rows: [Row]
  }

  /// Returns the sections of a tree with their rows.
  ///
  /// - Complexity: O(rows).
  func sections(of tree: FirebaseTree) -> [SectionRows] {
    guard let root = tree.root else { return [] }
    guard let children = root.children else {
      return [SectionRows(key: nil, rows: [Row(section: nil, key: .root, node: root)])]
    }
    var own: [Row] = []
    var sections: [SectionRows] = []
    for (key, node) in zip(children.keys, children.nodes) {
      if isSection(node), let rows = node.children {
        let rows = zip(rows.keys, rows.nodes).map { Row(section: key, key: $0, node: $1) }
        sections.append(SectionRows(key: key, rows: rows))
      } else {
        own.append(Row(section: nil, key: key, node: node))
      }
    }
    if !own.isEmpty { sections.insert(SectionRows(key: nil, rows: own), at: 0) }
    if let declared {
      return declared.compactMap { key in sections.first { $0.key == key } }
    }
    return sections
  }

  /// Returns the names and JSON tokens of a row's cells: identity, value or members.
  func cells(of row: Row) -> [(name: String, token: String)] {
    var cells = [(name: columns.key, token: JSONText.quoted(row.key.text))]
    if form == .sections { cells.insert((columns.path, JSONText.quoted(row.identifier)), at: 0) }
    switch row.node {
    case nil: break
    case .value(let token): cells.append((columns.value, token))
    case .object(let members):
      for (key, node) in zip(members.keys, members.nodes) {
        cells.append((key.text, node.token ?? FirebaseWriter.text(node)))
      }
    }
    return cells
  }

  /// The names and texts of the cells that identify a row.
  func identity(of row: Row) -> [(name: String, text: String)] {
    let key = (columns.key, row.key.text)
    return form == .sections ? [(columns.path, row.identifier), key] : [key]
  }

  /// Whether a child of the root is a row and no section.
  func isOwnRow(_ row: Row) -> Bool { !(row.node.map(isSection) ?? false) }

  /// Whether a child of the root is there, and is a row and no section.
  func isRow(_ key: FirebaseKey, of tree: FirebaseTree) -> Bool {
    tree[FirebasePath([key])].map { isOwnRow(Row(section: nil, key: key, node: $0)) } ?? false
  }

  /// The columns that identify a row: one.
  var keyColumn: String { form == .sections ? columns.path : columns.key }

  /// The name of a section in the table.
  func sectionName(_ key: FirebaseKey?) -> String {
    if let key { return key.text }
    return sectionKeys.contains(FirebaseKey(name)) ? "$" + name : name
  }

  /// Reads a tree into a table, and decides what is not decided yet.
  ///
  /// - Parameters:
  ///   - source: the name of the source, for messages.
  ///   - options: of which the key is used.
  ///   - known: columns that the table has already. A tree has no columns: one stays, in its place,
  ///     when no row has its member any more.
  /// - Throws: `tooSparse`; `source`.
  /// - Complexity: O(bytes).
  mutating func read(
    _ tree: FirebaseTree, source: String, options: ReadOptions = ReadOptions(),
    keeping known: [String] = []
  ) throws(FirebaseError) -> LoadedTable {
    if form == nil, let root = tree.root, root.children != nil { form = Self.form(of: root) }
    let sections = sections(of: tree)
    columns = names(sections)
    sectionKeys = Set(sections.compactMap(\.key))
    hasOwnRows = sections.first.map { $0.key == nil } ?? false
    let records = try records(of: sections, keeping: known)
    guard !records.isTooSparse else {
      throw .tooSparse(rows: records.count, members: records.names.count)
    }
    do throws(SourceError) {
      guard let chunk = try records.chunk() else {
        throw .tooLarge(source, bytes: Chunk.maximumByteCount)
      }
      var names = sections.map {
        Table.SectionRecords(name: sectionName($0.key), count: $0.rows.count)
      }
      // Where nothing is yet, a first row can be inserted.
      if form == nil, names.isEmpty { names = [Table.SectionRecords(name: name, count: 0)] }
      let table = Table(columns: records.names, chunk: chunk, sections: names)
      return try LoadedTable(table, name: source, key: [keyColumn], options: options)
    } catch {
      throw .source(error)
    }
  }

  /// Returns the names of the columns that are no members: with a `$` once one needed it, so that they
  /// stay when the rows with members of their names go.
  private func names(_ sections: [SectionRows]) -> Columns {
    let usual = Columns()
    var names = columns
    for section in sections {
      for row in section.rows {
        for key in row.node?.children?.keys ?? [] {
          if key.text === usual.path, form == .sections { names.path = "$path" }
          if key.text === usual.key { names.key = "$key" }
          if key.text === usual.value { names.value = "$value" }
        }
      }
    }
    return names
  }

  private func records(
    of sections: [SectionRows], keeping names: [String]
  ) throws(FirebaseError) -> RecordCollector {
    do throws(SourceError) {
      var records = try RecordCollector()
      if form == .sections { _ = records.column(columns.path) }
      _ = records.column(columns.key)
      for name in names where FirebaseKey(name).isValid || isOurs(name) {
        _ = records.column(name)
      }
      for section in sections {
        for row in section.rows {
          try records.beginRow()
          for cell in cells(of: row) { try records.add(cell.name, cell.token) }
          try records.endRow()
        }
      }
      return records
    } catch {
      throw .source(error)
    }
  }
}

extension FirebaseKey {
  /// The key of the row that a root is which is a single value: no child can have it.
  static let root = FirebaseKey("$value")
}

extension FirebasePath {
  /// What identifies the row that is there: the path without the leading slash.
  var identifier: String { keys.isEmpty ? FirebaseKey.root.text : String(text.dropFirst()) }

  /// Reads what identifies a row.
  ///
  /// - Throws: `badKey`.
  init(identifier text: String) throws(FirebaseError) {
    if text === FirebaseKey.root.text { self = .root } else { self = try FirebasePath("/" + text) }
  }
}

extension RecordCollector {
  /// Adds a cell to the row.
  fileprivate mutating func add(_ name: String, _ token: String) throws(SourceError) {
    let column = column(name)
    var token = token
    _ = try token.withUTF8 { bytes in
      Result { () throws(SourceError) in try add(column, UnsafeRawBufferPointer(bytes)) }
    }.get()
  }
}

extension FirebaseMapping {
  /// Returns the rows that a change concerns, as they are afterwards; nil if it concerns more than
  /// rows: the whole tree, a section, or the names of the columns. Then the tree is to be read anew
  /// and compared.
  ///
  /// - Parameter tree: the tree after the change.
  /// - Complexity: O(changed rows × (log rows + their members)).
  func rows(changedBy change: FirebaseChange, after tree: FirebaseTree) -> [Row]? {
    guard form != nil, let root = tree.root?.children else { return nil }
    var rows: [Row] = []
    for child in change.puts {
      guard let row = row(at: child.path, in: tree) else { return nil }
      for key in row.node?.children?.keys ?? [] where isOurs(key.text) { return nil }
      rows.append(row)
    }
    // Sections come and go with their rows.
    guard form == .sections else { return rows }
    guard Set(rows.compactMap(\.section)).allSatisfy({ root[$0] != nil }) else { return nil }
    return hasOwnRows == (root.count > sectionKeys.count) ? rows : nil
  }

  /// Whether a column that is no member has this name.
  func isOurs(_ name: String) -> Bool {
    name === columns.key || name === columns.value || form == .sections && name === columns.path
  }

  /// Returns the row at or above a path, as it is now; nil if there is none, or a section is another
  /// than it was.
  private func row(at path: FirebasePath, in tree: FirebaseTree) -> Row? {
    guard let first = path.keys.first else { return nil }
    guard form == .sections, sectionKeys.contains(first) else {
      let node = tree[FirebasePath([first])]
      if node.map(isSection) == true { return nil }
      return Row(section: nil, key: first, node: node)
    }
    guard path.keys.count > 1 else { return nil }
    let row = Row(
      section: first, key: path.keys[1], node: tree[FirebasePath([first, path.keys[1]])])
    // A section whose children are not all objects is none, unless it is declared.
    return row.node?.token == nil || declared != nil ? row : nil
  }
}
