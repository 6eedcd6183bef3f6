import CommandLanguage
import TableKit
import Wording

// What is done to the cells of columns: filled, trimmed, in other case, made numbers or dates, replaced, split.

extension LooseLine {
  // MARK: - Filling

  private static let fillWords = Vocabulary(
    """
    down: down downward downwards forward forwards ffill above previous prev before last preceding lag d pad shift
    up: up upward upwards backward backwards bfill below next following lead u
    up: shiftup
    : set coalesce over edit update rows ifnull fillna
    : empty blank blanks null nulls nil missing na nas none not isnull isna where if with direction ignore gaps
    : holes coalesce fill lastvalue
    """)

  /// `fill Region from above` as `fill down Region`.
  var filled: String? {
    let verbs = [
      "fill": "", "ffill": "down", "filldown": "down", "fillna": "", "bfill": "up", "fillup": "up",
      "padd": "down", "autofill": "",
    ]
    // `edit set Region = lag(Region)`
    let sets = beginsWithColumn || ["edit", "update", "set", "default", "mutate"].contains(verb)
    guard let direction = verbs[verb] ?? (sets ? "" : nil),
      let parts = parts(from: beginsWithColumn ? 0 : nil, Self.fillWords)?.filter({
        $0 != .text("")
      }),
      parts.areNamed, !found(parts).isEmpty, !(parts.has("up") && parts.has("down")),
      direction.isEmpty || Set(parts.words).isSubset(of: [direction]), !sets || !parts.words.isEmpty
    else { return nil }
    let way = direction.isEmpty ? parts.has("up") ? "up" : "down" : direction
    return "fill \(way) \(list(parts))"
  }

  // MARK: - Functions of one cell

  private static let functionWords = Vocabulary(
    """
    trim: trim trims trimmed strip stripped trimws lstrip rstrip strtrim btrim squish
    title: title proper capitalize capitalise titlecase propercase initcap strtotitle totitlecase totitle titled
    upper: upper uppercase ucase toupper strtoupper upcase touppercase
    lower: lower lowercase lcase tolower strtolower downcase tolowercase
    number: number numeric numbers decimal decimals float double real integer int tonumber tonumeric asnumeric
    number: parsenumber tofloat todecimal
    date: date dates todate todatetime asdate datetime parsedate dateparse iso iso8601 dateformat
    date: strftime strptime setcoldate parsedatetime
    : | $ usd eur gbp euro dollar dollars currency currencies decimalmark
    : case str text string format formatted type cast convert converted plain make change put set edit update
    : mutate column astype parse leading trailing both ends sides spaces space blanks blank whitespace extra
    : | * across everything everywhere clean settype setcoltype lettering letters word words
    """)

  private static let functionVerbs: Set<String> = [
    "cast", "convert", "make", "change", "put", "set", "edit", "update", "mutate", "column", "str",
    "string", "into", "cleanwhitespace", "strstrip", "setcoltype", "settype", "format", "text",
    "clean", "remove", "parse",
    "strings",
  ]

  /// `make City title case` and `City = PROPER(TRIM(City))` as the commands `trim` and `title`.
  var cells: String? {
    let words = Self.functionWords
    let isColumn = beginsWithColumn
    guard words[verb].map({ !$0.isEmpty }) ?? false || Self.functionVerbs.contains(verb) || isColumn
    else { return nil }
    var called: [String] = []
    if !isColumn, let function = words[verb], !function.isEmpty { called.append(function) }
    guard let end = withoutDatePatterns,
      let parts = parts(from: isColumn ? 0 : nil, to: end, words)?.filter({ !isForm($0) }),
      parts.areNamed
    else { return nil }
    called += parts.words + (end < tokens.count ? ["date"] : [])
    let named = found(parts)
    if called.isEmpty, verb == "clean", named.isEmpty { called = ["trim"] }
    if called.isEmpty, verb == "cleanwhitespace" || verb == "strstrip" { called = ["trim"] }
    if called.isEmpty, verb == "remove",
      tokens.contains(where: { $0.is("leading") || $0.is("trailing") })
    {
      called = ["trim"]
    }
    let functions = ["trim", "title", "upper", "lower", "number", "date"].filter(called.contains)
    let isWide = tokens.contains {
      ["*", "all", "every", "everywhere", "everything"].contains($0.text)
    }
    guard !functions.isEmpty, functions.count < 3,
      Set(functions).isDisjoint(with: ["number", "date"]) || functions.count == 1,
      named.isEmpty ? isWide || functions == ["trim"] : true,
      named.count < 2 || !tokens.contains(where: { $0.text == "=" || $0.text == ":=" })
    else { return nil }
    let list = named.isEmpty ? "*" : list(parts)
    if named.isEmpty, functions != ["trim"] { return nil }
    return functions.map { "\($0) \(list)" }.joined(separator: "; ")
  }

