import Expectations
import Testing

@testable import TableShell

struct RunStageTests {
  @Test("a statement goes through these stages, in this order")
  func order() {
    expectEqual(
      RunStage.all.map(\.name.rawValue),
      [
        "redirection", "guess", "context", "alias", "command", "log", "window", "rehearsal",
        "hooks",
        "cells", "screen", "step", "telling", "work",
      ])
  }

  @Test("each stage says what it adds, in one sentence", arguments: RunStage.all.map(\.adds))
  func sentences(_ adds: String) {
    expect(adds.first?.isUppercase == true && adds.firstIndex(of: ".") == adds.indices.last)
  }
}
