import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import BatchCode

/// The values in a batch may stand elsewhere in its code.
struct CodeConstantsTests {
  private func batch(_ text: String, _ given: [String] = []) throws(CodeProblem) -> CodeBatch {
    try CodeReader.read(text, given: given.compactMap(GivenCode.init))
  }

  private func stage(_ text: String, _ given: [String] = []) throws -> Stage {
    try require(batch(text, given).stage)
  }

  private func refusal(_ text: String, _ given: [String] = []) -> CodeProblem? {
    do throws(CodeProblem) {
      _ = try batch(text, given)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "constants, lists and loops over them are followed",
    arguments: [
      (
        """
        let first = IndexPath(row: 1, section: 0)
        tableView.deleteRows(at: [first, IndexPath(row: first.row + 1, section: first.section)], with: .fade)
        """, "del 0:1 0:2"
      ),
      (
        """
        let section = 2, last = 4
        let paths = [IndexPath(row: 0, section: section),
                     IndexPath(row: last - 1, section: section)]
        tableView.insertRows(at: paths, with: .fade)
        """, "ins 2:0 2:3"
      ),
      (
        """
        var row = 1
        row += 2
        tableView.reloadRows(at: [NSIndexPath(row: row, section: 0) as IndexPath], with: .none)
        row = 7
        """, "rel 0:3"
      ),
      (
        """
        tableView.performBatchUpdates {
          for row in (0...2).reversed() {
            items.remove(at: row)
            tableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: .fade)
          }
          for path in [IndexPath(row: 5, section: 0), IndexPath(row: 6, section: 0)] {
            tableView.reconfigureRows(at: [path])
          }
          for section in stride(from: 3, to: 0, by: -2) {
            tableView.insertSections(IndexSet(integer: section), with: .fade)
          }
        }
        """, "del 0:0 0:1 0:2 rec 0:5 0:6 ins 1 3"
      ),
      (
        """
        let old = (1..<3).map { IndexPath(row: $0 * 2, section: 0) }
        let new = [0, 1].map { (row: Int) -> IndexPath in
          return IndexPath(item: row, section: 1)
        }
        collectionView.performBatchUpdates({
          collectionView.deleteItems(at: old)
          collectionView.insertItems(at: new + [IndexPath(item: 2, section: 1)])
        })
        """, "del 0:2 0:4 ins 1:0 1:1 1:2"
      ),
      (
        """
        var paths: [IndexPath] = []
        for row in 0..<2 { paths.append(IndexPath(row: row, section: 0)) }
        paths.append(contentsOf: [IndexPath(row: 4, section: 0)])
        paths += [IndexPath(row: 5, section: 0)]
        var sections = IndexSet()
        sections.insert(1)
        tableView.beginUpdates()
        tableView.deleteRows(at: paths, with: .fade)
        tableView.deleteSections(sections, with: .fade)
        tableView.endUpdates()
        """, "del 0:0 0:1 0:4 0:5 1"
      ),
      (
        """
        static const NSInteger kSection = 1;
        - (void)update {
          NSMutableArray *paths = [[NSMutableArray alloc] init];
          for (int i = 0; i <= 2; i++) {
            NSIndexPath *path = [NSIndexPath indexPathForRow:i inSection:kSection];
            [paths addObject:path];
          }
          NSArray<NSIndexPath *> *more = @[[NSIndexPath indexPathForRow:[paths count] inSection:0]];
          [self.tableView beginUpdates];
          [self.tableView insertRowsAtIndexPaths:paths withRowAnimation:UITableViewRowAnimationTop];
          for (NSIndexPath *path in more) {
            [self.tableView deleteRowsAtIndexPaths:@[path] withRowAnimation:UITableViewRowAnimationTop];
          }
          [self.tableView endUpdates];
        }
        """, "ins 1:0 1:1 1:2 del 0:3"
      ),
      (
        """
        class List {
          let section = 0
          func remove() {
            UIView.animate(withDuration: 1) {
              self.tableView.deleteRows(at: [IndexPath(row: 1, section: section)], with: .fade)
            }
          }
        }
        """, "del 0:1"
      ),
    ])
  func constants(_ text: String, _ expected: String) throws {
    try expectSame(stage(text), TestSupport.stage(expected), "\(text)")
  }

  private func expectSame(_ stage: Stage, _ expected: Stage, _ text: String) {
    func sorted(_ stage: Stage) -> Stage {
      var stage = stage
      stage.rows.deletes.sort()
      stage.rows.inserts.sort()
      stage.sections.inserts.sort()
      return stage
    }
    expectEqual(sorted(stage), sorted(expected), "\(text)")
  }

  @Test("-1 and NSNotFound are indexes of rows, and none of an index set")
  func outside() throws {
    let delete = "tableView.deleteRows(at: [IndexPath(row: -1, section: 0)], with: .fade)"
    try expectEqual(stage(delete).rows.deletes, [RowPath(0, -1)])
    let missing = try stage(
      """
      - (void)remove {
        NSUInteger row = NSNotFound;
        [self.tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:row inSection:0]]
                              withRowAnimation:UITableViewRowAnimationFade];
      }
      """)
    expectEqual(missing.rows.deletes, [RowPath(0, .max)])
    expectEqual(
      Judge().verdict(on: missing, before: [3], after: [2]),
      .illegal(.deleteRowOutOfBounds(RowPath(0, .max), count: 3)))
    for call in ["insertRows", "reloadRows", "deleteRows"] {
      for index in ["NSNotFound", "-1"] {
        let stage = try stage(
          "tableView.\(call)(at: [IndexPath(row: 0, section: \(index)), [0, \(index)]], with: .none)"
        )
        expect(!Judge().verdict(on: stage, before: [3], after: [3]).isLegal, "\(call) \(index)")
      }
    }
    for index in ["-1", "NSNotFound", "NSNotFound + 1", "9223372036854775807 + 1"] {
      let error = refusal("tableView.deleteSections(IndexSet(integer: \(index)), with: .fade)")
      expect(error?.message.hasSuffix("in deleteSections is not literal") == true, "\(index)")
      expect(error?.hint.contains("--let") == false, "\(index)")
    }
  }

  @Test(
    "what may be changed, shadowed or unknown is not read",
    arguments: [
      "var row = 1\nif isOpen { row = 2 }\nCALL",
      "var row = 1\nwhile isOpen { row += 1 }\nCALL",
      "var row = 1\nlet change = { row = 2 }\nchange()\nCALL",
      "var row = 1\nDispatchQueue.main.async {\nCALL\n}\nrow = 2",
      "var row = 1\nfind(&row)\nCALL",
      "var row = 1\n(row, column) = place\nCALL",
      "var row = 1\nif isOpen { row += 1 } else { row -= 1 }\nCALL",
      "let row = 1\nfunc remove(row: Int) {\nCALL\n}",
      "let row = 1\nlet remove = { (row: Int) in\nCALL\n}",
      "let row = 1\nlet remove = { row in\nCALL\n}",
      "let row = 1\nif let row = found {\nCALL\n}",
      "let row = 1\nguard case .found(let row) = found else { return }\nCALL",
      "let row = isOpen ? 1 : 2\nCALL",
      "let row = found ?? 1\nCALL",
      "let row: Int\nif isOpen { row = 1 } else { row = 2 }\nCALL",
      "let row = 1\nclass List { func remove() { let row = self.row\nCALL\n} }",
      "var row = 1\nfor i in 0..<n { row = i }\nCALL",
      "var row: Int { 1 }\nCALL",
      "class List { var row = 1\nfunc remove() {\nCALL\n} }",
      "#if DEBUG\nlet row = 1\n#else\nlet row = 2\n#endif\nCALL",
      "static NSInteger row = 1;\n- (void)remove {\nCALL\n}",
      "NSInteger row = 1;\ndo { row++; } while (isOpen);\nCALL",
      "NSInteger row = 1;\nif (isOpen) row = 2;\nCALL",
      "NSInteger row = 1;\nif (isOpen)\n  row = 2;\nelse\n  row = 3;\nCALL",
      "NSInteger row = 1;\n[self find:&row];\nCALL",
      "int row = 5;\nfor (int row = 0; row < n; row++) { note(row); CALL }",
      "- (void)removeAt:(NSInteger)row {\nCALL\n}\nstatic int row = 1;",
      "NSInteger row = 1;\nvoid (^remove)(NSInteger) = ^(NSInteger row) {\nCALL\n};",
      "NSInteger row = [items indexOfObject:item];\nCALL",
    ])
  func doubtful(_ text: String) {
    let call = "tableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: .fade);"
    let error = refusal(text.replacing("CALL", with: call))
    expect(error != nil, "\(text)")
  }

  @Test(
    "neither is a list that others may have changed",
    arguments: [
      "if (isOpen) [paths addObject:path];", "[self fill:paths];", "NSMutableArray *other = paths;",
      "[paths removeLastObject];",
      "for (int i = 0; i < n; i++) { [paths addObject:path]; }", "paths[0] = path;",
      "for (int i = 0; i < 3; i++) { if (i == n) continue; [paths addObject:path]; }",
      "dispatch_async(queue, ^{ [paths addObject:path]; });", "[paths sortUsingSelector:sort];",
    ])
  func lists(_ change: String) {
    let text = """
      NSIndexPath *path = [NSIndexPath indexPathForRow:1 inSection:0];
      NSMutableArray *paths = [NSMutableArray arrayWithObject:path];
      \(change)
      [tableView deleteRowsAtIndexPaths:paths withRowAnimation:UITableViewRowAnimationFade];
      """
    expect(
      refusal(text)?.message.hasSuffix("'paths' in deleteRowsAtIndexPaths is not literal") == true)
  }

  @Test("a loop whose values or end are unknown is not read")
  func loops() {
    for text in [
      "for i in 0..<3 { if i == n { break }; CALL }", "for i in 0..<3 where i > n { CALL }",
      "for (i, p) in list.enumerated() { CALL }", "for i in 3..<1 { CALL }",
      "for i in 0..<9223372036854775807 { CALL }", "for (int i = 0; i < 3; i--) { CALL }",
      "for (i = 0; i < 3; i++) { CALL }", "for (int i = 0; i < 3; i++) { i = n; CALL }",
    ] {
      let error = refusal(Self.batch(text))
      expect(
        error?.message.contains("deleteRows stands in the 'for' of line 2") == true
          || error?.message.contains("deleteRows stands in the 'if' of line 2") == true, "\(text)")
    }
  }

  private static func batch(_ text: String) -> String {
    let call = "tableView.deleteRows(at: [IndexPath(row: i, section: 0)], with: .fade);"
    return "tableView.performBatchUpdates {\n\(text.replacing("CALL", with: call))\n}"
  }

  @Test(
    "a loop is left, and goes on, where the code says so",
    arguments: [
      ("for i in 0..<9 { if i == 2 { break }; CALL }", "del 0:0 0:1"),
      ("for i in 0..<3 where i > 1 { CALL }", "del 0:2"),
      ("for i in 0..<3 { if i == 1 { continue }; CALL }", "del 0:0 0:2"),
      ("for (int i = 0; i < 4; i += 2) CALL", "del 0:0 0:2"),
      ("for (int i = 2; i > 0; i--) { CALL }", "del 0:1 0:2"),
      ("(0..<2).forEach { i in CALL }", "del 0:0 0:1"),
      ("var i = 8 / 2 - 1\ni -= 1\nCALL", "del 0:2"),
      ("int i = 0; i++; CALL", "del 0:1"),
      ("for i in [3, 1].sorted().reversed() { guard i > 1 else { continue }; CALL }", "del 0:3"),
    ])
  func left(_ text: String, _ expected: String) throws {
    try expectSame(stage(Self.batch(text)), TestSupport.stage(expected), "\(text)")
  }
}
