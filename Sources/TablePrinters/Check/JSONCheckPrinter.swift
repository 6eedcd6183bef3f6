import BatchUpdates
import TableKit

/// Writes what `tablesh check` has found as JSON, compact on one line: one of the three shapes of
/// INTERFACES section 3.
///
///     {"legal":true,"stale":[],"warnings":["row-operations-in-moved-section"]}
///     {"legal":true,"reloadData":true,"why":"…","stale":[]}
///     {"legal":false,"stage":0,"error":{"code":"E-ROW-COUNT","section":0,"before":4,…}}
///
/// `stale` lists paths after the last stage. What these shapes have no place for comes in members
/// that are written only when there is something to say: `staleSections` lists sections whose
/// header or footer is stale, after `stale`; and for several stages, `stage` is the first with
/// which something is wrong, after `legal`, and `staleStages` lists what is stale before the last
/// stage has come, at the end.
public struct JSONCheckPrinter: Sendable {
  /// Creates a printer.
  public init() {}

  /// Writes a report with its line end.
  public func print(_ report: PlanReport, to output: inout some TextOutputStream) {
    var json = JSONWriter()
    switch report.outcome {
    case .checked(let check): write(check, into: &json)
    case .reloadData(let why):
      json.object {
        $0.member("legal") { $0.value(true) }
        $0.member("reloadData") { $0.value(true) }
        $0.member("why") { $0.value(why) }
        $0.member("stale") { $0.array { _ in } }
      }
    }
    json.move(to: &output)
    output.write("\n")
  }

  /// Writes a recognised message of UIKit with its line end:
  /// `{"legal":false,"error":{"code":…},"meaning":"…"}`.
  ///
  /// A message of old systems that today's UIKit answers by reading the table again has
  /// `"reloadData":true` and `why` in place of `error`. A message that UIKit only logged, to read
  /// the table again, is legal and has both.
  public func print(_ message: CrashMessage, to output: inout some TextOutputStream) {
    var json = JSONWriter()
    json.object {
      $0.member("legal") { $0.value(message.isLogged) }
      if message.isLogged || message.code == nil {
        $0.member("reloadData") { $0.value(true) }
        $0.member("why") { $0.value(message.happened) }
      }
      if let code = message.code {
        $0.member("error") { $0.object { $0.members(ofViolation: code, message.fields) } }
      }
      $0.member("meaning") { $0.value(message.meaning) }
    }
    json.move(to: &output)
    output.write("\n")
  }

  private func write(_ check: PlanCheck, into json: inout JSONWriter) {
    json.object {
      $0.member("legal") { $0.value(check.violation == nil) }
      if let (stage, violation) = check.violation {
        $0.member("stage") { $0.value(stage) }
        $0.member("error") {
          $0.object { $0.members(ofViolation: violation.code, violation.fields) }
        }
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
        $0.member("warnings") { $0.value(check.warnings.map(\.rawValue)) }
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

  /// What is stale before the last stage.
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
  /// The index of the first stage that is illegal, leaves something stale, is unwise, or makes
  /// UIKit read the whole table.
  var firstOddStage: Int? {
    steps.firstIndex { step in
      !step.isExact || step.replay?.reloadedData != nil || step.replay?.warnings.isEmpty == false
    }
  }
}

extension JSONWriter {
  /// Writes the code of a violation and its facts.
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
        }
      }
    }
  }
}
