import BatchUpdates
import Testing

/// Expects that each stage is legal without a warning and that a view which applies them shows
/// `to` in the end, nothing stale on the way.
public func expectReplays(
  _ staged: StagedPlan, to: Outline, sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    let shown = try staged.replay()
    if shown != to {
      Issue.record("\(text(staged.plan)) shows \(shown)", sourceLocation: sourceLocation)
    }
  } catch {
    Issue.record(
      "\(error): \(text(staged.plan)) from \(staged.before) to \(to)",
      sourceLocation: sourceLocation)
  }
}
