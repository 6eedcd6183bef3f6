import LibC
import Wording

/// Reads statements from a user and has the session run them, one after the other.
///
/// A class, because questions are asked through it while a statement runs.
public final class InteractiveLoop {
  private let session: any Session
  private let input: any LineInput
  private let output: StandardOutput
  private let history: History?
  private var errors = StandardError()

  /// The lines typed so far of a statement that is not complete.
  private var pending = ""
  /// What the next prompt begins with: the lines after a stopped command, and what was typed ahead.
  private var leftOver = ""
  /// Whether the statement that runs has asked something.
  private var hasAsked = false

  /// Creates a loop.
  ///
  /// - Parameter history: the history of statements; nil: none is kept.
  public init(
    session: any Session, input: any LineInput, output: StandardOutput, history: History? = nil
  ) {
    self.session = session
    self.input = input
    self.output = output
    self.history = history
    input.completer = { [weak self] line, cursor in
      self?.complete(line, cursor: cursor) ?? .none
    }
    input.helper = { [weak self] line, cursor in
      guard let self else { return nil }
      let before = self.pending.isEmpty ? "" : self.pending + "\n"
      return self.session.help(before + line, cursor: before.utf8.count + cursor)
    }
    input.elsewhere = { [weak self] in self?.edited($0) ?? $0 }
    input.news = LineNews(
      descriptor: { session.newsDescriptor }, take: { [weak self] in self?.takeNews(isTyping: $0) },
      takeWaiting: { [weak self] in self?.flushing(session.takeWaiting()) },
      lineIsEmpty: { [weak self] in
        if self?.pending.isEmpty == true { session.lineIsEmpty() }
      },
      workAhead: { session.workAhead(while: $0) },
      prompt: { [weak self] in self?.prompt ?? "" })
    let known = history?.load() ?? []
    for statement in known { input.remember(statement) }
    session.history = known + session.history
    if let note = history?.note { errors.write("note: \(VisibleText.line(note))\n") }
  }

  /// Runs until the session, the user or a signal ends it.
  ///
  /// - Returns: the exit status.
  public func run() -> Int32 {
    // The prompt is worth waiting for; a second ^C ends the program, and its journal keeps the work.
    Interrupts.endOnInterrupt(false)
    while true {
      let typed = leftOver
      leftOver = ""
      switch input.next(prompt: prompt, typed: typed) {
      case .line(let text):
        if let status = take(text) { return status }
      case .invalidLine:
        pending = ""
        session.report(.invalidUTF8, at: nil, of: "")
      case .interrupted:
        pending = ""
      case .endOfInput:
        if let status = end() { return status }
      case .terminated(let signal):
        return 128 + signal
      }
    }
  }

  private var prompt: String {
    pending.isEmpty ? session.prompt : session.continuationPrompt(of: pending)
  }

  /// What came from outside; it is told as if a command had done it, so that ^C stops that.
  private func takeNews(isTyping: Bool) -> (() -> Void)? {
    Interrupts.commandBegan()
    let tell = session.takeNews(isTyping: isTyping || !pending.isEmpty)
    if Interrupts.isRequested { Interrupts.honour() }
    Interrupts.commandEnded()
    return flushing(tell)
  }

  private func flushing(_ tell: (() -> Void)?) -> (() -> Void)? {
    tell.map { tell in
      {
        tell()
        self.output.flush()
      }
    }
  }

  /// Has a text edited in the user's editor, as a command that ^C stops.
  private func edited(_ text: String) -> String {
    var edited = text
    _ = perform {
      edited = session.edited(text)
      return .done
    }
    return edited
  }

  /// Has text be on the line at the next prompt, as it was typed while a command showed something.
  public func typeAhead(_ text: String) { leftOver += text }

  /// Forgets a statement that was typed, in this session or an earlier one; nil: all of them.
  public func forget(_ statement: String?) {
    if let error = history?.forget(statement) {
      errors.write("warning: \(VisibleText.line(error.message))\n")
    }
    input.recall(session.history)
  }

  /// Asks a yes-or-no question; returns false for anything but a yes.
  public func confirm(_ question: String) -> Bool {
    guard let answer = ask("\(question) [y/N] ") else { return false }
    return ["y", "yes"].contains(answer.trimmed.lowercased())
  }

  /// Asks a question and returns the reply; nil for ^C and the end of the input.
  public func ask(_ question: String) -> String? {
    output.flush()
    hasAsked = true
    return input.answer(to: question)
  }
}

// MARK: - Input

