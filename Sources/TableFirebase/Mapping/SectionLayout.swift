import TableKit

// A tree seen through the sections that a loader declares: `{"email": …, "friends": […]}` becomes
// `{"E-mail": {"E-mail": {"email": …}}, "Friends": {"0": …}}`, in which every child of the root is a
// section and every child of that a row. Reads and pushes go this way, saves the other.

/// The sections that a loader declares, as places of a tree.
struct SectionLayout: Equatable, Sendable {
  /// A section.
  struct Section: Equatable, Sendable {
    let key: FirebaseKey
    let content: Content
  }

  /// What is in a section.
  enum Content: Equatable, Sendable {
    /// The children of what is at a path are its rows.
    case list(FirebasePath)
    /// The values at some paths are the members of its only row.
    case values([FirebasePath])
  }

  /// A place of the tree that a row is written to.
  struct Place: Equatable, Sendable {
    let path: FirebasePath
    /// The member of the row that is there; nil: the whole row is.
    let member: FirebaseKey?

    /// Returns what of a row is there.
    func part(of row: FirebaseNode?) -> FirebaseNode? {
      member.map { row?.children?[$0] } ?? row
    }
  }

  /// The sections in order.
  let sections: [Section]

  /// Creates the places of a layout.
  ///
  /// - Throws: `badLayout` for a path or a name that a tree cannot have, and for one that stands at,
  ///   above or below another.
  init(_ layout: TreeLayout) throws(FirebaseError) {
    var sections: [Section] = []
    var taken: [FirebasePath] = []
    func path(_ text: String) throws(FirebaseError) -> FirebasePath {
      let path = try FirebasePath(text)
      guard !path.keys.isEmpty else { throw .badKey(text) }
      let other = taken.first { $0.relative(to: path) != nil || path.relative(to: $0) != nil }
      if let other { throw .overlap(other.identifier, path.identifier) }
      taken.append(path)
      return path
    }
    for section in layout.sections {
      let key = FirebaseKey(section.name)
      guard key.isValid else { throw .badLayout(section.name, .badKey(section.name)) }
      guard !sections.contains(where: { $0.key == key }) else {
        throw .badLayout(section.name, .overlap(section.name, section.name))
      }
      do throws(FirebaseError) {
        switch section.content {
        case .list(let text):
          sections.append(Section(key: key, content: .list(try path(text))))
        case .values(let texts):
          var paths: [FirebasePath] = []
          for text in texts {
            let path = try path(text)
            if let other = paths.first(where: { $0.keys.last == path.keys.last }) {
              throw .overlap(other.identifier, path.identifier)
            }
            paths.append(path)
          }
          sections.append(Section(key: key, content: .values(paths)))
        }
      } catch {
        throw .badLayout(section.name, error)
      }
    }
    self.sections = sections
  }

  /// The keys of the sections in order.
  var keys: [FirebaseKey] { sections.map(\.key) }

  /// The names of the values, each once: columns of the table, whether the tree has them or not.
  var members: [String] {
    var names: [String] = []
    for section in sections {
      guard case .values(let paths) = section.content else { continue }
      for key in paths.compactMap(\.keys.last) where !names.contains(key.text) {
        names.append(key.text)
      }
    }
    return names
  }
}

// MARK: - Reading

extension SectionLayout {
  /// Returns a tree in its sections.
  ///
  /// - Throws: `notAList` if a list is a single value.
  /// - Complexity: O(sections + their values).
  func view(of tree: FirebaseTree) throws(FirebaseError) -> FirebaseTree {
    var view = FirebaseTree()
    for section in sections {
      switch section.content {
      case .list(let path):
        let node = tree[path]
        if node?.token != nil { throw .notAList(path.identifier, section: section.key.text) }
        view.put(node, at: FirebasePath([section.key]))
      case .values(let paths):
        for path in paths { view.put(tree[path], at: member(path, of: section)) }
      }
    }
    return view
  }

