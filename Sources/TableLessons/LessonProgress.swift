import LibC
import TableKit
import TableShell
import TableSources

/// How far a learner is in each lesson: `lessons.json` in the folder of the program's state.
struct LessonProgress {
  /// How a step ended.
  enum Result: String {
    /// The learner gave the answer, or reached the goal.
    case done
    /// The same, after the solution was shown.
    case shown
    /// The step was skipped.
    case skipped
  }

  /// What a learner made of a step.
  struct Step: Equatable {
    /// How it ended; nil: it is not over yet.
    var result: Result?
    /// How many answers were wrong; in a task, how often it was begun anew or taken back.
    var wrongCount = 0
    /// Whether a hint was shown, and whether the solution was.
    var isHinted = false
    var isShown = false

    /// Whether the first answer was right, without the solution.
    var isFirstTry: Bool { result == .done && wrongCount == 0 }

    /// Ends the step.
    mutating func end(skipped isSkipped: Bool) {
      result = isSkipped ? .skipped : isShown ? .shown : .done
    }
  }

  /// How far a learner is in one lesson.
  struct Entry: Equatable {
    /// The hash of the lesson when it was begun; a lesson that changed since begins anew.
    var hash: String
    /// The step to go on with, from 0.
    var step = 0
    /// What became of the steps, by their indexes; those that were not asked yet are left out.
    var steps: [Int: Step] = [:]
    /// True if it was gone through to the end.
    var isFinished = false
  }

  /// By the ids of lessons.
  private(set) var entries: [String: Entry] = [:]
  private let path: String?
  /// True if there is a file that cannot be read, which is then kept beside the new one.
  private var isDamaged = false

  /// Reads the file, if there is one.
  init(environment: (String) -> String?) {
    guard let journal = JournalFolder(environment: environment)?.path,
      let end = journal.lastIndex(of: "/")
    else {
      self.path = nil
      return
    }
    let path = String(journal[..<end]) + "/lessons.json"
    self.path = path
    guard access(path, F_OK) == 0 else { return }
    guard let text = try? TextFile.read(path, isRegular: true), let root = JSONValue(text: text),
      let lessons = root["lessons"]?.members
    else {
      isDamaged = true
      return
    }
    for lesson in lessons { entries[lesson.name] = Entry(lesson.value) }
  }

  /// How far the learner is in a lesson; nil: it was not begun, or has changed since.
  subscript(lesson: Lesson) -> Entry? {
    entries[lesson.id].flatMap { $0.hash == lesson.hash ? $0 : nil }
  }

  /// Writes how far the learner is in some lessons; what other sessions wrote of others stays.
  ///
  /// - Parameter changes: by the ids of lessons; nil: nothing is kept of it any more.
  /// - Returns: why it cannot be kept; nil: it is, or there is no place for it.
  static func put(_ changes: [String: Entry?], environment: (String) -> String?) -> String? {
    var now = LessonProgress(environment: environment)
    guard let path = now.path else { return nil }
    if now.isDamaged { rename(path, path + ".damaged") }
    for (id, entry) in changes { now.entries[id] = entry }
    if let (folder, number) = makeFolders(of: path) {
      return "\(folder): \(String(cString: strerror(number)))"
    }
    do throws(SourceError) {
      _ = try FileOrigin.writeFile(FileTarget(path)) { (write) throws(SourceError) in
        try write(now.json + "\n")
      }
      return nil
    } catch { return error.message }
  }

  /// The file's text.
  private var json: String {
    let lessons = entries.sorted { $0.key < $1.key }
    let file: JSONValue = [
      "version": 1, "lessons": .object(lessons.map { JSONValue.Member($0.key, $0.value.tree) }),
    ]
    return file.safeText
  }
}

extension LessonProgress.Entry {
  fileprivate init?(_ value: JSONValue) {
    guard let hash = value["hash"]?.string else { return nil }
    self.init(hash: hash)
    step = max(0, value["step"]?.count ?? 0)
    isFinished = value["finished"]?.content == .bool(true)
    // Files of former versions have lists of the steps that were done, and of those that were skipped.
    for (name, result) in [("skipped", LessonProgress.Result.skipped), ("solved", .done)] {
      for step in (value[name]?.array ?? []).compactMap(\.count) {
        steps[step] = LessonProgress.Step(result: result)
      }
    }
    for member in value["steps"]?.members ?? [] {
      guard let index = Int(member.name) else { continue }
      steps[index] = LessonProgress.Step(member.value)
    }
  }

  fileprivate var tree: JSONValue {
    let steps = steps.sorted { $0.key < $1.key }
    return [
      "hash": .string(hash), "step": .int(step),
      "steps": .object(steps.map { JSONValue.Member(String($0.key), $0.value.tree) }),
      "finished": .bool(isFinished),
    ]
  }
}

extension LessonProgress.Step {
  fileprivate init(_ value: JSONValue) {
    self.init(
      result: value["result"]?.string.flatMap(LessonProgress.Result.init),
      wrongCount: max(0, value["wrong"]?.count ?? 0),
      isHinted: value["hint"]?.content == .bool(true),
      isShown: value["shown"]?.content == .bool(true))
  }

  fileprivate var tree: JSONValue {
    [
      "result": result.map { .string($0.rawValue) },
      "wrong": wrongCount > 0 ? .int(wrongCount) : nil,
      "hint": isHinted ? true : nil, "shown": isShown ? true : nil,
    ]
  }
}

extension JSONValue {
  /// A whole number; nil: it is none.
  fileprivate var count: Int? {
    guard case .number(let text) = content else { return nil }
    return Int(text)
  }
}
