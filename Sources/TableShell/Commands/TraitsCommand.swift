import CommandLanguage
import TableInteraction
import Wording

extension Command {
  /// A command that sets what data source and delegate return for rows.
  static var traits: Command {
    Command(
      name: "traits", group: .editing,
      summary: "choose what rows show, and what they allow in editing mode",
      details: """
        NAME=VALUE is:
          can-edit=off          no minus, plus or swipe; commands still edit it
          style=delete          its control: none, delete or insert
          can-move=off          no handle to drag it by
          highlight=off         a finger does not highlight it
          indent=off            it is not indented in editing mode
          level=1               its indentation, 0 to 20
          accessory=detail      none, disclosure, detail or checkmark
          editing-accessory=…   the same in editing mode
          confirm=Remove        the title of its Delete button
          actions=Pin,Delete    the buttons of a swipe; none: no swipe
          leading=Pin           the buttons of a swipe from the other side
          commits=off           no row can be swiped
          moves=off             no row can be dragged
          stay-in-section=on    no row can be dragged to another section
        Without a target, traits are for all rows. A row's own traits win over those of its \
        section, and these over those of all rows. undo does not take traits back.
        """,
      examples: [
        "traits 0:1 can-edit=off": "one row cannot be edited",
        "traits Dock style=insert": "all rows of a section have a plus",
        "traits 0:1 actions=Pin,Delete; swipe 0:1": "the buttons of a swipe",
        "traits reset": "forget all traits",
      ], readOn: ["edit", "swipe", "drag"],
      forms: [
        Form("traits") { invocation throws(CommandError) in
          .output(try invocation.document().controller.traitReport(in: invocation.shell))
        },
        Form("traits [TARGET|all] NAME=VALUE …", kinds: ["NAME=VALUE": Slot.trait.kind]) {
          invocation throws(CommandError) in
          let traits = try invocation.all(.trait)
          return CommandResult(sentence: "set for \(try invocation.say(traits))", showsTable: true)
        },
        Form("traits reset") { invocation throws(CommandError) in
          try invocation.document().controller.traitSettings = TraitSettings()
          return CommandResult(sentence: "no traits are set", showsTable: true)
        },
      ])
  }
}

extension Slot where Value == TraitSyntax {
  /// A trait and its value.
  fileprivate static var trait: Slot {
    Slot(
      kind: Placeholder(
        "NAME=VALUE", "NAME=VALUE", isAssignment: true,
        read: Slot<Assignment>.assignment.kind.read,
        complete: Placeholder.words(TraitSyntax.candidates))
    ) { invocation, capture throws(CommandError) in
      try invocation.trait(try Slot<Assignment>.assignment.value(invocation, capture))
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
      throw refusal("'\(name)' is \(values), not '\(value)'")
    }
    throw .noSuchName(kind: "trait", name, names: TraitSyntax.names)
  }

  /// Sets traits, and returns what they apply to: `all rows`, `section Crew`, `3 rows`.
  fileprivate func say(_ traits: [TraitSyntax]) throws(CommandError) -> String {
    let document = try document()
    let target = try optional(.target)
    var rowTraits: [RowTrait] = []
    for case .row(let trait) in traits { rowTraits.append(trait) }
    if target != nil, rowTraits.count < traits.count {
      throw refusal("commits, moves and stay-in-section are for the whole table: traits all …")
    }
    guard let target else {
      for case .table(let trait, let value) in traits {
        document.controller.traitSettings[keyPath: trait.path] = value
      }
      for trait in rowTraits { document.controller.traitSettings.all.set(trait) }
      return rowTraits.isEmpty ? "the table" : "all rows"
    }
    if case .rows(let reference, .all) = target, words(of: .target).count == 1,
      !words(of: .target)[0].containsUnquoted(":")
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
  /// Returns the output of `traits`: the traits set, by table, section and row.
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
    return lines.isEmpty ? "no traits are set" : lines.text()
  }
}

/// A trait as typed: `can-edit=off`, `style=insert`, `actions=Archive,Delete`.
enum TraitSyntax: Hashable {
  /// A trait of single rows, of a section or of all rows.
  case row(RowTrait)
  /// A trait of the table as a whole.
  case table(TableTrait, Bool)

