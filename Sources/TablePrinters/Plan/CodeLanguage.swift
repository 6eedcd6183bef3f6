import BatchUpdates

/// What a batch update does to a list of rows or sections.
enum CodeVerb: String {
  case delete, insert, reload, reconfigure
}

/// How one language calls UIKit; `CodePrinter` puts the calls together.
protocol CodeLanguage {
  /// What stands for the data that the data source reads.
  static var data: String { get }
  /// The line that opens a batch.
  static var opening: String { get }
  /// The line that closes a batch after which nothing comes.
  static var closing: String { get }
  /// The line that ends the updates and opens the completion.
  static var completion: String { get }
  /// The line that ends the completion.
  static var completionEnd: String { get }

  /// The statement that lets the data source read other data.
  static func assignment(_ data: String) -> String
  /// The statements that read everything again.
  static func lines(ofReloadData data: String) -> [String]

  /// Sorted sections as a call can take them: all at once, or some for each call.
  static func calls(for sections: [Int]) -> [[Int]]
  /// The call for sections.
  static func call(_ verb: CodeVerb, sections: [Int]) -> String
  /// The call for rows, up to the first of them and from behind the last.
  static func call(_ verb: CodeVerb) -> (start: String, end: String)
  /// The move of a section.
  static func move(section: Move<Int>) -> String
  /// The move of a row.
  static func move(row: Move<RowPath>) -> String
  /// An index path.
  static func path(_ path: RowPath) -> String
  /// The statements that redraw every row in its cell.
  static var reconfigureAll: [String] { get }
  /// How the text of a header that is on the screen is set.
  static func header(of section: Int) -> String
}
