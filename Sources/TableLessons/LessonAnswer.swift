import BatchUpdates
import CommandLanguage
import TableShell
import Wording

/// What a learner answers to a question, and what is to be said of it: UIKit's rules, a replay and
/// the least plan judge it, not the text of the lesson.
enum LessonJudgement: Equatable {
  /// It is true.
  case right(String)
  /// It is not, and why, and the details of that, which are not for the first look.
  case wrong(String, details: String = "")
}

/// An answer that was read.
enum LessonAnswer: Equatable {
  case plan(Stage), count(Int), rows([RowPath]), calls([String]), verdict(LessonTruth.Fate)
}

// MARK: - Reading

extension LessonAnswer {
  /// Reads the answer to a question.
  ///
  /// - Parameter truth: in whose table rows are looked up.
  /// - Throws: `usage` for what is no answer, with the way to write one.
  init(
    _ statement: Statement, to question: LessonQuestion, _ truth: LessonTruth
  ) throws(CommandError) {
    let words = statement.words
    let isNothing = words.count == 1 && ["nothing", "none"].contains(words[0].text)
    switch question {
    case .plan:
      let changes = words.first?.is("batch") == true ? words.dropFirst() : words[...]
      if isNothing {
        self = .plan(Stage())
        return
      }
      let pieces = Self.pieces(changes)
      do throws(SyntaxError) { self = .plan(try Stage(changes: pieces[...]).sorted) } catch {
        throw Self.unreadable(error.message, question)
      }
    case .count:
      guard words.count == 1, let count = isNothing ? 0 : Int(words[0].text), count >= 0 else {
        throw Self.unreadable("'\(statement.text)' is no number", question)
      }
      self = .count(count)
    case .selection, .marks:
      let first = words.first?.text ?? ""
      let names = ["select", "mark"].contains(first) ? words.dropFirst() : words[...]
      self = .rows(isNothing ? [] : try Self.rows(names, statement, truth, question))
    case .calls:
      self = .calls(isNothing ? [] : try Self.calls(words))
    case .verdict:
      let word = words.count == 1 ? words[0].text.lowercased() : ""
      let other = ["legal": "works", "ok": "works", "exception": "crash", "illegal": "crash"][word]
      guard let fate = LessonTruth.Fate(rawValue: other ?? word) else {
        throw Self.unreadable("'\(statement.text)' is no verdict", question)
      }
      self = .verdict(fate)
    }
  }

  /// The words, parted by commas and semicolons, too; arrows are `to`, as in a printed plan.
  private static func pieces(_ words: ArraySlice<Word>) -> [Word] {
    words.flatMap { $0.split(at: ",") }.flatMap { $0.split(at: ";") }.filter { !$0.isEmpty }.map {
      var word = $0
      if ["→", "->"].contains(word.text) { word.parts[0].text = "to" }
      return word
    }
  }

  private static func rows(
    _ words: ArraySlice<Word>, _ statement: Statement, _ truth: LessonTruth,
    _ question: LessonQuestion
  ) throws(CommandError) -> [RowPath] {
    guard let document = truth.shell.current else { throw .noTable }
    let pieces = pieces(words)
    // These would be looked up in the answer itself.
    for word in pieces where ["selected", "marked", "visible"].contains(where: word.is) {
      throw unreadable("'\(word.text)' does not say which rows", question)
    }
    let isOfPaths = pieces.contains { RowPath(typed: $0.text) != nil }
    if statement.lua != nil || !isOfPaths {
      return try Self.rows(words, lua: statement.lua, statement, document, truth, question).sorted()
    }
    var paths: Set<RowPath> = []
    for piece in pieces {
      guard let path = RowPath(typed: piece.text) else {
        paths.formUnion(try Self.rows([piece], lua: nil, statement, document, truth, question))
        continue
      }
      // A row that was there, or is there afterwards, can be a wrong answer; another one is none.
      guard truth.before.row(at: path) != nil || truth.after.row(at: path) != nil else {
        throw unreadable("there is no row \(path), before or after", question)
      }
      paths.insert(path)
    }
    return paths.sorted()
  }

  /// The paths of the rows of a target.
  private static func rows(
    _ words: ArraySlice<Word>, lua: LuaText?, _ statement: Statement, _ document: Document,
    _ truth: LessonTruth, _ question: LessonQuestion
  ) throws(CommandError) -> [RowPath] {
    let text = lua == nil && words.count == 1 ? words[words.startIndex].text : statement.text
    let target: Target
    do throws(SyntaxError) {
      target = try TargetParser.parse(words, lua: lua, at: statement.place)
    } catch {
      throw unreadable("'\(shown: text)' names no rows", question)
    }
    do throws(CommandError) {
      let rows = try Resolver(shell: truth.shell, document: document).rows(target)
      return document.table.paths(of: rows)
    } catch {
      if error.isInterruption { throw error }
      throw unreadable("'\(shown: text)' names no rows", question)
    }
  }

  /// The methods of a delegate that can be an answer.
  private static let methods = [
    "willSelect", "didSelect", "willDeselect", "didDeselect", "accessoryButtonTapped", "canEdit",
    "commit", "willBeginEditing", "didEndEditing", "primaryAction",
  ]

