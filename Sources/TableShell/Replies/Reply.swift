import BatchUpdates
import TableInteraction
import TableKit
import TableLua
import TablePrinters
import Wording

/// The reply to one command: what the command has to say, and what the current table is after it.
///
/// It is made once and printed as text (`Shell.text`), as JSON (`json`), or as a table of Lua (`lua`).
package struct Reply {
  /// The command, as it was typed.
  let command: String
  /// What the command has to say.
  package let result: CommandResult
  /// Why it failed; nil if it did not.
  let failure: Failure?
  /// What it did, in one line; nil if there is nothing to say.
  package let sentence: String?
  /// The current table, or the one that others changed.
  package let document: Document?
  /// What others did; nil: it is the reply to a command.
  package let push: PushFacts?
  let shell: Shell

  /// What is told of a change that others made, or of the state of a source.
  package struct PushFacts {
    /// The name of the table.
    package let source: String
    /// `live`, `polling` or `stale`.
    package let state: String
    /// What became of it, in words.
    package let what: String
    /// The change; nil if none came in.
    package let push: LiveTable.Push?
  }

  /// What is told of others' changes to a table.
  init(_ result: CommandResult, push: PushFacts, of document: Document, in shell: Shell) {
    command = ""
    self.result = result
    self.shell = shell
    failure = nil
    self.document = document
    self.push = push
    sentence = result.sentence
  }

  /// The reply to a command.
  ///
  /// - Parameters:
  ///   - result: what it has to say; of one that failed, what it had printed.
  ///   - failure: why it failed; nil if it did its work.
  package init(
    _ result: CommandResult, to command: String, in shell: Shell, failure: Failure? = nil
  ) {
    self.command = Secrets.hidden(command)
    self.result = result
    self.shell = shell
    self.failure = failure
    document = shell.current
    push = nil
    let isSaid = result.transaction != nil || result.sentence != nil
    sentence = isSaid ? result.sentence ?? shell.replies.sentence(for: result, on: document) : nil
  }

  /// The delegate's calls.
  var events: [DelegateEvent] { result.transaction?.events ?? [] }

  /// The plan; nil if nothing changed place or content.
  var plan: LuaPlan? {
    if let plan = result.plan { return LuaPlan(plan) }
    return result.transaction.flatMap { $0.hasPlan ? LuaPlan($0) : nil }
  }

  /// What it says besides plan, table and notes, without the line end; for Lua, which has no table
  /// to look at, with the part of one that was asked for.
  package var output: String {
    if let printed = result.printedElsewhere {
      return printed.hasSuffix("\n") ? String(printed.dropLast()) : printed
    }
    var parts: [String] = []
    if !result.output.isEmpty {
      parts.append(result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output)
    }
    if let sentence { parts.append(sentence) }
    parts += result.details
    if shell.context.repliesToLua, let view = result.view {
      var text = ""
      shell.replies.print(view, .plain, to: &text)
      parts.append(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
    return parts.joined(separator: "\n")
  }

  /// The part of the current table that `--table` asks for.
  var table: TableView? {
    guard let document, !shell.options.isQuiet, shell.options.tableMode != .none else { return nil }
    var view = shell.replies.view(of: document)
    if let transaction = result.transaction, transaction.changesTable {
      view.former = transaction.before.table
    }
    if push != nil, let transaction = result.transaction {
      view.signsNews = true
      view.reveal(transaction.log.inserted + transaction.log.updated)
    } else if shell.isRead, let transaction = result.transaction {
      view.reveal(transaction.concernedRows)
    }
    if shell.isRead { showConcerned(in: &view) }
    if shell.options.tableMode == .full {
      view.height = nil
      view.offset = 0
    }
    return view
  }
}

// MARK: - JSON and Lua

extension Reply {
  /// The value of a member.
  private enum Value {
    case tree(JSONValue), paths([RowPath]), plan(LuaPlan?), table(TableView)
  }

  /// The members of the reply, in the order of INTERFACES, section 3.
  ///
  /// - Parameter refusal: the answer of a delegate that refused.
  private func members(refusal: JSONValue) -> [(name: String, value: Value)] {
    if let push { return members(of: push) }
    let output = output
    let events = events.map { $0.tree(refusal: refusal) }
    var members: [(String, Value?)] = [
      ("command", .tree(.string(command))), ("ok", .tree(.bool(failure == nil))),
      ("error", failure.map { .tree($0.tree) }),
      (result.member?.name ?? "", result.member.map { .tree($0.tree) }),
    ]
    if let document {
      members += [
        ("conflicts", result.conflicts.map { .tree($0.tree) }), ("plan", .plan(plan)),
        ("events", events.isEmpty ? nil : .tree(.array(events))),
        ("selection", .paths(document.table.paths(of: document.editor.selection.rows))),
        ("editing", .tree(.bool(document.controller.readsAsEditing))),
      ]
    }
    members += [
      ("output", output.isEmpty ? nil : .tree(.string(output))),
      ("notes", result.notes.isEmpty ? nil : .tree(.strings(result.notes))),
    ]
    if failure == nil {
      let marked = document.flatMap { $0.editor.marks.isEmpty ? nil : $0.markedKeys }
      let ownView = result.printedElsewhere == nil ? result.view : nil
      let view = ownView ?? table.flatMap { $0.table.sections.isEmpty ? nil : $0 }
      members += [
        ("marks", marked.map { .tree(.strings($0)) }), ("table", view.map { .table($0) }),
      ]
    }
    return members.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The members of what others did.
  private func members(of push: PushFacts) -> [(name: String, value: Value)] {
    let change = result.transaction == nil ? nil : push.push
    // The state is told already.
    let isRepeated = push.what.hasPrefix(push.state + ": ")
    let why = isRepeated ? String(push.what.dropFirst(push.state.count + 2)) : push.what
    let facts: JSONValue = [
      "source": .string(push.source), "state": .string(push.state),
      "inserted": change.map { .int($0.inserted) }, "deleted": change.map { .int($0.deleted) },
      "changed": change.map { .int($0.changed) },
      "why": change == nil && push.what != push.state ? .string(why) : nil,
    ]
    var members: [(String, Value)] = [("push", .tree(facts)), ("ok", .tree(true))]
    guard let document else { return members }
    members += [
      ("conflicts", .tree((result.conflicts ?? []).tree)), ("plan", .plan(plan)),
      ("selection", .paths(document.table.paths(of: document.editor.selection.rows))),
      ("editing", .tree(.bool(document.controller.readsAsEditing))),
    ]
    let output = result.output.trimmingBlanks
    return result.output.isEmpty ? members : members + [("output", .tree(.string(output)))]
  }

  /// One object on one line.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      for (name, value) in members(refusal: .null) {
        json.key(name)
        switch value {
        case .tree(let tree): json.tree(tree)
        case .paths(let paths): json.value(paths)
        case .plan:
          JSONPlanPrinter(animations: result.planAnimations)
            .writeReply(shell.replies.plan(of: result), into: &json)
        case .table(let view): json.value(view)
        }
      }
    }
    return json.text + "\n"
  }

  /// The delegate's calls as a JSON array; nil: there are none.
  package var eventsJSON: String? {
    events.isEmpty ? nil : JSONValue.array(events.map { $0.tree(refusal: .null) }).safeText
  }

  /// The open conflicts as a JSON array; nil: there are none.
  package var conflictsJSON: String? {
    result.conflicts.flatMap { $0.isEmpty ? nil : $0.tree.safeText }
  }

  /// The same members for Lua, whose tables hold no null: there a refusal is false. The plan is an
  /// object, and a script has the table already.
  var lua: HostReply {
    var trees: [JSONValue.Member] = []
    for (name, value) in members(refusal: false) {
      switch value {
      case .tree(let tree): trees.append(.init(name, tree))
      case .paths(let paths): trees.append(.init(name, .paths(paths)))
      case .plan, .table: continue
      }
    }
    return HostReply(.object(trees), plan: document == nil ? nil : plan)
  }
}

