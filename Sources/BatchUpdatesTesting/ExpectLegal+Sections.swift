import BatchUpdates

/// Expects that UIKit accepts a batch between two versions of your sections, and that a view shows
/// the new one after it: nothing is stale.
///
///     expectLegal(stage, from: shown, to: next)
///
/// A failure names sections and rows by their identities.
///
/// - Parameters:
///   - stage: the operations of one `performBatchUpdates` block, in any order.
///   - before: the sections before the batch.
///   - after: the sections after the batch.
///   - fileID: the module and file of a failure, by default those of the call.
///   - filePath: the path of that file, by default that of the call.
///   - line: the line of a failure, by default that of the call.
///   - column: the column of a failure, by default that of the call.
/// - Complexity: O(rows + *n* log *n*) for *n* operations.
public func expectLegal<Section: PlannableSection>(
  _ stage: Stage, from before: [Section], to after: [Section], fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  if let report = stage.report(from: before, to: after) {
    fail(report, at: TestPlace(fileID, filePath, line, column))
  }
}

/// Expects that UIKit accepts each stage of a plan between two versions of your sections, and that a
/// view shows the new one after it: nothing is stale, and on the way no cell shows another row.
///
/// A plan that reads the whole table again is as expected.
///
/// - Parameters:
///   - plan: the stages in order.
///   - before: the sections before the first stage.
///   - between: the sections after each stage but the last; none for a plan of one stage.
///   - after: the sections after the last stage.
///   - fileID: the module and file of a failure, by default those of the call.
///   - filePath: the path of that file, by default that of the call.
///   - line: the line of a failure, by default that of the call.
///   - column: the column of a failure, by default that of the call.
/// - Complexity: O(rows) for each stage.
public func expectLegal<Section: PlannableSection>(
  _ plan: Plan, from before: [Section], between: [[Section]] = [], to after: [Section],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  if case .reloadData = plan { return }
  let place = TestPlace(fileID, filePath, line, column)
  do throws(DuplicateIdentity) {
    let tables = try NamedTables(before: before, between: between, after: after)
    let report = tables.report(on: plan.stages)
    if !report.isEmpty { fail(report.joined(separator: "\n"), at: place) }
  } catch {
    fail(error.report.joined(separator: "\n"), at: place)
  }
}

/// Expects that UIKit accepts each batch of planned updates, and that a view shows the new sections
/// after them: nothing is stale, and on the way no cell shows another row.
///
///     let updates = try Planner().updates(from: shown, to: next)
///     expectLegal(updates, from: shown, to: next)
///
/// - Parameters:
///   - updates: the plan with the sections after each stage.
///   - before: the sections before the first stage.
///   - after: the sections after the last stage.
///   - fileID: the module and file of a failure, by default those of the call.
///   - filePath: the path of that file, by default that of the call.
///   - line: the line of a failure, by default that of the call.
///   - column: the column of a failure, by default that of the call.
/// - Complexity: O(rows) for each stage.
public func expectLegal<Section: RebuildableSection>(
  _ updates: SectionUpdates<Section>, from before: [Section], to after: [Section],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  expectLegal(
    updates.plan, from: before, between: Array(updates.tables.dropLast()), to: after,
    fileID: fileID, filePath: filePath, line: line, column: column)
}
