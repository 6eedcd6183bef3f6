import LibC
import TablePrinters
import TableShell
import TableSources
import Wording

/// How far a learner is in each lesson: `lessons.json` in the folder of the program's state.
struct LessonProgress {
  /// How far a learner is in one lesson.
  struct Entry: Equatable {
    /// The hash of the lesson when it was begun; a lesson that changed since begins anew.
    var hash: String
    /// The step to go on with, from 0.
    var step = 0
    /// The steps that were done, and those that were skipped.
    var solved: Set<Int> = []
    var skipped: Set<Int> = []
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

  /// Writes how far the learner is in a lesson; what other sessions wrote of others stays.
  ///
  /// - Returns: why it cannot be kept; nil: it is, or there is no place for it.
  func put(_ entry: Entry, for lesson: Lesson, environment: (String) -> String?) -> String? {
    guard let path else { return nil }
    var now = LessonProgress(environment: environment)
    if now.isDamaged { rename(path, path + ".damaged") }
    now.entries[lesson.id] = entry
    var made = ""
    for part in path.split(separator: "/").dropLast() {
      made += "/" + part
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
        return "\(made): \(String(cString: strerror(errno)))"
      }
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
    var json = JSONWriter()
    json.object { json in
      json.member("version") { $0.value(1) }
      json.member("lessons") { json in
        json.object { json in
          for (id, entry) in entries.sorted(by: { $0.key < $1.key }) {
            json.member(id) { entry.write(into: &$0) }
          }
        }
      }
    }
    return json.text
  }
}

extension LessonProgress.Entry {
  fileprivate init?(_ value: JSONValue) {
    guard let hash = value["hash"]?.string else { return nil }
    func number(_ value: JSONValue) -> Int? {
      guard case .number(let text) = value.content else { return nil }
      return Int(text)
    }
    func numbers(_ name: String) -> Set<Int> {
      Set((value[name]?.array ?? []).compactMap(number))
    }
    self.init(hash: hash)
    step = max(0, value["step"].flatMap(number) ?? 0)
    (solved, skipped) = (numbers("solved"), numbers("skipped"))
    isFinished = value["finished"]?.content == .bool(true)
  }

  fileprivate func write(into json: inout JSONWriter) {
    json.object { json in
      json.member("hash") { $0.value(hash) }
      json.member("step") { $0.value(step) }
      for (name, steps) in [("solved", solved), ("skipped", skipped)] {
        json.member(name) { json in
          json.array { json in for step in steps.sorted() { json.value(step) } }
        }
      }
      json.member("finished") { $0.value(isFinished) }
    }
  }
}