extension InteractiveLoop {
  /// Runs a text of one line or, if pasted, several; the last line may begin an incomplete
  /// statement. Lines behind one that asked something, or was stopped, stand at the next prompt: who
  /// pasted them could not know.
  private func take(_ text: String) -> Int32? {
    var statements: [String] = []
    let wasPending = !pending.isEmpty
    for line in text.lines {
      pending += pending.isEmpty ? line : "\n" + line
      guard isForShell(pending) || session.isComplete(pending) else { continue }
      if !pending.isBlank { statements.append(pending) }
      pending = ""
    }
    if text.isBlank, !wasPending, let line = session.blankLine { statements = [line] }
    for (index, typed) in statements.enumerated() {
      guard let statement = repeated(typed) else { return nil }
      keep(statement)
      hasAsked = false
      let (outcome, wasStopped) = perform {
        guard isForShell(statement) else { return session.run(statement, at: nil) }
        return session.runProgram(String(statement.trimmed.dropFirst()).trimmed)
      }
      if let status = status(after: outcome) { return status }
      if wasStopped || hasAsked {
        let rest = statements[(index + 1)...] + (pending.isEmpty ? [] : [pending])
        leftOver = rest.joined(separator: "\n") + leftOver
        pending = ""
        return nil
      }
    }
    if !pending.isEmpty, !wasPending { session.lineIsUnfinished(pending) }
    return nil
  }

  /// Whether a line is for the shell around the session: `!12`, `!ls`.
  private func isForShell(_ line: String) -> Bool {
    session.runsPrograms && line.trimmed.hasPrefix("!")
  }

  /// The line of the history that a line such as `!12` or `!!` repeats, which is printed; any other
  /// line as it is; nil if there is none, which is reported.
  private func repeated(_ line: String) -> String? {
    guard isForShell(line) else { return line }
    let word = String(line.trimmed.dropFirst())
    let known = session.history
    if word.isEmpty {
      session.report(.noProgram, at: nil, of: line)
      return nil
    }
    let number = word == "!" ? known.count : Int(word)
    guard let number, word == "!" || word.allSatisfy(\.isNumber) else { return line }
    guard known.indices.contains(number - 1) else {
      session.report(.noSuchLine(word == "!" ? nil : number), at: nil, of: line)
      return nil
    }
    for line in known[number - 1].lines { output.write(VisibleText.line(line) + "\n") }
    return known[number - 1]
  }

  /// Has the user edit a line while a command runs.
  ///
  /// - Returns: nil after ^C, or at the end of the input.
  public func edit(_ line: String, prompt: String) -> String? {
    output.flush()
    return input.edited(line, prompt: prompt)
  }

  private func end() -> Int32? {
    if !pending.isEmpty {
      let unfinished = pending
      pending = ""
      guard input.endsForGood else { return nil }
      let (outcome, _) = perform { session.run(unfinished, at: nil) }
      if let status = status(after: outcome) { return status }
    }
    let (outcome, _) = perform { session.endOfInput(at: nil) }
    return status(after: outcome) ?? (input.endsForGood ? 1 : nil)
  }

  private func perform(_ body: () -> Outcome) -> (outcome: Outcome, wasStopped: Bool) {
    Interrupts.commandBegan()
    let outcome = body()
    if outcome == .interrupted { Interrupts.honour() }
    output.flush()
    let wasStopped = outcome == .interrupted || Interrupts.isRequested
    Interrupts.commandEnded()
    return (outcome, wasStopped)
  }

  private func status(after outcome: Outcome) -> Int32? {
    if case .leave(let status) = outcome { return status }
    if let signal = Interrupts.termination { return 128 + signal }
    return output.failure == nil ? nil : 0
  }

  /// Adds a statement to the history, unless it begins with a blank.
  private func keep(_ statement: String) {
    guard let first = statement.first, !first.isWhitespace, let history else { return }
    let statement = Secrets.hidden(statement)
    guard history.last != statement else { return }
    input.remember(statement)
    if let error = history.append(statement) {
      errors.write("warning: \(VisibleText.line(error.message))\n")
    }
  }

  /// Completes the line as a part of the whole statement.
  private func complete(_ line: String, cursor: Int) -> Completion {
    let before = pending.isEmpty ? "" : pending + "\n"
    let offset = before.utf8.count
    var completion = session.complete(before + line, cursor: offset + cursor)
    guard completion.start >= offset, completion.start <= offset + cursor else { return .none }
    completion.start -= offset
    switch completion.choices {
    case .candidates(let candidates):
      completion.choices = .candidates(candidates.filter(\.canBeShown))
    case .fileNames(let others, let endings):
      let word = String(
        decoding: line.utf8.prefix(cursor).dropFirst(completion.start), as: UTF8.self)
      let files = FileNames.candidates(for: word, endings: endings, in: session)
      completion.choices = .candidates((others + files).filter(\.canBeShown))
    }
    return completion
  }
}
