import TableInteraction

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
  static let names =
    RowTrait.Name.allCases.map(\.rawValue) + TableTrait.allCases.map(\.rawValue)

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
