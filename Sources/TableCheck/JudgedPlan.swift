import BatchCode
import TableSources

/// A plan that is judged: JSON, or a batch in Swift or Objective-C.
struct JudgedPlan {
  let file: PlanFile
  /// True if code updates a collection view; false for a table view and where nothing tells.
  var isOfCollectionView = false
  /// What is unwise in the code around the batch.
  var warnings: [CodeWarning] = []

  /// - Parameters:
  ///   - bytes: the plan.
  ///   - name: its name for messages.
  ///   - given: the values of what code does not say, as in `indexPath=0:1`.
  /// - Throws: `badPlan`, and what `PlanReader` throws.
  init(_ bytes: [UInt8], name: String, given: [String]) throws(SourceError) {
    func problem(_ problem: CodeProblem) -> SourceError {
      .badPlan(
        SourcePlace(file: name, line: problem.line, column: problem.column),
        problem: problem.message, hint: problem.hint)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard CodeReader.isCode(text) else {
      if let value = given.first {
        throw problem(
          CodeProblem(
            line: 1, column: 1,
            message: "'\(value.prefix { $0 != "=" })' of '--let' is for code, and this is none",
            hint: "leave it out, or give a batch in Swift or Objective-C"))
      }
      file = try PlanReader.read(bytes: bytes, name: name, isJudged: true)
      return
    }
    var values: [GivenCode] = []
    for value in given {
      guard let read = GivenCode(value) else {
        throw problem(
          CodeProblem(
            line: 1, column: 1, message: "'\(value)' of '--let' is no NAME=VALUE",
            hint: "write it as the code does, such as indexPath=0:1 or items.count=3"))
      }
      values.append(read)
    }
    do throws(CodeProblem) {
      let batch = try CodeReader.read(text, given: values)
      file = PlanFile(file: name, stage: batch.stage)
      isOfCollectionView = batch.isOfCollectionView
      warnings = batch.warnings
    } catch {
      throw problem(error)
    }
  }
}
