import Expectations
import TestSupport
import Testing

@testable import CommandLanguage
@testable import TableShell

/// Former names of options and settings.
struct FormerNamesTests {
  @Test("a former option works as the one that replaced it, and is listed nowhere")
  func options() {
    for (former, now) in FormerNames.options {
      let commands = Session().shell.registry.all.filter {
        $0.signature.options.option(spelled: now) != nil
      }
      expect(!commands.isEmpty, "\(now)")
      for command in commands {
        expectEqual(
          command.signature.options.option(spelled: former)?.name, String(now.dropFirst(2)))
        expect(!command.signature.synopsis.joined().contains(former), "\(command.name)")
        expect(!command.details.contains(former), "\(command.name)")
      }
    }
    let (old, new) = (Session(), Session())
    for session in [old, new] {
      session.run("set pan.enabled on; edit on; selection limit 0 max 2")
    }
    expectEqual(old.run("pan --seed 0:0 0:2"), new.run("pan --as-published 0:0 0:2"))
    expect(old.selected == new.selected && old.selected.count == 3)
    expect(old.run("open --seed x").contains("error: "))
    let completion = old.shell.complete("pan --", cursor: 6)
    expect(!"\(completion.choices)".contains("seed"))
    expect("\(completion.choices)".contains("--as-published"))
  }

  @Test("a former setting is the one that replaced it, and is listed nowhere")
  func settings() {
    let session = Session()
    let list = session.run("set")
    for (former, now) in FormerNames.settings {
      expectEqual(session.run("set \(former) on"), "\(now) is on\n", "\(former)")
      expectEqual(session.run("set \(now)"), session.run("set \(former)"), "\(former)")
      expect(!list.contains(former) && list.contains(now), "\(former)")
    }
    session.expect(
      """
      > set seed-text perhaps
      error: 'perhaps' is no value of 'select-notifies'
      hint:  set select-notifies off  # on|off
      """)
  }
}
