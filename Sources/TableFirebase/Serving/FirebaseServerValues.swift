/// What a server puts in place of `{".sv": "timestamp"}` and `{".sv": {"increment": 5}}` in what is
/// written.
///
/// Source: Firebase Database REST API, "Server values".
package struct FirebaseServerValues {
  /// Milliseconds since 1970, for all of a request.
  let time: Int64
  /// What is where the reader is; nil: nothing.
  var there: FirebaseNode?

  /// Returns the value of `.sv`; nil if it is none.
  func value(_ node: FirebaseNode?) -> FirebaseNode? {
    if node?.token == "\"timestamp\"" { return .value(String(time)) }
    guard let children = node?.children, children.count == 1, children.keys[0].text == "increment",
      let step = Self.number(children.nodes[0])
    else { return nil }
    // What is no number is replaced by the step.
    guard let number = Self.number(there) else { return .value(step) }
    return Self.sum(number, step).map(FirebaseNode.value)
  }

  private static func number(_ node: FirebaseNode?) -> String? {
    guard let token = node?.token, let first = token.utf8.first else { return nil }
    return first == 0x2D || first &- 0x30 < 10 ? token : nil
  }

  /// Returns a sum: whole numbers of 64 bits exactly, all else as doubles; nil beyond these.
  private static func sum(_ a: String, _ b: String) -> String? {
    if let x = Int64(a), let y = Int64(b) {
      let (sum, isOver) = x.addingReportingOverflow(y)
      if !isOver { return String(sum) }
    }
    guard let x = Double(a), let y = Double(b), (x + y).isFinite else { return nil }
    let sum = x + y
    return sum.rounded() == sum && sum.magnitude < 1e15 ? String(Int64(sum)) : String(sum)
  }
}