  /// Returns the change of the view that a change of the tree is; one without parts concerns nothing in
  /// it.
  ///
  /// - Parameter tree: the tree after the change.
  func view(of change: FirebaseChange, after tree: FirebaseTree) -> FirebaseChange {
    var parts: [FirebaseChange.Child] = []
    func put(_ node: FirebaseNode?, at path: FirebasePath) {
      if !parts.contains(where: { $0.path == path }) { parts.append(.init(path, node)) }
    }
    for child in change.puts {
      for section in sections {
        switch section.content {
        case .list(let path):
          let root = FirebasePath([section.key])
          if let below = child.path.relative(to: path), !below.keys.isEmpty {
            put(child.node, at: root.appending(below))
          } else if path.relative(to: child.path) != nil {
            put(tree[path], at: root)
          }
        case .values(let paths):
          for path in paths
          where path.relative(to: child.path) != nil || child.path.relative(to: path) != nil {
            put(tree[path], at: member(path, of: section))
          }
        }
      }
    }
    return .patch(.root, parts)
  }

  private func member(_ path: FirebasePath, of section: Section) -> FirebasePath {
    FirebasePath([section.key, section.key] + path.keys.suffix(1))
  }

  /// The paths of what stands in no section.
  func rest(of tree: FirebaseTree) -> [FirebasePath] {
    let paths = sections.flatMap { section in
      switch section.content {
      case .list(let path): [path]
      case .values(let paths): paths
      }
    }
    func rest(_ node: FirebaseNode?, _ place: FirebasePath) -> [FirebasePath] {
      if node == nil || paths.contains(place) { return [] }
      guard let children = node?.children,
        place.keys.isEmpty || paths.contains(where: { $0.relative(to: place) != nil })
      else { return [place] }
      return zip(children.keys, children.nodes).flatMap { rest($1, place.appending($0)) }
    }
    return rest(tree.root, .root)
  }
}

// MARK: - Saving

extension SectionLayout {
  /// Returns the places of the tree that a row of the view is written to.
  ///
  /// - Throws: `notDeclared` if there are none, or not for one of its members.
  func places(of path: FirebasePath, _ node: FirebaseNode?) throws(FirebaseError) -> [Place] {
    guard let key = path.keys.first, let section = sections.first(where: { $0.key == key }) else {
      throw .notDeclared("no section '\(path.keys.first?.text ?? "")'", known: keys.map(\.text))
    }
    switch section.content {
    case .list(let list):
      return [Place(path: FirebasePath(list.keys + path.keys.dropFirst()), member: nil)]
    case .values(let paths):
      guard path.keys == [key, key] else {
        throw .notDeclared(
          "one row in section '\(key.text)', whose key is '\(key.text)'", known: [])
      }
      let members = paths.compactMap(\.keys.last)
      if let other = node?.children?.keys.first(where: { !members.contains($0) }) {
        throw .notDeclared(
          "no '\(other.text)' in section '\(key.text)'", known: members.map(\.text))
      }
      if node?.token != nil {
        throw .notDeclared("members in section '\(key.text)'", known: members.map(\.text))
      }
      return paths.map { Place(path: $0, member: $0.keys.last) }
    }
  }

  /// Returns what is written for a row of the view: of one of values, what differs.
  func parts(of row: FirebaseSaver.Row) throws(FirebaseError) -> [FirebaseSaver.Row] {
    try places(of: row.path, row.mine).map { place in
      FirebaseSaver.Row(
        path: place.path, base: place.part(of: row.base), mine: place.part(of: row.mine))
    }.filter { $0.base != $0.mine }
  }

  /// Returns what became of a row of the view, from what became of its parts: what others changed stands
  /// for the whole row.
  ///
  /// - Parameter parts: the parts, as `parts(of:)` returned them.
  func outcome(
    of row: FirebaseSaver.Row, _ parts: [FirebaseSaver.Row], _ outcomes: [FirebaseSaver.Outcome]
  ) -> FirebaseSaver.Outcome {
    guard let places = try? places(of: row.path, row.mine), places.first?.member != nil else {
      return outcomes.first ?? .saved(row.mine)
    }
    var there: [FirebaseKey: FirebaseNode] = [:]
    for place in places { if let key = place.member { there[key] = place.part(of: row.base) } }
    var conflicts: [FirebaseKey] = []
    for (part, outcome) in zip(parts, outcomes) {
      guard let key = part.path.keys.last else { continue }
      switch outcome {
      case .saved(let node): there[key] = node
      case .conflict(_, let theirs):
        there[key] = theirs
        conflicts.append(key)
      case .refused, .failed: return outcome
      }
    }
    let node = FirebaseChildren(there.map { ($0, $1) }).map(FirebaseNode.object)
    return conflicts.isEmpty ? .saved(node) : .conflict(conflicts, theirs: node)
  }
}
