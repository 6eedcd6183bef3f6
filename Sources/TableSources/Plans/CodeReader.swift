import BatchUpdates

/// Reads the batch of literal calls that stands in Swift or Objective-C:
///
///     tableView.performBatchUpdates {
///       items.remove(at: 1)                                        // is not looked at
///       tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
///     }
///
/// A call whose arguments are no literals, or that stands in a loop or behind a condition, is an
/// error with its line: what a batch does is never guessed.
struct CodeReader {
  private let file: String
  private let tokens: [CodeToken]
  private var position = 0
  /// The brackets that are open.
  private var open: [Bracket] = []
  private var batches: [Batch] = []
  /// The batch that is being read, and the number of brackets around its calls.
  private var current: (batch: Int, depth: Int)?
  /// The places of `reloadData()`.
  private var reloads: [CodeToken] = []
  private var refused: [(token: CodeToken, what: String)] = []
  /// The calls that a collection view alone has, and those that a table view alone has.
  private var ofCollectionView: [CodeToken] = []
  private var ofTableView: [CodeToken] = []

  private struct Bracket {
    let mark: String
    let token: CodeToken
    /// `for`, `if` and their like; nil for a closure or a function.
    var control: String?
    var isBatch = false
  }

  private struct Batch {
    let token: CodeToken
    /// False for a call that stands by itself, which is a batch of its own.
    let isBlock: Bool
    var isClosed = false
    var stage = Stage()
    var receivers: [(name: String, token: CodeToken)] = []
  }

  /// True if a text has a call that updates a table view or collection view.
  static func isCode(_ text: String) -> Bool {
    let start = text.first { !$0.isWhitespace }
    guard start != "{", start != nil else { return false }
    let reader = CodeReader(text, file: "")
    return reader.tokens.indices.contains { reader.call(at: $0) != nil }
  }

  /// Reads a source.
  ///
  /// - Throws: `badPlan` where something is not literal, where there is more than one batch, and
  ///   where a batch does not end.
  static func read(_ text: String, file: String) throws(SourceError) -> PlanFile {
    var reader = CodeReader(text, file: file)
    while reader.position < reader.tokens.count { reader.readToken() }
    var plan = PlanFile(file: file, content: try reader.content())
    plan.isOfCollectionView = !reader.ofCollectionView.isEmpty
    return plan
  }

  private init(_ text: String, file: String) {
    self.file = file
    tokens = CodeLexer.tokens(of: text)
  }

  // MARK: Calls

  /// The call whose name stands at a token; nil for declarations and other words.
  private func call(at place: Int) -> Call? {
    guard let name = tokens[place].name, let call = Self.call(named: name) else { return nil }
    guard place + 1 < tokens.count else { return nil }
    if place > 0, ["func", "selector"].contains(tokens[place - 1].name) { return nil }
    let next = tokens[place + 1]
    if next.isMark("(") { return call }
    if next.isMark("{") { return call == .performBatchUpdates ? call : nil }
    // `[tableView endUpdates]`, `[tableView deleteRowsAtIndexPaths:…`
    if next.isMark("]") {
      return [.beginUpdates, .endUpdates, .reloadData].contains(call) ? call : nil
    }
    guard next.isMark(":"), place > 0 else { return nil }
    return tokens[place - 1].isMark("]") || tokens[place - 1].name != nil ? call : nil
  }

  private mutating func readToken() {
    let token = tokens[position]
    if let call = call(at: position) {
      read(call)
      return
    }
    position += 1
    switch token.kind {
    case .mark("#"):
      if ["if", "elseif", "else"].contains(
        tokens.indices.contains(position) ? tokens[position].name : nil),
        current != nil
      {
        refuse(token, "a condition of the compiler stands inside the batch")
      }
    case .mark("("), .mark("["), .mark("{"): openBracket(token)
    case .mark(")"), .mark("]"), .mark("}"): closeBracket()
    default: break
    }
  }

  private mutating func openBracket(_ token: CodeToken, isBatch: Bool = false) {
    let control = token.isMark("{") && !isBatch ? self.control(before: position - 1) : nil
    open.append(Bracket(mark: token.text, token: token, control: control, isBatch: isBatch))
  }

  private mutating func closeBracket() {
    guard let bracket = open.popLast() else { return }
    if bracket.isBatch, let current, open.count < current.depth {
      batches[current.batch].isClosed = true
      self.current = nil
    }
  }

  private static let loops: Set<String> = [
    "for", "while", "repeat", "forEach", "enumerateObjectsUsingBlock", "enumerateIndexesUsingBlock",
    "map",
  ]
  private static let conditions: Set<String> = [
    "if", "else", "guard", "switch", "case", "default", "catch",
  ]

  /// The word that makes a loop or a condition of the block that opens at a token.
  private func control(before place: Int) -> String? {
    for i in (max(0, place - 60)..<place).reversed() {
      if ["{", "}", ";"].contains(where: tokens[i].isMark) { return nil }
      guard let name = tokens[i].name, !tokens[i + 1].isMark(":") || name == "default" else {
        continue
      }
      if Self.loops.contains(name) || Self.conditions.contains(name) { return name }
    }
    return nil
  }

