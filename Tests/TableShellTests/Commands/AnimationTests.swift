import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Animations of plans.
struct AnimationTests {
  @Test("set says how plans animate, and an unknown animation names the nearest and all")
  func settings() {
    let session = Session()
    session.expect(
      """
      > set animation.insert
      automatic
      > set animation.insert top
      animation.insert is top
      > set animation.delete fad
      error: 'fad' is no value of 'animation.delete'; did you mean 'fade'?
      hint:  set animation.delete fade  # fade|right|left|top|bottom|none|middle|automatic
      > set animation.delte top
      error: no setting 'animation.delte'
      hint:  set animation.delete top
      """)
    for operation in PlanAnimations.Operation.allCases {
      expect(session.run("set").contains("animation.\(operation) "))
    }
    expectEqual(session.shell.current?.editor.look.animations, PlanAnimations(insert: .top))
  }

  @Test("every form of a plan says what was set when the change was made")
  func plans() {
    let session = Session("A(a b c)")
    session.run("set animation.insert top; set animation.delete fade")
    session.expect(
      """
      > batch delete 0:0 insert 0:0 move 0:2 to 0:1
      inserted 1 row, deleted 1 row, moved 1 row in 1 section
      plan  1 stage, 3 operations, as written, animation insert top, delete fade
        delete row   0:0
        insert row   0:0
        move row     0:2 → 0:1
      > set animation.delete left; plan json
      animation.delete is left
      {"stages":[{"rows":{"delete":[[0,0]],"insert":[[0,0]],"move":[[[0,2],[0,1]]]},\
      "animation":{"insert":"top","delete":"fade"}}]}
      > delete 0:0
      deleted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible, animation left
        delete row   0:0
      > plan markdown
      **Plan:** 1 stage, 1 operation, the least possible, animation left

      - delete row `0:0`
      > edit 0:0 name=x; plan json
      changed 1 cell in 1 section
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:0
      {"stages":[{"rows":{"reconfigure":[[0,0]]}}]}
      """)
    session.run("section delete 0")
    let stages = session.run("plan --stages-with-tables")
    expect(stages.contains(#""animation":{"delete":"left"},"after":"#))
  }

  @Test("undo and redo animate as the change did, whatever is set since")
  func undo() {
    let session = Session("A(a b c)")
    session.run("set animation.insert bottom; set animation.delete right; delete 0:0")
    session.run("set animation.insert automatic; set animation.delete automatic")
    session.run("undo")
    expect(session.run("plan json").contains(#""animation":{"insert":"bottom"}"#))
    session.run("redo")
    expect(session.run("plan json").contains(#""animation":{"delete":"right"}"#))
    session.run("insert 0 name=x")
    expect(!session.run("plan json").contains("animation"))
    session.run("undo to 0")
    expect(
      session.run("plan json").contains(#""animation":{"insert":"bottom","delete":"right"}"#),
      "steps that are joined animate as the first")
  }

  @Test("batch --animation is for the inserts, deletes and reloads of that batch alone")
  func batch() {
    let session = Session("A(a b c) B(d)")
    session.expect(
      """
      > batch --animation middle delete 0:0 insert 0:1 reload 0:2 insert section 0
      inserted 1 row, deleted 1 row in 2 sections, added 1 section
      the least: 2 operations instead of 4, nothing lost: delete row 0:0; insert section 0
      plan  1 stage, 4 operations, as written, animation middle
        delete row       0:0
        insert section   0
        insert row       0:1
        reload row       0:2
      > batch delete 1:0
      deleted 1 row in 1 section
      plan  1 stage, 1 operation, as written
        delete row   1:0
      """)
  }

  @Test("UIKit's calls name the animation, and moves and reconfigures take none")
  func code() {
    let session = Session("A(a b c d) B(e)")
    session.run(
      """
      batch --animation left delete 0:0 reload 0:1 reconfigure 0:2 move 0:3 to 0:1 delete section 1 \
      insert section 1
      """)
    let swift = session.run("plan swift")
    for line in [
      "tableView.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .left)",
      "tableView.reloadRows(at: [IndexPath(row: 1, section: 0)], with: .left)",
      "tableView.deleteSections(IndexSet([1]), with: .left)",
      "tableView.insertSections(IndexSet([1]), with: .left)",
      "tableView.reconfigureRows(at: [IndexPath(row: 2, section: 0)])",
    ] { expect(swift.contains(line), "\(swift)") }
    expect(!swift.contains(".automatic"))
    let objc = session.run("plan objc")
    let animation = "withRowAnimation:UITableViewRowAnimationLeft]"
    expectEqual(objc.split(separator: animation).count, 5, "\(objc)")
    expect(!objc.contains("Automatic"))
  }

  @Test("an unknown animation of batch changes nothing")
  func errors() {
    let session = Session("A(a b)")
    session.expect(
      """
      > batch --animation tpo delete 0:0
      error: no animation 'tpo': fade, right, left, top, bottom, none, middle, automatic; \
      did you mean 'top'?
      hint:  help batch
      """)
    expectEqual(session.drawing, "A(a b)")
  }

  @Test("replies in JSON have the animations of their plan")
  func replies() {
    let session = Session("A(a b)")
    session.run("set animation.delete fade; set format json")
    expect(
      session.run("delete 0:0").contains(
        #""plan":{"stages":[{"rows":{"delete":[[0,0]]},"animation":{"delete":"fade"}}]}"#))
  }

  @Test("a snapshot without animation has none, whatever is set, nor has its undo")
  func unanimated() {
    let session = Session("A(a b)")
    session.run("diffable on; set animation.delete fade; snapshot delete a")
    expect(session.run("snapshot apply --no-animation").contains("animation none"))
    expect(session.run("plan json").contains(#""animation":{"delete":"none"}"#))
    expect(session.run("undo").contains("animation none"))
    session.run("snapshot delete a; snapshot apply")
    expect(session.run("plan json").contains(#""animation":{"delete":"fade"}"#))
  }

  @Test("Lua sees the animations of stages, and an edit can choose its own")
  func lua() {
    let session = Session("A(a b c d)")
    session.run("set animation.delete fade")
    session.run("lua p = tablesh.edit(function(t) t:delete('@a') end)")
    session.expect(
      """
      > = p.stages[1].animation.delete, p.stages[1].animation.insert
      fade
      nil
      > lua p = tablesh.edit(function(t) t:delete('@b') end, {title = "b", animation = "left"})
      deleted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible, animation left
        delete row   0:0
      > lua p = tablesh.edit(function(t) t:delete('@c') end, {animation = {delete = "top"}})
      deleted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible, animation top
        delete row   0:0
      > = p:invert():text("json")
      {"stages":[{"rows":{"insert":[[0,0]]}}]}
      > = p:text("swift"):find("with: .top", 1, true) ~= nil
      true
      > lua tablesh.edit(function(t) end, {animation = "tpo"})
      error: no animation 'tpo'
      hint:  lua tablesh.edit(function(t) end, {animation = "top"})
      """)
  }

  @Test("a patch is applied with its animations")
  func patch() throws {
    let folder = TemporaryFolder()
    try folder.write("id,n\n1,a\n2,b\n3,c\n", to: "old.csv")
    let first = Session(nil)
    _ = first.shell.openFirst([folder.file("old.csv")])
    first.run("set animation.delete bottom; delete @2")
    let patch = first.run("plan patch")
    expect(patch.contains(#""animation":{"delete":"bottom"}"#))
    try folder.write(patch, to: "p.json")
    let second = Session(nil) { $0.format = .json }
    _ = second.shell.patches.apply(
      ApplyRequest(file: folder.file("old.csv"), patch: folder.file("p.json")))
    expect(second.console.take().contains(#""animation":{"delete":"bottom"}"#))
    second.run("set format text")
    expectEqual(second.run("plan patch"), patch)
  }
}
