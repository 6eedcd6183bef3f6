/// Deprecated names of options and settings. They still work for one version; help, completion and
/// lists omit them.
enum FormerNames {
  /// The current spelling of an option by its former one, for every command with that option.
  static let options = ["--seed": "--as-published"]

  /// The current name of a setting by its former one.
  static let settings = [
    "seed-text": "select-notifies", "exact-seed": "limits-see-taps-only",
    "exact-reload": "reload-visible-only",
  ]
}

extension [OptionDeclaration] {
  /// Returns the option with a spelling, current or former; nil: none.
  func option(spelled spelling: String) -> OptionDeclaration? {
    first { $0.spellings.contains(spelling) }
      ?? FormerNames.options[spelling].flatMap { now in first { $0.spellings.contains(now) } }
  }
}

extension Setting {
  /// Returns the setting of a name, current or former; nil: none.
  static func named(_ name: String) -> Setting? {
    let all = all
    return all.first { $0.name == name } ?? all.first { $0.name == FormerNames.settings[name] }
  }
}
