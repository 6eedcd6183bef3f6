/// An option that a command declares.
struct OptionDeclaration: Hashable, Sendable {
  /// What may follow the option's name.
  enum Value: Hashable, Sendable {
    /// Nothing: it is a flag.
    case none
    /// A value, `--name VALUE` or `--name=VALUE`; the label stands for it in messages.
    case required(String)
    /// A value or nothing, only as `--name=VALUE`.
    case optional(String)
  }

  /// The name without the hyphens.
  var name: String
  /// A letter for `-x`.
  var short: Unicode.Scalar?
  /// What may follow.
  var value: Value

  /// Creates a declaration; without more it is that of a flag.
  init(_ name: String, short: Unicode.Scalar? = nil, value: Value = .none) {
    self.name = name
    self.short = short
    self.value = value
  }

  /// All ways to type it.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}
