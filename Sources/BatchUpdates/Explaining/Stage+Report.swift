extension Stage {
  /// What UIKit would object to in this batch between these numbers of rows; nil if it accepts the
  /// batch, and there is nothing to warn of.
  ///
  ///     let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
  ///     stage.report(from: [4], to: [3])  // nil
  ///     stage.report(from: [4], to: [4])  // illegal: E-ROW-COUNT (rule D11): section 0: 4 rows …
  ///
  /// UIKit knows nothing but these numbers, so it also accepts batches after which cells show old data.
  /// A report between two lists of sections finds these, too.
  ///
  /// The report has the code and the rule (<doc:WhyYourBatchUpdateCrashed>), a hint, UIKit's own
  /// sentence, and a command line of `tablesh check` for a shell. It names the first mistake in UIKit's
  /// order. Once you have corrected that, the next one appears, as in an app.
  ///
  /// - Parameters:
  ///   - before: the number of rows in each section before the batch.
  ///   - after: the number of rows in each section after the batch.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
  public func report(from before: [Int], to after: [Int]) -> String? {
    let lines = Judge().verdict(on: self, before: before, after: after).report
    if lines.isEmpty { return nil }
    let command = CheckCommandLine.text(self, before: before, after: after)
    return (lines + ["check:   \(command)"]).joined(separator: "\n")
  }

  /// What is wrong with this batch between these sections; nil if UIKit accepts it without a warning,
  /// and the view shows the data after it.
  ///
  ///     // the two chores of Monday have changed places
  ///     Stage().report(from: monday, to: swapped)  // stale:   0:0 shows '1', data '2' …
  ///
  /// The report has what one between numbers of rows has, the sections and rows that were forgotten or
  /// confused, and the cells, headers and footers that would be stale. It also reports an identity that
  /// is there twice.
  ///
  /// - Parameters:
  ///   - before: the sections before the batch.
  ///   - after: the sections after the batch.
  /// - Complexity: O(rows + *n* log *n*) for *n* operations.
  public func report<Section: PlannableSection>(
    from before: [Section], to after: [Section]
  ) -> String? {
    do throws(DuplicateIdentity) {
      let lines = try NamedTables(before: before, after: after).report(on: [self])
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    } catch {
      return error.report.joined(separator: "\n")
    }
  }
}

extension DuplicateIdentity {
  /// What is wrong with a table, for a person who looks at a failed test.
  package var report: [String] {
    ["table:   \(message)"] + (hint.map { ["hint:    \($0)"] } ?? [])
  }
}
