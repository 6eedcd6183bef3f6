import Expectations
import LanguageSupport
import Rooms
import TestSupport
import Testing

@testable import CommandLanguage
@testable import TableShell

struct LanguageFuzzTests {
  private static let commands = CommandRegistry(Room.all).all

  private static let fragments = [
    "count", "select", "edit", "alias", "lua", "assert", "where", "=", ":=", "\\", "\n", "\r\n",
    ";",
    "|", ">", ">>", "(", ")", "'", "\"", "#", " ", " ", "  ", "--", "--x", "-", ",", ":", "@", "*",
    "0:1", "[[", "]]", "[=[", "]=]", "{", "}", "do", "end", "x", "é", "\u{0}", "\u{301}", "\\n",
    "in", "rule", "query",
  ]

  @Test("random bytes never stop the reader", arguments: [UInt64(1), 20_261_121])
  func bytes(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    for _ in 0..<1_500 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      readAll(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(
    "statements read one by one from their own text are the same", arguments: [UInt64(2), 77_001])
  func stability(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for _ in 0..<6_000 {
      let source = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        Self.fragments.randomElement(using: &random) ?? ""
      }.joined()
      let statements = readAll(source)
      let joined = statements.map { $0.text + ($0.lua == nil ? ";\n" : "\n") }.joined()
      let again = readAll(joined)
      expectEqual(
        again.map(\.shape), statements.map(\.shape),
        "seed \(seed), source \(source.debugDescription)")
      expectEqual(again.map(\.text), statements.map(\.text), "seed \(seed)")
    }
  }

  @Test("a random target reads back as itself", arguments: [UInt64(3), 4_242])
  func targets(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for _ in 0..<3_000 {
      let expected = list(isInside: false, using: &random)
      let text = expected.description
      let actual = try target(text)
      expectEqual(actual, expected, "seed \(seed), text \(text)")
      expectEqual(actual.description, text, "seed \(seed)")
    }
  }

  /// The statements of a text, those with an error left out.
  @discardableResult
  private func readAll(_ source: String) -> [Statement] {
    var reader = StatementReader(source, compiles: check)
    var statements: [Statement] = []
    while true {
      do {
        guard let statement = try reader.next() else { return statements }
        statements.append(statement)
        let words = statement.words.dropFirst()
        _ = try? TargetParser.parse(words, lua: statement.lua, at: statement.place)
        _ = try? ArgumentReader(words, options: [OptionDeclaration("x")])
        _ = try? NameList(words)
        for command in Self.commands {
          _ = FormMatcher(
            command.signature.forms,
            FormInput(words: Array(words), lua: statement.lua, end: statement.place))
        }
      } catch {
        expect(error.line >= 1 && error.column >= 1 && !error.message.isEmpty)
      }
    }
  }

  private func name(using random: inout SeededGenerator) -> String {
    let names = [
      "Pilots", "Cabin crew", "2020", "selected", "in", "", "a,b", "a:b", "-1", "*", "@x", "é",
      "a\"b",
      "it's", "a\\b", "a\nb", "#", "a;b", "where", "a/b", "\t", "|", "to", "0x",
    ]
    return names.randomElement(using: &random) ?? ""
  }

  private func section(using random: inout SeededGenerator) -> SectionReference {
    Bool.random(using: &random)
      ? .index(.random(in: 0...12, using: &random)) : .name(name(using: &random))
  }

  private func simple(using random: inout SeededGenerator) -> Target {
    let index = Int.random(in: -9...9, using: &random)
    switch Int.random(in: 0...8, using: &random) {
    case 0: return .everything
    case 1: return .selected
    case 2: return .marked
    case 3: return .visible
    case 4: return .rule(name(using: &random))
    case 5:
      return .key((0...Int.random(in: 0...2, using: &random)).map { _ in name(using: &random) })
    case 6: return .rows(section(using: &random), .all)
    case 7: return .rows(section(using: &random), .row(index))
    default:
      let last = Int.random(in: -9...9, using: &random)
      return .rows(section(using: &random), .range(index, last))
    }
  }

  private func list(isInside: Bool, using random: inout SeededGenerator) -> Target {
    var targets = (0..<Int.random(in: 0...3, using: &random)).map { _ in simple(using: &random) }
    switch Int.random(in: 0...3, using: &random) {
    case 0: targets.append(.condition("x > 3 and name == \"a,b\""))
    case 1 where !isInside:
      targets.append(.within(section(using: &random), list(isInside: true, using: &random)))
    default: targets.append(simple(using: &random))
    }
    return targets.count == 1 ? targets[0] : .union(targets)
  }
}