  private mutating func refuse(_ token: CodeToken, _ what: String) {
    refused.append((token, what))
  }

  private mutating func read(_ call: Call) {
    let place = position
    let token = tokens[place]
    position += 1
    switch call {
    case .beginUpdates:
      guard current == nil else { return }
      begin(token, receiver: receiver(of: place))
      // `[tableView beginUpdates]` has a bracket that closes before the calls.
      if tokens.indices.contains(position), tokens[position].isMark("]") { current?.depth -= 1 }
    case .endUpdates: end(token)
    case .performBatchUpdates: readBlock(token, receiver: receiver(of: place))
    case .reloadData: reloads.append(token)
    default:
      guard let arguments = arguments(behind: place) else {
        refuse(token, "the call of \(token.text) does not end")
        return
      }
      let loop = open.first { Self.loops.contains($0.control ?? "") }
      if let loop, current == nil {
        refuse(
          token, "\(token.text) stands in the '\(loop.control ?? "")' of line \(loop.token.line)")
        return
      }
      if let current, let block = open.dropFirst(current.depth).first(where: { $0.mark == "{" }) {
        let what = block.control.map { "the '\($0)'" } ?? "a block"
        refuse(token, "\(token.text) stands in \(what) of line \(block.token.line)")
        return
      }
      add(call, arguments, token, receiver(of: place))
    }
  }

  // MARK: Batches

  /// Begins a batch, whose calls stand inside the brackets that are open.
  private mutating func begin(_ token: CodeToken, receiver: String) {
    if let loop = open.first(where: { Self.loops.contains($0.control ?? "") }) {
      refuse(token, "the batch stands in the '\(loop.control ?? "")' of line \(loop.token.line)")
    }
    batches.append(Batch(token: token, isBlock: true, receivers: [(receiver, token)]))
    current = (batches.count - 1, open.count)
  }

  private mutating func end(_ token: CodeToken) {
    guard let current, !open.contains(where: \.isBatch) else { return }
    let depth = open.count { $0.mark == "{" }
    let begun = open.prefix(current.depth).count { $0.mark == "{" }
    if depth != begun { refuse(token, "\(token.text) stands in another block than beginUpdates") }
    batches[current.batch].isClosed = true
    self.current = nil
  }

  /// `performBatchUpdates {`, `performBatchUpdates({`, `performBatchUpdates:^{`.
  private mutating func readBlock(_ token: CodeToken, receiver: String) {
    var start = position
    func isMark(_ mark: String) -> Bool { start < tokens.count && tokens[start].isMark(mark) }
    if isMark("(") || isMark(":") { start += 1 }
    if isMark("^") { start += 1 }
    // `^(void){`
    if isMark("("), let end = CodeBrackets.end(of: start, in: tokens[...]) { start = end + 1 }
    if start < tokens.count, tokens[start].name == "nil" { return }
    guard isMark("{") else {
      refuse(token, "the block of \(token.text) is not written here")
      return
    }
    while position < start { readToken() }
    position += 1
    guard current == nil else {
      // A batch inside a batch is a part of it, D1.
      open.append(Bracket(mark: "nested", token: tokens[start], control: nil))
      return
    }
    openBracket(tokens[start], isBatch: true)
    begin(token, receiver: receiver)
  }

  private mutating func add(
    _ call: Call, _ arguments: [(label: String, value: ArraySlice<CodeToken>)], _ token: CodeToken,
    _ receiver: String
  ) {
    if current == nil { batches.append(Batch(token: token, isBlock: false, isClosed: true)) }
    let batch = current?.batch ?? batches.count - 1
    batches[batch].receivers.append((receiver, token))
    switch call.isOfCollectionView(token, labels: arguments.map(\.label)) {
    case true?: ofCollectionView.append(token)
    case false?: ofTableView.append(token)
    case nil: break
    }
    guard let first = arguments.first?.value else {
      refuse(token, "\(token.text) has no argument")
      return
    }
    let second = arguments.dropFirst().first?.value ?? []
    var stage = batches[batch].stage
    var wrong: ArraySlice<CodeToken>?
    func value<Value>(
      _ argument: CodeLiteral.Tokens, _ literal: (CodeLiteral.Tokens) -> Value?
    ) -> Value? {
      let found = literal(argument)
      if found == nil { wrong = argument }
      return found
    }
    func list<Index>(_ literal: (CodeLiteral.Tokens) -> [Index]?) -> [Index] {
      value(first, literal) ?? []
    }
    func move<Index>(_ literal: (CodeLiteral.Tokens) -> Index?) -> [Move<Index>] {
      guard let from = value(first, literal), let to = value(second, literal) else { return [] }
      return [Move(from: from, to: to)]
    }
    switch call {
    case .deleteRows: stage.rows.deletes += list(CodeLiteral.paths)
    case .insertRows: stage.rows.inserts += list(CodeLiteral.paths)
    case .reloadRows: stage.rows.reloads += list(CodeLiteral.paths)
    case .reconfigureRows: stage.rows.reconfigures += list(CodeLiteral.paths)
    case .moveRow: stage.rows.moves += move(CodeLiteral.path)
    case .deleteSections: stage.sections.deletes += list(CodeLiteral.sections)
    case .insertSections: stage.sections.inserts += list(CodeLiteral.sections)
    case .reloadSections: stage.sections.reloads += list(CodeLiteral.sections)
    case .moveSection: stage.sections.moves += move(CodeLiteral.index)
    default: break
    }
    batches[batch].stage = stage
    if let wrong {
      refuse(wrong.first ?? token, "'\(Self.spelling(wrong))' in \(token.text) is not literal")
    }
  }

