import CommandLanguage
import TableKit
import TableLua
import Wording

/// Completion of names in Lua text: columns, and globals and fields of the Lua state.
struct LuaCompletion {
  let shell: Shell
  /// Whether the text belongs to `edit`, whose condition ends with the word `set`.
  var isOfEdit = false

  /// - Parameters:
  ///   - line: what stands before the cursor.
  ///   - start: where the Lua text begins in it.
  func complete(_ line: [UInt8], _ kind: LuaText.Kind, _ start: Int) -> Completion {
    let text = Array(line[start...])
    if let begun = columnInBrackets(text) ?? bareColumnInBrackets(text) {
      let names = fitting(begun.name, columns) { $0 }.map {
        Completion.Candidate(Quoting.quoted($0) + "]", "column", appendsSpace: false)
      }
      return Completion(start: start + begun.offset, names)
    }
    if let quote = LuaSession.eventNameStart(in: text) { return events(text, quote, start + quote) }
    if let compared = comparedColumn(text) {
      return values(of: compared.column, text, compared.quote, start)
    }
    guard !LuaSession.endsInText(text) else { return .none }
    let names = namesToComplete(text, line, kind)
    guard [.condition, .assertion, .every].contains(kind), let values = values(at: text) else {
      return names
    }
    return .joining([Completion(start: line.count - values.length, values.candidates), names])
  }

  /// Completes the name at the end of a text.
  private func namesToComplete(_ text: [UInt8], _ line: [UInt8], _ kind: LuaText.Kind) -> Completion
  {
    let length = text.reversed().prefix { Self.isNameByte($0) }.count
    let name = String(decoding: text.suffix(length), as: UTF8.self)
    if isOfEdit, kind == .condition, endsExpression(text.dropLast(length)) {
      let set = Completion.Candidate("set", "what the rows get")
      return Completion(start: line.count - length, [set].filter { $0.text.hasPrefix(name) })
    }
    guard let owner = Self.owner(text.dropLast(length)) else {
      return behindCall(text.dropLast(length), name, line.count - length)
    }
    let knowsColumns = kind == .condition || kind == .assignment || kind == .every
    var candidates: [Completion.Candidate] = []
    if knowsColumns {
      if owner.path.isEmpty {
        candidates += names(of: columns) + quotedNames + [.init("row", "the row")]
        candidates.append(.init("section", "title of its section"))
      } else if owner.path == ["row"] || owner.path == ["row", "text"], !owner.isMethod {
        candidates += names(of: columns)
      }
    }
    // Cells are strings or numbers, and only strings have methods.
    let isCell = knowsColumns && owner.isMethod && isColumn(owner.path)
    if kind == .assertion, text.dropLast(length).allSatisfy({ $0 == UInt8(ascii: " ") }) {
      candidates.append(.init("every", "for every row"))
    }
    let found = shell.lua.candidates(
      behind: isCell ? ["string"] : owner.path, isMethod: owner.isMethod,
      beginningWith: name)
    candidates += found.map { found in
      .init(found.name, owner.path == ["tablesh"] ? Self.help[found.name] : found.kind)
    }
    var seen: Set<String> = []
    candidates = fitting(name, candidates, by: Self.bareName)
      .filter { seen.insert($0.text).inserted }
    return Completion(
      start: line.count - length,
      candidates.map { .init($0.text, $0.description, appendsSpace: false) })
  }

  /// Whether an expression ends here, behind a blank, so that no name of Lua's can follow.
  private func endsExpression(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.last == UInt8(ascii: " ") else { return false }
    let expression = String(decoding: text, as: UTF8.self).trimmingBlanks
    return !expression.isEmpty && shell.luaCheck(expression, .expression) == .ok
  }

  /// Completes a field or method of the result of a call, as in `tablesh.table():ro`.
  private func behindCall(_ text: ArraySlice<UInt8>, _ name: String, _ start: Int) -> Completion {
    let found = shell.lua.candidates(
      behindCall: Array(text.dropLast()), isMethod: text.last == UInt8(ascii: ":"),
      beginningWith: name)
    return Completion(start: start, found.map { .init($0.name, $0.kind, appendsSpace: false) })
  }

