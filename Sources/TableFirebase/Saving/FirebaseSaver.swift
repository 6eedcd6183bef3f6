import HTTP
import TableKit

/// Writes changed rows on the condition that nobody else changed them meanwhile.
///
/// Several rows of a small tree are written at once, as the whole tree. In a large one each is written
/// alone, which is not atomic: of nine rows seven may be saved.
struct FirebaseSaver {
  /// A row to be written.
  struct Row: Equatable, Sendable {
    /// The place below the path that is opened.
    let path: FirebasePath
    /// The row as it was read, with members that the table does not show; nil: it was not there.
    let base: FirebaseNode?
    /// The row as it shall be; nil: deleted.
    let mine: FirebaseNode?
  }

  /// What became of a row.
  enum Outcome: Error, Equatable {
    /// It is saved: what is there now, others' changes of other members included.
    case saved(FirebaseNode?)
    /// Others changed the same members; none: the row as a whole. Nothing was written.
    case conflict([FirebaseKey], theirs: FirebaseNode?)
    /// The server refused, with a status and its reason.
    case refused(Int, reason: String)
    /// There was no answer, and what is there is not known.
    case failed(HTTPError)
  }

  /// How often a write is tried when others are quicker.
  static let tries = 5
  /// The bytes of a tree that is written as a whole.
  static let wholeBytes = 256 << 10

  private let address: FirebaseAddress
  private let client: HTTPClient
  private let token: String?

  /// Creates a saver.
  init(_ address: FirebaseAddress, client: HTTPClient, token: String?) {
    self.address = address
    self.client = client
    self.token = token
  }

  /// What is there, with its ETag.
  private struct Version {
    let node: FirebaseNode?
    let etag: String
  }

  /// Whether a tree is so small that it may be written as a whole.
  ///
  /// - Complexity: O(bytes).
  static func isSmall(_ tree: FirebaseTree) -> Bool {
    FirebaseWriter.bytes(tree.root).count <= wholeBytes
  }

  /// Writes rows.
  ///
  /// - Parameter atOnce: whether several are written with the whole tree. Only where that is small.
  /// - Returns: what became of each. After a failure the rest is not tried, and gets the same.
  func save(_ rows: [Row], atOnce: Bool) -> [Outcome] {
    if atOnce, rows.count > 1, let outcomes = saveAtOnce(rows) { return outcomes }
    var outcomes: [Outcome] = []
    for row in rows {
      if case .failed = outcomes.last, let last = outcomes.last {
        outcomes.append(last)
      } else {
        outcomes.append(save(row))
      }
    }
    return outcomes
  }

  /// Writes rows with the rest of the tree, all or none but for those in conflict.
  ///
  /// - Returns: nil if others are always quicker, or only rows may be written.
  private func saveAtOnce(_ rows: [Row]) -> [Outcome]? {
    var hasRead = false
    do throws(Outcome) {
      var theirs = try read(.root)
      hasRead = true
      for _ in 0..<Self.tries {
        var tree = FirebaseTree(theirs.node)
        let outcomes = rows.map { row -> Outcome in
          let there = tree[row.path]
          switch FirebaseMerge(base: row.base, mine: row.mine, theirs: there) {
          case .conflict(let keys): return .conflict(keys, theirs: there)
          case .merged(let merged):
            tree.put(merged, at: row.path)
            return .saved(merged)
          }
        }
        if tree.root == theirs.node { return outcomes }
        guard let newer = try write(tree.root, to: .root, over: theirs) else { return outcomes }
        theirs = newer
      }
      return nil
    } catch {
      // Rules that allow to write rows often do not allow to write the whole.
      if hasRead, case .refused(let status, _) = error, (400..<404) ~= status { return nil }
      return rows.map { _ in error }
    }
  }

  private func save(_ row: Row) -> Outcome {
    do throws(Outcome) {
      // A row that was not there is written if it still is not: without being read first.
      var theirs =
        row.base == nil
        ? Version(node: nil, etag: FirebaseEndpoint.emptyETag) : try read(row.path)
      for _ in 0..<Self.tries {
        switch FirebaseMerge(base: row.base, mine: row.mine, theirs: theirs.node) {
        case .conflict(let keys): return .conflict(keys, theirs: theirs.node)
        case .merged(let merged):
          if merged == theirs.node { return .saved(merged) }
          guard let newer = try write(merged, to: row.path, over: theirs) else {
            return .saved(merged)
          }
          theirs = newer
        }
      }
      return .conflict([], theirs: theirs.node)
    } catch {
      return error
    }
  }

  /// Writes all rows at once and without conditions, over what others wrote.
  ///
  /// - Returns: nil if they are written.
  func force(_ rows: [Row]) -> Outcome? {
    let children = rows.map { FirebaseChange.Child($0.path, $0.mine) }
    let root = children.first { $0.path == .root }
    do throws(Outcome) {
      let response = try send(
        root == nil ? "PATCH" : "PUT", .root,
        body: root.map { FirebaseWriter.bytes($0.node) } ?? FirebaseWriter.bytes(children))
      return response.isSuccess ? nil : refusal(response)
    } catch {
      return error
    }
  }

  private func read(_ path: FirebasePath) throws(Outcome) -> Version {
    let response = try send("GET", path)
    guard response.isSuccess else { throw refusal(response) }
    return try version(response)
  }

  /// Writes a row over a version of it.
  ///
  /// - Returns: nil if it is written; what is there, if that is another version.
  private func write(
    _ node: FirebaseNode?, to path: FirebasePath, over version: Version
  ) throws(Outcome) -> Version? {
    let (request, address) = request(
      node == nil ? "DELETE" : "PUT", path, body: node.map { FirebaseWriter.bytes($0) },
      condition: version.etag)
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try client.send(request, to: address)
    } catch {
      guard error == .cutOff(address.shown) || error == .timedOut(address.shown) else {
        throw .failed(error)
      }
      // It may be written or not: looking is safe, sending again is not.
      let now = try read(path)
      return now.node == node ? nil : now
    }
    if response.isSuccess { return nil }
    guard response.status == 412 else { throw refusal(response) }
    return try self.version(response)
  }

  private func version(_ response: HTTPResponse) throws(Outcome) -> Version {
    let node: FirebaseNode?
    do throws(FirebaseError) { node = try FirebaseNode.read(response.body) } catch {
      throw .refused(response.status, reason: error.message)
    }
    guard let etag = response.headers["ETag"], !etag.isEmpty else {
      let reason = "it gives no ETag, without which others' changes could be overwritten"
      throw .refused(response.status, reason: reason)
    }
    return Version(node: node, etag: etag)
  }

  private func refusal(_ response: HTTPResponse) -> Outcome {
    let error = (try? FirebaseNode.read(response.body))??.children?[FirebaseKey("error")]?.token
    return .refused(response.status, reason: error.map(CellSyntax.json.text) ?? response.text)
  }

  private func send(
    _ method: String, _ path: FirebasePath, body: [UInt8]? = nil
  ) throws(Outcome) -> HTTPResponse {
    let (request, address) = request(method, path, body: body)
    do throws(HTTPError) { return try client.send(request, to: address) } catch {
      throw .failed(error)
    }
  }

  private func request(
    _ method: String, _ path: FirebasePath, body: [UInt8]?, condition: String? = nil
  ) -> (HTTPRequest, HTTPAddress) {
    var request = HTTPRequest(method, "/", headers: ["X-Firebase-ETag": "true"], body: body)
    request.headers["if-match"] = condition
    return address.authorized(request, token: token, below: path)
  }
}
