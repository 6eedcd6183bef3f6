import BatchUpdates

/// What the stack of a batch that failed tells where the sentence of the exception is missing.
///
///     -[UITableView _Bug_Detected_In_Client_Of_UITableView_Invalid_Number_Of_Rows_In_Section:]
///     // E-ROW-COUNT, without its numbers
///     -[UITableView _endCellAnimationsWithContext:], behind -[NSAssertionHandler handleFailure…]
///     // E-UPDATE
///
/// UIKit raises some exceptions in methods whose names tell the problem.
enum CrashFrame {
  /// Returns the problem that a stack names, if any.
  static func found(in text: CrashText) -> [CrashMessage.Found] {
    let all = text.tokens.indices.compactMap { named(in: text, at: $0) }
    if let found = all.first(where: { $0.code != CrashProblem.update.rawValue }) ?? all.first {
      return [found]
    }
    for (pattern, problem) in assertions {
      guard let match = pattern.firstMatch(text) else { continue }
      return [
        CrashMessage.Found(
          start: match.start, end: match.end, finding: .problem(problem, fields: []),
          isFrame: problem != .update)
      ]
    }
    return []
  }

  // MARK: Names

  private static let start = "_bug_detected_in_client_of_ui"

  private static let names: KeyValuePairs<String, CrashMessage.Finding> = [
    "invalid_number_of_rows_in_section": .partial("E-ROW-COUNT"),
    "invalid_number_of_items_in_section": .partial("E-ROW-COUNT"),
    "invalid_number_of_sections": .partial("E-SECTION-COUNT"),
    "invalid_batch_updates": .partial("E-INVALID-BATCH"),
  ]

  /// The problem of a name that begins at a token, which a wrap may have broken further on.
  private static func named(in text: CrashText, at place: Int) -> CrashMessage.Found? {
    guard case .word(let first) = text.tokens[place], first.hasPrefix(start) else { return nil }
    var name = ""
    var end = place
    while end < min(place + 4, text.tokens.count), case .word(let word) = text.tokens[end] {
      name += word
      end += 1
      guard let (_, finding) = names.first(where: { name.contains("view_" + $0.key) }) else {
        continue
      }
      return CrashMessage.Found(start: place, end: end, finding: finding, isFrame: true)
    }
    return CrashMessage.Found(
      start: place, end: place + 1, finding: .problem(.update, fields: []), isFrame: true)
  }

  // MARK: Assertions

  private static let assertions = sentences.map { (CrashPattern($0), $1) }

  private static let sentences: KeyValuePairs<String, CrashProblem> = [
    "assertion failure in ~6 rebased map from new base map": .dragged,
    "handle failure in method ~6 rebased map from new base map": .dragged,
    "assertion failure in ~8 _end cell|row animations": .update,
    "handle failure in method ~12 _end cell|row animations": .update,
    // `__46-[UITableView _updateWithItems:updateSupport:]_block_invoke`
    "handle failure in method ~10 uitable|uicollection view ~90 _end cell|row animations": .update,
  ]

  /// The frame of a stack in which a batch ends.
  static let ofUpdate = CrashPattern("_end cell|row animations")
}
