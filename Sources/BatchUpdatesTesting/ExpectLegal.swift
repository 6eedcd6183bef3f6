import BatchUpdates

/// Expects that UIKit accepts a batch between these numbers of rows, without a warning.
///
///     @Test func deletesARow() {
///       let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
///       expectLegal(stage, from: [4], to: [3])
///     }
///
/// A failure says what UIKit would say, by which rule, and what to do, and ends with a command line
/// of `tablesh check` that can be pasted into a shell. A batch for which UIKit reads the whole table
/// again is a failure, too: its animation and the selection are lost, and collection views crash.
///
/// It works in tests of Swift Testing and of XCTest.
///
/// - Parameters:
///   - stage: the operations of one `performBatchUpdates` block, in any order.
///   - before: the number of rows in each section before the batch.
///   - after: the number of rows in each section after the batch.
/// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
public func expectLegal(
  _ stage: Stage, from before: [Int], to after: [Int], fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let report = Judge().verdict(on: stage, before: before, after: after).report
  if report.isEmpty { return }
  let command = CheckCommandLine.text(stage, before: before, after: after)
  fail(report + ["check:   \(command)"], at: TestPlace(fileID, filePath, line, column))
}

/// Expects that UIKit accepts a batch between two tables, and that a view shows the new one after
/// it: nothing is stale.
///
///     let old = Outline([.init(id: 0, rows: [.init(id: 1), .init(id: 2), .init(id: 3)])])
///     let new = Outline([.init(id: 0, rows: [.init(id: 1), .init(id: 3), .init(id: 2)])])
///     expectLegal(Stage(), from: old, to: new)  // fails: 0:1 shows '2', data '3'
///
/// - Parameters:
///   - stage: the operations of one `performBatchUpdates` block, in any order.
///   - before: the table before the batch.
///   - after: the table after the batch.
/// - Complexity: O(rows + *n* log *n*) for *n* operations.
public func expectLegal(
  _ stage: Stage, from before: Outline, to after: Outline, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let tables = ExpectedTables(before: before, after: after)
  expectExact([stage], tables, at: TestPlace(fileID, filePath, line, column))
}

/// Expects that UIKit accepts each stage of a plan, and that a view shows the new table after it:
/// nothing is stale, and on the way no cell shows another row.
///
///     let staged = try Planner().stagedPlan(from: old, to: new)
///     expectLegal(staged.plan, from: old, between: staged.after.dropLast(), to: new)
///
/// A plan that reads the whole table again is as expected.
///
/// - Parameters:
///   - plan: the stages in order.
///   - before: the table before the first stage.
///   - between: the table after each stage but the last; none for a plan of one stage.
///   - after: the table after the last stage.
/// - Complexity: O(rows) for each stage.
public func expectLegal(
  _ plan: Plan, from before: Outline, between: [Outline] = [], to after: Outline,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  if case .reloadData = plan { return }
  let tables = ExpectedTables(before: before, between: between, after: after)
  expectExact(plan.stages, tables, at: TestPlace(fileID, filePath, line, column))
}

/// Fails unless each stage is legal without a warning and nothing is stale after it.
func expectExact(_ stages: [Stage], _ tables: ExpectedTables, at place: TestPlace) {
  guard tables.between.count == max(stages.count, 1) - 1 else {
    fail(
      [
        "tables:  \(stages.count) stages need \(max(stages.count, 1) - 1) tables between them, not"
          + " \(tables.between.count)",
        "hint:    give them as 'between': the table after each stage but the last",
      ], at: place)
    return
  }
  let check = PlanCheck(
    stages: stages, before: tables.before, between: tables.between, after: tables.after)
  for (number, step) in check.steps.enumerated() {
    var report = step.report(tables.names)
    if report.isEmpty { continue }
    if stages.count > 1 { report.insert("stage:   \(number + 1) of \(stages.count)", at: 0) }
    fail(report + ["check:   \(command(step, tables.names))"], at: place)
    return
  }
}

/// The command line that says more about a stage: with its tables if they are small.
private func command(_ step: PlanCheck.Step, _ names: OutlineNames) -> String {
  if let text = CheckCommandLine.text(
    step.stage, before: step.shown, after: step.data, names: names)
  {
    return text
  }
  guard step.violation != nil else {
    return "write the tables to files, then: tablesh check OLD '\(step.stage.json)' NEW"
  }
  return CheckCommandLine.text(
    step.stage, before: step.shown.rowCounts, after: step.data.rowCounts)
}
