import LibC
import Synchronization

/// A queue of bounded length from other threads to the one that owns a table, with a descriptor that
/// wakes that: what a source tells of, requests of clients.
///
/// A class, because both sides refer to it.
public final class Mailbox<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var isClosed = false
  }

  private let bell: Bell
  private let state = Mutex(State())
  private let limit: Int

  /// Creates an empty one; nil where the system has no descriptors left.
  ///
  /// - Parameter limit: the number of items at which those who post wait.
  public init?(limit: Int = 4096) {
    guard let bell = Bell() else { return nil }
    self.bell = bell
    self.limit = limit
  }

  /// Can be read when something is in it.
  public var descriptor: Int32 { bell.descriptor }

  /// Adds an item, as soon as there is room: who posts on a connection's thread reads no more
  /// meanwhile. Any thread but the owner's.
  ///
  /// - Returns: false if it is closed.
  @discardableResult
  public func post(_ item: Item) -> Bool {
    while true {
      let outcome = state.withLock { state -> Bool? in
        if state.isClosed { return false }
        guard state.items.count < limit else { return nil }
        state.items.append(item)
        return true
      }
      if let outcome {
        if outcome { wake() }
        return outcome
      }
      usleep(2000)
    }
  }

  /// Takes out some of what is in it, in order.
  public func take(where isMeant: (Item) -> Bool) -> [Item] {
    bell.silence()
    return state.withLock { state in
      let taken = state.items.filter(isMeant)
      if !taken.isEmpty { state.items.removeAll(where: isMeant) }
      return taken
    }
  }

  /// Takes out what is in it, in order.
  public func take() -> [Item] { take { _ in true } }

  /// Whether nothing is in it.
  public var isEmpty: Bool { state.withLock { $0.items.isEmpty } }

  /// Lets the descriptor be read, as if something had been posted.
  public func wake() { bell.ring() }

  /// Lets nobody wait or post any more.
  public func close() { state.withLock { $0.isClosed = true } }
}