  private static func spelling(_ tokens: ArraySlice<CodeToken>) -> String {
    var text = ""
    var previous: CodeToken?
    for token in tokens {
      if let previous,
        previous.line != token.line || previous.column + previous.text.count < token.column
      {
        text += " "
      }
      text += token.text
      previous = token
    }
    return text.count > 60 ? text.prefix(60) + "…" : text
  }

  /// The arguments behind the name of a call; nil if a bracket is missing.
  private func arguments(
    behind place: Int
  ) -> [(label: String, value: ArraySlice<CodeToken>)]? {
    if tokens[place + 1].isMark("(") {
      guard let end = CodeBrackets.end(of: place + 1, in: tokens[...]) else { return nil }
      return CodeBrackets.parts(of: tokens[(place + 2)..<end]).map(CodeCall.labelled)
    }
    guard let bracket = open.last(where: { $0.mark == "[" }),
      let start = tokens.firstIndex(of: bracket.token),
      let end = CodeBrackets.end(of: start, in: tokens[...])
    else { return nil }
    return CodeCall.selector(tokens[place..<end])
  }

  /// What a call is sent to: `tableView` of `self.tableView?.deleteRows`.
  private func receiver(of place: Int) -> String {
    var names: [String] = []
    var i = place - 1
    if tokens[place + 1].isMark("(") || tokens[place + 1].isMark("{") {
      while i >= 1, tokens[i].isMark(".") {
        i -= 1
        while i > 0, tokens[i].isMark("?") || tokens[i].isMark("!") { i -= 1 }
        guard let name = tokens[i].name else { break }
        names.append(name)
        i -= 1
      }
    } else {
      while i >= 0, !tokens[i].isMark("[") {
        if let name = tokens[i].name { names.append(name) }
        i -= 1
      }
    }
    return names.reversed().filter { $0 != "self" && $0 != "_tableView" }.joined(separator: ".")
  }

  // MARK: The plan

  private func content() throws(SourceError) -> PlanFile.Content {
    if let first = refused.first {
      let others = refused.dropFirst().map { "\($0.token.line)" }
      throw problem(
        first.token,
        first.what + (others.isEmpty ? "" : "; likewise on line \(others.joined(separator: ", "))"),
        "only literals are read, such as [IndexPath(row: 1, section: 0)] and IndexSet([0, 2]);"
          + " nothing is guessed")
    }
    for batch in batches {
      if !batch.isClosed {
        throw problem(
          batch.token, "the batch of \(batch.token.text) does not end", "give the whole block")
      }
      let names = batch.receivers.filter { !$0.name.isEmpty }
      if let other = names.first(where: { $0.name != names.first?.name }) {
        throw problem(
          other.token,
          "\(other.token.text) is sent to '\(other.name)', and the batch to"
            + " '\(names.first?.name ?? "")'", "a batch updates one view: check each by itself")
      }
    }
    if let item = ofCollectionView.first, !ofTableView.isEmpty {
      throw problem(
        item, "\(item.text) is of a collection view, and other calls are of a table view",
        "a batch updates one view: check each by itself")
    }
    if let reload = reloads.first {
      guard batches.isEmpty else {
        throw problem(
          reload, "reloadData stands beside a batch", "check one of the two")
      }
      return .reloadData(why: "")
    }
    if batches.count > 1 {
      throw batches.allSatisfy({ !$0.isBlock })
        ? problem(
          batches[1].token,
          "\(batches[1].token.text) outside of a block is a batch of its own, the second here",
          "put the calls of one batch into performBatchUpdates { … }")
        : problem(
          batches[1].token, "a second batch starts here",
          "check one batch at a time, or write JSON with 'stages' and the table 'after' each")
    }
    let buffer = try ByteBuffer(Array("{}".utf8))
    return .stages([
      PlanFile.Stage(
        operations: batches.first?.stage ?? Stage(),
        source: try JSONTree.read(buffer, file: file))
    ])
  }

  private func problem(_ token: CodeToken, _ text: String, _ hint: String) -> SourceError {
    .badPlan(
      SourcePlace(file: file, line: token.line, column: token.column), problem: text, hint: hint)
  }
}
