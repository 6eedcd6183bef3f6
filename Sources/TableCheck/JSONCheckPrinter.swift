import BatchCheck
import BatchCode
import BatchUpdates
import TableKit

/// Writes the result of `tablesh check` as compact JSON on one line, in one of the three shapes of
/// INTERFACES section 3.
///
///     {"legal":true,"stale":[],"warnings":["row-operations-in-moved-section"]}
///     {"legal":true,"reloadData":true,"why":"…","stale":[]}
///     {"legal":false,"stage":0,"error":{"code":"E-ROW-COUNT","section":0,"before":4,…}}
///
/// `stale` lists index paths after the last stage. Further members are written only if they are not
/// empty: `staleSections`, after `stale`, lists sections whose header or footer is stale; for
/// several stages, `stage`, after `legal`, is the first stage with a problem, and `staleStages`, at
/// the end, lists what is stale before the last stage.
struct JSONCheckPrinter: Sendable {
  /// Writes a report and a line end.
  func print(_ report: PlanReport, to output: inout some TextOutputStream) {
    switch report.outcome {
    case .checked(let check): print(tree(check, report.warnings), to: &output)
    case .reloadData(let why):
      print(["legal": true, "reloadData": true, "why": .string(why), "stale": []], to: &output)
    }
  }

  /// Writes recognised messages of UIKit and a line end, the others in `also` of the first:
  /// `{"legal":false,"error":{"code":…},"meaning":"…"}`.
  ///
  /// A message of old systems for which today's UIKit reloads the data has `"reloadData":true` and
  /// `why` instead of `error`. A message that UIKit only logged before it reloaded the data is
  /// legal and has both; of another warning there is no reload. `rule` is the rule that explains
  /// it, `caught` is there if Core Data caught the exception, and `unread` is what is not read, each
  /// left out where there is none.
  func print(_ messages: [CrashMessage], to output: inout some TextOutputStream) {
    guard let first = messages.first else { return }
    print(tree(first, others: messages.dropFirst()), to: &output)
  }

  private func print(_ tree: JSONValue, to output: inout some TextOutputStream) {
    output.write(tree.safeText + "\n")
  }

  private func tree(_ message: CrashMessage, others: ArraySlice<CrashMessage>) -> JSONValue {
    let reloads = message.isLogged && !message.isProblem || message.code == nil
    return [
      "legal": .bool(message.isLogged),
      "reloadData": reloads ? true : nil,
      "why": reloads ? .string(message.happened) : nil,
      "error": message.code.map { .violation($0, message.fields) },
      "meaning": .string(message.meaning),
      "rule": message.rule.map(JSONValue.string),
      "caught": message.isCaught ? true : nil,
      "unread": message.unread.map(JSONValue.string),
      "also": others.isEmpty ? nil : .array(others.map { tree($0, others: []) }),
    ]
  }

  /// Writes a verdict from numbers of rows and a line end: the same shapes without `stage` and
  /// `stale`, which numbers do not tell.
  ///
  /// - Parameter others: what is unwise in the code around the stage.
  func print(
    _ verdict: Verdict, _ others: [CodeWarning] = [], to output: inout some TextOutputStream
  ) {
    switch verdict {
    case .legal(let warnings):
      let names = warnings.map(\.rawValue) + others.map(\.name)
      print(["legal": true, "warnings": .strings(names)], to: &output)
    case .reloadData(let why):
      print(
        ["legal": .bool(verdict.isLegal), "reloadData": true, "why": .string(why)], to: &output)
    case .illegal(let violation):
      print(
        [
          "legal": false, "error": .violation(violation.code, violation.fields),
          "warnings": names(others),
        ], to: &output)
    }
  }

  /// The warnings of an illegal plan; nil: there are none.
  private func names(_ warnings: [CodeWarning]) -> JSONValue? {
    warnings.isEmpty ? nil : .strings(warnings.map(\.name))
  }

  private func tree(_ check: PlanCheck, _ others: [CodeWarning]) -> JSONValue {
    if let (stage, violation) = check.violation {
      return [
        "legal": false, "stage": .int(stage),
        "error": .violation(violation.code, violation.fields), "warnings": names(others),
      ]
    }
    let last = check.steps.last
    let reloadsOnly = check.reloadData != nil && check.warnings.isEmpty
    let stale = check.steps.indices.dropLast().filter { !check.steps[$0].isExact }
    return [
      "legal": true,
      "stage": check.steps.count > 1 ? check.firstOddStage.map(JSONValue.int) : nil,
      "reloadData": check.reloadData.map { _ in true },
      "why": check.reloadData.map { .string($0.why) },
      "stale": last.map { .paths($0.stale) },
      "staleSections": last?.shownSections,
      "warnings": reloadsOnly ? nil : .strings(check.warnings.map(\.rawValue) + others.map(\.name)),
      "staleStages": stale.isEmpty
        ? nil
        : .array(
          stale.map {
            let step = check.steps[$0]
            return [
              "stage": .int($0), "stale": .paths(step.stale), "staleSections": step.shownSections,
            ]
          }),
    ]
  }
}

extension PlanCheck.Step {
  /// The sections whose header or footer is stale; nil: there are none.
  fileprivate var shownSections: JSONValue? {
    staleSections.isEmpty ? nil : .array(staleSections.map(JSONValue.int))
  }
}

extension PlanCheck {
  /// The index of the first stage that is illegal, leaves something stale, has a warning, or makes
  /// UIKit reload all data.
  var firstOddStage: Int? {
    steps.firstIndex { step in
      !step.isExact || step.replay?.reloadedData != nil || step.replay?.warnings.isEmpty == false
    }
  }
}

extension JSONValue {
  /// The code of a violation and its fields.
  fileprivate static func violation(_ code: String, _ fields: [Violation.Field]) -> JSONValue {
    .object(
      [Member("code", .string(code))]
        + fields.map { field in
          switch field.value {
          case .number(let number): Member(field.name, .int(number))
          case .path(let path): Member(field.name, .path(path))
          case .numbers(let numbers): Member(field.name, .array(numbers.map(JSONValue.int)))
          case .paths(let paths): Member(field.name, .paths(paths))
          case .texts(let texts): Member(field.name, .strings(texts))
          case .text(let text): Member(field.name, .string(text))
          }
        })
  }
}
