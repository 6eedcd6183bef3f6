import BatchUpdates

/// What an expression stands for, as far as a batch needs it. Index sets and ranges are lists.
enum CodeValue: Hashable, Sendable {
  case number(Int)
  case path(RowPath)
  case bool(Bool)
  case list([CodeValue])
  case null
  /// A case of an enumeration.
  case symbol(String)
  /// What is of no use to a batch, such as text; it is there.
  case other

  /// The longest list that is read.
  static let longest = 100_000

  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var path: RowPath? { if case .path(let path) = self { path } else { nil } }
  var symbol: String? { if case .symbol(let symbol) = self { symbol } else { nil } }
  var list: [CodeValue]? { if case .list(let list) = self { list } else { nil } }

  /// Whether it is a list with elements that are not known.
  var isPartial: Bool { list?.contains { $0 == .other || $0.isPartial } == true }

  /// Returns the value as one of a kind; nil where it is none.
  func fitted(to kind: CodeKind) -> CodeValue? {
    switch (kind, self) {
    case (.symbol, .symbol), (.symbol, .number): return self
    case (.any, _), (.number, .number), (.path, .path), (.bool, .bool): return self
    // `[0, 1]` is an index path where one is wanted, with the section first.
    case (.path, .list(let list)):
      guard list.count == 2, let section = list[0].number, let row = list[1].number else {
        return nil
      }
      return .path(RowPath(section, row))
    case (.section, .number(let number)): return number >= 0 && number != .max ? self : nil
    case (.list(let element), .list(let list)):
      let all = list.compactMap { $0.fitted(to: element) }
      return all.count == list.count ? .list(all) : nil
    case (.bool, .number(let number)): return .bool(number != 0)
    case (.bool, .null): return .bool(false)
    case (.bool, .path), (.bool, .list): return .bool(true)
    default: return nil
    }
  }
}

/// What is wanted of an expression.
enum CodeKind: Hashable {
  case any
  /// A number, with the one that an example takes.
  case number(Int)
  /// An index of an index set.
  case section
  case path
  /// A case of an enumeration, or a number, with an example.
  case symbol(String)
  /// A condition, with the value that is wanted.
  case bool(Bool)
  indirect case list(CodeKind)

  static var index: CodeKind { .number(0) }

  /// A value of the kind as `--let` takes it.
  ///
  /// - Parameters:
  ///   - name: a count is at least 1, as what is counted has a last element.
  ///   - rows: the number of rows that examples before have named; those of this one are added.
  func example(for name: String, after rows: inout Int) -> String {
    func path() -> String {
      rows += 1
      return "0:\(rows)"
    }
    return switch self {
    case .any: "true"
    case .number(let number): name.hasSuffix("ount") ? "\(max(1, number))" : "\(number)"
    case .section: "0"
    case .path: path()
    case .symbol(let label): label
    case .bool(let wanted): name.hasSuffix("ount") ? (wanted ? "1" : "0") : "\(wanted)"
    case .list(.path), .list(.any): path() + "," + path()
    case .list: "0,1"
    }
  }
}

/// A value that `--let` gives to what code does not say: `indexPath=0:1`.
package struct GivenCode: Hashable, Sendable {
  /// What has the value, spelled as `CodeNames.name(of:)` does.
  let name: String
  let value: CodeValue

  /// Reads `name=value`; nil where it is none. The value is an index path, a number, a truth value, the
  /// name of a case, or a list of index paths or numbers, which may be empty.
  package init?(_ text: String) {
    guard let mark = text.lastIndex(of: "="),
      let value = Self.value(text[text.index(after: mark)...]),
      let (expression, tokens) = CodeParser.expression(String(text[..<mark])), tokens.count > 1,
      tokens[0].number == nil, !tokens[0].isMark("="), !tokens[tokens.count - 2].isMark("=")
    else { return nil }
    name = CodeNames.name(of: expression, in: tokens)
    self.value = value
  }

  private static func value(_ text: Substring) -> CodeValue? {
    if let truth = ["true": true, "false": false, "YES": true, "NO": false][text] {
      return .bool(truth)
    }
    if text.isEmpty { return .list([]) }
    let word = text.first == "." ? text.dropFirst() : text
    if word != "NSNotFound", word.first?.isLetter == true, word.allSatisfy(CodeNames.isWord) {
      return .symbol(String(word))
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(element)
    let all = parts.compactMap(\.self)
    guard all.count == parts.count,
      all.allSatisfy({ $0.number != nil }) || all.allSatisfy({ $0.path != nil })
    else { return nil }
    return all.count == 1 ? all[0] : .list(all)
  }

  private static func element(_ text: Substring) -> CodeValue? {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { part -> Int? in
      if part == "NSNotFound" { return .max }
      return part.first == "+" ? nil : Int(part)
    }
    switch (numbers.count, numbers[0], numbers.last ?? nil) {
    case (1, let number?, _): return .number(number)
    case (2, let section?, let row?): return .path(RowPath(section, row))
    default: return nil
    }
  }
}
