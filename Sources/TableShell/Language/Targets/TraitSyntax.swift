import TableInteraction
import TableKit

/// What is said of rows, as it is typed: `can-edit=off`, `style=insert`, `actions=Archive,Delete`.
enum TraitSyntax: Hashable {
  /// Of single rows, of a section or of all.
  case row(RowTrait)
  /// Of the table as a whole.
  case table(TableTrait, Bool)

  /// What is so of the table as a whole.
  enum TableTrait: String, CaseIterable {
    case commits, moves
    case staysInSection = "stay-in-section"

    /// Where it is kept.
    var path: WritableKeyPath<TraitSettings, Bool> {
      switch self {
      case .commits: \.commits
      case .moves: \.moves
      case .staysInSection: \.staysInSection
      }
    }
  }

  /// All that can be typed before `=`.
  static let names =
    RowTrait.Name.allCases.map(\.rawValue) + TableTrait.allCases.map(\.rawValue)

  /// Everything that can be typed, for completion; texts and numbers are left open.
  static let candidates =
    RowTrait.Name.allCases.flatMap { name -> [String] in
      let values = name.values
      return values.isEmpty ? ["\(name.rawValue)="] : values.map { "\(name.rawValue)=\($0)" }
    } + TableTrait.allCases.flatMap { ["\($0.rawValue)=on", "\($0.rawValue)=off"] }

  /// Reads a name and a value; nil where no trait has that name.
  ///
  /// - Throws: what is wrong with the value.
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
    /// Those it can; empty for numbers.
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

  /// `Archive,Delete`; `none` for an empty list, `default` for none of its own.
  private static func actions(_ text: String) -> [String]? {
    switch text {
    case "default": nil
    case "none", "": []
    default: text.split(separator: ",").map(String.init)
    }
  }
}

extension RowTrait.Name {
  /// What can be typed behind `=`; empty for texts and numbers.
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
  /// The trait as it is typed.
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
