import BatchUpdates
import TableKit

extension PlanPrinter {
  /// Writes a plan as a patch: the plan of `JSONPlanPrinter` in which each stage also has
  /// `contents`, so that `tablesh apply` can check it against a table and carry it out there.
  ///
  ///     {"stages":[{"rows":{"delete":[[0,1]],"reconfigure":[[0,0]]},
  ///                 "contents":{"deleted":[{"id":"P2","age":9}],
  ///                             "changed":[{"key":"P1","cells":{"age":[41,42]}}]}}]}
  ///
  /// `contents` is there in every stage, `{}` where nothing needs one, and holds what is not empty:
  ///
  /// - `inserted`, `deleted`: ROWs with all cells, as in TABLE. First those of the lists `insert` and
  ///   `delete`, in their order; then the rows of each section that comes or goes, in the order of
  ///   `sections`, and at last those of each reloaded section, which goes and comes. Where cells have
  ///   kinds, a member that is missing in the source is missing here, too.
  /// - `moved`: the key of each row in `move`, in that order.
  /// - `changed`: what `reload` and `reconfigure` redraw, by path: the key, `newKey` where that
  ///   changes, too, and in `cells` each cell that differs with its old and its new value.
  /// - `sections`: `inserted`, `deleted`, and `changed` as pairs of old and new, first what is
  ///   reloaded: `{"id":…,"title":…,"header":…,"footer":…,"count":2}`, where `count` says how many
  ///   rows in `inserted` and `deleted` are the section's; and `moved`, the ids.
  /// - `columns`: the names `before` and `after`, and `renamed` as pairs, in the stage that redraws all
  ///   rows. Where a column came or went that holds anything, `changed` then has every row, in table
  ///   order.
  ///
  /// - `order`: in the first stage, where sections are a view of a column: `"table"` where a file
  ///   follows the order of the sections and of the rows in them; `"view"` where two files were
  ///   compared, and one need follow it only where it would show another order when it is read again.
  ///
  /// A key is text, as it is typed behind `@`: the texts of a composite key are joined by `/`. Where
  /// rows have no key, `moved` holds ROWs, and `key` is a number that nobody checks: numbers are given
  /// anew when a table is loaded.
  ///
  /// - Complexity: O(rows), and O(cells changed).
  public static let patch = PlanPrinter(
    name: "patch",
    help: """
      patch prints the plan in JSON with the contents of the rows, for tablesh apply: in each \
      stage 'inserted' and 'deleted' rows (first those listed, then those of sections that come \
      and go), the keys of 'moved' ones, and 'changed' cells as [old, new]; a composite key is \
      written with /. 'sections' and 'columns' say what they are called before and after.
      """,
    needsTables: true, bytesPerOperation: 1024, textOfNoChange: json.textOfNoChange
  ) { printed in
    guard let (staged, ends) = printed.contents else { return nil }
    let history = PatchHistory(staged, ends)
    var json = JSONWriter()
    JSONPlanPrinter().write(staged.plan, into: &json) { number, json in
      json.member("contents") {
        PatchContents(
          stage: staged.plan.stages[number], before: history.moment(before: number),
          after: history.moment(before: number + 1), order: number == 0 ? history.order : nil
        ).write(into: &$0)
      }
    }
    return json.text
  }
}
