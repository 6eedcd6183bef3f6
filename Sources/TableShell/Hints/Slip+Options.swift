import CommandLanguage
import Wording

// Options behind the arguments, where they do not stand here, or that no command has.

extension Slip {
  /// `sample 20 --seed 3` as `sample --seed 3 20`, `replace City a b -i` as what does the same here; a page of
  /// help where nothing does. Nil: the problem is another one.
  func lateOption(_ problem: SyntaxProblem) -> String? {
    switch problem {
    case .optionAfterArgument:
      optionsFirst.map { meant.prepared($0, for: ForeignText($0)) ?? $0 } ?? helpPage
    case .optionInTarget: optionsFirst ?? foreign ?? helpPage
    default: nil
    }
  }

  private var helpPage: String? { command.map { "help \($0.name)" } }

  /// The line with all its options in front of the arguments; nil: that cannot be read either.
  private var optionsFirst: String? {
    guard let command else { return nil }
    let scalars = Array(statement.text.unicodeScalars)
    var (moved, cuts): ([String], [Range<Int>]) = ([], [])
    var hasArgument = false
    var index = 1
    while index < words.count {
      guard let option = Self.option(words[index], of: command) else {
        hasArgument = true
        index += 1
        continue
      }
      let takesNext = option.usage.contains(" ") && !words[index].containsUnquoted("=")
      let last = min(index + (takesNext ? 1 : 0), words.count - 1)
      let range = words[index].place.offset..<words[last].end.offset
      // Behind an escape, the end of a word is not known.
      guard !range.isEmpty, !scalars[range].contains("\\") else { return nil }
      if hasArgument {
        moved.append(String(String.UnicodeScalarView(scalars[range])))
        cuts.append(range)
      }
      index = last + 1
    }
    guard !cuts.isEmpty else { return nil }
    return (1...min(2, words.count)).lazy.compactMap { count in
      line(from: scalars, without: cuts, placing: moved, behind: words[count - 1].end.offset)
    }.first
  }

  private func line(
    from scalars: [Unicode.Scalar], without cuts: [Range<Int>], placing options: [String],
    behind place: Int
  ) -> String? {
    var kept = String.UnicodeScalarView(scalars[..<place])
    kept.append(contentsOf: (" " + options.joined(separator: " ")).unicodeScalars)
    var start = place
    for cut in cuts where cut.lowerBound > start {
      kept.append(contentsOf: scalars[start..<(cut.lowerBound - 1)])
      start = cut.upperBound
    }
    kept.append(contentsOf: scalars[start...])
    let line = String(kept)
    return meant.isTyped(line) ? line : nil
  }

  /// The option of a command that a word spells; nil: it is none.
  private static func option(_ word: Word, of command: Command) -> OptionDeclaration? {
    guard word.unquotedStart.hasPrefix("--") else { return nil }
    let spelling = word.split(at: "=", maxSplits: 1)[0].text
    return command.signature.options.first { "--\($0.name)" == spelling }
  }
}

extension MeantLine {
  /// `delete where Qty > 5 --dry-run` as `delete --dry-run where Qty > 5`: in a condition, an option is a
  /// comment of Lua. Nil: what stands behind it is no option of the command.
  func optionFirst(_ option: String, in line: String) -> String? {
    guard let place = line.firstRange(of: " \(option)") else { return nil }
    let head = String(line[..<place.lowerBound]).trimmingBlanks
    let tail = String(line[place.lowerBound...]).trimmingBlanks
    guard let verb = head.split(separator: " ").first else { return nil }
    let rest = head.dropFirst(verb.count)
    let first = "\(verb) \(tail)\(rest)"
    return isTyped(first) ? first : nil
  }
}
