import TableKit

/// How a YAML text that is no list of rows, and no mapping of such lists, is a table.
///
/// A mapping has the form that a JSON object of the same members has: each member is a row, or those
/// that hold lists of mappings, or mappings of mappings, are sections, and the others are rows of one
/// section more, the first:
///
///     version: 2                    path          key      value  image
///     services:                     version       version  2
///       web: {image: nginx}         services/web  web             nginx
///
/// Of several documents each is a section, named by its number.
struct YAMLTree: Sendable {
  /// The forms.
  enum Form: Hashable, Sendable {
    /// Each member is a row.
    case rows
    /// Members that hold lists of mappings, or mappings of mappings, are sections.
    case sections
    /// Documents are sections.
    case documents
  }

  /// The form.
  var form: Form
  /// The columns that are no members, by their index in the loaded table.
  var path: Int?
  var key: Int?
  var value: Int?
  /// The keys of rows that have names, by record.
  var names: [Range<Int>?] = []
  /// The keys and the ends of all members of the root, in the order of the text; of several documents
  /// there is none.
  var members: [Member] = []
  /// The range of the root, and whether it is in braces.
  var root = 0..<0
  var isFlow = false

  /// A member of a mapping.
  struct Member: Hashable, Sendable {
    /// Its key.
    var key: Range<Int>
    /// The end of its value.
    var end: Int
  }

  /// The indexes of all columns that are no members.
  var ownColumns: [Int] { [path, key, value].compactMap(\.self) }

  /// How a text is to be read that was a tree before.
  struct Known {
    var form: Form
    /// What each section is, by name.
    var sections: NameTable<YAMLSection.Form> = [:]
    /// Whether no other has changed the text since, so that what is in `sections`, and that alone, is
    /// one.
    var isWhole = true
    /// Whether the document had rows of its own.
    var hasOwnRows = false
  }
}

/// What the parts of documents are, known before their rows are read.
struct YAMLOutline {
  /// What a member of a mapping is.
  enum Member {
    /// A row that is a value, or a mapping of values.
    case value, row
    /// A section.
    case list, mapping
  }

  let form: YAMLTree.Form
  /// By document: what it is, and its members, if it is a mapping.
  let documents: [(form: YAMLSection.Form, members: [Member])]

  /// Whether documents are one mapping.
  static func isMapping(_ roots: [YAMLNode]) -> Bool { roots.count == 1 && hasNames(roots[0]) }

  /// Whether documents are a tree.
  static func isTree(_ roots: [YAMLNode]) -> Bool {
    guard roots.count > 1 else { return roots.contains(where: hasNames) }
    return roots.contains { root in
      if case .sequence(let nodes) = root.content { return areRows(nodes, in: root) }
      return hasNames(root)
    }
  }

  init(_ roots: [YAMLNode], known: YAMLTree.Known?) {
    guard roots.count == 1, known?.form != .documents, case .mapping(let pairs) = roots[0].content
    else {
      form = .documents
      documents = roots.enumerated().map { number, root in
        let known = known?.sections["\(number + 1)"]
        switch root.content {
        case .sequence(let nodes) where Self.areRows(nodes, in: root) && known ?? .list == .list:
          return (.list, [])
        case .mapping(let pairs) where Self.hasNames(root) && known ?? .mapping == .mapping:
          return (.mapping, pairs.map { Self.isRow($0.value, behind: $0.key) ? .row : .value })
        default: return (.other, [])
        }
      }
      return
    }
    var members = pairs.map { key, value -> Member in
      if let known, known.isWhole {
        switch known.sections[String(decoding: key.scalar?.text ?? [], as: UTF8.self)] {
        case .list?: return .list
        case .mapping?: return .mapping
        default: return Self.isRow(value, behind: key) ? .row : .value
        }
      }
      if case .mapping(let pairs) = value.content, pairs.allSatisfy({ Self.isNull($0.value) }),
        known?.sections[String(decoding: key.scalar?.text ?? [], as: UTF8.self)] == .mapping
      {
        return .mapping
      }
      return Self.member(value, behind: key)
    }
    let filled = pairs.count { _, value in
      switch value.content {
      case .sequence(let nodes): !nodes.isEmpty
      case .mapping(let pairs): !pairs.isEmpty
      default: false
      }
    }
    let objects = members.count { $0 == .mapping }
    let hasSections = members.contains(.list) || objects > 0 && 2 * objects >= filled
    form = known?.form ?? (hasSections ? .sections : .rows)
    if form == .rows { members = members.map { $0 == .value || $0 == .list ? .value : .row } }
    documents = [(.mapping, members)]
  }

  private static func member(_ value: YAMLNode, behind key: YAMLNode) -> Member {
    // An alias is no part of its section.
    guard value.start > key.start else { return .value }
    switch value.content {
    case .sequence(let nodes): return areRows(nodes, in: value) ? .list : .value
    case .mapping(let pairs):
      guard hasNames(value) else { return .value }
      let isSection =
        pairs.contains { isRow($0.value, behind: $0.key) }
        && pairs.allSatisfy { isRow($0.value, behind: $0.key) || isNull($0.value) }
      return isSection ? .mapping : .row
    default: return .value
    }
  }

  private static func areRows(_ nodes: [YAMLNode], in list: YAMLNode) -> Bool {
    nodes.allSatisfy { $0.start >= list.start && hasNames($0) }
  }

  /// Whether a member is a mapping of its own whose keys are names.
  private static func isRow(_ value: YAMLNode, behind key: YAMLNode) -> Bool {
    value.start > key.start && hasNames(value)
  }

  private static func hasNames(_ node: YAMLNode) -> Bool {
    guard case .mapping(let pairs) = node.content else { return false }
    return pairs.allSatisfy { $0.key.scalar != nil && $0.key.start >= node.start }
  }

  static func isNull(_ node: YAMLNode) -> Bool {
    guard let scalar = node.scalar, scalar.isPlain else { return false }
    return scalar.text.withUnsafeBytes { YAMLText.isNull($0) }
  }
}

extension YAMLTree {
  /// Returns the last part of a path as a name.
  static func lastName(of path: String) -> String {
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last
    return DocumentOutline.unescaped(last.map(String.init) ?? "")
  }
}

extension YAMLTree.Known {
  /// How a mapping is to be read that others may have changed; nil: it was no tree.
  init?(_ known: DocumentOutline.Known) {
    guard let form = known.form else { return nil }
    self.init(form: form == .rows ? .rows : .sections, isWhole: false, hasOwnRows: known.hasOwnRows)
    for name in known.namedSections { sections[name] = .mapping }
  }
}