  /// Completes the name of an event in `tablesh.on("wi`, with the quotes that were typed.
  private func events(_ text: [UInt8], _ quote: Int, _ start: Int) -> Completion {
    let mark = String(decoding: [text[quote]], as: UTF8.self)
    let name = String(decoding: text[(quote + 1)...], as: UTF8.self)
    let fitting = LuaEvent.Name.allCases.filter { $0.name.hasPrefix(name) }
    return Completion(
      start: start,
      fitting.map { .init(mark + $0.name + mark, $0.help, appendsSpace: false) })
  }

  private var columns: [String] { shell.current?.table.columns.map(\.name) ?? [] }

  private func isColumn(_ path: [String]) -> Bool {
    guard let last = path.last, columns.contains(last) else { return false }
    return path.count == 1 || path.dropLast() == ["row"] || path.dropLast() == ["row", "text"]
  }

  /// Returns the names that begin with what is typed; where none does, those in which a word inside does.
  private func fitting<Name>(_ typed: String, _ all: [Name], by name: (Name) -> String) -> [Name] {
    let match = NameMatch(typed, ignoresCase: shell.console.ignoresCaseInCompletion)
    let beginning = all.filter { match.begins(name($0)) }
    return beginning.isEmpty ? all.filter { match.isInside(name($0)) } : beginning
  }

  /// What a candidate is found by: of `row["Last Name"]` the name.
  private static func bareName(_ candidate: Completion.Candidate) -> String {
    candidate.text.hasPrefix("row[\"") ? String(candidate.text.dropFirst(5)) : candidate.text
  }

  /// The columns whose names are no Lua identifiers, as they stand in an expression.
  private var quotedNames: [Completion.Candidate] {
    columns.filter { !LuaSession.isName($0) }.map {
      .init("row[\(Quoting.quoted($0))]", "column", appendsSpace: false)
    }
  }

  /// Returns the name begun in `row[`, before its quote, and where it begins, in bytes; nil: no such name.
  private func bareColumnInBrackets(_ text: [UInt8]) -> (name: String, offset: Int)? {
    let name = text.reversed().prefix { Self.isNameByte($0) }.count
    let start = text.count - name
    guard text.prefix(start).suffix(4).elementsEqual("row[".utf8),
      start < 5 || !Self.isNameByte(text[start - 5])
    else { return nil }
    return (String(decoding: text[start...], as: UTF8.self), start)
  }

  /// Returns the columns whose names are Lua identifiers.
  private func names(of columns: [String]) -> [Completion.Candidate] {
    columns.filter(LuaSession.isName).map { .init($0, "column") }
  }

  /// Returns the name begun in `row["` and the offset of its quote, in bytes; nil: no such name.
  private func columnInBrackets(_ text: [UInt8]) -> (name: String, offset: Int)? {
    let opening = Array("row[\"".utf8)
    guard let quote = text.lastIndex(of: UInt8(ascii: "\"")), quote + 1 >= opening.count,
      Array(text[(quote + 1 - opening.count)...quote]) == opening
    else { return nil }
    return (String(decoding: text[(quote + 1)...], as: UTF8.self), quote)
  }

  /// The values of the column that is compared with what stands at the end, as in `city == ` and
  /// `city == Os`, each as it is typed, and the number of bytes that they replace; nil: nothing is
  /// compared there.
  private func values(at text: [UInt8]) -> (candidates: [Completion.Candidate], length: Int)? {
    let length = text.reversed().prefix { Self.isNameByte($0) }.count
    guard let document = shell.current, let column = column(comparedBefore: text.dropLast(length))
    else { return nil }
    let typed = String(decoding: text.suffix(length), as: UTF8.self)
    let kind = document.editor.kind(of: column)
    let values = ValueCompletion(
      document: document, ignoresCase: shell.console.ignoresCaseInCompletion
    ).values(of: column.id, beginningWith: typed)
    return (
      values.map { value in
        .init(Quoting.literal(value, kind), nil, label: VisibleText.of(value), appendsSpace: false)
      }, length
    )
  }

