import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

@testable import TablePrinters

/// Plans that hold every kind of operation, in one stage and in several.
private let plans: [Plan] = [
  .empty,
  .reloadData(why: "no /* comment */ \\"),
  .stages([stage("del 3 4 9 ins 0 mov 2>4 1>6 rel 5 rec 6 7")]),
  .stages([stage("del 0:1 1:0 ins 2:0 2:1 mov 0:2>1:0 3:3>3:4 rel 0:3 0:7 rec 0:4 0:5")]),
  .stages([stage("del 0:1 ins 2:0 rel 0:3 rec 0:4 ins 5 rel 7")]),
  .stages([Stage(reconfiguresAllRows: true), stage("rec 0"), stage("mov 0:0>1:0")]),
  .stages([Stage(), stage("ins 0"), stage("mov 1:0>0:0"), stage("del 2")]),
]

/// Names of rows and sections that could end a comment early.
private let awkward = makeTable(
  ["id"], key: ["id"],
  [TestSection("A\\", [["\"x\ny\\\""], ["*/"], ["??/"]]), TestSection("/*", [["\u{2028}"]])])

private func awkwardChange() throws -> Transaction {
  var editor = Editor(table: awkward)
  return try editor.perform(
    [.delete([RowID(0), RowID(1), RowID(2)]), .deleteSections([SectionID(1)])], title: "")
}

/// Printed code compiles.
struct CompiledCodeTests {
  /// A function for each plan, of which a closure makes the head from the name.
  private func functions(
    of printer: PlanPrinter, _ head: (String) -> String
  ) throws -> String {
    var body = ""
    for (number, plan) in plans.enumerated() {
      body += head("plan\(number)") + " {\n"
      body += printer.text(PrintedPlan(plan)) ?? ""
      body += "}\n"
    }
    let change = try awkwardChange()
    body += head("awkward") + " {\n"
    let printed = PrintedPlan(change.stagedPlan, ends: change.ends)
    body += printer.text(printed) ?? ""
    return body + "}\n"
  }

  @Test("the Swift compiler takes every kind of plan, pasted into a view controller")
  func swift() throws {
    let body = try functions(of: .swift) { "func \($0)()" }
    let folder = try TemporaryFolder()
    try folder.write(
      "final class Controller: Base {\n\(body)}\n", to: "Controller.swift")
    try folder.write(Self.swiftDeclarations, to: "UIKit.swift")
    let child = try ChildProcess.run(
      "/usr/bin/env",
      [
        "swiftc", "-typecheck", "-warnings-as-errors", "-swift-version", "6", "Controller.swift",
        "UIKit.swift",
      ], directory: folder.path)
    expectEqual(child.status, 0, "\(child.errors)\(child.output)")
  }

  @Test("clang takes every kind of plan, pasted into a view controller")
  func objectiveC() throws {
    let body = try functions(of: .objc) { "- (void)\($0)" }
    let folder = try TemporaryFolder()
    try folder.write(
      "#include \"UIKit.h\"\n@implementation Controller\n\(body)@end\n", to: "Controller.m")
    try folder.write(Self.objectiveCDeclarations, to: "UIKit.h")
    let child = try ChildProcess.run(
      "/usr/bin/env",
      [
        "clang", "-fsyntax-only", "-x", "objective-c", "-fblocks", "-fobjc-arc",
        "-fobjc-runtime=gnustep-2.0", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter",
        "Controller.m",
      ], directory: folder.path)
    expectEqual(child.status, 0, "\(child.errors)\(child.output)")
  }

  /// What the printed Swift uses of UIKit, with UIKit's signatures.
  private static let swiftDeclarations = """
    struct IndexPath {
      init(row: Int, section: Int) {}
    }
    struct IndexSet {
      init<Elements: Sequence>(_ elements: Elements) where Elements.Element == Int {}
    }
    @MainActor class UITableView {
      enum RowAnimation { case automatic, fade }
      func performBatchUpdates(
        _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
      ) {}
      func reloadData() {}
      func insertSections(_ sections: IndexSet, with animation: RowAnimation) {}
      func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {}
      func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {}
      func moveSection(_ section: Int, toSection newSection: Int) {}
      func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
      func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
      func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
      func reconfigureRows(at indexPaths: [IndexPath]) {}
      func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
      var numberOfSections: Int { 0 }
      func numberOfRows(inSection section: Int) -> Int { 0 }
    }
    @MainActor class Base {
      var tableView = UITableView()
      var data: [[String]] = []
      var newData: [[String]] = []
      var dataAfterStage1: [[String]] = []
      var dataAfterStage2: [[String]] = []
      var dataAfterStage3: [[String]] = []
      var dataAfterStage4: [[String]] = []
    }
    """

  /// What the printed Objective-C uses of Foundation and UIKit, with their signatures.
  private static let objectiveCDeclarations = """
    #define nil ((id)0)
    typedef long NSInteger;
    typedef unsigned long NSUInteger;
    typedef signed char BOOL;
    typedef struct { NSUInteger location; NSUInteger length; } NSRange;
    static inline NSRange NSMakeRange(NSUInteger location, NSUInteger length) {
      NSRange range = {location, length};
      return range;
    }
    @interface NSObject
    @end
    @interface NSArray<T> : NSObject
    + (instancetype)arrayWithObjects:(const T [])objects count:(NSUInteger)count;
    @end
    @interface NSMutableArray<T> : NSArray <T>
    + (instancetype)array;
    - (void)addObject:(T)object;
    @end
    @interface NSIndexPath : NSObject
    + (instancetype)indexPathForRow:(NSInteger)row inSection:(NSInteger)section;
    @end
    @interface NSIndexSet : NSObject
    + (instancetype)indexSetWithIndex:(NSUInteger)value;
    + (instancetype)indexSetWithIndexesInRange:(NSRange)range;
    @end
    typedef enum { UITableViewRowAnimationFade, UITableViewRowAnimationAutomatic = 100 }
      UITableViewRowAnimation;
    typedef NSArray<NSIndexPath *> Paths;
    @interface UITableView : NSObject
    @property(nonatomic, readonly) NSInteger numberOfSections;
    - (NSInteger)numberOfRowsInSection:(NSInteger)section;
    - (void)performBatchUpdates:(void (^)(void))updates completion:(void (^)(BOOL finished))done;
    - (void)reloadData;
    - (void)insertSections:(NSIndexSet *)sections withRowAnimation:(UITableViewRowAnimation)a;
    - (void)deleteSections:(NSIndexSet *)sections withRowAnimation:(UITableViewRowAnimation)a;
    - (void)reloadSections:(NSIndexSet *)sections withRowAnimation:(UITableViewRowAnimation)a;
    - (void)moveSection:(NSInteger)section toSection:(NSInteger)newSection;
    - (void)insertRowsAtIndexPaths:(Paths *)paths withRowAnimation:(UITableViewRowAnimation)a;
    - (void)deleteRowsAtIndexPaths:(Paths *)paths withRowAnimation:(UITableViewRowAnimation)a;
    - (void)reloadRowsAtIndexPaths:(Paths *)paths withRowAnimation:(UITableViewRowAnimation)a;
    - (void)reconfigureRowsAtIndexPaths:(Paths *)paths;
    - (void)moveRowAtIndexPath:(NSIndexPath *)path toIndexPath:(NSIndexPath *)newPath;
    @end
    @interface Controller : NSObject {
      NSObject *newData, *dataAfterStage1, *dataAfterStage2, *dataAfterStage3, *dataAfterStage4;
    }
    @property(nonatomic) UITableView *tableView;
    @property(nonatomic) NSObject *data;
    @end
    """
}
