import Dispatch
import Glibc
import Testing

/// Ends the run of tests, and says where, when a test does not end.
///
/// What stops or limits something is tested by what would go on for ever without it, and nothing gets
/// that out of the process: the limit of the library waits for the test, as all do.
public struct EndingTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let seconds: Int

  /// In a suite, for each of its tests.
  public var isRecursive: Bool { true }

  /// Runs one case of a test under the limit.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let name = test.displayName ?? test.name
    let words = Array("✘ Test \"\(name)\" at \(test.sourceLocation) does not end\n".utf8)
    let end = DispatchWorkItem {
      _ = write(STDERR_FILENO, words, words.count)
      _exit(1)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: end)
    defer { end.cancel() }
    try await function()
  }
}

extension Trait where Self == EndingTrait {
  /// The test ends in a quarter of an hour, which is far more than any needs, or the run of tests does.
  public static var ends: Self { EndingTrait(seconds: LongRun.isOn ? 3_600 : 900) }
}
