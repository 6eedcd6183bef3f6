extension Violation {
  /// The rule of the step in which it is found, such as `D7`: the order of evaluation is that of rules D6
  /// to D12, and D16.
  package var rule: String {
    guard let rule = Self.rule(for: code) else { preconditionFailure("no rule for \(code)") }
    return rule
  }

  /// The rule that a violation breaks, by its code; nil: there is no such code.
  package static func rule(for code: String) -> String? {
    switch code {
    case "E-DEL-REL": "D6"
    case "E-DEL-MOV", "E-DEL-RECONF", "E-DEL-SEC-OOB", "E-DEL-ROW-SEC-OOB", "E-DEL-ROW-OOB",
      "E-RECONF-OOB":
      "D7"
    case "E-INS-MOV", "E-INS-SEC-OOB", "E-INS-ROW-SEC-OOB", "E-INS-ROW-OOB": "D8"
    case "E-MOV-SEC-SRC", "E-MOV-SEC-DST", "E-MOV-ROW-SRC", "E-MOV-ROW-DST", "E-MOV-SAME-SRC",
      "E-MOV-SAME-DST":
      "D9"
    case "E-MOV-DEL-SEC", "E-MOV-INS-SEC": "D16"
    case "E-SECTION-COUNT": "D10"
    case "E-ROW-COUNT": "D11"
    case "E-INVALID-BATCH": "D12"
    default: nil
    }
  }
}
