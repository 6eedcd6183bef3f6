import TableInteraction
import TableKit
import Wording

extension Command {
  /// Says what data source and delegate say of rows.
  static var traits: Command {
    Command(
      name: "traits", group: .editing, summary: "say what rows show and allow in editing mode",
      synopsis: [
        "traits", "traits TARGET|SECTION|all NAME=VALUE …",
        "traits [all] commits|moves|stay-in-section=on|off",
        "traits reset",
      ],
      details: """
        NAMEs are can-edit, style (none, delete, insert), can-move, highlight, indent, level, \
        accessory and editing-accessory (none, disclosure, detail, checkmark), confirm, actions \
        and leading. A section's name means all of its rows, those to come too; what is said of a \
        row wins over its section, and that over all. confirm= leaves a button without a title; \
        actions=Archive,Delete take the place of Delete, actions=none that of the swipe. commits, \
        moves and stay-in-section are the table's. Nothing of it is undone; traits alone lists it.
        """,
      example: "traits 0:1 can-edit=off",
      arguments: [
        .any([.words(["all", "reset"]), .target, .words(TraitSyntax.candidates)]),
        .words(TraitSyntax.candidates),
      ]
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      if let error = invocation.restOfLine("NAME=VALUE") { throw error }
      let (words, assignments) = try invocation.reading { () throws(SyntaxError) in
        try Assignment.split(invocation.arguments)
      }
      guard !assignments.isEmpty else {
        if words.isEmpty { return .output(document.controller.traitReport(in: invocation.shell)) }
        guard words.count == 1, words[0].is("reset") else {
          throw invocation.usage("nothing to say: 'traits TARGET' wants NAME=VALUE")
        }
        document.controller.traitSettings = TraitSettings()
        return CommandResult(sentence: "nothing is said of any row", showsTable: true)
      }
      var traits: [TraitSyntax] = []
      for assignment in assignments { traits.append(try invocation.trait(assignment)) }
      let what = try invocation.say(traits, of: words, document)
      return CommandResult(sentence: "said of \(what)", showsTable: true)
    }
  }
}

extension Invocation {
  fileprivate func trait(_ assignment: Assignment) throws(CommandError) -> TraitSyntax {
    let (name, value) = (assignment.column.text, assignment.value.text)
    do throws(TraitSyntax.WrongValue) {
      if let trait = try TraitSyntax(name, value) { return trait }
    } catch {
      let values =
        error.values.isEmpty ? "a number from 0 to 20" : Counts.list(error.values, last: "or")
      throw usage("'\(name)' is \(values), not '\(value)'")
    }
    throw .noSuchName(kind: "trait", name, names: TraitSyntax.names)
  }

  /// Sets traits; answers of what they were said.
  fileprivate func say(
    _ traits: [TraitSyntax], of words: [Word], _ document: Document
  ) throws(CommandError) -> String {
    var rowTraits: [RowTrait] = []
    for case .row(let trait) in traits { rowTraits.append(trait) }
    let isOfAll = words.isEmpty || (words.count == 1 && words[0].is("all"))
    if !isOfAll, rowTraits.count < traits.count {
      throw usage("commits, moves and stay-in-section are the table's: traits all …")
    }
    if isOfAll {
      for case .table(let trait, let value) in traits {
        document.controller.traitSettings[keyPath: trait.path] = value
      }
      for trait in rowTraits { document.controller.traitSettings.all.set(trait) }
      return rowTraits.isEmpty ? "the table" : "all rows"
    }
    let target = try target(words)
    if case .rows(let reference, .all) = target, words.count == 1,
      !words[0].containsUnquoted(":")
    {
      let s = try Resolver(shell: shell, document: document).section(reference)
      let section = document.table.sections[s]
      for trait in rowTraits { document.controller.traitSettings.set(trait, section: section.id) }
      return "section \(Quoting.name(section.name))"
    }
    let rows = try rows(target)
    var settings = document.controller.traitSettings
    for (i, row) in rows.enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      for trait in rowTraits { settings.set(trait, row: row) }
    }
    document.controller.traitSettings = settings
    return Counts.of(rows.count, "row")
  }
}

extension TableController {
  /// What `traits` prints.
  fileprivate func traitReport(in shell: Shell) -> String {
    let plain = TraitSettings()
    var lines = AlignedText(in: shell)
    for trait in TraitSyntax.TableTrait.allCases {
      let value = traitSettings[keyPath: trait.path]
      if value != plain[keyPath: trait.path] {
        lines.add("table", "\(trait.rawValue)=\(value ? "on" : "off")")
      }
    }
    func add(_ what: String, _ traits: [RowTrait]) {
      if !traits.isEmpty { lines.add(what, traits.map(\.text).joined(separator: "  ")) }
    }
    add("all", traitSettings.all.said)
    for section in table.sections {
      add("section \(Quoting.name(section.name))", traitSettings.sections[section.id] ?? [])
    }
    let said = table.inTableOrder(Array(traitSettings.rows.keys).filter(table.contains))
    for row in said.prefix(100) {
      add(table.path(of: row)?.description ?? "", traitSettings.rows[row] ?? [])
    }
    if said.count > 100 { lines.add("…", "\(Counts.of(said.count - 100, "row")) more") }
    return lines.isEmpty ? "nothing is said of any row" : lines.text()
  }
}
