import Wording

/// How expressions are named, and the names of the calls that update a view.
enum CodeNames {
  private static let selves: Set<String> = ["self", "weakSelf", "strongSelf", "_self", "this"]

  /// Names an expression, `items.count` for `self.items?.count` and `[self.items count]`; others as
  /// they are written, without blanks.
  static func name(of expression: CodeExpression, in tokens: [CodeToken]) -> String {
    switch expression.kind {
    case .name(let name): return name
    case .member(let base, let name):
      let base = self.name(of: base, in: tokens)
      return selves.contains(base) ? name : "\(base).\(name)"
    case .call(let callee, let arguments, isMessage: true) where arguments.isEmpty:
      return name(of: callee, in: tokens)
    default:
      let words = tokens[expression.range].map(\.text)
      var name = ""
      var number = 0
      while number < words.count {
        if selves.contains(words[number]), number + 1 < words.count {
          number += words[number + 1] == "?" ? 2 : 1
          if number < words.count, words[number] == "." || words[number] == "->" { number += 1 }
        } else if words[number] == "!" || words[number] == "?", !name.isEmpty,
          [".", "[", "]", ")", ","].contains(number + 1 < words.count ? words[number + 1] : ")")
        {
          // What may be missing is there.
          number += 1
        } else {
          if let last = name.last, isWord(last), words[number].first.map(isWord) == true {
            name += " "
          }
          name += words[number]
          number += 1
        }
      }
      return name
    }
  }

  static func isSelf(_ name: String) -> Bool { selves.contains(name) }

  static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// What a call is sent to, `tableView` of `self.tableView?.deleteRows`; empty for the object itself.
  static func receiver(of callee: CodeExpression, in tokens: [CodeToken]) -> String {
    guard case .member(let base, _) = callee.kind else { return "" }
    let name = name(of: base, in: tokens)
    return selves.contains(name) || name == "super" ? "" : name
  }

  /// The name at the root of `a.b[0].c`, without the object itself.
  static func root(of expression: CodeExpression) -> String? {
    switch expression.kind {
    case .name(let name): return name
    case .member(let base, let name):
      if case .name(let root) = base.kind, selves.contains(root) { return name }
      return root(of: base)
    case .subscripted(let base, _): return root(of: base)
    case .call(let callee, let arguments, isMessage: true) where arguments.isEmpty:
      return root(of: callee)
    default: return nil
    }
  }

  /// Calls that change no list.
  private static let readers: Set<String> = [
    "count", "isEmpty", "first", "last", "map", "forEach", "reversed", "contains", "index",
    "indices",
    "enumerated", "filter", "sorted", "prefix", "suffix", "dropFirst", "dropLast", "min", "max",
    "objectAtIndex", "containsObject", "indexOfObject", "firstObject", "lastObject", "firstIndex",
    "lastIndex", "compactMap", "flatMap", "reduce", "enumerateObjectsUsingBlock",
    "objectAtIndexedSubscript", "copy", "description", "isEqual",
  ]

  /// Whether a call on a list may change it.
  static func mayChange(_ name: String) -> Bool { !readers.contains(name) }

  private static let changes = [
    "append", "insert", "remove", "replaceSubrange", "replaceObject", "swapAt", "addObject",
    "exchangeObject", "popLast",
  ]

  /// Whether a call changes data as lists do: `append`, `removeObjectAtIndex`.
  static func changesData(_ name: String) -> Bool {
    changes.contains {
      name == $0 || name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase == true
    }
      && !name.hasSuffix("Subview") && !name.hasSuffix("FromSuperview")
  }
}

/// A call that updates a view.
enum CodeCall: String, CaseIterable {
  case deleteRows, insertRows, reloadRows, reconfigureRows, moveRow
  case deleteSections, insertSections, reloadSections, moveSection
  case beginUpdates, endUpdates, performBatchUpdates, reloadData

  /// Takes the name of a call with what Objective-C and collection views add to it.
  init?(named name: String) {
    var name = name
    for suffix in ["AtIndexPaths", "AtIndexPath"] where name.hasSuffix(suffix) {
      name.removeLast(suffix.count)
    }
    if name.hasSuffix("Items") { name = name.dropLast(5) + "Rows" }
    if name == "moveItem" { name = "moveRow" }
    self.init(rawValue: name)
  }

  /// True for `deleteItems` and `deleteSections(_:)`, which a collection view has; false for
  /// `deleteRows` and `deleteSections(_:with:)` of a table view; nil for what both have.
  func isOfCollectionView(_ name: String, labels: [String]) -> Bool? {
    if name.contains("Item") { return true }
    if name.contains("Row") { return false }
    if labels.contains("with") || labels.contains("withRowAnimation") { return false }
    return self == .moveSection ? nil : true
  }

  var isMove: Bool { self == .moveRow || self == .moveSection }

  /// Every name in Swift and Objective-C.
  private static let names: [String] = allCases.flatMap { call -> [String] in
    let name = call.rawValue
    guard name.contains("Row") else { return [name] }
    let ending = call == .moveRow ? "AtIndexPath" : "AtIndexPaths"
    let item = name.replacing("Row", with: "Item")
    return [name, item, name + ending, item + ending]
  }

  /// The call of a view that was meant by a name that is none; nil where none is near.
  static func meant(by name: String) -> String? {
    guard name.count > 5, CodeCall(named: name) == nil,
      let nearest = Nearest.nearest(to: name, in: names, limit: 1).first
    else { return nil }
    let letters = [name, nearest].map { Array($0.unicodeScalars) }
    return Nearest.distance(letters[0], letters[1], bound: 2) == nil ? nil : nearest
  }
}
