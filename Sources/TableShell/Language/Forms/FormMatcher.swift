import TableKit
import Wording

/// What a command was given: its words and options.
struct FormInput {
  /// The words behind the options.
  var words: [Word]
  /// The Lua text at the end, if any.
  var lua: LuaText?
  /// The options that were given, with their values.
  var options: [(name: String, value: Word?)] = []
  /// Where more words would stand.
  var end: TextPosition
  /// The table that the words are about.
  var table: Table?
}

/// The words that stand for a placeholder of a form.
struct FormCapture {
  let kind: Placeholder
  let words: ArraySlice<Word>
  /// The Lua text that belongs to it.
  let lua: LuaText?
}

/// The form that fits, and what stands for what in it.
struct FormMatch {
  /// A word of the form, or what stands for a placeholder.
  enum Item {
    case word(String)
    case capture(FormCapture)
  }

  let form: Form
  /// What was typed, in order.
  var items: [Item] = []

  /// The words of the form that were typed.
  var words: [String] {
    items.compactMap { if case .word(let word) = $0 { word } else { nil } }
  }
}

/// Finds the form of a command that fits what was typed: it follows all forms at once, word by word.
///
/// A word that some form takes as it stands is no placeholder of another form: in `select only` no
/// section is called only, unless it is quoted.
struct FormMatcher {
  /// Where a form stands.
  struct Thread {
    var form: Int
    var step = 0
    /// The options that it has taken, as bits.
    var options: UInt64 = 0
    var hasTakenLua = false
    /// The last that it has captured.
    var last: Int?
  }

  /// A placeholder whose words make no sense.
  struct Misfit {
    let thread: Thread
    /// The words are at fault from there on.
    let index: Int
    let problem: FormProblem
    /// Whether more words could mend it.
    let isUnfinished: Bool
    /// The words behind which it begins.
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
  /// What was typed, cut at commas where the forms have lists.
  let words: [Word]
  /// How many words some form has taken.
  private(set) var reached = 0
  /// What the forms want there; those that want no more stand behind their last step.
  private(set) var waiting: [Thread] = []
  /// The placeholders that did not fit.
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

  /// The form that fits; nil when none does.
  ///
  /// - Parameter ignored: options that every form has.
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

  /// Whether no Lua text is left over.
  func lacksNothing(_ thread: Thread) -> Bool {
    thread.hasTakenLua || input.lua == nil
  }

  /// An option that a form does not take, or not beside the others.
  func leftOver(_ thread: Thread, _ ignored: Set<String>) -> String? {
    let options = forms[thread.form].options
    return input.options.first { given in
      if ignored.contains(given.name) { return false }
      let index = options.firstIndex { $0.declaration.name == given.name }
      return index.map { thread.options & (1 << UInt64($0)) == 0 } ?? true
    }?.name
  }

  /// The last placeholder that a form has filled, and where its words begin.
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
          // A keyword before Lua text is no word.
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

  /// Goes on to all steps that take a word, through those that take none.
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

  /// The pieces of a word, each comma a word of its own.
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
  /// Whether a value fits.
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

  /// What is wrong with a value; nil where it fits.
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
