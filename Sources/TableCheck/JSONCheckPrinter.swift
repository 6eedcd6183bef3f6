import TablePrinters
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
    var json = JSONWriter()
    switch report.outcome {
    case .checked(let check): write(check, report.warnings, into: &json)
    case .reloadData(let why):
      json.object {
        $0.member("legal") { $0.value(true) }
        $0.member("reloadData") { $0.value(true) }
        $0.member("why") { $0.value(why) }
        $0.member("stale") { $0.array { _ in } }
      }
    }
    output.write(json.text + "\n")
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
    var json = JSONWriter()
    write(first, others: messages.dropFirst(), into: &json)
    output.write(json.text + "\n")
  }

  private func write(
    _ message: CrashMessage, others: ArraySlice<CrashMessage>, into json: inout JSONWriter
  ) {
    json.object {
      $0.member("legal") { $0.value(message.isLogged) }
      if message.isLogged && !message.isProblem || message.code == nil {
        $0.member("reloadData") { $0.value(true) }
        $0.member("why") { $0.value(message.happened) }
      }
      if let code = message.code {
        $0.member("error") { $0.object { $0.members(ofViolation: code, message.fields) } }
      }
      $0.member("meaning") { $0.value(message.meaning) }
      if let rule = message.rule { $0.member("rule") { $0.value(rule) } }
      if message.isCaught { $0.member("caught") { $0.value(true) } }
      if let unread = message.unread { $0.member("unread") { $0.value(unread) } }
      if !others.isEmpty {
        $0.member("also") {
          $0.array { json in
            for other in others { write(other, others: [], into: &json) }
          }
        }
      }
    }
  }

  /// Writes a verdict from numbers of rows and a line end: the same shapes without `stage` and
  /// `stale`, which numbers do not tell.
  ///
  /// - Parameter others: what is unwise in the code around the stage.
  func print(
    _ verdict: Verdict, _ others: [CodeWarning] = [], to output: inout some TextOutputStream
  ) {
    var json = JSONWriter()
    json.object {
      $0.member("legal") { $0.value(verdict.isLegal) }
      switch verdict {
      case .legal(let warnings):
        $0.member("warnings") { $0.value(warnings.map(\.rawValue) + others.map(\.name)) }
      case .reloadData(let why):
        $0.member("reloadData") { $0.value(true) }
        $0.member("why") { $0.value(why) }
      case .illegal(let violation):
        $0.member("error") {
          $0.object { $0.members(ofViolation: violation.code, violation.fields) }
        }
        write(others, into: &$0)
      }
    }
    output.write(json.text + "\n")
  }

  /// Writes the warnings of an illegal plan.
  private func write(_ warnings: [CodeWarning], into json: inout JSONWriter) {
    if !warnings.isEmpty { json.member("warnings") { $0.value(warnings.map(\.name)) } }
  }

  private func write(
    _ check: PlanCheck, _ others: [CodeWarning], into json: inout JSONWriter
  ) {
    json.object {
      $0.member("legal") { $0.value(check.violation == nil) }
      if let (stage, violation) = check.violation {
        $0.member("stage") { $0.value(stage) }
        $0.member("error") {
          $0.object { $0.members(ofViolation: violation.code, violation.fields) }
        }
        write(others, into: &$0)
        return
      }
      if check.steps.count > 1, let stage = check.firstOddStage {
        $0.member("stage") { $0.value(stage) }
      }
      if let (_, why) = check.reloadData {
        $0.member("reloadData") { $0.value(true) }
        $0.member("why") { $0.value(why) }
      }
      if let last = check.steps.last { writeStale(last, into: &$0) }
      if check.reloadData == nil || !check.warnings.isEmpty {
        $0.member("warnings") { $0.value(check.warnings.map(\.rawValue) + others.map(\.name)) }
      }
      writeStages(check, into: &$0)
    }
  }

  private func writeStale(_ step: PlanCheck.Step, into json: inout JSONWriter) {
    json.member("stale") { $0.value(step.stale) }
    if !step.staleSections.isEmpty {
      json.member("staleSections") { $0.array { for s in step.staleSections { $0.value(s) } } }
    }
  }

  /// Writes what is stale before the last stage.
  private func writeStages(_ check: PlanCheck, into json: inout JSONWriter) {
    let stale = check.steps.indices.dropLast().filter { !check.steps[$0].isExact }
    guard !stale.isEmpty else { return }
    json.member("staleStages") {
      $0.array { json in
        for stage in stale {
          json.object {
            $0.member("stage") { $0.value(stage) }
            writeStale(check.steps[stage], into: &$0)
          }
        }
      }
    }
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

extension JSONWriter {
  /// Writes the code of a violation and its fields.
  fileprivate mutating func members(ofViolation code: String, _ fields: [Violation.Field]) {
    member("code") { $0.value(code) }
    for field in fields {
      member(field.name) { json in
        switch field.value {
        case .number(let number): json.value(number)
        case .path(let path): json.value(path)
        case .numbers(let numbers): json.array { for number in numbers { $0.value(number) } }
        case .paths(let paths): json.value(paths)
        case .texts(let texts): json.value(texts)
        case .text(let text): json.value(text)
        }
      }
    }
  }
}
