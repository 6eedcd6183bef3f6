import TableKit

// Columns in the languages of others.

extension ForeignExpression {
  /// Whether a quoted text that is next is a column: only where it is compared with something.
  var isColumnHere: Bool {
    guard let next, next.kind == .text, next.quote != "`" else { return true }
    if next.quote == "\"", isArgumentOfCall || peek()?.text == "." && peek(2)?.kind == .name {
      return true
    }
    guard
      index == 0 || ["(", "and", "or", "not", "&", "|"].contains(where: text.tokens[index - 1].is),
      let behind = peek()
    else { return false }
    return Self.signs[behind.text] != nil
      || ["is", "in", "not", "like", "ilike", "between"].contains(where: behind.is)
  }

  /// Whether what is next is all that a call is given, as in `UPPER("Last Name")`; no call of a method.
  private var isArgumentOfCall: Bool {
    guard index > 1, text.tokens[index - 1].text == "(",
      peek()?.text == ")" || peek()?.text == "," && columns.column(next?.text ?? "") != nil
    else { return false }
    return text.tokens[index - 2].kind == .name
      && (index == 2 || text.tokens[index - 3].text != ".")
  }

  /// The column that is next, and the number of its tokens: also behind the name of a table, a dot or
  /// in brackets.
  var columnHere: (column: Column, count: Int)? {
    if let found = columns.column(in: text, at: index) { return found }
    guard let next else { return nil }
    func bracketed(_ start: Int) -> (column: Column, count: Int)? {
      guard text.tokens.indices.contains(start), text.tokens[start].text == "[" else { return nil }
      let begin =
        text.tokens.indices.contains(start + 1) && text.tokens[start + 1].text == "@"
        ? start + 2 : start + 1
      guard let (column, count) = columns.column(in: text, at: begin),
        begin + count < text.tokens.count,
        text.tokens[begin + count].text == "]"
      else { return nil }
      return (column, begin + count + 1 - index)
    }
    if let found = bracketed(index) { return found }
    if next.text == ".", let found = columns.column(in: text, at: index + 1) {
      return (found.column, found.count + 1)
    }
    guard next.kind == .name else { return nil }
    if let found = bracketed(index + 1) { return found }
    guard let sign = peek(), [".", "$"].contains(sign.text),
      let found = columns.column(in: text, at: index + 2)
    else { return nil }
    return (found.column, found.count + 2)
  }
}
