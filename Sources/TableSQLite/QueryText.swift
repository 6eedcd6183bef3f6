/// The text of a query, cut into tokens. It finds what SQLite does not report, such as its numbers.
struct QueryText {
  /// A token and its place in the text.
  private struct Token {
    let range: Range<Int>
    let text: String
    /// The number of brackets around it.
    let depth: Int
  }

  private let bytes: [UInt8]
  private let tokens: [Token]

  init(_ sql: String) {
    bytes = Array(sql.utf8)
    var reader = SQLiteDeclarations.Reader(bytes: bytes)
    var tokens: [Token] = []
    var depth = 0
    while let (text, _) = reader.next() {
      let end = reader.position
      if text == ")" { depth -= 1 }
      tokens.append(Token(range: end - text.utf8.count..<end, text: text, depth: depth))
      if text == "(" { depth += 1 }
    }
    self.tokens = tokens
  }

  /// The numbers without an exponent, each with the sign before it.
  private var numbers: [(text: String, range: Range<Int>)] {
    tokens.indices.compactMap { index in
      let token = tokens[index]
      guard let first = token.text.utf8.first, first &- 0x30 < 10 || first == 0x2E else {
        return nil
      }
      let isSigned = index > 0 && tokens[index - 1].text == "-"
      let start = isSigned ? tokens[index - 1].range.lowerBound : token.range.lowerBound
      return ((isSigned ? "-" : "") + token.text, start..<token.range.upperBound)
    }
  }

  /// The texts of the numbers in it.
  var numberTexts: [String] { numbers.map(\.text) }

  /// The texts in single quotes.
  var quotedTexts: [String] {
    tokens.filter { $0.text.utf8.first == 0x27 }.map { SQLiteDeclarations.unquoted($0.text) }
  }

  /// Returns the query with a parameter for each number that a double represents, and these doubles.
  func replacing(_ long: LongNumbers) -> (sql: String, values: [SQLiteValue.Bound]) {
    var values: [SQLiteValue.Bound] = []
    var (result, end): ([UInt8], Int) = ([], 0)
    for number in numbers {
      guard let double = long.double(number.text) else { continue }
      values.append(.real(double))
      result += bytes[end..<number.range.lowerBound] + " ?\(values.count) ".utf8
      end = number.range.upperBound
    }
    return (String(decoding: result + bytes[end...], as: UTF8.self), values)
  }

  /// The names in it, each once.
  var names: [String] {
    var seen: Set<String> = []
    return tokens.flatMap { $0.text.split(separator: ".").map(String.init) + [$0.text] }
      .map(SQLiteDeclarations.unquoted).filter { seen.insert($0.lowercased()).inserted }
  }

  /// Returns the query with further columns in its result; nil if they would change its rows, or if it
  /// has no FROM.
  func adding(_ columns: [String]) -> String? {
    let words = tokens.filter { $0.depth == 0 }.map { (token: $0, word: $0.text.lowercased()) }
    guard let place = words.firstIndex(where: { $0.word == "from" }),
      !words[..<place].contains(where: { $0.word == "distinct" })
    else { return nil }
    let start = words[place].token.range.lowerBound
    let added = columns.map { ", " + $0 }.joined() + " "
    return String(decoding: bytes[..<start] + added.utf8 + bytes[start...], as: UTF8.self)
  }
}
