import Wording

/// Separates the options of a command from its arguments.
///
/// Options come before the arguments; `--` ends them, and so does the first word that is not one. A
/// word that starts with a quote, or with `-` and a digit, is not an option, nor is a lone `-`.
///
///     let reader = try ArgumentReader(words, options: [OptionDeclaration("dry-run")])
///     reader.has("dry-run")
package struct ArgumentReader {
  /// The words that are not options, in order.
  package private(set) var arguments: [Word] = []
  /// The options that were given, in order.
  private(set) var given: [(name: String, value: Word?)] = []
  /// The option whose value would be the next word.
  private(set) var open: OptionDeclaration?
  /// Whether the next word may be an option.
  private(set) var takesOptions = true
  private var problem: SyntaxError?
  private let options: [OptionDeclaration]

  /// Reads words, which must not include the command's name.
  ///
  /// - Parameter anywhere: whether options may follow arguments, too.
  /// - Throws: `unknownOption`, `missingValue`, `unexpectedValue`; `optionAfterArgument` when a
  ///   declared option follows an argument.
  init(
    _ words: some Sequence<Word>, options: [OptionDeclaration], anywhere: Bool = false
  ) throws(SyntaxError) {
    self.init(open: words, options: options, anywhere: anywhere)
    if let problem { throw problem }
  }

  /// Reads words as far as they go, as before a cursor; options that cannot be read are left out.
  init(open words: some Sequence<Word>, options: [OptionDeclaration], anywhere: Bool = false) {
    self.options = options
    var rest = Array(words)[...]
    var isEnded = false
    while let word = rest.first, !isEnded, anywhere || Self.isOption(word) {
      rest.removeFirst()
      isEnded = word.is("--")
      if isEnded { continue }
      if Self.isOption(word) { read(word, from: &rest) } else { arguments.append(word) }
    }
    takesOptions = !isEnded && rest.isEmpty
    arguments += rest
    if !isEnded { refuseLateOptions() }
  }

  /// Whether an option was given, by its name without hyphens.
  package func has(_ name: String) -> Bool { given.contains { $0.name == name } }

  /// Returns all values given with an option, in order.
  package func values(of name: String) -> [Word] {
    given.compactMap { $0.name == name ? $0.value : nil }
  }

  /// Whether a word looks like an option.
  package static func isOption(_ word: Word) -> Bool {
    let scalars = word.unquotedStart.unicodeScalars
    guard scalars.first == "-", let second = scalars.dropFirst().first else { return false }
    return !second.isDigit
  }

  private mutating func refuse(_ reason: SyntaxProblem, at place: TextPosition) {
    problem = problem ?? SyntaxError(reason, at: place)
  }

  private mutating func read(_ word: Word, from rest: inout ArraySlice<Word>) {
    let pieces = word.split(at: "=", maxSplits: 1)
    let spelling = pieces[0].text
    guard let option = options.option(spelled: spelling) else {
      let nearest = Nearest.nearest(to: spelling, in: options.flatMap(\.spellings))
      return refuse(.unknownOption(spelling, nearest: nearest), at: word.place)
    }
    var value = pieces.count > 1 ? pieces[1] : nil
    switch option.value {
    case .none:
      if let value { refuse(.unexpectedValue(of: spelling), at: value.place) }
    case .required(let label):
      value = value ?? rest.popFirst()
      if value == nil {
        open = option
        return refuse(.missingValue(of: spelling, label: label), at: word.place)
      }
    case .optional: break
    }
    given.append((option.name, value))
  }

  private mutating func refuseLateOptions() {
    guard let first = arguments.first else { return }
    for word in arguments where Self.isOption(word) {
      let spelling = word.split(at: "=", maxSplits: 1)[0].text
      if options.option(spelled: spelling) != nil {
        refuse(.optionAfterArgument(spelling, argument: first.text), at: word.place)
      }
    }
  }
}

/// An option that a command declares.
package struct OptionDeclaration: Hashable, Sendable {
  /// Whether an option takes a value.
  enum Value: Hashable, Sendable {
    /// No value: a flag.
    case none
    /// A value, `--name VALUE` or `--name=VALUE`; the label stands for it in messages.
    case required(String)
    /// An optional value, only as `--name=VALUE`.
    case optional(String)
  }

  /// The name without the hyphens.
  package var name: String
  /// The letter of the short spelling `-x`.
  var short: Unicode.Scalar?
  /// Whether it takes a value.
  var value: Value

  /// Creates a declaration; by default that of a flag.
  init(_ name: String, short: Unicode.Scalar? = nil, value: Value = .none) {
    self.name = name
    self.short = short
    self.value = value
  }

  /// The spellings: `--name`, and `-x` if there is a letter.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }

  /// The option with its value, as in `-n, --null COL`.
  package var usage: String {
    let short = short.map { "-\($0), " } ?? ""
    switch value {
    case .none: return "\(short)--\(name)"
    case .required(let label): return "\(short)--\(name) \(label)"
    case .optional(let label): return "\(short)--\(name)[=\(label)]"
    }
  }
}

/// Deprecated names of options and settings. They still work for one version; help, completion and
/// lists omit them.
package enum FormerNames {
  /// The current spelling of an option by its former one, for every command with that option.
  static let options = ["--seed": "--as-published"]

  /// The current name of a setting by its former one.
  package static let settings = [
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
