import Expectations
import Testing
import Wording

@testable import HTTP

/// Messages and addresses.
struct MessageTests {
  @Test("headers are found without case, and hold no line ends")
  func headers() {
    var headers: HTTPHeaders = ["Content-Type": "text/plain", "X": "1\r\nSet-Cookie: 2"]
    expectEqual(headers["content-TYPE"], "text/plain")
    expectEqual(headers["X"], "1  Set-Cookie: 2")
    headers["x"] = nil
    expectEqual(headers.fields.count, 1)
  }

  @Test("a target is read into its path and its query")
  func target() {
    let request = HTTPRequest("GET", "/a%2Fb/c.json?auth=x%20y+z&shallow=true&flag")
    expectEqual(request.path, "/a%2Fb/c.json")
    expectEqual(request[query: "auth"], "x y z")
    expectEqual(request[query: "flag"], "")
    expectNil(request[query: "none"])
    expectEqual(HTTPRequest("GET", request.target), HTTPRequest("GET", request.target))
    expectEqual(request.target, "/a%2Fb/c.json?auth=x%20y%20z&shallow=true&flag=")
  }

  @Test("a text is encoded and decoded; what is no UTF-8 or no encoding is not decoded")
  func percent() {
    expectEqual(PercentCoding.encode("a b/ü%"), "a%20b%2F%C3%BC%25")
    expectEqual(PercentCoding.decode("a%20b%2f%C3%BC%25"), "a b/ü%")
    for bad in ["%", "%4", "%zz", "%ff", "%+1"] { expectNil(PercentCoding.decode(bad[...])) }
  }

  @Test(
    "addresses",
    arguments: [
      ("https://a.firebaseio.com/x.json?auth=1", "https://a.firebaseio.com/x.json"),
      ("HTTPS://A.example:8443", "https://a.example:8443/"),
      ("http://127.0.0.1:80/x#y", "http://127.0.0.1/x"),
      ("http://[::1]:9000/x", "http://[::1]:9000/x"),
      ("https://a.example?x=1", "https://a.example/"),
    ])
  func addresses(text: String, shown: String) throws {
    try expectEqual(HTTPAddress(text).shown, shown)
  }

  @Test(
    "texts that are no addresses",
    arguments: [
      "", "a.example", "ftp://a.example/", "https:///x", "https://user:secret@a.example/",
      "https://a.example:0/", "https://a.example:99999/", "https://a.example/a b",
      "https://a.example/\u{e9}", "https://a.example:1:2/",
    ])
  func badAddresses(text: String) {
    expect(throws: HTTPError.self) { try HTTPAddress(text) }
  }

  @Test("plain HTTP is for this machine only")
  func plain() {
    expect(throws: HTTPError.unencrypted(host: "a.example")) {
      try HTTPAddress("http://a.example/")
    }
    for text in ["http://127.0.0.1.example/", "http://127.0.0.256/", "http://localhost.example/"] {
      expect(throws: HTTPError.self) { try HTTPAddress(text) }
    }
  }

  @Test("a redirection is followed within a host's own domain")
  func redirections() throws {
    func isAllowed(_ a: String, _ b: String) throws -> Bool {
      try HTTPAddress(a).allowsRedirection(to: try HTTPAddress(b))
    }
    try expect(isAllowed("https://a.firebaseio.com/", "https://s-usc1.firebaseio.com/"))
    try expect(
      isAllowed(
        "https://a.europe-west1.firebasedatabase.app/",
        "https://s-gke.europe-west1.firebasedatabase.app/"))
    try expect(isAllowed("https://a.example/", "https://eu.a.example/"))
    try expect(!isAllowed("https://a.co.uk/", "https://b.co.uk/"))
    try expect(!isAllowed("https://a.firebaseio.com/", "https://evilfirebaseio.com/"))
    try expect(!isAllowed("https://a.firebaseio.com/", "https://b.firebasedatabase.app/"))
    try expect(!isAllowed("https://a.example/", "https://a.example:444/"))
    try expect(!isAllowed("https://a.example/", "http://127.0.0.1/"))
    try expect(!isAllowed("http://127.0.0.1:1/", "http://127.0.0.1:2/"))
    try expect(isAllowed("http://127.0.0.1:1/", "http://127.0.0.1:1/x"))
  }

  @Test("errors say what to do, and show no query")
  func errors() {
    let missing = HTTPError.noLibrary("libcurl.so.4", package: "libcurl4", problem: "not found")
    expectEqual(missing.message, "library libcurl.so.4 cannot be loaded: not found")
    expectEqual(missing.hint, "install it: apt-get install libcurl4")
    guard
      case .failure(.badAddress(let text)) = Result(catching: { () throws(HTTPError) in
        try HTTPAddress("nowhere?auth=secret")
      })
    else { return expect(Bool(false)) }
    expectEqual(text, "nowhere")
  }
}
