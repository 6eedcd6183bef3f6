import HTTP
import TableKit
import TableSources

/// The REST interface of a Realtime Database: what a request to a tree is answered. It changes
/// nothing itself.
///
/// Source: Firebase Database REST API; Conditional Requests.
public enum FirebaseEndpoint {
  /// What to do with a request.
  enum Answer: Sendable {
    /// Respond.
    case respond(HTTPResponse)
    /// Make a change, and respond when it is made.
    case change(FirebaseChange, HTTPResponse)
    /// Send what is at a path, or the part that a query asks for, and every change of it from then
    /// on.
    case watch(FirebasePath, FirebaseQuery?)
  }

  /// The ETag of nothing.
  public static let emptyETag = "null_etag"

  /// Returns what to do with a request.
  ///
  /// - Parameters:
  ///   - tree: the tree as it is now.
  ///   - time: milliseconds since 1970, which `{".sv": "timestamp"}` stands for.
  ///   - pushID: gives the key of a child that is added by POST.
  /// - Complexity: O(bytes of what is asked for and of the body).
  static func answer(
    _ request: HTTPRequest, tree: FirebaseTree, time: Int64, pushID: () -> String
  ) -> Answer {
    do throws(FirebaseRefusal) {
      return try FirebaseRequest(request).answer(tree, time: time, pushID: pushID)
    } catch {
      return .respond(refusal(error.status, error.reason))
    }
  }

  /// Returns the response that refuses a request: `{"error": REASON}`.
  public static func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    let reason = status == 401 ? "Unauthorized request." : reason
    return HTTPResponse(status, text: "{\"error\":\(JSONText.quoted(reason))}", type: type)
  }

  /// Returns the ETag of a value.
  public static func etag(_ node: FirebaseNode?) -> String {
    guard let node else { return emptyETag }
    let bytes = FirebaseWriter.bytes(node)
    let hash = bytes.withUnsafeBytes { ContentHash.of($0) }
    return String(hash, radix: 36) + "-" + String(bytes.count, radix: 36)
  }

  static let type = "application/json; charset=utf-8"
}

/// A request, its path and parameters read.
private struct FirebaseRequest {
  private let request: HTTPRequest
  private let path: FirebasePath
  private let layout: FirebaseWriter.Layout
  private let isSilent: Bool
  private let isShallow: Bool
  private let hasArrays: Bool
  private let wantsETag: Bool
  private let condition: String?
  private let query: FirebaseQuery?

  init(_ request: HTTPRequest) throws(FirebaseRefusal) {
    self.request = request
    path = try Self.path(request.path)
    for field in request.query {
      switch field.name {
      case "auth", "access_token", "ns", "print", "shallow", "format", "timeout", "writeSizeLimit":
        break
      case _ where FirebaseQuery.names.contains(field.name):
        guard ["GET", "HEAD"].contains(request.method) else {
          throw FirebaseRefusal(reason: "'\(field.name)' is supported with GET only")
        }
      default:
        throw FirebaseRefusal(reason: "'\(field.name)' is not supported by this server")
      }
    }
    query = try FirebaseQuery(request)
    let style = request[query: "print"]
    guard [nil, "pretty", "silent"].contains(style) else {
      throw FirebaseRefusal(reason: "print must be 'pretty' or 'silent'")
    }
    layout = style == "pretty" ? .pretty : .compact
    isSilent = style == "silent"
    isShallow = request[query: "shallow"] == "true"
    hasArrays = request[query: "format"] != "export"
    wantsETag = request.headers["X-Firebase-ETag"]?.lowercased() == "true"
    condition = request.headers["if-match"]
  }

  private static func path(_ text: String) throws(FirebaseRefusal) -> FirebasePath {
    guard text.hasSuffix(".json") else {
      throw FirebaseRefusal(reason: "the address must end in .json", status: 404)
    }
    guard let path = FirebasePath(encoded: text.dropLast(5)) else {
      throw FirebaseRefusal(reason: "Invalid path: Invalid token in path")
    }
    return path
  }

