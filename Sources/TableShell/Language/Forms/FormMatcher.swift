import TableKit
import Wording

/// The input of a match: the words and options after the command's name.
struct FormInput {
  /// The words that are not options.
  var words: [Word]
  /// The Lua text at the end, if any.
  var lua: LuaText?
  /// The options that were given, with their values.
  var options: [(name: String, value: Word?)] = []
  /// The position after the last word.
  var end: TextPosition
  /// The current table, if any.
  var table: Table?
}

/// The words matched by a placeholder.
struct FormCapture {
  let kind: Placeholder
  let words: ArraySlice<Word>
  /// The Lua text matched by it, if any.
  let lua: LuaText?
}

/// A form that matches, with its words and captures.
struct FormMatch {
  /// A literal word of the form, or a capture.
  enum Item {
    case word(String)
    case capture(FormCapture)
  }

  let form: Form
  /// The words and captures, in the order typed.
  var items: [Item] = []

  /// The literal words typed.
  var words: [String] {
    items.compactMap { if case .word(let word) = $0 { word } else { nil } }
  }
}

/// Finds the form of a command that matches the input. It simulates the forms as nondeterministic
/// automata: all at once, word by word.
///
/// A literal word of any form is not read as a placeholder of another: in `select only` no section
/// is called only, unless it is quoted.
struct FormMatcher {
  /// A position in a form's program.
  struct Thread {
    var form: Int
    var step = 0
    /// The options taken so far, a bit for each index.
    var options: UInt64 = 0
    var hasTakenLua = false
    /// The index of its last node; nil: none yet.
    var last: Int?
  }

  /// A placeholder that could not read its words.
  struct Misfit {
    let thread: Thread
    /// The index of the first word at fault.
    let index: Int
    let problem: FormProblem
    /// Whether more words could make it valid.
    let isUnfinished: Bool
    /// The index of the placeholder's first word.
    let start: Int
  }

  private struct Node {
    let step: FormStep.Action
    let range: Range<Int>
    let lua: LuaText?
    let former: Int?
  }

  private struct Visit: Hashable {
    let form: Int
    let step: Int
    let options: UInt64
    let hasTakenLua: Bool
  }

  let forms: [Form]
  let input: FormInput
  /// The words, split at commas if a form has a list.
  let words: [Word]
  /// The largest number of words that a form matched.
  private(set) var reached = 0
  /// The threads after those words; the step of a complete form is the number of its steps.
  private(set) var waiting: [Thread] = []
  /// The placeholders that could not read their words.
  private(set) var misfits: [Misfit] = []
  private var nodes: [Node] = []

  init(_ forms: [Form], _ input: FormInput) {
    self.forms = forms
    self.input = input
    words =
      forms.contains(where: \.hasList) ? input.words.flatMap(Self.cutAtCommas) : input.words
    var threads = Array(repeating: [Thread](), count: words.count + 1)
    threads[0] = forms.indices.map { Thread(form: $0) }
    for index in 0...words.count where !threads[index].isEmpty {
      follow(&threads, at: index)
    }
  }

  /// Returns the first form that matches the whole input; nil: none.
  ///
  /// - Parameter ignored: the options that every form takes.
  func match(ignoring ignored: Set<String>) -> FormMatch? {
    guard reached == words.count else { return nil }
    let fitting = waiting.first { thread in
      thread.step == forms[thread.form].steps.count && lacksNothing(thread)
        && leftOver(thread, ignored) == nil
    }
    guard let fitting else { return nil }
    var match = FormMatch(form: forms[fitting.form])
    var last = fitting.last
    while let index = last {
      let node = nodes[index]
      switch node.step {
      case .word(let word): match.items.append(.word(word))
      case .placeholder(let kind):
        match.items.append(
          .capture(FormCapture(kind: kind, words: words[node.range], lua: node.lua)))
      default: break
      }
      last = node.former
    }
    match.items.reverse()
    return match
  }

  /// Whether a thread has taken the Lua text, if there is any.
  func lacksNothing(_ thread: Thread) -> Bool {
    thread.hasTakenLua || input.lua == nil
  }

  /// Returns a given option that a thread has not taken; nil: it has taken all.
  func leftOver(_ thread: Thread, _ ignored: Set<String>) -> String? {
    let options = forms[thread.form].options
    return input.options.first { given in
      if ignored.contains(given.name) { return false }
      let index = options.firstIndex { $0.declaration.name == given.name }
      return index.map { thread.options & (1 << UInt64($0)) == 0 } ?? true
    }?.name
  }

  /// Returns the last placeholder of a thread and the index of its first word; nil: the last item
  /// is a literal.
  func lastCapture(of thread: Thread) -> (kind: Placeholder, start: Int, tookLua: Bool)? {
    guard let index = thread.last, case .placeholder(let kind) = nodes[index].step else {
      return nil
    }
    return (kind, nodes[index].range.lowerBound, nodes[index].lua != nil)
  }