  /// Whether a part is the form of a number or of ISO dates: `0.00`, `2024-06-09`.
  private func isForm(_ part: Part) -> Bool {
    switch part {
    case .number(let text): text.allSatisfy { "0.,".contains($0) } || text == "8601"
    case .text(let text): !text.isEmpty && text.allSatisfy { "0#., ".contains($0) }
    default: false
    }
  }

  /// The end of the words before patterns of dates, which `date` finds by itself; nil: the last one is not that
  /// of ISO dates, which it makes.
  private var withoutDatePatterns: Int? {
    func isPattern(_ index: Int) -> Bool {
      if tokens[index].kind == .text, tokens[index].text.contains("%") { return true }
      return tokens[index].text == "%" || isNamed(index) || Self.plain(tokens[index].text) == "dmy"
        || Self.plain(tokens[index].text) == "mdy" || Self.plain(tokens[index].text) == "ymd"
    }
    func isNamed(_ index: Int) -> Bool {
      column(at: index) == nil && text.datePattern(at: index) != nil
    }
    guard let first = tokens.indices.first(where: isPattern),
      let before = (tokens.indices.prefix(first)).last(where: { column(at: $0) != nil })
    else { return tokens.count }
    let rest = text.source(first..<tokens.count).lowercased().filter { !"\"'+)} ".contains($0) }
    let isISO = ["yyyy-mm-dd", "%y-%m-%d"].contains { rest.hasSuffix($0) }
    let isFrom =
      tokens[before..<first].contains { $0.is("from") || $0.is("orders") }
      && !tokens[first...].contains { $0.is("to") }
    guard isISO || isFrom else { return nil }
    return first
  }

  // MARK: - Splitting

  private static let splitWords = Vocabulary(
    """
    space: space spaces blank blanks whitespace
    comma: comma commas
    : sep separator delimiter delim d delimited at split apart part parts up break text separate strsplit
    """)

  /// `separate Customer into First and Last at " "` as `split Customer by " " into First,Last`.
  var split: String? {
    guard
      ["splitpart", "split", "separate", "splitcolumn", "texttocolumns", "strsplit", "splitup"]
        .contains(verb)
        || verb == "text" && tokens.count > 2 && tokens[1].is("to") && tokens[2].is("columns"),
      let parts = parts(from: verb == "text" ? 3 : nil, Self.splitWords.ignoring("/", "text")),
      found(parts).count == 1,
      parts.numbers.isEmpty
    else { return nil }
    let isName = { (text: String) in text.contains(where: \.isLetter) }
    var separators = parts.texts.filter { !isName($0) || $0 == #"\s"# || $0 == #"\s+"# }
    if parts.has("space") { separators.append(" ") }
    if parts.has("comma") { separators.append(",") }
    separators = separators.map { [#"\s"#, #"\s+"#].contains($0) ? " " : $0 }
    let names = parts.compactMap { part -> String? in
      switch part {
      case .name(let name): name
      case .text(let text) where isName(text) && !text.hasPrefix(#"\"#): text
      default: nil
      }
    }
    // What stands behind `into` are names, also a word that says nothing elsewhere.
    let tail = tokens.drop { !["into", "to", "as"].contains($0.text.lowercased()) }.dropFirst()
    let hidden = tail.contains {
      ["a", "n", "name", "names", "value"].contains($0.text.lowercased())
    }
    guard separators.count < 2, names.count != 1, !hidden,
      separators.first?.isEmpty != true,
      Set(names).count == names.count, let column = found(parts).first
    else { return nil }
    let cells = CellParts(in: column, of: table, count: max(2, names.count))
    guard let separator = separators.first ?? cells?.separator else { return nil }
    let made = names.isEmpty ? ["\(column.name)_1", "\(column.name)_2"] : names
    return "split \(Quoting.name(column.name)) by \(Quoting.quoted(separator)) into "
      + made.map(table.freeName).map(Quoting.listed).joined(separator: ",")
  }
}
