import Synchronization
import Testing

/// What a test that fails tells.
public struct RecordedFailure: Sendable {
  /// The comment.
  public let text: String
  /// The line of the source.
  public let line: Int

  private final class List: Sendable {
    let failures = Mutex<[RecordedFailure]>([])
  }

  /// The failures that are recorded while something runs; they do not make the test fail.
  public static func all(_ body: () throws -> Void) rethrows -> [RecordedFailure] {
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