  /// A trait of the table as a whole: whether its data source commits edits or moves rows, and
  /// whether a dragged row stays in its section.
  enum TableTrait: String, CaseIterable {
    case commits, moves
    case staysInSection = "stay-in-section"

    /// Its property of the settings.
    var path: WritableKeyPath<TraitSettings, Bool> {
      switch self {
      case .commits: \.commits
      case .moves: \.moves
      case .staysInSection: \.staysInSection
      }
    }
  }

  /// The names of all traits.
  static let names = RowTrait.Name.allCases.map(\.rawValue) + TableTrait.allCases.map(\.rawValue)

  /// The candidates for completion, `NAME=VALUE`; without a value for texts and numbers.
  static let candidates =
    RowTrait.Name.allCases.flatMap { name -> [String] in
      let values = name.values
      return values.isEmpty ? ["\(name.rawValue)="] : values.map { "\(name.rawValue)=\($0)" }
    } + TableTrait.allCases.flatMap { ["\($0.rawValue)=on", "\($0.rawValue)=off"] }

  /// Parses a name and a value; nil if no trait has that name.
  ///
  /// - Throws: `WrongValue`.
  init?(_ name: String, _ value: String) throws(WrongValue) {
    if let trait = TableTrait(rawValue: name) {
      guard let flag = Self.flag(value) else { throw WrongValue(values: ["on", "off"]) }
      self = .table(trait, flag)
      return
    }
    guard let name = RowTrait.Name(rawValue: name) else { return nil }
    guard let trait = Self.trait(name, value) else { throw WrongValue(values: name.values) }
    self = .row(trait)
  }

  /// A value that a trait cannot have.
  struct WrongValue: Error {
    /// The valid ones; empty for numbers.
    let values: [String]
  }

  private static func flag(_ text: String) -> Bool? { ["on": true, "off": false][text] }

  private static func trait(_ name: RowTrait.Name, _ text: String) -> RowTrait? {
    switch name {
    case .canEdit: flag(text).map { .canEdit($0) }
    case .style: RowTraits.EditingStyle(rawValue: text).map { .style($0) }
    case .canMove: flag(text).map { .canMove($0) }
    case .highlight: flag(text).map { .highlights($0) }
    case .indent: flag(text).map { .indentsInEditing($0) }
    case .level: Int(text).flatMap { (0...20).contains($0) ? .level($0) : nil }
    case .accessory: RowTraits.Accessory(rawValue: text).map { .accessory($0) }
    case .editingAccessory: RowTraits.Accessory(rawValue: text).map { .editingAccessory($0) }
    case .confirm: .confirmation(text.isEmpty ? nil : text)
    case .actions: .trailingActions(actions(text))
    case .leading: .leadingActions(actions(text))
    }
  }

  /// Returns the titles in `Archive,Delete`; `none` is an empty list, `default` is nil.
  private static func actions(_ text: String) -> [String]? {
    switch text {
    case "default": nil
    case "none", "": []
    default: text.split(separator: ",").map(String.init)
    }
  }
}

extension RowTrait.Name {
  /// The values that can be typed; empty for texts and numbers.
  fileprivate var values: [String] {
    switch self {
    case .canEdit, .canMove, .highlight, .indent: ["on", "off"]
    case .style: RowTraits.EditingStyle.allCases.map(\.rawValue)
    case .accessory, .editingAccessory: RowTraits.Accessory.allCases.map(\.rawValue)
    case .actions, .leading: ["default", "none"]
    case .level, .confirm: []
    }
  }
}

extension RowTrait {
  /// The trait as typed: `style=insert`.
  var text: String {
    func flag(_ value: Bool) -> String { value ? "on" : "off" }
    func actions(_ list: [String]?) -> String {
      list.map { $0.isEmpty ? "none" : $0.joined(separator: ",") } ?? "default"
    }
    let value =
      switch self {
      case .canEdit(let value), .canMove(let value), .highlights(let value),
        .indentsInEditing(let value):
        flag(value)
      case .style(let style): style.rawValue
      case .level(let level): String(level)
      case .accessory(let accessory), .editingAccessory(let accessory): accessory.rawValue
      case .confirmation(let title): title ?? ""
      case .trailingActions(let list), .leadingActions(let list): actions(list)
      }
    return "\(name.rawValue)=\(value)"
  }
}
