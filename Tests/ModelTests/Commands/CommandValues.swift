import TestSupport

/// Values for the words in capitals of `RandomCommand`: right ones, wrong ones, and now and then
/// one at the end of what there is.
enum CommandValues {
  static let columns = ["id", "name", "pay", "team", "note", "a b"]

  /// A value for a word in capitals.
  static func value(
    of name: String, in command: String, _ random: inout SeededGenerator
  ) -> String {
    if random.oneIn(40) { return random.pick(strange) }
    if command == "pivot" { return quoted(random.pick(columns)) }
    switch name {
    case "COL", "COLS", "COLUMN", "COLUMNS", "ON", "OTHERS": return quoted(random.pick(columns))
    case "VALUE", "OLD", "NEW", "TEXT", "FROM", "TO": return quoted(random.pick(texts))
    case "SEPARATOR", "C", "MARK": return random.pick([",", ";", "' '", "-", "\"\\t\""])
    case "N", "INDEX", "COUNT", "S", "ROWS", "LINES": return number(&random)
    case "POINTS": return random.pick(["0", "10", "-40", "44.5", "1e12", "1e300", "nan"])
    case "SECONDS": return random.pick(["0", "0.01", "-1", "x"])
    case "TARGET", "TOUCH", "PLACE": return target(&random)
    case "PATH":
      return writers.contains(command) ? file(&random) : path(&random)
    case "FILE", "DIR", "PATCH": return file(&random)
    case "SECTION": return random.pick(["rows", "A", "B", "0", "1", "7", "\"\""])
    case "KEY", "ROW": return random.pick(["1", "2", "3", "k4", "x"])
    case "NAME", "NAMES": return random.pick(["a1", "a2", "neu", "\"a c\"", "id"])
    case "LUA": return random.pick(expressions)
    case "EXPR": return random.pick(conditions)
    case "SQL": return "\"\(random.pick(queries))\""
    case "CHANGE": return change(&random)
    case "KIND": return random.pick(["fade", "left", "none", "automatic"])
    case "FORMAT": return random.pick(formats)
    case "POSITION": return random.pick(["top", "middle", "bottom", "none"])
    case "COMMAND": return random.pick(["count", "edit 0:0 note=x", "delete 0:0", "sort by pay"])
    case "TOPIC": return random.pick(["sort", "undo", "values", "x"])
    case "TITLE": return "title"
    case "SUFFIX": return ".bak"
    case "BUTTON": return random.pick(["Delete", "x"])
    case "ENCODING": return "utf-8"
    case "RULE", "LETTER": return random.pick(["A1", "B20", "D", "Z"])
    default: return quoted(random.pick(texts))
    }
  }

  /// Commands whose PATH is one of a file.
  private static let writers: Set<String> = ["save", "export", "record"]

  private static let strange = [
    "\"\"", "''", "9223372036854775807", "-1", "99999999999999999999", "1e400", "*", "é", "\"\\n\"",
    "\"\\u{0}\"", "--", "-", "=", ":=", "0:0", "@", "'x y'", "\"\\u{202e}\"", "4611686018427387904",
  ]
  private static let texts = [
    "x", "12", "1.50", "1e3", "", "a,b", "q\"q", "line\nend", " lead", "007", "null", "2024-05-01",
    "ö", "#c", "-3", "true", "a;b", "{\"a\":1}", "[1,2]",
  ]
  private static let expressions = [
    "pay", "pay + 1", "name .. 'x'", "nil", "note or ''", "1/0", "0/0", "nosuch",
    "string.rep('ab', 3)",
    "pay * 1e300", "math.maxinteger", "name:upper()", "error('no')", "{1}", "#name",
  ]
  private static let conditions = [
    "pay > 20", "name == 'x'", "note == nil", "pay == '2'", "true", "false", "nosuch > 1",
    "name:match('^%u')", "id ~= nil", "pay", "1 +",
  ]
  private static let queries = [
    "select * from t", "select team, count(*) n from t group by team", "select 1 as id",
    "select max(pay) from t", "delete from t", "select * from nosuch", "select '' as ''",
  ]
  private static let formats = [
    "csv", "tsv", "json", "ndjson", "yaml", "markdown", "html", "text", "sqlite", "changes", "x",
  ]
  private static let files = [
    "t.csv", "o.csv", "o.json", "o.yaml", "o.ndjson", "o.db", "out.csv", "out.json", "out.yaml",
    "out.ndjson", "out.db", "out.md", "out.html", "out.tsv", "out.csv.gz", "p.json", "c.tsh",
    "r.lua",
    "nosuch.csv", "nosuch/x.csv", ".", "-",
  ]

  private static func file(_ random: inout SeededGenerator) -> String { random.pick(files) }

  private static func number(_ random: inout SeededGenerator) -> String {
    random.oneIn(10)
      ? random.pick(["9223372036854775807", "4611686018427387904", "2147483648", "-1", "1.5", "x"])
      : "\(random.below(5))"
  }

  private static func path(_ random: inout SeededGenerator) -> String {
    "\(number(&random)):\(number(&random))"
  }

  private static func target(_ random: inout SeededGenerator) -> String {
    switch random.below(9) {
    case 0: "*"
    case 1: "selected"
    case 2: "marked"
    case 3: "visible"
    case 4: "@\(random.pick(["1", "2", "3", "k4"]))"
    case 5: "0:\(random.below(3))-\(random.below(5))"
    case 6: "in 0 *"
    case 7: "\(path(&random)),\(path(&random))"
    default: path(&random)
    }
  }

  private static func change(_ random: inout SeededGenerator) -> String {
    let verb = random.pick(["delete", "insert", "reload", "reconfigure", "move"])
    let isSection = random.oneIn(3)
    let noun = isSection ? "section " : ""
    func place(_ random: inout SeededGenerator) -> String {
      isSection ? number(&random) : path(&random)
    }
    let first = place(&random)
    return "\(verb) \(noun)\(first)" + (verb == "move" ? " to \(place(&random))" : "")
  }

  /// A word in double quotes, where it needs them.
  static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2E
      }
    if isPlain { return text }
    var result = ""
    for character in text {
      switch character {
      case "\"", "\\": result += "\\\(character)"
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
    return "\"\(result)\""
  }
}
