import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import BatchCode

/// `--let` gives what code does not say, and what is not read is named.
struct GivenCodeTests {
  private func batch(_ text: String, _ given: [String] = []) throws(CodeProblem) -> CodeBatch {
    try CodeReader.read(text, given: given.compactMap(GivenCode.init))
  }

  private func refusal(_ text: String, _ given: [String] = []) -> CodeProblem? {
    do throws(CodeProblem) {
      _ = try batch(text, given)
      return nil
    } catch {
      return error
    }
  }

  /// The options that a hint gives, as a shell takes them apart.
  private func options(in hint: String?) -> [String] {
    (hint ?? "").split(separator: "--let ").dropFirst().map { part in
      var option = part
      while option.last == " " { option.removeLast() }
      return option.first == "'" ? String(option.dropFirst().dropLast()) : String(option)
    }
  }

  @Test(
    "the hint names the options, and they work as they stand",
    arguments: [
      ("tableView.deleteRows(at: [indexPath], with: .fade)", ["indexPath=0:1"], "del 0:1"),
      (
        """
        tableView.performBatchUpdates {
          tableView.deleteRows(at: [indexPath!], with: .fade)
          tableView.insertRows(at: [IndexPath(row: self.items.count - 1, section: indexPath.section)], with: .fade)
        }
        """, ["indexPath=0:1", "items.count=1"], "del 0:1 ins 0:0"
      ),
      ("tableView.insertRows(at: changed, with: .none)", ["changed=0:1,0:2"], "ins 0:1 0:2"),
      ("tableView.insertSections(added, with: .none)", ["added=0,1"], "ins 0 1"),
      ("tableView.moveSection(from, toSection: to)", ["from=0", "to=0"], "mov 0>0"),
      (
        "tableView.insertRows(at: update.added.map { IndexPath(row: $0, section: 0) }, with: .none)",
        ["update.added=0,1"], "ins 0:0 0:1"
      ),
      (
        """
        - (void)tableView:(UITableView *)tableView didSelectRowAtIndexPath:(NSIndexPath *)indexPath {
          NSIndexPath *below = [NSIndexPath indexPathForRow:indexPath.row + [_items count] inSection:0];
          [tableView moveRowAtIndexPath:indexPath toIndexPath:below];
        }
        """, ["indexPath=0:1", "_items.count=1"], "mov 0:1>0:2"
      ),
      (
        """
        let old = indexPath
        let new = IndexPath(row: old.row + 1, section: old.section)
        tableView.moveRow(at: old, to: new)
        """, ["indexPath=0:1"], "mov 0:1>0:2"
      ),
      (
        """
        [collectionView performBatchUpdates:^{
          if (removed && [removed count] > 0) { [collectionView deleteItemsAtIndexPaths:removed]; }
          if (animated) [collectionView insertItemsAtIndexPaths:@[indexPath]];
        } completion:nil];
        """, ["removed=0:1,0:2", "animated=true", "indexPath=0:3"], "del 0:1 0:2 ins 0:3"
      ),
      (
        """
        tableView.beginUpdates()
        if let path = find(item), isOpen, items.count != 3 {
          tableView.deleteRows(at: [path], with: .fade)
        } else if isNew || style == .insert {
          tableView.insertRows(at: [[0, 0]], with: .fade)
        }
        tableView.endUpdates()
        """, ["path=0:1", "isOpen=true", "items.count=1"], "del 0:1"
      ),
      (
        """
        if isEditing {
          tableView.insertRows(at: [[0, 3]], with: .fade)
        } else {
          tableView.deleteRows(at: [[0, 3]], with: .fade)
        }
        """, ["isEditing=true"], "ins 0:3"
      ),
      (
        """
        tableView.performBatchUpdates {
          for row in 0..<items.count { tableView.deleteRows(at: [[0, row]], with: .none) }
        }
        """, ["items.count=2"], "del 0:0 0:1"
      ),
      (
        """
        switch type {
        case .insert: tableView.insertRows(at: [newIndexPath!], with: .fade)
        case .delete, .move: tableView.deleteRows(at: [indexPath!], with: .fade)
        default: break
        }
        """, ["newIndexPath=0:1", "type=insert"], "ins 0:1"
      ),
      (
        """
        if isHidden[sender.section!] {
          tableView.insertRows(at: paths, with: .fade)
        } else {
          tableView.reloadData()
        }
        """, ["paths=0:1,0:2"], "ins 0:1 0:2"
      ),
      (
        "tableView.deleteRows(at: [IndexPath(row: index(of: item), section: 0)], with: .none)",
        ["index(of:item)=0"], "del 0:0"
      ),
      (
        "tableView.deleteRows(at: [IndexPath(row: isOpen ? 1 : 2, section: 0)], with: .none)",
        ["isOpen=true"], "del 0:1"
      ),
    ])
  func hints(_ text: String, _ expected: [String], _ operations: String) throws {
    let hint = refusal(text)?.hint
    expect(hint?.hasPrefix("give the value") == true, "\(hint ?? "nothing")")
    expectEqual(options(in: hint), expected)
    try expectEqual(batch(text, expected).stage, stage(operations))
  }

