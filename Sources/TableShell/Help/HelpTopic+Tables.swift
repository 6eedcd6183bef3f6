/// Topics of `help` on selections and snapshots, whose commands have no room for them.

extension HelpTopic {
  static let selecting = HelpTopic(
    "selecting", "what can be selected, and who holds the selection",
    """
    # How many rows
      selection single                    one row at a time; also multiple or none
      selection none --editing            the same for editing mode
      selection limit Dock max 2          at most two rows of a section
      selection limit Dock exclusive      one row of a section, like a radio button
      selection limit Dock exclusive!     the same, and it cannot be deselected
      selection flags                     UITableView's properties, such as allowsSelection

    # Who holds the selection
    Usually the data hold the selection: it survives a reload and editing mode. If the view holds
    it, reloaded rows are deselected, and all rows when editing mode ends.
      selection held view                 let the view hold it
      selection uikit                     begin as UIKit does; the view holds it

    # Marks and actions
    In a checklist, a tap changes the mark of a row, and the row is not selected.
      selection checklist Dock inclusive  each row can be marked
      selection checklist Dock exclusive  a tap moves the only mark to another row
      selection action on                 a plain tap opens a row and selects only it

    # Who is asked
    The delegate is the code of an app that UIKit asks and tells. Taps, clicks and pans call it;
    select, deselect, toggle and invert do not.
      select where pay > 30               select rows without calling it
      tap 0:1                             ask it first, then tell it
      set trace on                        show all calls in the replies
    """)

  static let snapshots = HelpTopic(
    "snapshots", "tables that snapshots drive, as with a diffable data source",
    """
    With diffable on, only snapshots change rows and sections, as in an app with a diffable data
    source.
      snapshot append X1 to Dock          add a new row at the end of a section
      snapshot move @007 after @012       put a row in another place
      snapshot                            print the snapshot
      snapshot apply                      change the table to it, in one undo step
      snapshot discard                    forget the snapshot

    # Rows and sections
    ROW is the key of a row, with or without @. A new key makes a new row with empty cells. 0:2 is
    the row at that place in the snapshot. A target such as selected or where pay > 30 names
    existing rows. SECTION is a name or an index. If you append or insert a row that the snapshot
    has, the row moves.

    # Redrawing rows
      snapshot reload @012                draw the row as a new one
      snapshot reconfigure @012           draw it again in its place
      snapshot apply --reload-data        compare nothing, and read everything again
      snapshot apply --no-animation       apply the changes without animation
    A reconfigured row stays selected. A reloaded row is deselected if the view holds the selection.
    Before iOS 15, a snapshot without animation reloads all data: set diffable-ios 14.

    # Rows in rows
      snapshot nest @012 in @007          put a row into another row of its section
      snapshot collapse @007              close a row; expand opens it, or all rows
      snapshot reorder @012 before @007   move a row, as a user who drags it
      snapshot tree                       print which row is in which
    These commands need no apply. Collapsed rows are not in the table. save writes them, and they
    move with the row that they are in. undo brings them back.
    """)
}
