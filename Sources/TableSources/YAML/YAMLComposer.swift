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
    _ text: String, file: String, isCancelled: () -> Bool, progress: Progress?
  ) throws(YAMLProblem) -> Documents {
    let work = Work(text)
    guard text.utf8.count > quick, let thread = QuietThread.start({ work.run() }) else {
      work.run()
      return try work.documents()
    }
    progress?.begin("parsing \(file)", .bytes)
    defer { progress?.end() }
    while !work.isDone.isSet {
      poll(nil, 0, 5)
      progress?.advance(to: 0)
      if isCancelled() {
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
