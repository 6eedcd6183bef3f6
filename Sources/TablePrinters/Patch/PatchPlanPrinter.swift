import BatchUpdates
import TableKit

extension PlanPrinter {
  /// Writes a plan as a patch: the plan of `JSONPlanPrinter` with `contents` in each stage, so that
  /// `tablesh apply` can check and apply it to a table.
  ///
  ///     {"stages":[{"rows":{"delete":[[0,1]],"reconfigure":[[0,0]]},
  ///                 "contents":{"deleted":[{"id":"P2","age":9}],
  ///                             "changed":[{"key":"P1","cells":{"age":[41,42]}}]}}]}
  ///
  /// Every stage has `contents`, `{}` if it needs none. Empty members are omitted:
  ///
  /// - `inserted`, `deleted`: ROWs with all cells, as in TABLE. First those of the lists `insert`
  ///   and `delete`, in their order; then the rows of each inserted or deleted section, in the
  ///   order of `sections`; finally those of each reloaded section, which is in both. In typed
  ///   tables a member that is missing in the source is missing here, too.
  /// - `moved`: the key of each row in `move`, in that order.
  /// - `changed`: the rows in `reload` and `reconfigure`, by index path: the key, `newKey` if that
  ///   changes, and in `cells` the old and the new value of each changed cell.
  /// - `sections`: `inserted`, `deleted`, and `changed` as pairs of old and new, reloaded ones
  ///   first: `{"id":…,"title":…,"header":…,"footer":…,"count":2}`, where `count` is the number of
  ///   the section's rows in `inserted` and `deleted`; and `moved`, the ids.
  /// - `columns`: the names `before` and `after`, and `renamed` as pairs, in the stage that redraws
  ///   all rows. If a column with values was inserted or deleted, `changed` has every row, in table
  ///   order.
  ///
  /// - `order`: in the first stage, if sections are a view of a column: `"table"` if the file
  ///   follows the order of sections and rows; `"view"` if two files were compared: the file then
  ///   follows only if reading it would otherwise give another order.
  ///
  /// A key is text as typed after `@`: the texts of a composite key are joined by `/`. If rows have
  /// no key, `moved` has ROWs, and `key` is a number that is not checked: numbers are reassigned
  /// when a table is loaded.
  ///
  /// - Complexity: O(rows), and O(cells changed).
  public static let patch = PlanPrinter(
    name: "patch",
    help: """
      patch is for tablesh apply: JSON with the plan and its rows.
      """,
    needsTables: true, bytesPerOperation: 1024, textOfNoChange: json.textOfNoChange
  ) { printed in
    guard let (staged, ends) = printed.contents else { return nil }
    let history = PatchHistory(staged, ends)
    var json = JSONWriter()
    JSONPlanPrinter(animations: printed.animations).write(staged.plan, into: &json) {
      number, json in
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
