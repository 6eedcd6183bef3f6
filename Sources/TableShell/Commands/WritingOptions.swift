import TableSources

extension Invocation {
  /// The options of `export` and `save` for delimited text, in a synopsis.
  static let styleOptions =
    "[--delimiter C] [--quoting=all|needed] [--bom] [--line-ends=lf|crlf] [--encoding NAME]"

  /// What help says of them.
  static let styleHelp =
    """
    Delimited text is written with LF, as UTF-8 and in quotes only where it must, unless \
    --delimiter ';' (or tab, |), --quoting all (null stays empty), --bom (which Excel wants), \
    --line-ends crlf or --encoding latin1 says another. A character that the encoding lacks is an \
    error with its cell.
    """

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
