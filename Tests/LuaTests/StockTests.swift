import CStockLua
import Expectations
import Glibc
import TestSupport
import Testing

@testable import Lua

/// What a chunk gives in Lua as it comes.
private func stock(_ source: String) -> String {
  var count = 0
  let bytes = Array(source.utf8)
  let result = bytes.withUnsafeBytes { bytes in
    bytes.baseAddress.flatMap {
      stock_lua_run($0.assumingMemoryBound(to: CChar.self), bytes.count, &count)
    }
  }
  guard let result else { return "no memory" }
  defer { free(result) }
  return String(decoding: UnsafeRawBufferPointer(start: result, count: count), as: UTF8.self)
}

/// Whether a pattern is malformed, by the words of the manual.
private func isMalformed(_ p: [UInt8]) -> Bool {
  func at(_ i: Int) -> Character? {
    p.indices.contains(i) ? Character(UnicodeScalar(p[i])) : nil
  }
  /// After the set whose `[` stands at `i`; nil: it has no end.
  func setEnd(_ i: Int) -> Int? {
    var i = at(i + 1) == "^" ? i + 2 : i + 1
    repeat {
      guard let c = at(i) else { return nil }
      i += c == "%" && i + 1 < p.count ? 2 : 1
    } while at(i) != "]"
    return i + 1
  }
  var isOpen: [Bool] = []
  var i = at(0) == "^" ? 1 : 0
  while let c = at(i) {
    switch (c, at(i + 1)) {
    case ("(", ")"):
      isOpen.append(false)
      i += 2
    case ("(", _):
      isOpen.append(true)
      i += 1
    case (")", _):
      guard let last = isOpen.lastIndex(of: true) else { return true }
      isOpen[last] = false
      i += 1
    case ("%", nil): return true
    case ("%", "b"):
      guard i + 3 < p.count else { return true }
      i += 4
    case ("%", "f"):
      guard at(i + 2) == "[", let end = setEnd(i + 2) else { return true }
      i = end
    case ("%", let digit?) where ("0"..."9").contains(digit):
      let number = digit.wholeNumberValue ?? 0
      guard isOpen.indices.contains(number - 1), !isOpen[number - 1] else { return true }
      i += 2
    default:
      if c == "[" {
        guard let end = setEnd(i) else { return true }
        i = end
      } else {
        i += c == "%" ? 2 : 1
      }
      if let c = at(i), "*+-?".contains(c) { i += 1 }
    }
  }
  return isOpen.contains(true)
}

/// Makes calls of string functions at random, as Lua source.
private struct Calls {
  var generator: SeededGenerator
  /// The pattern of each call.
  private(set) var patterns: [[UInt8]] = []
  /// Whether the call matches it, as a pattern and at all.
  private(set) var isMatching: [Bool] = []

  init(seed: UInt64) { generator = SeededGenerator(state: seed) }

