/// Finds records that look like parts of one: short ones that follow each other and whose cells
/// together are those of a whole record.
///
/// A line end inside a cell without quotes cuts a record into two, whose cells are one more than
/// its own; one in place of a delimiter into two whose cells are as many:
///
///     id,name,note                    id,name,note
///     1,first                         1
///     line,3                          first,3
///
/// Lines of one cell may stand between two such parts: the cell has several lines.
struct TornRecords {
  private let width: Int
  /// The short record before, and how many cells it has.
  private var last: (record: Int, cells: Int) = (-2, 0)
  /// The last short record of several cells behind which only such of one cell stand.
  private var open: (record: Int, cells: Int) = (-2, 0)

  /// - Parameter width: how many cells a whole record has.
  init(width: Int) { self.width = width }

  /// Takes the next short record, and answers the first record that it may be torn from.
  ///
  /// - Parameters:
  ///   - record: its number; the whole ones between two short ones need not be told.
  ///   - cells: how many cells it has.
  mutating func part(record: Int, cells: Int) -> (record: Int, cells: Int)? {
    var whole: (record: Int, cells: Int)?
    if last.record == record - 1 {
      let sum = last.cells + cells
      if sum == width || sum == width + 1 {
        whole = last
      } else if open.record >= 0, open.cells + cells == width + 1 {
        whole = open
      }
    } else {
      open = (-2, 0)
    }
    last = (record, cells)
    if cells > 1 { open = last }
    return whole
  }
}
