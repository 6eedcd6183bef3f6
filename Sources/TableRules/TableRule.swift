/// One rule of UIKit's table views: a number, a sentence, and the whole rule with an example.
///
/// A rule stands in the file of its letter, such as `TableRule+B.swift`, and by name in the list of
/// ``RuleLetter``. All else follows: what `explain` prints, the documentation, and the test that
/// something tests it.
public struct TableRule: Hashable, Sendable {
  /// The letter and the number, such as `B13`, or a third part as well, such as `F5a`.
  public let number: String
  /// The rule in one line, without a period.
  public private(set) var sentence: String
  /// The rule in Markdown, with indented examples; links are those of BatchUpdates' documentation.
  public let text: String
  /// The kind of evidence for it.
  public let standing: Standing
  /// The documents or observations it is from.
  public let sources: [Source]

  /// A kind of evidence for a rule.
  public enum Standing: String, CaseIterable, Sendable {
    /// Documented by the maker: by Apple for UIKit, by a project or service for itself.
    case documented
    /// Observed in a release of UIKit or in a project's code. Another release may differ.
    case observed
    /// Defined by this package, as no one else does.
    case ours
  }

  /// - Parameter text: the rule in one line, which may be wrapped, then an empty line and the text.
  init(_ number: String, _ standing: Standing, _ sources: Source..., text: String) {
    let parts = text.split(separator: "\n\n", maxSplits: 1)
    self.number = number
    sentence = String(parts[0].replacing("\n", with: " "))
    self.text = String(parts[1])
    self.standing = standing
    self.sources = sources
  }

  /// Returns the rule with another sentence, for one aspect of it.
  func saying(_ sentence: String) -> TableRule {
    var rule = self
    rule.sentence = sentence
    return rule
  }
}

extension TableRule {
  /// All rules, in the order of letters and numbers.
  public static let all = RuleLetter.all.flatMap(\.rules)

  /// The rule with a number, in any case; nil if there is none.
  ///
  /// - Complexity: O(rules).
  public init?(numbered number: String) {
    let number = number.lowercased()
    guard let rule = Self.all.first(where: { $0.number.lowercased() == number }) else { return nil }
    self = rule
  }
}

/// The rules of one letter: one subject.
public struct RuleLetter: Sendable {
  /// The letter, such as `B`.
  public let letter: String
  /// The subject.
  public let title: String
  /// The introduction to the letter, in Markdown.
  public let introduction: String
  /// The rules, by number.
  public let groups: [Group]

  /// A group of related rules.
  public struct Group: Sendable {
    /// The heading.
    public let title: String
    /// The rules, by number.
    public let rules: [TableRule]
    /// The text before the rules, in Markdown; may be empty.
    public let lead: String
    /// The text after the rules, in Markdown; may be empty.
    public let closing: String

    init(_ title: String, _ rules: [TableRule], lead: String = "", closing: String = "") {
      self.title = title
      self.rules = rules
      self.lead = lead
      self.closing = closing
    }
  }

  /// All letters.
  public static let all: [RuleLetter] = [.a, .b, .c, .d, .e, .f, .g, .h, .i, .j]

  /// The rules, by number.
  public var rules: [TableRule] { groups.flatMap(\.rules) }
}

extension RuleLetter {
  /// The rules of a letter, in any case; nil if there are none.
  public init?(lettered letter: String) {
    guard let found = Self.all.first(where: { $0.letter == letter.uppercased() }) else {
      return nil
    }
    self = found
  }
}