  func answer(
    _ tree: FirebaseTree, time: Int64, pushID: () -> String
  ) throws(FirebaseRefusal) -> FirebaseEndpoint.Answer {
    let node = tree[path]
    let values = FirebaseServerValues(time: time, there: node)
    switch request.method {
    case "GET" where request.headers["Accept"]?.contains("text/event-stream") == true:
      return .watch(path, query)
    case "GET", "HEAD":
      let part = query.map { $0.part(of: node) } ?? node
      return .respond(response(isShallow ? Self.shallow(node) : part, of: node))
    case "PUT":
      let new = try read(values)
      if let failure = failure(node) { return .respond(failure) }
      return .change(.put(path, new), response(new, of: new))
    case "DELETE":
      if let failure = failure(node) { return .respond(failure) }
      return .change(.put(path, nil), response(nil, of: nil))
    case "POST":
      try refuseCondition()
      let new = try read(FirebaseServerValues(time: time, there: nil))
      let key = FirebaseKey(pushID())
      let name = FirebaseChildren([(FirebaseKey("name"), .value(JSONText.quoted(key.text)))])
      return .change(
        .put(path.appending(key), new), response(name.map(FirebaseNode.object), of: new))
    case "PATCH":
      try refuseCondition()
      let change = try patch(values)
      var after = tree
      if wantsETag { after.apply(change) }
      var response = response(nil, of: after[path])
      if !isSilent, case .patch(_, let children) = change {
        response.body = FirebaseWriter.bytes(children, layout: layout)
      }
      return .change(change, response)
    default: throw FirebaseRefusal(reason: "'\(request.method)' is not supported", status: 405)
    }
  }

  /// Returns the response with a value; without one if the client wants it silent.
  ///
  /// - Parameter stored: the value that the ETag is of.
  private func response(_ node: FirebaseNode?, of stored: FirebaseNode?) -> HTTPResponse {
    var response = HTTPResponse(isSilent ? 204 : 200)
    if !isSilent {
      response.headers["Content-Type"] = FirebaseEndpoint.type
      response.body = FirebaseWriter.bytes(node, layout: layout, hasArrays: hasArrays)
    }
    response.headers["Cache-Control"] = "no-store"
    if wantsETag { response.headers["ETag"] = FirebaseEndpoint.etag(stored) }
    return response
  }

  /// Returns 412 with the value and its ETag, if a condition does not hold.
  private func failure(_ node: FirebaseNode?) -> HTTPResponse? {
    guard let condition else { return nil }
    let etag = FirebaseEndpoint.etag(node)
    guard condition != etag else { return nil }
    return HTTPResponse(
      412, headers: ["Content-Type": FirebaseEndpoint.type, "ETag": etag],
      body: FirebaseWriter.bytes(node, layout: layout))
  }

  private func refuseCondition() throws(FirebaseRefusal) {
    guard condition != nil else { return }
    throw FirebaseRefusal(reason: "if-match is supported with PUT and DELETE only")
  }

  private func read(_ values: FirebaseServerValues) throws(FirebaseRefusal) -> FirebaseNode? {
    guard let body = request.body else {
      throw FirebaseRefusal(reason: "Error: No data supplied.")
    }
    do throws(FirebaseError) { return try FirebaseNode.read(body, serverValues: values) } catch {
      throw Self.bad(error)
    }
  }

  private func patch(_ values: FirebaseServerValues) throws(FirebaseRefusal) -> FirebaseChange {
    guard let text = request.body.flatMap({ String(validating: $0, as: UTF8.self) }) else {
      throw FirebaseRefusal(reason: "Error: No data supplied.")
    }
    do throws(FirebaseError) {
      return try .patch(text, at: path, serverValues: values)
    } catch {
      guard case .badJSON = error else { throw Self.bad(error) }
      throw FirebaseRefusal(
        reason:
          "Invalid data; couldn't parse JSON object. Are you sending a JSON object with valid "
          + "key names?")
    }
  }

  private static func bad(_ error: FirebaseError) -> FirebaseRefusal {
    if case .badJSON = error {
      return FirebaseRefusal(reason: "Invalid data; couldn't parse JSON object, array, or value.")
    }
    return FirebaseRefusal(reason: "Invalid data; \(error.message)")
  }

  /// The children with `true` in place of theirs.
  private static func shallow(_ node: FirebaseNode?) -> FirebaseNode? {
    guard let children = node?.children else { return node }
    return FirebaseChildren(children.keys.map { ($0, .value("true")) }).map(FirebaseNode.object)
  }
}
