import TablePrinters
import Wording

/// What the prompt shows: text with fields in braces, as in `{file}{changed}> `.
struct PromptFormat: Equatable {
  /// A part of the prompt that changes.
  enum Field: String, CaseIterable {
    case file, path, live, editing, selected, conflicts, changed, rows, sections

    /// Its colour.
    var role: Style.Role {
      switch self {
      case .file, .path, .changed: .label
      case .selected: .selected
      case .conflicts: .error
      case .live, .editing, .rows, .sections: .faint
      }
    }
  }

  private enum Part: Equatable {
    case text(String), field(Field)
  }

  /// As it is typed.
  let text: String
  private let parts: [Part]

  /// Reads a format; nil if a field is unknown or a brace is not closed. `{{` is a brace.
  init?(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        parts.append(.text("{"))
        rest.removeFirst()
        continue
      }
      guard let end = rest.firstIndex(of: "}"), let field = Field(rawValue: String(rest[..<end]))
      else { return nil }
      parts.append(.field(field))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    (self.text, self.parts) = (text, parts)
  }

  private init(_ fields: [Field], end: String) {
    parts = fields.map { .field($0) } + [.text(end)]
    text = fields.map { "{\($0)}" }.joined() + end
  }

  /// The prompt of a session in which none was set.
  static let standard = PromptFormat(
    [.file, .live, .editing, .selected, .conflicts, .changed], end: "> ")

  /// The fields as a user types them.
  static var fields: String { Field.allCases.map { "{\($0)}" }.joined(separator: " ") }

  /// Returns the prompt, with what is not printable escaped.
  ///
  /// - Parameter style: colours it: what stands out is what needs a look.
  func prompt(of shell: Shell, _ style: Style) -> String {
    var runs: [(role: Style.Role, text: String)] = []
    for part in parts {
      let (role, text) =
        switch part {
        case .text(let text): (Style.Role.label, DisplayText.lines(text))
        case .field(let field):
          (
            field.role,
            DisplayText(line: value(of: field, in: shell), limit: Self.limit(of: field, in: shell))
              .text
          )
        }
      if text.isEmpty { continue }
      if runs.last?.role == role {
        runs[runs.count - 1].text += text
      } else {
        runs.append((role, text))
      }
    }
    return runs.map { style.apply($0.role, to: $0.text) }.joined()
  }

  /// The most columns of a field: a name takes a third of the screen, so that there is room to type.
  private static func limit(of field: Field, in shell: Shell) -> Int {
    guard field == .file || field == .path, let columns = shell.console.size?.columns else {
      return .max
    }
    return max(12, columns / 3)
  }

  private func value(of field: Field, in shell: Shell) -> String {
    guard let document = shell.current else { return field == .file ? "tablesh" : "" }
    let selected = document.editor.selection.count
    switch field {
    case .file: return document.promptName
    case .path: return document.shownName
    case .live: return shell.live[document].map { $0.state.isGone ? "!" : "⇅" } ?? ""
    case .editing:
      return document.editor.isEditing ? " [\(document.controller.deleteButton.title)]" : ""
    case .selected:
      // In editing mode the button says it.
      return selected > 0 && !document.editor.isEditing ? " (\(Counts.grouped(selected)))" : ""
    case .conflicts:
      let count = document.editor.conflicts.count
      return count > 0 ? " " + Counts.of(count, "conflict") : ""
    case .changed: return document.hasUnsavedChanges ? "*" : ""
    case .rows: return Counts.grouped(document.table.rowCount)
    case .sections: return Counts.grouped(document.table.sections.count)
    }
  }
}
