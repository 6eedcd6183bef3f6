import HTTP
import Synchronization
import TableFirebase
import TestSupport

/// A tree that is served, with a lock in place of an owner's thread. It refuses changes at and below
/// any key `locked`, and writes from above that change the root's one.
package final class ServedTree: Sendable {
  package let token = HTTPToken()
  package let service: FirebaseService
  private let owner: Owner

  private final class Owner: Sendable {
    let tree = Mutex(FirebaseTree())
    let service = Mutex<FirebaseService?>(nil)

    func answer(_ call: FirebaseService.Call) {
      // The service is set before anyone knows its port.
      let service = service.withLock { $0 }
      tree.withLock { tree in
        let before = tree
        service?.answer(call, tree: &tree) { change, _ in
          var after = before
          after.apply(change)
          let locked = FirebasePath([FirebaseKey("locked")])
          if after[locked] != before[locked] { return FirebaseRefusal(reason: "it is locked") }
          for child in change.puts where child.path.keys.contains(FirebaseKey("locked")) {
            return FirebaseRefusal(reason: "it is locked")
          }
          return nil
        }
      }
    }
  }

  package init(_ json: String, port: Int? = nil) throws {
    let owner = Owner()
    let node = try FirebaseNode.read(json)
    owner.tree.withLock { $0 = FirebaseTree(node) }
    service = try FirebaseService(port: port ?? lastingPort(), token: token) { [weak owner] in
      owner?.answer($0)
    }
    let service = service
    owner.service.withLock { $0 = service }
    self.owner = owner
  }

  deinit {
    owner.service.withLock { $0 = nil }
    service.stop()
  }

  package var tree: FirebaseTree { owner.tree.withLock { $0 } }
  package var text: String { FirebaseWriter.text(tree.root) }

  /// Makes a change on the server's side.
  package func change(_ change: FirebaseChange) {
    owner.tree.withLock { tree in
      tree.apply(change)
      service.publish(change, in: tree)
    }
  }

  package func address(_ target: String = "/.json") -> HTTPAddress {
    HTTPAddress(isSecure: false, host: "127.0.0.1", port: service.port, target: target)
  }
}