  /// The column that an open text at the end is compared with, as in `city == "Os`, and where the
  /// text begins; nil: there is no such text.
  private func comparedColumn(_ text: [UInt8]) -> (column: Column, quote: Int)? {
    guard let quote = LuaSession.openTextStart(in: text) else { return nil }
    return column(comparedBefore: text[..<quote]).map { ($0, quote) }
  }

  /// The column behind which `==` or `~=` ends a text; nil: no column is compared there.
  private func column(comparedBefore text: ArraySlice<UInt8>) -> Column? {
    guard let table = shell.current?.table else { return nil }
    func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      text.dropLast(text.reversed().prefix { $0 == UInt8(ascii: " ") }.count)
    }
    let left = trimmed(text)
    guard ["==", "~="].contains(String(decoding: left.suffix(2), as: UTF8.self)) else { return nil }
    let term = trimmed(left.dropLast(2))
    if term.last == UInt8(ascii: "]"), let open = columnInBrackets(Array(term.dropLast(2))) {
      return table.column(named: open.name)
    }
    let name = String(decoding: term.suffix(while: Self.isNameByte), as: UTF8.self)
    guard let owner = Self.owner(term.dropLast(name.utf8.count)), !owner.isMethod,
      owner.path.isEmpty || owner.path == ["row"], let column = table.column(named: name)
    else { return nil }
    return column
  }

  /// Completes an open text with the values of a column.
  private func values(
    of column: Column, _ text: [UInt8], _ quote: Int, _ start: Int
  ) -> Completion {
    guard let document = shell.current else { return .none }
    let mark = String(decoding: [text[quote]], as: UTF8.self)
    let typed = String(decoding: text[(quote + 1)...], as: UTF8.self)
    let values = ValueCompletion(
      document: document, ignoresCase: shell.console.ignoresCaseInCompletion
    )
    .values(of: column.id, beginningWith: typed)
    return Completion(
      start: start + quote,
      values.map { value in
        let quoted = Quoting.quoted(value)
        // In single quotes it is their kind that is escaped.
        var inner = String(quoted.dropFirst().dropLast())
        if mark == "'" {
          inner = inner.replacing("\\\"", with: "\"").replacing("'", with: "\\'")
        }
        return .init(mark + inner + mark, nil, label: value)
      })
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || Unicode.Scalar(byte).isWordScalar
  }

  /// Returns the path before the name at the cursor, `a.b` in `a.b:c`; empty for a variable; nil
  /// after an expression without a name, such as a call.
  private static func owner(_ text: ArraySlice<UInt8>) -> (path: [String], isMethod: Bool)? {
    var rest = text
    let isMethod = rest.last == UInt8(ascii: ":") && rest.dropLast().last != UInt8(ascii: ":")
    if isMethod { rest = rest.dropLast() } else if !takeDot(&rest) { return ([], false) }
    var path: [String] = []
    repeat {
      let name = rest.suffix(while: isNameByte)
      guard let first = name.first, !Unicode.Scalar(first).isDigit else { return nil }
      path.insert(String(decoding: name, as: UTF8.self), at: 0)
      rest = rest.dropLast(name.count)
    } while takeDot(&rest)
    // `f().a.b`, `t[1].a`
    guard rest.last != UInt8(ascii: ":") else { return nil }
    return (path, isMethod)
  }

  /// Removes the dot before a field, and returns whether there was one; two are the operator `..`.
  private static func takeDot(_ text: inout ArraySlice<UInt8>) -> Bool {
    guard text.last == UInt8(ascii: "."), text.dropLast().last != UInt8(ascii: ".") else {
      return false
    }
    text = text.dropLast()
    return true
  }

  /// The functions of `tablesh` by name, each with the first line of its help.
  private static var help: [String: String] {
    var help: [String: String] = [:]
    for (name, text) in LuaSession.libraryHelp {
      help[String(name.split(separator: ".").last ?? "")] =
        text.split(separator: "\n").first.map(String.init)
    }
    return help
  }
}

extension ArraySlice {
  /// Returns the longest suffix whose elements all satisfy a predicate.
  fileprivate func suffix(while fits: (Element) -> Bool) -> ArraySlice {
    suffix(reversed().prefix(while: fits).count)
  }
}
