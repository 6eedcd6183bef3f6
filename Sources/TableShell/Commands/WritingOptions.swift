import TableSources

extension Invocation {
  /// The options of `export` and `save` for delimited text, in a synopsis.
  static let styleOptions =
    "[--delimiter C] [--quoting=all|needed] [--bom] [--line-ends=lf|crlf] [--encoding NAME]"

  /// What each of them means.
  static let styleMeanings = [
    "delimiter": "put this character between cells: , ; | or tab",
    "quoting": "quote all cells, or only where needed (in new files)",
    "bom": "begin with a byte order mark, as Excel wants",
    "line-ends": "end lines with LF (in new files) or CRLF",
    "encoding": "the encoding to write, such as latin1",
  ]

  /// The style that the options ask for; nil: none.
  ///
  /// - Throws: `usage` for values that are none.
  func writingStyle() throws(CommandError) -> WritingStyle? {
    var style = WritingStyle()
    style.delimiter = try value(
      of: "--delimiter", read: ReadOptions.delimiter, "delimiter: one ASCII character, or tab")
    style.quotesAll = try value(
      of: "--quoting", read: WritingStyle.quotesAll, "way to quote: all or needed")
    style.endsInCRLF = try value(
      of: "--line-ends", read: WritingStyle.endsInCRLF, "line end: lf or crlf")
    if has("--bom") { style.hasMark = true }
    style.encoding = value(of: "--encoding")?.text
    return style.isUsual ? nil : style
  }
}
