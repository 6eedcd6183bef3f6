import TestSupport

/// Makes commands from the lines of `help COMMAND` that say how each is typed.
///
///     sort [--natural] by COL [asc|desc], … [in SECTION]
///     sort --natural by "a b" desc, id
///
/// `[x]` may be left out, `a|b` is one of both, `…` repeats what stands before it, and a word in
/// capitals stands for a value.
struct RandomCommand {
  /// What a word in capitals stands for.
  private let value: (_ name: String, _ command: String, inout SeededGenerator) -> String

  init(value: @escaping (String, String, inout SeededGenerator) -> String) {
    self.value = value
  }

  /// A command of a form.
  func text(of form: String, _ random: inout SeededGenerator) -> String {
    let command = String(form.prefix { $0 != " " })
    return expand(Array(form), command, &random)
  }

  /// Expands the items of a text, which words without blanks and brackets are.
  private func expand(
    _ text: [Character], _ command: String, _ random: inout SeededGenerator
  ) -> String {
    var result = ""
    var last: ArraySlice<Character> = []
    var position = 0
    while position < text.count {
      switch text[position] {
      case "[", "(":
        let end = Self.end(of: text, from: position)
        last = text[position..<end]
        result += item(last, command, &random)
        position = end
      case " ":
        result += " "
        position += 1
      case "…":
        for _ in 0..<random.below(3) { result += " " + item(last, command, &random) }
        position += 1
      default:
        let end = text[position...].firstIndex { " [(…".contains($0) } ?? text.count
        last = text[position..<end]
        result += item(last, command, &random)
        position = end
      }
    }
    return result
  }

  /// Expands a part in brackets, or a word.
  private func item(
    _ text: ArraySlice<Character>, _ command: String, _ random: inout SeededGenerator
  ) -> String {
    if text.first == "[" || text.first == "(" {
      if text.first == "[", !random.oneIn(3) { return "" }
      let choice = random.pick(Self.alternatives(text.dropFirst().dropLast()))
      return expand(choice, command, &random)
    }
    var result = ""
    var name = ""
    func isName(_ character: Character) -> Bool { character.isUppercase && character.isASCII }
    for character in random.pick(Self.alternatives(text)) + ["\n"] {
      if isName(character) {
        name.append(character)
        continue
      }
      if name.count > 1 || Self.shortNames.contains(name) {
        result += value(name, command, &random)
      } else {
        result += name
      }
      name = ""
      result.append(character)
    }
    result.removeLast()
    return result.hasSuffix(",") && random.oneIn(2) ? String(result.dropLast()) : result
  }

  private static let shortNames: Set<String> = ["N", "C", "S"]

  /// The index behind the bracket that closes the one at an index.
  private static func end(of text: [Character], from start: Int) -> Int {
    var depth = 0
    for position in start..<text.count {
      if "[(".contains(text[position]) { depth += 1 }
      if "])".contains(text[position]) { depth -= 1 }
      if depth == 0 { return position + 1 }
    }
    return text.count
  }

  /// The parts between bars that stand in no bracket.
  private static func alternatives(_ text: ArraySlice<Character>) -> [[Character]] {
    var parts: [[Character]] = [[]]
    var depth = 0
    for character in text {
      if "[(".contains(character) { depth += 1 }
      if "])".contains(character) { depth -= 1 }
      if character == "|", depth == 0 {
        parts.append([])
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
