import TableKit
import Wording

/// The input of a match: the words and options after the command's name.
struct FormInput {
  /// The words that are not options.
  var words: [Word]
  /// The Lua text at the end, if any.
  var lua: LuaText?
  /// The options that were given, with their values, but those that every form has.
  var options: [(name: String, value: Word?)] = []
  /// The position after the last word.
  var end: TextPosition
  /// The current table, if any.
  var table: Table?
}

/// The words matched by a placeholder.
package struct FormCapture {
  package let kind: any ArgumentKind
  package let words: ArraySlice<Word>
  /// The Lua text matched by it, if any.
  package let lua: LuaText?

  /// Creates a capture.
  package init(kind: any ArgumentKind, words: ArraySlice<Word>, lua: LuaText?) {
    (self.kind, self.words, self.lua) = (kind, words, lua)
  }

  /// Its first word.
  package var word: Word { words.first ?? Word(at: lua?.place ?? TextPosition.start) }
}

/// A form that matches, with its words and captures.
package struct FormMatch {
  /// A literal word of the form, or a capture.
  package enum Item {
    case word(String), capture(FormCapture)
  }

  /// The index of the form.
  package let form: Int
  /// What was typed, in order.
  package let items: [Item]

  /// The literal words typed.
  package var words: [String] {
    items.compactMap { if case .word(let word) = $0 { word } else { nil } }
  }

  /// The captures, in order.
  package var captures: [FormCapture] {
    items.compactMap { if case .capture(let capture) = $0 { capture } else { nil } }
  }
}

/// Finds the form of a command that matches the input. It simulates the forms as nondeterministic
/// automata: all at once, word by word.
///
/// A literal word of any form is not read as a placeholder of another: in `select only` no section
/// is called only, unless it is quoted.
struct FormMatcher {
  /// A position in a form's program.
  struct Thread: Hashable {
    var form: Int
    var step = 0
    /// The options taken so far, a bit for each index.
    var options: UInt64 = 0
    var hasTakenLua = false
    /// The last item that it has taken, as an index of `items`.
    var last: Int?
  }

  /// A placeholder that could not read its words.
  struct Misfit {
    let thread: Thread
    /// The index of the first word at fault.
    let index: Int
    let error: SyntaxError
    /// The number of words before it.
    let start: Int

    /// Whether more words could mend it.
    var isUnfinished: Bool { error.problem.lacksWords }
  }

  let forms: [Grammar]
  let input: FormInput
  /// The words, split at commas if a form has a list.
  let words: [Word]
  /// The largest number of words that a form matched.
  private(set) var reached = 0
  /// The threads after those words; the step of a complete form is the number of its steps.
  private(set) var waiting: [Thread] = []
  /// The threads that want an option there that was not given.
  private(set) var unmet: [Thread] = []
  /// The placeholders that could not read their words.
  private(set) var misfits: [Misfit] = []
  /// The items that threads have taken, each with the index of the one before.
  private var items: [(item: FormMatch.Item, former: Int?)] = []
  /// By the number of words that they have taken.
  private var threads: [[Thread]]
  private var seen: Set<Thread> = []

  init(_ forms: [Grammar], _ input: FormInput) {
    self.forms = forms
    self.input = input
    words = forms.contains(where: \.hasList) ? input.words.flatMap(Self.cutAtCommas) : input.words
    threads = Array(repeating: [], count: words.count + 1)
    threads[0] = forms.indices.map { Thread(form: $0) }
    for index in 0...words.count where !threads[index].isEmpty { follow(at: index) }
  }

  /// The form that fits; nil when none does.
  var match: FormMatch? {
    let fitting = waiting.first { thread in
      next(of: thread) == nil && lacksNothing(thread) && leftOver(thread) == nil
    }
    guard reached == words.count, let fitting else { return nil }
    var taken: [FormMatch.Item] = []
    var last = fitting.last
    while let index = last {
      taken.append(items[index].item)
      last = items[index].former
    }
    return FormMatch(form: fitting.form, items: taken.reversed())
  }

  /// The step that a thread stands at; nil after the last.
  func next(of thread: Thread) -> FormStep.Action? {
    let steps = forms[thread.form].steps
    return thread.step < steps.count ? steps[thread.step].action : nil
  }

  /// The word that a thread wants.
  func word(of thread: Thread) -> String? {
    if case .word(let word) = next(of: thread) { word } else { nil }
  }

  /// Whether a thread has taken the Lua text, if there is any.
  func lacksNothing(_ thread: Thread) -> Bool { thread.hasTakenLua || input.lua == nil }

  /// An option that a form does not take, or not beside the others.
  func leftOver(_ thread: Thread) -> String? {
    let options = forms[thread.form].options
    return input.options.first { given in
      let index = options.firstIndex { $0.declaration.name == given.name }
      return index.map { thread.options & (1 << UInt64($0)) == 0 } ?? true
    }?.name
  }

  /// Where the target begins that a thread has taken last; nil where that is no target.
  func lastTarget(of thread: Thread) -> Int? {
    guard let last = thread.last, case .capture(let capture) = items[last].item,
      capture.kind.isTarget
    else { return nil }
    return capture.words.startIndex
  }