  private mutating func follow(_ all: inout [[Thread]], at index: Int) {
    var seen: Set<Visit> = []
    waiting = []
    for thread in all[index] { collect(thread, &seen) }
    reached = index
    let isLiteral =
      index < words.count && waiting.contains { word(of: $0).map(words[index].is) ?? false }
    var next = 0
    while next < waiting.count {
      let thread = waiting[next]
      next += 1
      let form = forms[thread.form]
      guard thread.step < form.steps.count else { continue }
      let action = form.steps[thread.step].action
      switch action {
      case .word(let word):
        if index < words.count {
          guard words[index].is(word) else { continue }
          all[index + 1].append(step(thread, action, index..<index + 1, nil))
        } else if let lua = input.lua, lua.kind.rawValue == word {
          // The keyword before Lua text is not among the words.
          collect(step(thread, action, index..<index, nil), &seen)
        }
      case .placeholder(let kind):
        if isLiteral || (index == words.count && input.lua == nil) { continue }
        read(kind, action, thread, index, &all, &seen)
      case .option, .split, .jump: continue
      }
    }
  }

  private mutating func read(
    _ kind: Placeholder, _ action: FormStep.Action, _ thread: Thread, _ index: Int,
    _ all: inout [[Thread]], _ seen: inout Set<Visit>
  ) {
    var words = words[index...]
    var lua = thread.hasTakenLua ? nil : input.lua
    if kind.isTarget, forms[thread.form].hasAssignments {
      let target = words.prefix { !Assignment.isAssignment($0) }
      if target.count < words.count { lua = nil }
      words = target
    }
    do throws(FormProblem) {
      let reach = try kind.read(
        Placeholder.Rest(words: words, lua: lua, end: input.end, table: input.table))
      let end = index + reach.count
      guard end > index || reach.takesLua, reach.count <= words.count else { return }
      let next = step(thread, action, index..<end, reach.takesLua ? lua : nil)
      if end > index { all[end].append(next) } else { collect(next, &seen) }
    } catch {
      misfits.append(
        Misfit(
          thread: thread, index: error.index(in: words) ?? index, problem: error,
          isUnfinished: error.isUnfinished, start: index))
    }
  }

  private func word(of thread: Thread) -> String? {
    let steps = forms[thread.form].steps
    guard thread.step < steps.count, case .word(let word) = steps[thread.step].action else {
      return nil
    }
    return word
  }

  private mutating func step(
    _ thread: Thread, _ action: FormStep.Action, _ range: Range<Int>, _ lua: LuaText?
  ) -> Thread {
    nodes.append(Node(step: action, range: range, lua: lua, former: thread.last))
    var next = thread
    next.step += 1
    next.last = nodes.count - 1
    if lua != nil { next.hasTakenLua = true }
    return next
  }

  /// Follows splits, jumps and options to the steps that consume a word.
  private mutating func collect(_ thread: Thread, _ seen: inout Set<Visit>) {
    let visit = Visit(
      form: thread.form, step: thread.step, options: thread.options,
      hasTakenLua: thread.hasTakenLua)
    guard seen.insert(visit).inserted else { return }
    let form = forms[thread.form]
    guard thread.step < form.steps.count else {
      waiting.append(thread)
      return
    }
    var next = thread
    switch form.steps[thread.step].action {
    case .word, .placeholder: waiting.append(thread)
    case .jump(let step):
      next.step = step
      collect(next, &seen)
    case .split(let first, let second):
      next.step = first
      collect(next, &seen)
      next.step = second
      collect(next, &seen)
    case .option(let index):
      let option = form.options[index]
      guard let given = input.options.last(where: { $0.name == option.declaration.name }),
        option.takes(given.value, in: input)
      else { return }
      next.step += 1
      next.options |= 1 << UInt64(index)
      collect(next, &seen)
    }
  }

  /// Returns the pieces of a word split at commas, each comma a word of its own.
  static func cutAtCommas(_ word: Word) -> [Word] {
    var words: [Word] = []
    for (index, piece) in word.split(at: ",").enumerated() {
      if index > 0 {
        let place = piece.place.advanced(by: -1)
        words.append(
          Word(parts: [.init(text: ",", isQuoted: false, place: place)], place: place))
      }
      if !piece.isEmpty { words.append(piece) }
    }
    return words
  }
}

extension FormOption {
  /// Whether the option accepts a value; nil: it was given without one.
  func takes(_ value: Word?, in input: FormInput) -> Bool {
    guard let value, kind != nil || !words.isEmpty else { return true }
    if words.contains(where: value.is) { return true }
    guard let kind else { return false }
    return (try? read(kind, value, in: input)) != nil
  }

  private func read(
    _ kind: Placeholder, _ value: Word, in input: FormInput
  ) throws(FormProblem) {
    let rest = Placeholder.Rest(words: [value], lua: nil, end: value.end, table: input.table)
    _ = try kind.read(rest)
  }

  /// Returns the problem with a value; nil: it is accepted.
  func problem(with value: Word, in input: FormInput) -> FormProblem? {
    if words.contains(where: value.is) { return nil }
    guard let kind else {
      return .usage("'\(value.text)' is not \(Counts.list(words, last: "or"))")
    }
    do throws(FormProblem) {
      try read(kind, value, in: input)
      return nil
    } catch {
      return error
    }
  }
}
