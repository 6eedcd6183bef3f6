extension RuleLetter {
  static let h = RuleLetter(
    letter: "H", title: "Scrolling",
    introduction: """
      Where the content stands in the viewport. In these rules, the edges of a row are counted in
      points from the top of the content, and the largest offset is the height of the content less
      that of the viewport, but at least 0.
      """,
    groups: [
      Group(
        "Scrolling to a row",
        [.scrolled, .scrolledLeast, .scrollBounds, .scrolledToNearest, .visibleRows]),
      Group("Estimated heights", [.estimates, .estimatedEnd]),
      Group("What becomes of the offset", [.settledOffset, .keptOffset]),
    ])
}

// MARK: - Scrolling to a row

extension TableRule {
  /// Scrolling to the top, middle or bottom.
  public static let scrolled = TableRule(
    "H1", .documented, .reference("UITableView", "scrollToRow(at:at:animated:)"), .iOS17,
    text: """
      a row is brought to the top, below a header that is pinned there, to the middle or to the
      bottom, no further than the content goes

      `top` puts the upper edge of the row at the top of the viewport, below the header of its
      section where that is pinned there (plain style). `middle` puts the middle of the row in the
      middle, and `bottom` its lower edge at the bottom. The offset is kept between 0 and the
      largest offset.

          100 rows of 44 points, 440 visible
          0:50      top 2200      middle 2002      bottom 1804
          0:98      top 3960: no further than the content goes
      """)

  /// Scrolling to the position none.
  public static let scrolledLeast = TableRule(
    "H2", .documented, .reference("UITableView", "scrollToRow(at:at:animated:)"),
    text: """
      the scroll position none scrolls the least: not at all for a row that is seen whole

      `none`, which is the default here, does not scroll to a row that is visible as a whole. A
      row above is scrolled to as with `top`, a row below as with `bottom`. For `selectRow`,
      `none` means not to scroll at all (B16).

          offset 1804      none 0:45: 1804      none 0:10: 440
      """)

  /// Scrolling to a missing row or to a header.
  public static let scrollBounds = TableRule(
    "H3", .documented, .reference("UITableView", "scrollToRow(at:at:animated:)"), .iOS17,
    text: """
      scrolling to a row that is not there is an error; a section without rows is scrolled to by its
      header

      A section or a row that does not exist raises a range exception that names both numbers;
      here it is `E-SCROLL`. A path with no row scrolls to the header of its section, and is the
      only path that an empty section has.

          scroll 0:100 top, 100 rows      E-SCROLL: row 100 of 100
      """)

  /// Scrolling to the nearest selected row.
  public static let scrolledToNearest = TableRule(
    "H4", .documented, .reference("UITableView", "scrollToNearestSelectedRow(at:animated:)"),
    .handling,
    text: """
      of several selected rows the one nearest to the place is scrolled to, the upper one of two

      `scrollToNearestSelectedRow` takes, of the selected rows, the one that is nearest to the
      place in the viewport that the position names, and scrolls it there. When nothing is
      selected, nothing happens. Of two rows equally near the upper one is taken (ours).

          offset 0, rows 20 and 80 are selected, middle      row 20: offset 682
      """)

  /// Rows that count as visible.
  public static let visibleRows = TableRule(
    "H5", .documented, .reference("UITableView", "indexPathsForVisibleRows"),
    text: """
      a row of which more than an edge is in the viewport is visible

      A row is visible if a part of it with a height above 0 is in the viewport. A row that only
      touches the edge is not.

          offset 22      rows 0 to 10: eleven
      """)

  // MARK: Estimated heights

  /// Estimated row heights.
  public static let estimates = TableRule(
    "H6", .documented, .reference("UITableView", "estimatedRowHeight"), .scrollAndSelect,
    text: """
      rows that were not seen yet are as high as the estimate, so the content grows on the way

      With estimates, the height of the content is that of all rows seen so far, as measured, and
      the estimate for each of the others. A row that comes into view is measured and corrects the
      height, so the content, and the largest offset, change while the table scrolls.

          100 rows of 44 points, estimated at 20, 440 visible
          10 · 44 + 90 · 20 = 2240 points of content; the largest offset is 1800 (in truth 3960)
      """)

  /// Automatic scrolling with estimated heights.
  public static let estimatedEnd = TableRule(
    "H7", .observed, .scrollAndSelect,
    text: """
      an automatic scroll ends where the estimate of heights put the end when it began: too soon, or
      beyond it

      The automatic scroll of TableViewScrollAndSelect (F8) fixes its destination when it begins,
      from the estimates, and its duration from the number of rows. If the estimate is too small,
      it stops short while the selection runs ahead of the screen. If it is too large, it aims
      beyond the end, the screen races ahead, and the selection lags behind and catches up after
      the stop. Without estimates that project computes the destination anew at every tick on the
      way down; on the way up it is the top of the safe area.

          100 rows of 44 points, 440 visible, 20 rows a second from the top
          estimated at 20      stops at 1800 of 3960: 20 rows a second against 400 points, some 9 rows
          estimated at 88      aims at 7920: the screen moves 40 rows a second
      """)

  // MARK: What becomes of the offset

  /// The content offset after batch updates.
  public static let settledOffset = TableRule(
    "H8", .observed, .iOS17,
    text: """
      after a batch the scroll offset is what it was, in points, and no further than the content
      goes; anchored at the top row, it follows that row

      After a batch the offset in points is what it was, and no larger than the largest offset:
      rows that are inserted above push the content down. With the option to anchor the top row,
      the first visible row stays where it is instead (ours).

          offset 3960, 50 of 100 rows are deleted      the largest offset, 1760, is the offset
      """)

  /// The content offset after `reloadData`.
  public static let keptOffset = TableRule(
    "H9", .observed, .iOS17, .animateUpdates,
    text: """
      reloadData leaves the scroll offset where it is, if there is still content

      `reloadData` keeps the offset, but no larger than the largest offset.

          from 100 rows to 5      offset 0
      """)
}
