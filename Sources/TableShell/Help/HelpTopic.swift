/// The topics of `help` that are no commands.

import TablePrinters

/// A topic of `help` that is not a command.
///
/// Its text has headings, which begin with `# `, paragraphs, and lists: indented lines of what is typed
/// and, two blanks or more after it, what that does.
package struct HelpTopic: Sendable {
  /// The word after `help`.
  package let name: String
  /// One line for completion.
  package let summary: String
  /// Makes the explanation, which most sessions do not show.
  private let makeText: @Sendable () -> String

  /// Creates a topic, for a room to bring.
  package init(
    _ name: String, _ summary: String, _ text: @autoclosure @escaping @Sendable () -> String
  ) {
    (self.name, self.summary, makeText) = (name, summary, text)
  }

  /// The explanation, as it is written above.
  package var text: String { makeText() }

  /// The topics of the core, in the order of lists.
  static var core: [HelpTopic] {
    [
      .targets, .lists, .values, .null, .keys, .sections, .selecting, .snapshots, .dates, .regex,
      .joining, .recovery, .pipes, .files, .reading, .writing, .live, .watching, .merging,
      .terminal, .output,
      .plans, .scripting, .plugins, .permissions, .limits, .reference,
    ]
  }

  /// The explanation in lines of a width.
  func page(width: Int) -> String {
    name == Self.reference.name
      ? TextWrapping.reference(text, width: width) : TextWrapping.page(text, width: width)
  }
}
