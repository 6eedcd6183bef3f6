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
/// The path identifies a row, because child keys repeat between sections. Rows are in key order. A
/// column of ours gets a `$` in front, which no key has, if a row has a member of its name.
public struct FirebaseMapping: Equatable, Sendable {
  /// The forms.
  public enum Form: Hashable, Sendable {
    /// Each child of the root is a row.
    case rows
    /// Children that hold nothing but objects are sections.
    case sections
  }

  /// The form; nil until there is a tree with something in it.
  public private(set) var form: Form?
  /// The names of the columns that are no members.
  public private(set) var columns = Columns()
  /// The name of the section of the root's own rows.
  public let name: String

  /// The names of the columns that are no members.
  public struct Columns: Hashable, Sendable {
    /// The path, in the form `sections`.
    public var path = "path"
    /// The child key.
    public var key = "key"
    /// The value of a child that is no object.
    public var value = "value"

    fileprivate func contains(_ name: String) -> Bool {
      name === path || name === key || name === value
    }
  }

  /// A row as a tree has it.
  public struct Row: Equatable, Sendable {
    /// The key of its section; nil: the section of the root's own rows.
    public let section: FirebaseKey?
    /// The child key.
    public let key: FirebaseKey
    /// What is there; nil: nothing.
    public let node: FirebaseNode?

    /// Creates a row.
    public init(section: FirebaseKey?, key: FirebaseKey, node: FirebaseNode?) {
      self.section = section
      self.key = key
      self.node = node
    }

    /// The place in the tree.
    public var path: FirebasePath { FirebasePath((section.map { [$0] } ?? []) + [key]) }

    /// The text that identifies the row: its path without the leading slash.
    public var identifier: String { String(path.text.dropFirst()) }
  }

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - form: the form; nil: as the first tree suggests.
  ///   - name: the name of the section of the root's own rows.
  public init(form: Form? = nil, name: String = Section.soleName) {
    self.form = form
    self.name = name
  }
}

extension FirebaseMapping {
  /// Returns the form that suits a tree: `sections` if at least half of the root's objects hold
  /// nothing but objects.
  public static func form(of root: FirebaseNode) -> Form {
    let objects = root.children?.nodes.filter { $0.children != nil } ?? []
    let sections = objects.count(where: isSection)
    return sections > 0 && 2 * sections >= objects.count ? .sections : .rows
  }

  private static func isSection(_ node: FirebaseNode) -> Bool {
    node.children?.nodes.allSatisfy { $0.children != nil } ?? false
  }

  /// A section as a tree has it.
  public struct SectionRows: Equatable, Sendable {
    /// The key; nil: the section of the root's own rows.
    public let key: FirebaseKey?
    /// The rows in order.
    public let rows: [Row]
  }

  /// Returns the sections of a tree with their rows.
  ///
  /// - Complexity: O(rows).
  public func sections(of tree: FirebaseTree) -> [SectionRows] {
    guard let children = tree.root?.children else { return [] }
    var own: [Row] = []
    var sections: [SectionRows] = []
    for (key, node) in zip(children.keys, children.nodes) {
      if form == .sections, Self.isSection(node), let rows = node.children {
        let rows = zip(rows.keys, rows.nodes).map { Row(section: key, key: $0, node: $1) }
        sections.append(SectionRows(key: key, rows: rows))
      } else {
        own.append(Row(section: nil, key: key, node: node))
      }
    }
    if !own.isEmpty { sections.insert(SectionRows(key: nil, rows: own), at: 0) }
    return sections
  }

