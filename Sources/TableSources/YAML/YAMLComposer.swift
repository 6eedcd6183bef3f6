import Glibc
import TableKit
import Yams

/// Has a YAML text parsed, so that the user can stop it: the parser itself knows no stopping.
enum YAMLComposer {
  /// The documents of a text: at most two, as a second one is an error.
  typealias Documents = (first: Node?, second: Node?)

  /// Texts of so many bytes are parsed at once, in less time than anybody would wait.
  private static let quick = 1 << 18

  /// Parses a text, of which nobody knows how far it is. When the user stops it, a thread that goes on in vain is left behind.
  ///
  /// - Throws: `cancelled`, and what the parser says.
  static func compose(
    _ text: String, file: String, progress: Progress
  ) throws(YAMLProblem) -> Documents {
    let work = Work(text)
    guard text.utf8.count > quick, let thread = QuietThread.start({ work.run() }) else {
      work.run()
      return try work.documents()
    }
    progress.begin("parsing \(file)", .bytes)
    defer { progress.end() }
    while !work.isDone.isSet {
      poll(nil, 0, 5)
      progress.advance(to: 0)
      if progress.isCancelled {
        pthread_detach(thread)
        throw .cancelled
      }
    }
    pthread_join(thread, nil)
    return try work.documents()
  }

  /// What is parsed, and what came of it; a class because two threads refer to it, the one that
  /// reads waiting for the one that writes.
  private final class Work: @unchecked Sendable {
    let isDone = StopFlag()
    private let text: String
    private var result: Result<Documents, any Error> = .success((nil, nil))

    init(_ text: String) { self.text = text }

    func run() {
      result = Result {
        // Tags are of no interest, and finding them out for every key takes most of the time.
        let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
        return (try parser.nextRoot(), try parser.nextRoot())
      }
      isDone.set()
    }

    func documents() throws(YAMLProblem) -> Documents {
      do { return try result.get() } catch { throw YAMLProblem(error) }
    }
  }
}

/// Why a text is no YAML, or no YAML that holds a table.
enum YAMLProblem: Error {
  /// What is wrong at a byte.
  case malformed(offset: Int, String, hint: String? = nil)
  /// What the parser found wrong, with its place where it has one.
  case parser(line: Int, column: Int, String)
  /// Stopped by the user.
  case cancelled
  /// There is no memory for what was read.
  case source(SourceError)

  /// What the parser says, in our words where they are clearer.
  init(_ error: any Error) {
    guard let error = error as? YamlError else {
      self = .parser(line: 1, column: 1, "\(error)")
      return
    }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let isDeep = problem.contains("nesting level")
      self = .parser(
        line: mark.line, column: mark.column, isDeep ? "values nest deeper than 1000" : problem)
    case .duplicatedKeysInMapping(let names, let context):
      self = .parser(
        line: context.mark.line, column: context.mark.column,
        "key '\(names.first ?? "")' stands twice in one mapping")
    case .reader(let problem, _, _, _): self = .parser(line: 1, column: 1, problem)
    default: self = .parser(line: 1, column: 1, "\(error)".lowercased())
    }
  }
}