  @Test("values are index paths, indexes and lists of one of them")
  func values() {
    expectEqual(GivenCode("p=0:1")?.value, .path(RowPath(0, 1)))
    expectEqual(GivenCode("self.items?.count=3")?.name, "items.count")
    expectEqual(GivenCode("[self.items count]=3"), GivenCode("items.count=3"))
    expectEqual(GivenCode("p=0:NSNotFound")?.value, .path(RowPath(0, .max)))
    expectEqual(GivenCode("p=-1")?.value, .number(-1))
    expectEqual(GivenCode("p=")?.value, .list([]))
    expectEqual(GivenCode("p=1,2")?.value, .list([.number(1), .number(2)]))
    for text in ["p", "=1", "p=1,", "p=1:", "p=1:2:3", "p=1,0:2", "3=1", "p=1.5", "p=+1"] {
      expect(GivenCode(text) == nil, "\(text)")
    }
    // Text for a list of one.
    expectEqual(
      try? batch("tableView.deleteRows(at: p, with: .fade)", ["p=0:1"]).stage,
      stage("del 0:1"))
  }

  @Test(
    "the branch of a condition that is known is read, and no other",
    arguments: [
      ("isOpen=true", "ins 0:1 del 0:4"), ("isOpen=false", "rel 0:2 del 0:4"),
    ])
  func branches(_ given: String, _ expected: String) throws {
    let text = """
      let rows = [1, 2]
      tableView.performBatchUpdates({
        if self.isOpen && !rows.isEmpty {
          tableView.insertRows(at: [[0, 1]], with: .fade)
        } else if rows.count >= 2 {
          tableView.reloadRows(at: [[0, 2]], with: .fade)
        } else {
          tableView.insertRows(at: [[0, 3]], with: .fade)
        }
        if (rows.count == 2) { tableView.deleteRows(at: [[0, 4]], with: .fade) }
      })
      """
    try expectEqual(batch(text, [given]).stage, stage(expected))
  }

  @Test(
    "the case that is given is read, and no other",
    arguments: [
      ("KindInsert", "ins 0:1"), ("KindDelete", "del 0:1"), ("KindMove", "del 0:1"),
      ("3", "rel 0:1"),
    ])
  func cases(_ given: String, _ expected: String) throws {
    let text = """
      [tableView performBatchUpdates:^{
        switch (change.kind) {
          case KindInsert:
            [tableView insertRowsAtIndexPaths:@[change.path] withRowAnimation:0];
            break;
          case KindDelete:
          case KindMove:
            [tableView deleteRowsAtIndexPaths:@[change.path] withRowAnimation:0];
            break;
          case 3:
            [tableView reloadRowsAtIndexPaths:@[change.path] withRowAnimation:0];
            break;
        }
      } completion:nil];
      """
    let path = "change.path=0:1"
    try expectEqual(batch(text, ["change.kind=\(given)", path]).stage, stage(expected))
    expectEqual(
      options(in: refusal(text)?.hint), ["change.kind=KindInsert", path])
    let wrong = refusal(text, ["change.kind=KindInsrt", path])
    expectEqual(wrong?.message, "the switch has no case KindInsrt")
    expectEqual(wrong?.hint, "did you mean 'KindInsert'?")
    // In Objective-C a case without break runs into the next one.
    let open = text.replacing("break;\n    case KindDelete", with: "case KindDelete")
    expectEqual(
      refusal(open, ["change.kind=KindInsert", path])?.message,
      "a case of the switch does not end with break")
  }

  @Test("a branch that leaves a batch is asked to be left out")
  func exits() throws {
    let text = """
      tableView.beginUpdates()
      if isOpen {
        tableView.insertRows(at: [[0, 1]], with: .fade)
        return
      }
      tableView.endUpdates()
      """
    let error = refusal(text)
    expectEqual(error?.message, "insertRows stands in the 'if' of line 2")
    expectEqual(options(in: error?.hint), ["isOpen=false"])
    try expectEqual(batch(text, ["isOpen=false"]).stage, Stage())
    expectEqual(refusal(text, ["isOpen=true"])?.message, "the batch of beginUpdates does not end")
  }

  @Test("the code's own value counts, and what is given for nothing is an error")
  func unused() {
    let text =
      "let row = 1\ntableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: .fade)"
    let own = refusal(text, ["row=3"])
    expectEqual(own?.message, "'row' of '--let' is not needed")
    expectEqual(own?.hint, "leave it out: the code says its value")
    expectEqual(refusal(text, ["rw=3"])?.hint, "did you mean 'row'?")
    // A value of another kind is none.
    let path = "tableView.deleteRows(at: [path], with: .fade)"
    expectEqual(refusal(path, ["path=3"])?.hint, "give the value of your case: --let path=0:1")
  }

