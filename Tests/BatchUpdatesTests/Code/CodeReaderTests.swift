import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import BatchCode

/// Batches in Swift and Objective-C are read as far as the code says their values.
struct CodeReaderTests {
  private func stage(_ text: String) throws -> Stage {
    try require(CodeReader.read(text).stage)
  }

  private func refusal(_ text: String) -> String? {
    do throws(CodeProblem) {
      _ = try CodeReader.read(text)
      return nil
    } catch {
      return "\(error.line):\(error.column): \(error.message)"
    }
  }

  private static let all = Stage(
    sections: Changes(
      deletes: [0, 2], inserts: [4, 5, 6], moves: [Move(from: 1, to: 3)], reloads: [7]),
    rows: Changes(
      deletes: [RowPath(0, 1), RowPath(0, 2)], inserts: [RowPath(1, 0)],
      moves: [Move(from: RowPath(0, 3), to: RowPath(1, 4))], reloads: [RowPath(2, 5)],
      reconfigures: [RowPath(2, 6)]))

  @Test(
    "every call, in the ways of writing it",
    arguments: [
      """
      // A comment with tableView.deleteRows(at: [IndexPath(row: 9, section: 9)], with: .fade)
      func update() {
        self.tableView.performBatchUpdates({
          items.remove(at: 1)  /* the data /* nested */ */
          self.tableView.deleteRows(at: [IndexPath(row: 1, section: 0), IndexPath(row: 2, section: 0)], with: .fade)
          self.tableView.insertRows(at: [.init(item: 0, section: 1)], with: .automatic)
          self.tableView.moveRow(at: IndexPath(row: 3, section: 0), to: [1, 4])
          self.tableView.reloadRows(at: [[2, 5]], with: .none)
          self.tableView.reconfigureRows(at: [IndexPath(row: 6, section: 2)])
          self.tableView.deleteSections([0, 2], with: .fade)
          self.tableView.insertSections(IndexSet(integersIn: 4...6), with: .top)
          self.tableView.moveSection(1, toSection: 3)
          self.tableView.reloadSections(IndexSet(integer: 7), with: .none)
        }, completion: { finished in print("done \\(finished ? "yes" : "no")") })
      }
      """,
      """
      collectionView?.performBatchUpdates {
          collectionView?.deleteItems(at: [IndexPath(item: 1, section: 0),
                                           IndexPath(item: 2, section: 0),])
          collectionView?.insertItems(at: [IndexPath(item: 0, section: 1)])
          collectionView?.moveItem(at: IndexPath(item: 3, section: 0), to: IndexPath(item: 4, section: 1))
          collectionView?.reloadItems(at: [IndexPath(item: 5, section: 2)])
          collectionView?.reconfigureItems(at: [IndexPath(item: 6, section: 2)])
          collectionView?.deleteSections(IndexSet([0, 2]))
          collectionView?.insertSections(IndexSet(4..<7))
          collectionView?.moveSection(1, toSection: 3)
          collectionView?.reloadSections([7] as IndexSet)
      } completion: { _ in }
      """,
      """
      [self.tableView beginUpdates];
      [self.items removeObjectAtIndex:1];
      [self.tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:1 inSection:0],
          [NSIndexPath indexPathForRow:2 inSection:0]] withRowAnimation:UITableViewRowAnimationFade];
      [self.tableView insertRowsAtIndexPaths:[NSArray arrayWithObject:[NSIndexPath indexPathForRow:0 inSection:1]]
                            withRowAnimation:UITableViewRowAnimationNone];
      [self.tableView moveRowAtIndexPath:[NSIndexPath indexPathForRow:3 inSection:0]
                             toIndexPath:[NSIndexPath indexPathForRow:4 inSection:1]];
      [self.tableView reloadRowsAtIndexPaths:[NSArray arrayWithObjects:[NSIndexPath indexPathForRow:5 inSection:2], nil]
                            withRowAnimation:UITableViewRowAnimationNone];
      [self.tableView reconfigureRowsAtIndexPaths:@[ [NSIndexPath indexPathForItem:6 inSection:2] ]];
      NSMutableIndexSet *other = [NSMutableIndexSet indexSet];
      [self.tableView deleteSections:[NSIndexSet indexSetWithIndex:0] withRowAnimation:UITableViewRowAnimationFade];
      [self.tableView deleteSections:[NSIndexSet indexSetWithIndex:2] withRowAnimation:UITableViewRowAnimationFade];
      [self.tableView insertSections:[NSIndexSet indexSetWithIndexesInRange:NSMakeRange(4, 3)] withRowAnimation:UITableViewRowAnimationTop];
      [self.tableView moveSection:1 toSection:3];
      [self.tableView reloadSections:[NSIndexSet indexSetWithIndex:7] withRowAnimation:UITableViewRowAnimationNone];
      [self.tableView endUpdates];
      """,
      """
      - (void)update {
        [_collectionView performBatchUpdates:^{
          [_collectionView deleteItemsAtIndexPaths:@[[NSIndexPath indexPathForItem:1 inSection:0], [NSIndexPath indexPathForItem:2 inSection:0]]];
          [_collectionView insertItemsAtIndexPaths:@[[NSIndexPath indexPathForItem:0 inSection:1]]];
          [_collectionView moveItemAtIndexPath:[NSIndexPath indexPathForItem:3 inSection:0] toIndexPath:[NSIndexPath indexPathForItem:4 inSection:1]];
          [_collectionView reloadItemsAtIndexPaths:@[[NSIndexPath indexPathForItem:5 inSection:2]]];
          [_collectionView reconfigureItemsAtIndexPaths:@[[NSIndexPath indexPathForItem:6 inSection:2]]];
          [_collectionView deleteSections:[NSIndexSet indexSetWithIndex:0]];
          [_collectionView deleteSections:[NSIndexSet indexSetWithIndex:2]];
          [_collectionView insertSections:[NSIndexSet indexSetWithIndexesInRange:NSMakeRange(4, 3)]];
          [_collectionView moveSection:1 toSection:3];
          [_collectionView reloadSections:[NSIndexSet indexSetWithIndex:7]];
        } completion:^(BOOL finished) { NSLog(@"done"); }];
      }
      """,
      """
      tableView.beginUpdates()
      tableView.deleteRowsAtIndexPaths([NSIndexPath(forRow: 1, inSection: 0), NSIndexPath(forRow: 2, inSection: 0)], withRowAnimation: .Fade)
      tableView.insertRowsAtIndexPaths([NSIndexPath(forRow: 0, inSection: 1)], withRowAnimation: .None)
      tableView.moveRowAtIndexPath(NSIndexPath(forRow: 3, inSection: 0), toIndexPath: NSIndexPath(forRow: 4, inSection: 1))
      tableView.reloadRowsAtIndexPaths([NSIndexPath(forRow: 5, inSection: 2)], withRowAnimation: .None)
      tableView.reconfigureRows(at: [IndexPath(indexes: [2, 6])])
      tableView.deleteSections(NSIndexSet(index: 0), withRowAnimation: .Fade)
      tableView.deleteSections(NSIndexSet(index: 2), withRowAnimation: .Fade)
      tableView.insertSections(NSIndexSet(indexesInRange: NSRange(location: 4, length: 3)), withRowAnimation: .Fade)
      tableView.moveSection(1, toSection: 3)
      tableView.reloadSections(NSIndexSet(index: 7), withRowAnimation: .None)
      tableView.endUpdates()
      """,
    ])
  func calls(_ text: String) throws {
    try expectEqual(stage(text), Self.all)
  }

