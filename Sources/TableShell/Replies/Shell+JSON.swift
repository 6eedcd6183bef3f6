import BatchUpdates
import TableInteraction
import TableKit
import TablePrinters

extension Shell {
  /// Returns the reply of a command as one JSON object on one line (INTERFACES, section 3).
  func json(_ result: CommandResult, of statement: Statement) -> String {
    var json = JSONWriter()
    let document = current
    json.object { json in
      json.member("command") { $0.value(statement.text) }
      json.member("ok") { $0.value(true) }
      if let document {
        json.member("plan") { json in
          let plan = result.plan ?? result.transaction?.plan
          let animations = result.plan == nil ? result.transaction?.animations : nil
          JSONPlanPrinter(animations: animations ?? []).writeReply(
            plan?.isEmpty == true ? nil : plan, into: &json)
        }
        if let events = result.transaction?.events, !events.isEmpty {
          json.member("events") { json in
            json.array { json in for event in events { Self.write(event, into: &json) } }
          }
        }
        json.member("selection") {
          $0.value(document.table.paths(of: document.editor.selection.rows))
        }
        json.member("editing") { $0.value(document.controller.readsAsEditing) }
      }
      let output = output(of: result, on: document)
      if !output.isEmpty { json.member("output") { $0.value(output) } }
      if let document, !document.editor.marks.isEmpty {
        json.member("marks") { $0.value(document.markedKeys) }
      }
      if let view = result.view {
        json.member("table") { JSONTablePrinter().write(view, into: &$0) }
      } else if let document, options.tableMode != .none, !options.isQuiet,
        !document.table.sections.isEmpty
      {
        json.member("table") { json in
          if options.tableMode == .full {
            JSONTablePrinter().write(document.table, into: &json)
          } else {
            JSONTablePrinter().write(view(of: document), into: &json)
          }
        }
      }
    }
    return json.text + "\n"
  }

  /// Returns the text of a reply without plan and table.
  func output(of result: CommandResult, on document: Document?) -> String {
    var parts: [String] = []
    if !result.output.isEmpty {
      parts.append(result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output)
    }
    if result.transaction != nil || result.sentence != nil {
      parts.append(result.sentence ?? sentence(for: result, on: document))
    }
    parts += result.details + result.notes.map { "note: " + $0 }
    return parts.joined(separator: "\n")
  }

  /// Returns a failed command as one JSON object on one line.
  func json(_ failure: Failure, of line: String) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("command") { $0.value(line) }
      json.member("ok") { $0.value(false) }
      json.member("error") { json in
        json.object { json in
          json.member("code") { $0.value(failure.error.code) }
          json.member("message") { $0.value(failure.message) }
          if let exception = failure.error.exception {
            json.member("exception") { $0.value(exception) }
          }
          if let hint = failure.error.hint { json.member("hint") { $0.value(hint) } }
          if let place = failure.place { json.member("place") { $0.value(place) } }
        }
      }
      if let document = current {
        json.member("plan") { $0.null() }
        json.member("selection") {
          $0.value(document.table.paths(of: document.editor.selection.rows))
        }
        json.member("editing") { $0.value(document.controller.readsAsEditing) }
      }
      if let printed = context.reply.printed, !printed.isEmpty {
        json.member("output") {
          $0.value(printed.hasSuffix("\n") ? String(printed.dropLast()) : printed)
        }
      }
    }
    return json.text + "\n"
  }

  private static func write(_ event: DelegateEvent, into json: inout JSONWriter) {
    json.object { json in
      json.member("event") { $0.value(event.name.rawValue) }
      if let path = event.path { json.member("path") { $0.value(path) } }
      switch event.answer {
      case .path(let path): json.member("answer") { $0.value(path) }
      case .refused, .nothing: json.member("answer") { $0.null() }
      case .allowed: json.member("answer") { $0.value(true) }
      case .style(let style): json.member("answer") { $0.value(style.rawValue) }
      case .text(let text): json.member("answer") { $0.value(text) }
      case .texts(let texts):
        json.member("answer") { json in
          json.array { json in for text in texts { json.value(text) } }
        }
      case nil: break
      }
      if event.isSilent { json.member("silent") { $0.value(true) } }
      switch event.argument {
      case .style(let style): json.member("style") { $0.value(style.rawValue) }
      case .to(let path): json.member("to") { $0.value(path) }
      case .action(let title): json.member("action") { $0.value(title) }
      case nil: break
      }
    }
  }
}