  @Test("a hint names no row twice, neither where rows are found nor where they are put")
  func distinct() throws {
    let text = """
      collectionView.performBatchUpdates({
        collectionView.deleteItems(at: deletedPaths)
        collectionView.insertItems(at: insertedPaths)
        collectionView.moveItem(at: from, to: to)
        collectionView.reloadItems(at: [changed])
      })
      """
    let options = options(in: refusal(text)?.hint)
    expectEqual(
      options,
      ["deletedPaths=0:1,0:2", "insertedPaths=0:1,0:2", "from=0:3", "to=0:3", "changed=0:4"])
    let stage = try batch(text, options).stage ?? Stage()
    _ = try stage.replay(shown: outline("abcdefg"), data: outline("hijklmn"))
  }

  @Test("a value that changes after it was used is given no more")
  func spent() {
    let text = """
      tableView.performBatchUpdates {
        tableView.insertRows(at: [IndexPath(row: items.count, section: 0)], with: .none)
        items.append(item)
        tableView.insertRows(at: [IndexPath(row: items.count, section: 0)], with: .none)
      }
      """
    let error = refusal(text, ["items.count=3"])
    expectEqual(error?.line, 4)
    expect(error?.hint.contains("--let") == false)
  }

  @Test(
    "a call that views do not have is named, with the one that is meant",
    arguments: [
      ("collectionView.deletItems(at: [[0, 1]])", "deletItems", "deleteItems"),
      ("deletItems(at: [[0, 1]])", "deletItems", "deleteItems"),
      ("tableView.deleteRow(at: [[0, 1]], with: .fade)", "deleteRow", "deleteRows"),
      (
        "[tableView reloadRowAtIndexPaths:paths];", "reloadRowAtIndexPaths",
        "reloadRowsAtIndexPaths"
      ),
      ("list.performBatchUpdates { list.reloadSection([1]) }", "reloadSection", "reloadSections"),
    ])
  func unknown(_ text: String, _ name: String, _ meant: String) {
    let error = refusal(text)
    expect(
      error?.message.hasSuffix("\(name) is not read: views have no such update") == true,
      "\(error?.message ?? "read")")
    expectEqual(error?.hint, "did you mean '\(meant)'?")
  }

  @Test("a batch in which nothing is read has no verdict, and an empty one has")
  func nothing() throws {
    let refused = [
      "tableView.performBatchUpdates { self.apply(changes) }",
      "tableView.performBatchUpdates { items.removeAll() }",
      "[tableView beginUpdates]; [self.items removeAllObjects]; [tableView endUpdates];",
      "tableView.endUpdates()",
    ]
    for text in refused {
      expect(refusal(text)?.message.contains("read in") == true, "\(text)")
    }
    for text in [
      "tableView.beginUpdates()\ntableView.endUpdates()",
      "collectionView.performBatchUpdates(nil, completion: nil)",
      "tableView.performBatchUpdates({ [weak self] in }, completion: { _ in self.done() })",
    ] {
      try expectEqual(batch(text).stage, Stage(), "\(text)")
    }
    // Behind a batch the view may read everything again.
    try expectEqual(
      batch("tableView.deleteRows(at: [[0, 1]], with: .fade)\ntableView.reloadData()").stage,
      stage("del 0:1"))
  }

  @Test("data that changes before the block of a collection view is warned of")
  func warnings() throws {
    func warnings(_ before: String, _ view: String = "collectionView") throws -> [CodeWarning] {
      let call =
        view == "collectionView"
        ? "insertItems(at: [IndexPath(item: 2, section: 0)])"
        : "insertRows(at: [IndexPath(row: 2, section: 0)], with: .fade)"
      return try batch("\(before)\n\(view).performBatchUpdates({\n\(view).\(call)\n})").warnings
    }
    for change in [
      "items.append(item)", "self.items.remove(at: 2)", "items?.removeAll()", "items[2] = item",
      "self.sections[0].items.insert(item, at: 2)", "items += added",
      "[self.items addObject:item];",
      "items.append(item)\nlet count = items.count",
    ] {
      try expectEqual(warnings(change), [.dataChangesBeforeBatch(line: 1)], "\(change)")
      try expectEqual(warnings(change, "tableView"), [], "\(change)")
    }
    for other in [
      "let item = items.first", "isLoading = true", "view.addSubview(label)", "offset += 1",
      "func add() { items.append(item) }", "var paths: [IndexPath] = []\npaths.append([0, 2])",
    ] {
      try expectEqual(warnings(other), [], "\(other)")
    }
    expect(
      CodeWarning.dataChangesBeforeBatch(line: 3).meaning
        .hasPrefix("data-changes-before-batch: line 3 changes the data before performBatchUpdates"))
  }
}