  @Test("one call by itself is a batch, and batches nest")
  func small() throws {
    let path = RowPath(0, 1)
    for text in [
      "tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)",
      "[tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:1 inSection:0]] withRowAnimation:UITableViewRowAnimationFade];",
      "deleteRows(at: [[0, 1]], with: .none)",
      """
      tableView.beginUpdates()
      tableView.performBatchUpdates { tableView.deleteRows(at: [[0, 0x1]], with: .fade) }
      tableView.endUpdates()
      """,
      """
      if animated {
        tableView.performBatchUpdates({ tableView.deleteRows(at: [[0, 1]], with: .fade) })
      }
      """,
      """
      [tableView beginUpdates]; {
      }
      [tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:1u inSection:0]] withRowAnimation:0];
      [tableView endUpdates];
      """,
    ] {
      try expectEqual(stage(text).rows, Changes(deletes: [path]), "\(text)")
    }
    try expectEqual(stage("tableView.beginUpdates()\ntableView.endUpdates()"), Stage())
    try expectEqual(CodeReader.read("tableView.reloadData()").stage, nil)
  }

  @Test(
    "what is not literal is named with its line",
    arguments: [
      (
        "tableView.deleteRows(at: [indexPath], with: .fade)",
        "1:26: '[indexPath]' in deleteRows is not literal"
      ),
      (
        """
        tableView.performBatchUpdates {
          tableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: .fade)
          tableView.insertSections(IndexSet(integer: n + 1), with: .fade)
        }
        """,
        "2:28: '[IndexPath(row: row, section: 0)]' in deleteRows is not literal; likewise"
          + " on line 3"
      ),
      (
        """
        tableView.beginUpdates()
        for i in 0..<n {
          tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
        }
        tableView.endUpdates()
        """, "3:13: deleteRows stands in the 'for' of line 2"
      ),
      (
        """
        tableView.performBatchUpdates {
          if isOpen { tableView.insertRows(at: [[0, 1]], with: .top) }
        }
        """, "2:25: insertRows stands in the 'if' of line 2"
      ),
      (
        """
        paths.forEach { path in
          tableView.deleteRows(at: [[0, 1]], with: .top)
        }
        """, "2:13: deleteRows stands in the 'forEach' of line 1"
      ),
      (
        "tableView.insertRows(at: (0..<n).map { IndexPath(row: $0, section: 0) }, with: .none)",
        "1:26: '(0..<n).map { IndexPath(row: $0, section: 0) }' in insertRows is not literal"
      ),
      (
        "tableView.moveRow(at: IndexPath(row: 1, section: 0), to: target)",
        "1:58: 'target' in moveRow is not literal"
      ),
      (
        "[tableView moveSection:section toSection:2];",
        "1:24: 'section' in moveSection is not literal"
      ),
      (
        "tableView.deleteSections(IndexSet(integer: -1), with: .none)",
        "1:26: 'IndexSet(integer: -1)' in deleteSections is not literal"
      ),
      (
        "tableView.performBatchUpdates(updates, completion: nil)",
        "1:11: the block of performBatchUpdates is not written here"
      ),
      (
        """
        tableView.deleteRows(at: [[0, 1]], with: .fade)
        tableView.insertRows(at: [[0, 1]], with: .fade)
        """,
        "2:11: insertRows outside of a block is a batch of its own, the second here"
      ),
      (
        """
        tableView.performBatchUpdates { tableView.deleteRows(at: [[0, 1]], with: .fade) } completion: { _ in
          tableView.performBatchUpdates { tableView.insertRows(at: [[0, 1]], with: .fade) }
        }
        """, "2:13: a second batch starts here"
      ),
      (
        """
        tableView.performBatchUpdates {
          tableView.deleteRows(at: [[0, 1]], with: .fade)
          other.insertRows(at: [[0, 1]], with: .fade)
        }
        """, "3:9: insertRows is sent to 'other', and the batch to 'tableView'"
      ),
      (
        "tableView.beginUpdates()\ntableView.deleteRows(at: [[0, 1]], with: .fade)",
        "1:11: the batch of beginUpdates does not end"
      ),
      (
        "tableView.performBatchUpdates {\n  tableView.deleteRows(at: [[0, 1]], with: .fade)",
        "1:11: the batch of performBatchUpdates does not end"
      ),
      (
        "tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade",
        "1:11: the call of deleteRows does not end"
      ),
      (
        "tableView.reloadData()\ntableView.deleteRows(at: [[0, 1]], with: .fade)",
        "1:11: reloadData stands beside a batch"
      ),
    ])
  func refused(_ text: String, _ message: String) {
    expectEqual(refusal(text), message)
  }

