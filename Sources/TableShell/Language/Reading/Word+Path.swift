import TableSources

extension Word {
  /// The path that it names: `~/` and `~NAME/` outside quotes are home folders, as in sh.
  var path: String {
    guard unquotedStart.hasPrefix("~"), parts.count == 1 || unquotedStart.contains("/") else {
      return text
    }
    return HomeFolder.expanding(text)
  }
}
