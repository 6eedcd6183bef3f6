import BatchUpdates
import Expectations
import Testing

/// Expects that each stage is legal without a warning and that a view which applies them shows
/// `to` in the end, nothing stale on the way.
package func expectReplays(
  _ staged: StagedPlan, to: Outline, file: StaticString = #filePath, line: Int = #line
) {
  do {
    let shown = try staged.replay()
    if shown != to {
      fail("\(text(staged.plan)) shows \(shown)", file: file, line: line)
    }
  } catch {
    fail(
      "\(error): \(text(staged.plan)) from \(staged.before) to \(to)",
      file: file, line: line)
  }
}