  /// Whether `but` may follow what a thread has taken: a `*` that is all columns, or would be.
  func takesExceptions(_ thread: Thread) -> Bool {
    guard let last = thread.last, case .capture(let capture) = items[last].item,
      let word = capture.words.last, (word.behindLast(",") ?? word).is("*"),
      !capture.words.contains(where: { $0.is(ColumnList.except) })
    else { return false }
    if capture.kind.isColumns { return true }
    guard capture.kind.isTarget, capture.words.count == 1 else { return false }
    var former = items[last].former
    while let index = former {
      if case .capture(let earlier) = items[index].item, earlier.kind.isColumns { return false }
      former = items[index].former
    }
    return forms[thread.form].placeholders.contains(where: \.isColumns)
  }

  private mutating func follow(at index: Int) {
    seen = []
    (waiting, unmet) = ([], [])
    for thread in threads[index] { collect(thread) }
    reached = index
    let isLiteral =
      index < words.count && waiting.contains { word(of: $0).map(words[index].is) ?? false }
    var number = 0
    while number < waiting.count {
      let thread = waiting[number]
      number += 1
      switch next(of: thread) {
      case .word(let word) where index < words.count:
        if words[index].is(word) { threads[index + 1].append(taking(.word(word), thread)) }
      case .word(let word) where word == input.lua?.kind.rawValue:
        // A keyword before Lua text is no word.
        collect(taking(.word(word), thread))
      case .placeholder(let kind) where !isLiteral && (index < words.count || input.lua != nil):
        read(kind, thread, at: index)
      default: continue
      }
    }
  }

  private mutating func read(_ kind: any ArgumentKind, _ thread: Thread, at index: Int) {
    var words = words[index...]
    var lua = thread.hasTakenLua ? nil : input.lua
    if kind.isTarget, forms[thread.form].hasAssignments {
      let end = words.indices.first { index in
        Assignment.isAssignment(words[index])
          && !TargetParser.isColumnPair(words[words.startIndex...index])
      }
      let target = words[..<(end ?? words.endIndex)]
      if target.count < words.count { lua = nil }
      words = target
    }
    do throws(SyntaxError) {
      let reach = try kind.read(
        ArgumentInput(words: words, lua: lua, end: input.end, table: input.table))
      guard reach.count > 0 || reach.takesLua, reach.count <= words.count else { return }
      let capture = FormCapture(
        kind: kind, words: words.prefix(reach.count), lua: reach.takesLua ? lua : nil)
      let next = taking(.capture(capture), thread)
      if reach.count > 0 { threads[index + reach.count].append(next) } else { collect(next) }
    } catch {
      let first = words.lastIndex { $0.place.offset <= error.place.offset }
      misfits.append(Misfit(thread: thread, index: first ?? index, error: error, start: index))
    }
  }

  /// Returns a thread that has taken an item and continues.
  private mutating func taking(_ item: FormMatch.Item, _ thread: Thread) -> Thread {
    items.append((item, thread.last))
    var next = thread
    next.step += 1
    next.last = items.count - 1
    if case .capture(let capture) = item, capture.lua != nil { next.hasTakenLua = true }
    return next
  }

  /// Collects all steps that take a word, through those that take none.
  private mutating func collect(_ thread: Thread) {
    var visit = thread
    visit.last = nil
    guard seen.insert(visit).inserted else { return }
    var next = thread
    switch self.next(of: thread) {
    case .word, .placeholder, nil: waiting.append(thread)
    case .go(let ways):
      for way in ways {
        next.step = thread.step + way
        collect(next)
      }
    case .option(let index):
      let option = forms[thread.form].options[index]
      guard let given = input.options.last(where: { $0.name == option.declaration.name }) else {
        return unmet.append(thread)
      }
      guard option.problem(with: given.value, in: input) == nil else { return }
      next.step += 1
      next.options |= 1 << UInt64(index)
      collect(next)
    }
  }

  /// Returns the pieces of a word split at commas, each comma a word of its own.
  static func cutAtCommas(_ word: Word) -> [Word] {
    var words: [Word] = []
    for (index, piece) in word.split(at: ",").enumerated() {
      if index > 0 {
        let place = piece.place.advanced(by: -1)
        words.append(Word(parts: [.init(text: ",", isQuoted: false, place: place)], place: place))
      }
      if !piece.isEmpty { words.append(piece) }
    }
    return words
  }
}

extension FormOption {
  /// What is wrong with a value; nil where it fits.
  func problem(with value: Word?, in input: FormInput) -> SyntaxError? {
    guard let value, kind != nil || !words.isEmpty, !words.contains(where: value.is) else {
      return nil
    }
    guard let kind else {
      return value.misuse("'\(value.text)' is not \(Counts.list(words, last: "or"))")
    }
    let rest = ArgumentInput(words: [value], lua: nil, end: value.end, table: input.table)
    return SyntaxError.thrown(by: try kind.read(rest))
  }
}