  private static func calls(_ words: [Word]) throws(CommandError) -> [String] {
    var names: [String] = []
    // Where they are called is no part of the answer.
    for word in pieces(words[...]) where !word.text.contains(":") {
      let name = word.text.replacing("()", with: "")
      guard let known = methods.first(where: { $0.lowercased() == name.lowercased() }) else {
        let hint = Nearest.hint(for: name, in: methods).map { "; \($0)" } ?? ""
        throw unreadable("'\(name)' is no method here\(hint)", .calls)
      }
      names.append(known)
    }
    guard !names.isEmpty else {
      throw unreadable("'\(words.map(\.text).joined(separator: " "))' names no method", .calls)
    }
    return names
  }

  private static func unreadable(_ what: String, _ question: LessonQuestion) -> CommandError {
    .outside(code: "no-answer", message: what, hint: question.form)
  }
}

extension RowPath {
  /// An index path such as `0:2`; nil for any other text.
  fileprivate init?(typed text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let section = parts[0], let row = parts[1] else { return nil }
    self.init(section, row)
  }
}

extension LessonQuestion {
  /// How an answer is written.
  var form: String {
    switch self {
    case .plan:
      "write delete PATHS, insert PATHS, move PATH to PATH, reload PATHS, reconfigure PATHS, as many"
        + " of them as it takes, or nothing"
    case .count: "write a number"
    case .selection, .marks: "write index paths as they are afterwards, SECTION:ROW …, or nothing"
    case .calls:
      "write some of willSelect, didSelect, willDeselect, didDeselect, in order, or nothing"
    case .verdict:
      "write works; stale, if the screen then shows something else than the data; reload, if"
        + " everything is read anew; or crash"
    }
  }

  /// The question, and the same in one word.
  private var wording: (question: String, word: String) {
    switch self {
    case .plan: ("Which plan does this make?", "predict")
    case .count: ("How many operations has the plan of this?", "how many")
    case .selection: ("Which rows are selected after this?", "selected")
    case .marks: ("Which rows are marked after this?", "marked")
    case .calls: ("Which methods of the delegate does this call?", "calls")
    case .verdict: ("What does UIKit make of this?", "verdict")
    }
  }

  /// The question.
  func text(about command: String) -> String { "\(wording.question)   \(command)" }

  /// The same in one word, for the prompt.
  var word: String { wording.word }
}

// MARK: - Judging

extension LessonTruth {
  /// The true answer to a question, as it is written.
  func answer(to question: LessonQuestion) -> String {
    func list(_ texts: [String]) -> String {
      texts.isEmpty ? "nothing" : texts.joined(separator: " ")
    }
    switch question {
    case .plan:
      guard case .stages(let stages) = plan else { return "nothing" }
      return stages.first?.changesText ?? "nothing"
    case .count: return String(plan.count)
    case .selection: return list(selection.map(\.description))
    case .marks: return list(marks.map(\.description))
    case .calls: return list(calls)
    case .verdict: return fate.rawValue
    }
  }

  /// Judges an answer to a question.
  func judgement(on answer: LessonAnswer, to question: LessonQuestion) -> LessonJudgement {
    switch answer {
    case .plan(let stage): return judgement(on: stage)
    case .count(let count):
      if count == plan.count {
        return .right("\(Counts.of(count, "operation")), the least possible")
      }
      return .wrong("it takes \(count < plan.count ? "more" : "fewer") than \(count)")
    case .rows(let rows):
      let truth = question == .marks ? marks : selection
      if rows == truth { return .right("") }
      let extra = rows.filter { !truth.contains($0) }
      guard !extra.isEmpty else { return .wrong("there are more") }
      return .wrong(
        "\(Counts.list(extra.map(\.description))) \(extra.count == 1 ? "is" : "are") not among them"
      )
    case .calls(let names):
      if names == calls { return .right(names.isEmpty ? "no call at all" : "") }
      if names.sorted() == calls.sorted() { return .wrong("these calls, but in another order") }
      let extra = names.filter { !calls.contains($0) }
      return .wrong(
        extra.isEmpty
          ? names.count < calls.count ? "there are more calls" : "there are fewer calls"
          : "\(Counts.list(Array(Set(extra)).sorted())) \(Set(extra).count == 1 ? "is" : "are")"
            + " not called")
    case .verdict(let fate):
      return fate == self.fate ? .right("") : .wrong("")
    }
  }

  /// Judges a plan: it must be legal, leave nothing stale, give no row a new cell that can keep its own,
  /// and be as small as can be.
  private func judgement(on stage: Stage) -> LessonJudgement {
    let (before, after) = outlines
    let replay: Replay
    do throws(Violation) { replay = try stage.replay(shown: before, data: after) } catch {
      return .wrong("UIKit raises an exception", details: "\(error.code): \(error.message)")
    }
    if let why = replay.reloadedData {
      return .wrong("UIKit reads everything again, without animation: \(why)")
    }
    guard replay.isExact else {
      let places =
        replay.stale.map(\.description) + replay.staleHeaders.map { "the header of section \($0)" }
      let shown = places.prefix(5) + (places.count > 5 ? ["\(places.count - 5) more"] : [])
      return .wrong(
        "legal, but \(Counts.list(Array(shown))) would show something else than the data: stale")
    }
    let economy = PlanEconomy(of: .stages(stage.isEmpty ? [] : [stage]), least: plan)
    guard economy.isLeast else {
      return .wrong("legal, and the screen shows the data, but it is \(economy.distance)")
    }
    if case .stages(let stages) = plan {
      let asked = stages.flatMap(\.rows.reloads).count + stages.flatMap(\.sections.reloads).count
      if stage.rows.reloads.count + stage.sections.reloads.count > asked {
        return .wrong(
          "legal, and the screen shows the data, but a reload gives the row a new cell, and its"
            + " selection is lost")
      }
    }
    return .right(economy.message)
  }
}
