import TestSupport

@testable import TableRules

/// The articles that are generated from the rules.
enum RuleDocumentation {
  static let folder = "Sources/TableRules/TableRules.docc"

  /// Each file with its text.
  static var files: [(path: String, text: String)] {
    [("\(folder)/TableRules.md", landingPage)]
      + RuleLetter.all.map { ("\(folder)/Rules\($0.letter).md", article($0)) }
      + [("Sources/BatchUpdates/BatchUpdates.docc/TheRules.md", articleOfBatchUpdates)]
  }

  /// The article of one letter.
  private static func article(_ letter: RuleLetter) -> String {
    """
    # \(letter.letter): \(letter.title)

    The rules \(letter.rules[0].number) to \(letter.rules.last?.number ?? "").

    ## Overview

    \(letter.introduction.unlinked)

    \(letter.groups.map { sections($0, \.unlinked) }.joined())\(letter.letter == "D" ? cases : "")
    """
  }

  /// The rules of batch updates as an article of the module that follows them, with its links.
  private static var articleOfBatchUpdates: String {
    """
    # The rules

    What a batch of updates does to a table view, rule by rule: what the doc comments of this module
    cite as D1 to \(RuleLetter.d.rules.last?.number ?? "").

    ## Overview

    \(RuleLetter.d.introduction)

    Some of the rules are written in Apple's documentation; most are not, and were found by watching
    `UITableView` and by reading reports of its exceptions. Each rule says which:

    \(standings)

    \(RuleLetter.d.groups.map { sections($0) { $0 } }.joined())\(cases)## Topics

    ### See also

    - <doc:WhyYourBatchUpdateCrashed>

    """
  }

  /// A group of rules, its lines ended by an empty one.
  private static func sections(_ group: RuleLetter.Group, _ linked: (String) -> String) -> String {
    var text = "## \(group.title)\n\n"
    if !group.lead.isEmpty { text += linked(group.lead) + "\n\n" }
    for rule in group.rules {
      let sources = rule.sources.map { source in
        source.link.map { "[\(source.name)](\($0))" } ?? source.name
      }
      text += """
        ### \(rule.number): \(rule.heading)

        \(linked(rule.text))

        *\(rule.standing.rawValue.capitalized):* \
        \(sources.joined(separator: "; ")).


        """
    }
    return text + (group.closing.isEmpty ? "" : linked(group.closing) + "\n\n")
  }

  private static var standings: String {
    """
    - term documented: Apple's documentation says so, or who made the project or service that the
      rule is about.
    - term observed: `UITableView` does so, or the code of the project that is named; another release
      may do otherwise.
    - term ours: nobody settles it, so this package does.
    """
  }

  /// The worked cases of batch updates.
  private static var cases: String {
    """
    ## Worked cases

    Each of these is executed by a test. `abcd` is a section of four rows. In the result, `c0:1` says
    that c is at 0:1 then, and `b-` that b is gone; *stale* names rows that show what used to be
    there (and sections, whose headers do); *warning* says that the batch is legal and that another
    view, or another release, might crash.

    | case | rule | before | after | operations | result |
    |---|---|---|---|---|---|
    \(VerifiedCase.all.map { item in
      let operations = item.operations.isEmpty ? "none" : "`\(item.operations)`"
      return "| \(item.name) | \(item.rule) | `\(item.old)` | `\(item.new)` | "
        + "\(operations) | \(item.result) |"
    }.joined(separator: "\n"))


    """
  }

  private static var landingPage: String {
    let letters = RuleLetter.all.map { letter in
      "| \(letter.letter) | <doc:Rules\(letter.letter)> | \(letter.rules.count) |"
    }
    let claims = PublishedClaim.all.map { item in
      "| \(item.place) | \(item.claim) | \(item.fact) | "
        + "\(item.rules.map(\.number).joined(separator: ", ")) |"
    }
    return """
      # ``TableRules``

      How UIKit's table views behave: selection, editing mode, batch updates, pans, reordering,
      scrolling and snapshots, as numbered rules with examples and sources.

      ## Overview

      Apple's reference says what each method does. It mostly does not say what happens when several
      come together: which method of the delegate is called first, what is selected after a reload, which
      of two mistakes in a batch raises the exception. This module has the answers as data. Doc comments
      and tests of this package cite them by number, and `explain B13` prints one in the shell.

      ### Letters

      | letter | subject | rules |
      |---|---|---|
      \(letters.joined(separator: "\n"))

      ### Notation

      `0:2` is row 2 of section 0, both counted from 0. A table is written `A(a b c) B(d e)`: two
      sections with their rows. A row in a capital letter is the same row with another content. *Before*
      and *after* mean before and after the batch.

      The mode of selection is *single* or *multiple* (B1 has the flags). M and ME are the flags for
      multiple selection outside editing mode and in it.

      ### What a rule rests on

      \(standings)

      ### What is said, and what is so

      Some published texts are wrong, or describe older releases. These rules say what is so:

      | where | says | what is so | rules |
      |---|---|---|---|
      \(claims.joined(separator: "\n"))

      ### Looking up a rule

      ```swift
      import TableRules

      if let rule = TableRule(numbered: "b13") {
        print(rule.sentence)  // reloadData empties a selection that the view holds, and tells nobody
        print(rule.standing)  // observed
      }
      ```

      ## Topics

      ### Rules

      - ``TableRule``
      - ``RuleLetter``

      ### Letters

      \(RuleLetter.all.map { "- <doc:Rules\($0.letter)>" }.joined(separator: "\n"))

      """
  }
}

extension TableRule {
  /// The sentence with a capital letter, unless it begins with the name of a method.
  fileprivate var heading: String {
    let first = sentence.prefix { $0 != " " }
    return first == first.lowercased()
      ? first.prefix(1).uppercased() + sentence.dropFirst() : sentence
  }
}