extension [MergeConflict] {
  /// As `conflicts` of a reply has them.
  fileprivate var tree: JSONValue {
    func text(_ cell: Cell?) -> JSONValue {
      cell.flatMap { $0.isNull ? nil : .string($0.text) } ?? .null
    }
    return .array(
      map { conflict in
        [
          "kind": .string(conflict.kind.name), "key": .string(conflict.key),
          "sourceKey": conflict.sourceKey.map(JSONValue.string),
          "column": conflict.column.map(JSONValue.string), "base": text(conflict.base),
          "local": text(conflict.local), "remote": text(conflict.remote),
        ]
      })
  }
}

extension DelegateEvent {
  /// As `events` of a reply has it.
  fileprivate func tree(refusal: JSONValue) -> JSONValue {
    let answer: JSONValue? =
      switch answer {
      case .path(let path): .path(path)
      case .refused, .nothing: refusal
      case .allowed: true
      case .style(let style): .string(style.rawValue)
      case .text(let text): .string(text)
      case .texts(let texts): .strings(texts)
      case nil: nil
      }
    let detail: (name: String, value: JSONValue)? =
      switch argument {
      case .style(let style): ("style", .string(style.rawValue))
      case .to(let path): ("to", .path(path))
      case .action(let title): ("action", .string(title))
      case nil: nil
      }
    return [
      "event": .string(name.rawValue), "path": path.map(JSONValue.path), "answer": answer,
      "silent": isSilent ? true : nil, detail?.name ?? "": detail?.value,
    ]
  }
}
