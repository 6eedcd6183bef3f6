import BatchUpdates
import Expectations
import TableKit
import Testing

@testable import TablePrinters

/// The code of a plan in both languages.
private func code(_ plan: Plan) -> (swift: String, objc: String) {
  let printed = PrintedPlan(plan)
  return (PlanPrinter.swift.text(printed) ?? "", PlanPrinter.objc.text(printed) ?? "")
}

/// The code of what edits of a table did, with its comments.
private func code(
  of table: Table, content: ContentChange = .reconfigure, _ edits: [Edit]
) throws -> (swift: String, objc: String) {
  var editor = Editor(table: table)
  editor.contentChange = content
  let change = try editor.perform(edits, title: "")
  let printed = PrintedPlan(change.stagedPlan, ends: change.ends)
  return (PlanPrinter.swift.text(printed) ?? "", PlanPrinter.objc.text(printed) ?? "")
}

/// A plan as code.
struct CodePlanPrinterTests {
  @Test("one row is one line in one call, its key behind it, the data changed before it")
  func oneRow() throws {
    let code = try code(of: crew, [.delete([RowID(1)])])
    expectEqual(
      code.swift,
      """
      // 1 stage, 1 operation.
      // 'data' stands for what your data source reads, 'newData' is yours after the update.
      tableView.performBatchUpdates { [self] in
        data = newData
        tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .automatic)  // @P2
      }

      """)
    let animation = "withRowAnimation:UITableViewRowAnimationAutomatic"
    expectEqual(
      code.objc,
      """
      // 1 stage, 1 operation.
      // 'self.data' stands for what your data source reads, 'newData' is yours after the update.
      [self.tableView performBatchUpdates:^{
        self.data = newData;
        [self.tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:1 inSection:0]] \
      \(animation)];  // @P2
      } completion:nil];

      """)
  }

  @Test("every kind has its call; headers, which UIKit cannot redraw, are explained")
  func kinds() {
    let stage = Stage(
      sections: Changes(
        deletes: [3, 9, 4], inserts: [0], moves: [Move(from: 2, to: 4)], reloads: [5],
        reconfigures: [6, 7]),
      rows: Changes(
        deletes: [RowPath(1, 1)], inserts: [RowPath(5, 0)],
        moves: [Move(from: RowPath(0, 2), to: RowPath(1, 0))], reloads: [RowPath(0, 3)],
        reconfigures: [RowPath(0, 5), RowPath(0, 4)]))
    let code = code(.stages([stage]))
    expect(
      code.swift.contains(
        """
          data = newData
          tableView.deleteSections(IndexSet([3, 4, 9]), with: .automatic)
          tableView.deleteRows(at: [IndexPath(row: 1, section: 1)], with: .automatic)
          tableView.insertSections(IndexSet([0]), with: .automatic)
          tableView.insertRows(at: [IndexPath(row: 0, section: 5)], with: .automatic)
          tableView.moveSection(2, toSection: 4)
          tableView.moveRow(at: IndexPath(row: 2, section: 0), to: IndexPath(row: 0, section: 1))
          tableView.reloadSections(IndexSet([5]), with: .automatic)
          tableView.reloadRows(at: [IndexPath(row: 3, section: 0)], with: .automatic)
          // UIKit has no call that redraws a header or footer. Where one is on the screen, set
          // what it shows, by the index of its section before this batch:
          //   tableView.headerView(forSection: 6)?.textLabel?.text = …
          //   tableView.headerView(forSection: 7)?.textLabel?.text = …
          tableView.reconfigureRows(at: [
            IndexPath(row: 4, section: 0),
            IndexPath(row: 5, section: 0),
          ])
        }

        """))
    let animation = "withRowAnimation:UITableViewRowAnimationAutomatic"
    expect(
      code.objc.contains(
        """
          self.data = newData;
          [self.tableView deleteSections:[NSIndexSet indexSetWithIndexesInRange:\
        NSMakeRange(3, 2)] \(animation)];
          [self.tableView deleteSections:[NSIndexSet indexSetWithIndex:9] \(animation)];
          [self.tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:1 inSection:1]] \
        \(animation)];
          [self.tableView insertSections:[NSIndexSet indexSetWithIndex:0] \(animation)];
          [self.tableView insertRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:0 inSection:5]] \
        \(animation)];
          [self.tableView moveSection:2 toSection:4];
          [self.tableView moveRowAtIndexPath:[NSIndexPath indexPathForRow:2 inSection:0] \
        toIndexPath:[NSIndexPath indexPathForRow:0 inSection:1]];
          [self.tableView reloadSections:[NSIndexSet indexSetWithIndex:5] \(animation)];
          [self.tableView reloadRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:3 inSection:0]] \
        \(animation)];
          // UIKit has no call that redraws a header or footer. Where one is on the screen, set
          // what it shows, by the index of its section before this batch:
          //   [self.tableView headerViewForSection:6].textLabel.text = …;
          //   [self.tableView headerViewForSection:7].textLabel.text = …;
          [self.tableView reconfigureRowsAtIndexPaths:@[
            [NSIndexPath indexPathForRow:4 inSection:0],
            [NSIndexPath indexPathForRow:5 inSection:0],
          ]];
        } completion:nil];

        """))
  }