  mutating func pick(_ list: [String]) -> String {
    list.randomElement(using: &generator) ?? ""
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// A literal of any bytes.
  func quoted(_ text: String) -> String {
    "\""
      + text.utf8.map { byte in
        let digits = String(byte)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }.joined() + "\""
  }

  mutating func subject() -> String {
    (0..<number(0...9)).map { _ in
      pick(["a", "a", "b", "c", "A", "1", " ", ".", "(", ")", "[", "%", "-", "\0", "é", "\n"])
    }.joined()
  }

  mutating func set() -> String {
    let items = (0..<number(0...3)).map { _ in
      pick(["a", "b", "a-c", "%a", "%d", "%s", "%]", "]", "-", "^", "%-", ".", "%w", "0-9", "\0"])
    }
    return "[" + pick(["", "", "^"]) + items.joined() + pick(["]", "]", "]", "]", "]", ""])
  }

  mutating func item() -> String {
    switch number(0...19) {
    case 0...5:
      return pick(["a", "b", "c", "1", " ", "\0", "é"]) + pick(["", "", "*", "+", "-", "?"])
    case 6...8:
      let classes = [
        "%a", "%d", "%l", "%s", "%u", "%w", "%x", "%p", "%c", "%g", "%S", "%A", ".", "%.",
      ]
      return pick(classes) + pick(["", "", "*", "+", "-", "?"])
    case 9...10: return set() + pick(["", "", "*", "+", "-", "?"])
    case 11: return "("
    case 12, 13: return ")"
    case 14: return "()"
    case 15: return "%b" + pick(["()", "ab", "[]", "aa", "(", ""])
    case 16: return "%f" + pick([set(), "[%a]", "[%w]", "[^a]", "[%z\0]", "a"])
    case 17: return "%" + pick(["1", "2", "0", "9", "", "%", "b"])
    case 18: return pick(["^", "$", "*", "-", "%"])
    default: return "(" + item() + item() + ")"
    }
  }

  mutating func pattern() -> String {
    pick(["", "", "", "^"]) + (0..<number(0...4)).map { _ in item() }.joined()
      + pick(["", "", "", "$"])
  }

  mutating func replacement() -> String {
    switch number(0...9) {
    case 0: return "{a = 'x', b = false, ['1'] = 2, [1] = 'one', [2] = true}"
    case 1: return "function(...) return (...) end"
    case 2: return "function(...) return select('#', ...) end"
    case 3: return "function(a, b) return b end"
    case 4: return "function() return {} end"
    case 5: return "12"
    case 6: return pick(["nil", "true", "print"])
    default:
      return quoted(
        (0..<number(0...3)).map { _ in pick(["x", "%0", "%1", "%2", "%%", "%", "<", "%a"]) }
          .joined())
    }
  }

  mutating func call() -> String {
    let text = pattern()
    let (s, p) = (quoted(subject()), quoted(text))
    patterns.append(Array(text.utf8))
    let start = pick(["", "", ", \(number(-12...12))", ", nil", ", 1.5", ", 2.0"])
    let kind = number(0...7)
    isMatching.append(kind < 7)
    switch kind {
    case 0, 1:
      let plain = start.isEmpty ? "" : pick(["", ", false", ", nil"])
      return "string.find, \(s), \(p)\(start)\(plain)"
    case 2, 3: return "string.match, \(s), \(p)\(start)"
    case 4: return "all, \(s), \(p)\(start)"
    case 5, 6:
      return "string.gsub, \(s), \(p), \(replacement())" + pick(["", "", ", \(number(-1...3))"])
    default:
      return pick([
        "string.find, \(s), \(p), \(number(-12...12)), true",
        "string.rep, \(s), \(number(-2...5))", "string.rep, \(s), \(number(-1...4)), \(p)",
        "string.format, \(p)", "string.format, \(p), \(s), \(s)",
        "string.format, '\(pick(["%s", "%q", "%5.2s", "%-8s|", "%d", "%x", "%a", "%i", "%99d", "%100d", "%c", "%5.1f", "%g"]))', \(pick([s, "12", "1.5", "2^53", "-1", "nil", "0/0", "math.mininteger"]))",
        "string.sub, \(s), \(number(-12...12))", "string.byte, \(s), 1, -1",
        "table.concat, {\(s), \(number(0...9)), \(p)}, \(s)\(start)",
        "table.unpack, {1, 2, 3}, \(number(-2...4)), \(number(-2...6))",
        "inserted, \(number(-2...6)), \(number(0...9))", "removed, \(number(-2...6))",
        "moved, \(number(-2...6)), \(number(-2...6)), \(number(-2...6))",
      ])
    }
  }
}

/// Our string and table functions, and Lua's own.
struct StockTests {
  private static let prelude = """
    local out = {}
    local function show(...)
      local shown = {}
      for i = 1, select('#', ...) do
        local value = select(i, ...)
        shown[i] = type(value) == 'string' and ('%q'):format(value)
          or type(value) == 'table' and 'table' or math.type(value) and ('%q'):format(value)
          or tostring(value)
      end
      out[#out + 1] = table.concat(shown, ' ')
    end
    local function all(...)
      local found = {}
      for a, b in string.gmatch(...) do
        found[#found + 1] = tostring(a) .. ',' .. tostring(b)
        if #found > 50 then break end
      end
      return table.unpack(found)
    end
    local function list(t, from, to)
      local shown = {}
      for i = from, to do shown[#shown + 1] = tostring(t[i]) end
      return table.concat(shown, ' ')
    end
    local function inserted(...) local t = {1, 2, 3} table.insert(t, ...) return list(t, 1, 5) end
    local function removed(...)
      local t = {1, 2, 3}
      local value = table.remove(t, ...)
      return value, list(t, -1, 6)
    end
    local function moved(...) return list(table.move({1, 2, 3}, ...), -9, 14) end

    """

  @Test("give the same results and the same errors", arguments: 0..<8)
  func same(seed: Int) throws {
    var calls = Calls(seed: UInt64(7000 + seed))
    let lines = (0..<2500).map { _ in calls.call() }
    let source = Self.source(lines.map { "show(pcall(\($0)))" })
    let ours = Self.answers(try results(try LuaState(), source))
    let theirs = Self.answers(stock(source))
    expect(ours.count == lines.count && theirs.count == lines.count)
    var early = 0
    for (index, line) in lines.enumerated() where ours[index] != theirs[index] {
      if ours[index].contains("0x7"), theirs[index].contains("0x7") { continue }  // addresses
      let areErrors = ours[index].hasPrefix("false \"") && theirs[index].hasPrefix("false \"")
      if !calls.isMatching[index], areErrors { continue }  // worded otherwise in each version
      if isMalformed(calls.patterns[index]), ours[index].hasPrefix("false \"") {
        early += 1  // Lua's own find that a pattern is malformed only where they get that far
      } else {
        Issue.record("\(line)\nours:   \(ours[index])\ntheirs: \(theirs[index])")
      }
    }
    expect(early < lines.count / 2)
  }

  private static func source(_ statements: [String]) -> String {
    // A function of Lua may hold only so many constants.
    let parts = stride(from: 0, to: statements.count, by: 50).map { start in
      "(function()\n"
        + statements[start..<min(start + 50, statements.count)].joined(separator: "\n")
        + "\nend)();"
    }
    return prelude + parts.joined(separator: "\n") + "\nreturn table.concat(out, '\\0')"
  }

  private static func answers(_ text: String) -> [Substring] {
    text.split(separator: "\0", omittingEmptySubsequences: false)
  }
}
