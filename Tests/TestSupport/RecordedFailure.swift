import Synchronization
import Testing

/// What a test that fails tells.
struct RecordedFailure: Sendable {
  let text: String
  let line: Int

  private final class List: Sendable {
    let failures = Mutex<[RecordedFailure]>([])
  }

  /// The failures that are recorded while something runs; they do not make the test fail.
  static func all(_ body: () throws -> Void) rethrows -> [RecordedFailure] {
    let list = List()
    try withKnownIssue(isIntermittent: true) {
      try body()
    } matching: { issue in
      let failure = RecordedFailure(
        text: issue.comments.first?.rawValue ?? "", line: issue.sourceLocation?.line ?? 0)
      list.failures.withLock { $0.append(failure) }
      return true
    }
    return list.failures.withLock { $0 }
  }
}