  @Test("strings and comments are no code, and JSON is read as JSON")
  func lexing() throws {
    for text in [
      "let a = \"tableView.deleteRows(at: [[0, 1]], with: .fade)\"",
      "// tableView.deleteRows(at: [[0, 1]], with: .fade)",
      "/* tableView.deleteRows(at: [[0, 1]], with: .fade) */",
      "let a = \"\"\"\ntableView.deleteRows(at: [[0, 1]], with: .fade)\n\"\"\"",
      "let a = #\"tableView.\"deleteRows(at: [[0, 1]], with: .fade)\"#",
      "let a = \"\\(f(\"tableView.deleteRows(at: [[0, 1]])\"))\"",
      "func deleteRows(at paths: [IndexPath], with animation: Animation) {}",
      "", "{", "[1, 2]",
    ] {
      expect(!CodeReader.isCode(text), "\(text)")
    }
    expect(!CodeReader.isCode(" {\"rows\":{\"delete\":[[0,1]]}, \"deleteRows\": 1}"))
  }

  @Test("code that breaks off anywhere is read or refused, and never half")
  func truncated() {
    let text = """
      tableView.performBatchUpdates({
        tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
        [tableView insertSections:[NSIndexSet indexSetWithIndex:0] withRowAnimation:0];
      }, completion: nil) // "done" 'x' \\(
      """
    let whole = Stage(
      sections: Changes(inserts: [0]), rows: Changes(deletes: [RowPath(0, 1)]))
    for count in 0...text.count {
      guard let batch = try? CodeReader.read(String(text.prefix(count))), batch.stage != Stage()
      else {
        continue
      }
      expectEqual(batch.stage, whole, "\(count)")
    }
  }
}
