import Glibc
import TableKit
import Yams

/// Parses YAML text cancellably, although the parser itself cannot be cancelled.
enum YAMLComposer {
  /// The first two documents of a text; a second one is an error.
  typealias Documents = (first: Node?, second: Node?)

  /// The number of bytes up to which a text is parsed on the calling thread, because that is fast.
  private static let quick = 1 << 18

  /// Parses a text, without progress. On cancellation the parsing thread continues in the
  /// background.
  ///
  /// - Throws: `cancelled`, and errors of the parser.
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

  /// The text to parse and the result; a class because two threads refer to it. The reader waits
  /// for the writer.
  private final class Work: @unchecked Sendable {
    let isDone = StopFlag()
    private let text: String
    private var result: Result<Documents, any Error> = .success((nil, nil))

    init(_ text: String) { self.text = text }

    func run() {
      result = Result {
        // Tags are not resolved, because that would take most of the time.
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

/// Why a text is not YAML, or is YAML without a table.
enum YAMLProblem: Error {
  /// A problem at a byte.
  case malformed(offset: Int, String, hint: String? = nil)
  /// An error of the parser, with its place if it has one.
  case parser(line: Int, column: Int, String)
  /// The user cancelled the read.
  case cancelled
  /// There is not enough memory for the result.
  case source(SourceError)

  /// Converts an error of the parser, reworded if that is clearer.
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