  @Test("of several stages each runs when the one before it is done, with its own data and names")
  func stages() throws {
    // P1 is called otherwise, then stands among the crew.
    let code = try code(
      of: crew,
      [
        .update([CellChange(RowID(0), ColumnID(1), Cell("Anna"))]),
        .move([RowID(0)], section: SectionID(1), at: 0),
      ])
    expectEqual(
      code.swift,
      """
      // 2 stages, 2 operations.
      // 'data' stands for what your data source reads, 'dataAfterStage1' … are yours after \
      each stage.
      tableView.performBatchUpdates { [self] in
        data = dataAfterStage1
        tableView.reconfigureRows(at: [IndexPath(row: 0, section: 0)])  // @P1
      } completion: { [self] _ in
        tableView.performBatchUpdates { [self] in
          data = dataAfterStage2
          tableView.moveRow(at: IndexPath(row: 0, section: 0), \
      to: IndexPath(row: 0, section: 1))  // @P1
        }
      }

      """)
    expectEqual(
      code.objc,
      """
      // 2 stages, 2 operations.
      // 'self.data' stands for what your data source reads, 'dataAfterStage1' … are yours \
      after each stage.
      [self.tableView performBatchUpdates:^{
        self.data = dataAfterStage1;
        [self.tableView reconfigureRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:0 \
      inSection:0]]];  // @P1
      } completion:^(BOOL finished) {
        [self.tableView performBatchUpdates:^{
          self.data = dataAfterStage2;
          [self.tableView moveRowAtIndexPath:[NSIndexPath indexPathForRow:0 inSection:0] \
      toIndexPath:[NSIndexPath indexPathForRow:0 inSection:1]];  // @P1
        } completion:nil];
      }];

      """)
  }

  @Test("a full reload and a plan without stages say so")
  func special() {
    let reload = code(.reloadData(why: #"a\b"#))
    expectEqual(reload.swift, "// \"a\\b\"\ndata = newData\ntableView.reloadData()\n")
    expectEqual(reload.objc, "// \"a\\b\"\nself.data = newData;\n[self.tableView reloadData];\n")
    let nothing = "// No operation: there is nothing to update.\n"
    expectEqual(code(.empty).swift, nothing)
    expectEqual(code(.empty).objc, nothing)
  }

  @Test("no list is cut")
  func long() {
    let rows = (0..<2_000).map { RowPath(1, $0) }
    let code = code(.stages([Stage(rows: Changes(deletes: rows))]))
    for row in rows {
      expect(code.swift.contains("    IndexPath(row: \(row.row), section: 1),\n"))
      expect(code.objc.contains("    [NSIndexPath indexPathForRow:\(row.row) inSection:1],\n"))
    }
  }

  @Test("rows without a key go by number, names that a compiler could misread stand in quotes")
  func names() throws {
    let table = makeTable(
      ["a"], [TestSection("S\\", [["x"], ["y"]]), TestSection("two words", [["z"]])])
    let rows = try code(of: table, [.delete([RowID(1)])])
    expect(rows.swift.contains("with: .automatic)  // #2\n"))
    let sections = try code(of: table, [.deleteSections([SectionID(0), SectionID(1)])])
    expect(
      sections.swift.contains(
        "deleteSections(IndexSet([0, 1]), with: .automatic)  // \"S\\\", \"two words\"\n"))
    expect(sections.objc.contains("  // \"S\\\", \"two words\"\n"))
    let keyed = makeTable(["id"], key: ["id"], [TestSection("S", [["\"a\nb\\\""], ["é-1"]])])
    let keys = try code(of: keyed, [.delete([RowID(0), RowID(1)])])
    expect(keys.objc.contains("  // @\"a\\nb\\\"\n"))
    expect(keys.objc.contains("  // @é-1\n"))
  }
}
