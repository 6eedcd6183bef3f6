/// Names of options and settings that were replaced. They work for one version more; help, completion
/// and lists leave them out.
enum FormerNames {
  /// The spelling of an option now, by its former one, for each command that has that option.
  static let options = ["--seed": "--as-published"]

  /// The name of a setting now, by its former one.
  static let settings = [
    "seed-text": "select-notifies", "exact-seed": "limits-see-taps-only",
    "exact-reload": "reload-visible-only",
  ]
}

extension [OptionDeclaration] {
  /// The option with a spelling, a former one included; nil: none.
  func option(spelled spelling: String) -> OptionDeclaration? {
    first { $0.spellings.contains(spelling) }
      ?? FormerNames.options[spelling].flatMap { now in first { $0.spellings.contains(now) } }
  }
}

extension Setting {
  /// The setting of a name, a former one included; nil: none.
  static func named(_ name: String) -> Setting? {
    let all = all
    return all.first { $0.name == name } ?? all.first { $0.name == FormerNames.settings[name] }
  }
}
