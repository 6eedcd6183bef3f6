/// How names are compared with what is typed of one.
package struct NameMatch {
  private let typed: String
  private let ignoresCase: Bool

  /// - Parameter ignoresCase: whether upper and lower case are the same, as readline's
  ///   `completion-ignore-case` has it.
  package init(_ typed: String, ignoresCase: Bool) {
    self.typed = ignoresCase ? typed.lowercased() : typed
    self.ignoresCase = ignoresCase
  }

  /// Whether a name begins with what is typed.
  package func begins(_ name: String) -> Bool {
    (ignoresCase ? name.lowercased() : name).hasPrefix(typed)
  }

  /// Whether a word inside a name begins with what is typed, which is a letter or digit and another one at
  /// least.
  package func isInside(_ name: String) -> Bool {
    guard typed.count > 1, let first = typed.first, first.isLetter || first.isNumber else {
      return false
    }
    let name = ignoresCase ? name.lowercased() : name
    return name.ranges(of: typed).contains { place in
      guard place.lowerBound > name.startIndex else { return false }
      let before = name[name.index(before: place.lowerBound)]
      return !before.isLetter && !before.isNumber
    }
  }
}
