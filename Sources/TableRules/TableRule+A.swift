extension RuleLetter {
  static let a = RuleLetter(
    letter: "A", title: "The model",
    introduction: """
      What a table is made of, where its rows stand, and who remembers what about them.
      """,
    groups: [
      Group("Tables and paths", [.model, .sectionPath, .identity, .heldByData, .oneMoment]),
      Group("Selected, highlighted, swiped", [.selectionOrder, .transient]),
      Group("Sizes", [.points]),
    ])
}

// MARK: - Tables and paths

extension TableRule {
  /// Tables as lists of sections, and sections as lists of rows.
  public static let model = TableRule(
    "A1", .documented, .guide(.insertDelete), .book(10),
    text: """
      a table is a list of sections, and a section a list of rows, possibly empty

      A table is an ordered list of sections. A section has an identifier, a header and a footer
      that may be missing, and an ordered list of rows, which may be empty. A row has an
      identifier, its content, and traits: whether it can be edited, with which style, whether it
      can be moved, whether it can be selected, and how high it is, actually and by estimate.

          Pilots(P1 P2) Crew(C1 C2 C3 C4 C5) Passengers(249 rows)
      """)

  /// Index paths without a row, which name a section.
  public static let sectionPath = TableRule(
    "A2", .documented, .reference("UITableView", "scrollToRow(at:at:animated:)"),
    .reference("UITableView", "selectRow(at:animated:scrollPosition:)"),
    text: """
      an index path without a row names its section: it can be scrolled to, and clears a selection

      A path is a section and a row, both counted from 0, ordered by section first and then by
      row. A path with no row (`NSNotFound` in UIKit) names the section itself. It is valid in two
      places only: to scroll to a section, which may have no rows, and to clear the selection.

          0:5 < 1:0
          scroll 2:none top      shows the header of section 2, even if it has no rows
      """)

  /// State held by row rather than by index path.
  public static let identity = TableRule(
    "A3", .observed, .crew, .charon,
    text: """
      what must survive an update is kept by a row's identifier, and not by where the row stands

      Everything that must survive an update is kept by the identifier of a row, never by its
      path: the selection that the data hold, the row that is edited, the row that is dragged, and
      what undo needs. Identifiers of rows are unique in the table, those of sections among the
      sections (J2).

      The project TableSectionsAndAnimatedUpdate joins section and name by `|`. That breaks as
      soon as a name contains a `|`, and its search by name answers the first such name in any
      section:

          A(x) B(x), 1:0 is selected      looking for "x" finds 0:0
      """)

  /// A selection held by the data.
  public static let heldByData = TableRule(
    "A4", .observed, .crew, .handling, .book(14), .guide(.selections),
    text: """
      a selection that the data hold by row survives reloading and editing mode

      Four things can know what is selected, and they differ in what they survive:

      | who knows it            | reloadData | editing mode changes | an insert above | scrolling |
      | ----------------------- | ---------- | -------------------- | --------------- | --------- |
      | the view, by path       | no (B13)   | no, but see B14      | yes (B15, B18)  | yes       |
      | a controller, by path   | yes        | yes                  | no              | yes       |
      | the data, by identifier | yes        | yes                  | yes             | yes       |
      | the accessory of a cell | no         | yes                  | no              | no        |

      A path that a controller keeps names another row after an insert above; those of the view
      are followed.

          A(a b c), b is marked as 0:1      insert z at 0:0
          marked by path: a                 marked by identifier: b

      This program keeps both kinds apart: the selection, which the view or the data hold, and
      marks, which the data hold.
      """)

  /// Consistency of data and view between updates.
  public static let oneMoment = TableRule(
    "A5", .observed, .book(10), .iOS17,
    text: """
      a view remembers how many rows it counted, so a change it was not told of is found at the next
      batch

      The view keeps the numbers of sections and rows that it last asked for. Between batches the
      data must not change. Inside the outermost batch they change once, and the view asks again
      when that batch ends. Data that change without a word to the view are noticed only at the
      next batch, which is then blamed.

          the view counts 4 rows; the data lose one in silence: 3
          later: insert 0:0, data 4      E-INVALID-BATCH: 4 rows + 1 inserted is 5, but there are 4
      """)

  // MARK: Selected, highlighted, swiped

  /// The order of the selection.
  public static let selectionOrder = TableRule(
    "A6", .observed, .iOS17,
    text: """
      selected rows are kept in the order in which they were selected

      The view keeps selected paths in the order in which they were selected. The plural query
      (`indexPathsForSelectedRows`) answers them in that order, and nil if there are none. The
      singular query (`indexPathForSelectedRow`) answers the topmost path, not the one selected
      first.

          tap 0:4, tap 0:1      plural: 0:4 0:1      singular: 0:1
      """)

  /// Highlighted and swiped rows during updates.
  public static let transient = TableRule(
    "A7", .observed, .iOS17,
    text: """
      a highlighted or swiped row is followed through updates, and let go with its row

      A row may also be *highlighted*, from touch down to touch up, and one row at most may be
      *swiped*. Both follow their row through batches as the selection does, and end when the row,
      or its section, is deleted.

          a swipe is open on 0:2      delete 0:0      the swipe is open on 0:1
      """)

  // MARK: Sizes

  /// Heights of rows and headers, and of the viewport, in points.
  public static let points = TableRule(
    "A8", .ours, .ours,
    text: """
      rows count as 44 points high, headers and drawn titles as 28, the viewport as 440, on a
      terminal as the printed rows

      Nothing but scrolling and pans (letters F and H) depends on sizes. There, rows are 44 points
      high, and headers 28 where a section has one. The viewport is 440 points high unless it is
      set; on a terminal it is as high as the rows that are printed.

          440 points show 10 rows of 44
      """)
}
