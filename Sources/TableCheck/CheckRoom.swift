import TableShell

extension Room {
  /// `tablesh check`: hand-written batch updates judged by UIKit's rules, and crash logs explained.
  package static var check: Room { Room(.check, makePart: { Checks($0) }) }
}