  /// Returns the names and JSON tokens of a row's cells: identity, value or members.
  public func cells(of row: Row) -> [(name: String, token: String)] {
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

  /// The columns that identify a row: one.
  public var keyColumn: String { form == .sections ? columns.path : columns.key }

  /// The name of a section in the table.
  public func sectionName(_ key: FirebaseKey?) -> String { key?.text ?? name }

  /// Reads a tree into a table, and decides what is not decided yet.
  ///
  /// - Parameter source: the name of the source, for messages.
  /// - Throws: `noTable` if the tree is a single value; `source`.
  /// - Complexity: O(bytes).
  public mutating func read(
    _ tree: FirebaseTree, source: String
  ) throws(FirebaseError) -> LoadedTable {
    if case .value(let token)? = tree.root { throw .noTable(token) }
    if form == nil { form = tree.root.map(Self.form) }
    let sections = sections(of: tree)
    columns = names(sections)
    do throws(SourceError) {
      let table = try table(sections, source: source)
      return try LoadedTable(table, name: source, key: [keyColumn])
    } catch {
      throw .source(error)
    }
  }

  private func names(_ sections: [SectionRows]) -> Columns {
    let usual = Columns()
    var names = usual
    for section in sections {
      for row in section.rows {
        for key in row.node?.children?.keys ?? [] where usual.contains(key.text) {
          if key.text === usual.path, form == .sections { names.path = "$path" }
          if key.text === usual.key { names.key = "$key" }
          if key.text === usual.value { names.value = "$value" }
        }
      }
    }
    return names
  }

  private func table(_ sections: [SectionRows], source: String) throws(SourceError) -> Table {
    var records = try RecordCollector()
    if form == .sections { _ = records.column(columns.path) }
    _ = records.column(columns.key)
    for section in sections {
      for row in section.rows {
        try records.beginRow()
        for cell in cells(of: row) {
          let column = records.column(cell.name)
          var token = cell.token
          let result = token.withUTF8 { bytes -> Result<Bool, SourceError> in
            do throws(SourceError) {
              return .success(try records.add(column, UnsafeRawBufferPointer(bytes)))
            } catch {
              return .failure(error)
            }
          }
          _ = try result.get()
        }
        try records.endRow()
      }
    }
    guard let chunk = try records.chunk() else {
      throw .tooLarge(source, bytes: Chunk.maximumByteCount)
    }
    return Table(
      columns: records.names, chunk: chunk,
      sections: sections.map {
        Table.SectionRecords(name: sectionName($0.key), count: $0.rows.count)
      })
  }
}

extension FirebaseMapping {
  /// Returns the rows that a change concerns, as they are afterwards; nil if it concerns more than
  /// rows: the whole tree, a section, or the names of the columns. Then the tree is read anew and
  /// compared.
  ///
  /// - Parameters:
  ///   - before: the tree before the change.
  ///   - after: the tree after it.
  /// - Complexity: O(changed rows × (log rows + their members)), and in the form `sections` O(rows)
  ///   of the sections concerned.
  public func rows(
    changedBy change: FirebaseChange, before: FirebaseTree, after: FirebaseTree
  ) -> [Row]? {
    guard let form, after.root?.children != nil else { return nil }
    var rows: [Row] = []
    for child in change.puts {
      guard let first = child.path.keys.first else { return nil }
      let path = FirebasePath([first])
      guard form == .sections else {
        rows.append(Row(section: nil, key: first, node: after[path]))
        continue
      }
      let was = before[path].map(Self.isSection)
      let isNow = after[path].map(Self.isSection)
      switch (was, isNow) {
      case (true?, true?):
        guard child.path.keys.count > 1 else { return nil }
        let key = child.path.keys[1]
        rows.append(Row(section: first, key: key, node: after[path.appending(key)]))
      case (true?, _), (_, true?): return nil
      default: rows.append(Row(section: nil, key: first, node: after[path]))
      }
    }
    // The section of the root's own rows comes and goes with them.
    if form == .sections, rows.contains(where: { $0.section == nil }),
      sections(of: before).first?.key != nil || sections(of: after).first?.key != nil
    {
      return nil
    }
    for row in rows {
      for key in row.node?.children?.keys ?? [] where columns.contains(key.text) { return nil }
    }
    return rows
  }
}
