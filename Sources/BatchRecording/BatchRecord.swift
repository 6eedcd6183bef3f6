import BatchUpdates

/// A batch as it was performed: its operations and the numbers of rows around it.
///
///     before the block   the view counts [3]
///     in the block       row 0:1 is deleted, the data source goes to [3]
///     after the block    E-ROW-COUNT: UIKit is about to raise an exception
public struct BatchRecord: Hashable, Sendable {
  /// The operations.
  public let stage: Stage
  /// The number of rows in each section as the view had counted them before the batch.
  public let before: [Int]
  /// The number of rows in each section that the data source returned before the batch. Where it
  /// differs from ``before``, the data had changed without the view being told.
  public let dataBefore: [Int]
  /// The number of rows in each section that the data source returned when the batch ended.
  public let after: [Int]

  /// Creates a record of a batch.
  ///
  /// - Parameters:
  ///   - stage: the operations.
  ///   - before: the number of rows in each section that the view had counted.
  ///   - dataBefore: the same as the data source returned it before the batch; nil if it is alike.
  ///   - after: the number of rows in each section after the batch.
  public init(stage: Stage, before: [Int], dataBefore: [Int]? = nil, after: [Int]) {
    self.stage = stage
    self.before = before
    self.dataBefore = dataBefore ?? before
    self.after = after
  }

  /// What UIKit does with the batch.
  ///
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
  package var verdict: Verdict { Judge().verdict(on: stage, before: before, after: after) }

  /// The command line that judges the batch, to be pasted into a shell.
  ///
  ///     tablesh check --before 3 --after 3 '{"rows":{"delete":[[0,1]]}}'
  public var commandLine: String {
    CheckCommandLine.text(stage, before: before, after: after)
  }

  /// What is wrong with the batch, and the command line; nil if it is legal without a warning.
  ///
  ///     BatchRecorder: UIKit is about to judge a batch
  ///     illegal: E-ROW-COUNT (rule D12): section 0: 3 rows after must be 3 before, …
  ///     hint:    …
  ///     UIKit:   Invalid update: invalid number of rows in section 0. …
  ///     data:    …, where the data had changed before the block
  ///     check:   tablesh check --before 3 --after 3 '{"rows":{"delete":[[0,1]]}}'
  ///
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
  public var report: String? {
    var lines = verdict.report
    if lines.isEmpty { return nil }
    lines.insert("BatchRecorder: UIKit is about to judge a batch", at: 0)
    if dataBefore != before {
      lines.append(
        "data:    the data source returned \(dataBefore) before the block, where the view had counted"
          + " \(before): the data changed without a batch, or before the block")
    }
    lines.append("check:   \(commandLine)")
    return lines.joined(separator: "\n")
  }
}
