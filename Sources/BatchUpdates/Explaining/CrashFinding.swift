extension CrashMessage {
  /// What a message complains of.
  public enum Finding: Hashable, Sendable {
    /// A violation with all its facts.
    case violation(Violation)
    /// A violation of which the message tells some facts only: those that are known, in order.
    case partial(code: String, fields: [Violation.Field])
    /// A row moves out of a section that is deleted; today's UIKit reads the table again.
    case moveOutOfDeleted(section: Int)
    /// A row moves into a section that is inserted; today's UIKit reads the table again.
    case moveIntoInserted(section: Int)

    static func partial(
      _ code: String, _ facts: (name: String, value: Violation.Field.Value)...
    ) -> Finding {
      .partial(code: code, fields: facts.map { Violation.Field(name: $0.name, value: $0.value) })
    }
  }

  /// The stable code of the violation; nil for a move that today's UIKit answers otherwise.
  public var code: String? {
    switch finding {
    case .violation(let violation): violation.code
    case .partial(let code, _): code
    case .moveOutOfDeleted, .moveIntoInserted: nil
    }
  }

  /// The facts of the violation in the order in which they are printed.
  public var fields: [Violation.Field] {
    switch finding {
    case .violation(let violation): violation.fields
    case .partial(_, let fields): fields
    case .moveOutOfDeleted, .moveIntoInserted: []
    }
  }
}
