// Says which libraries of the network are loaded before and after they are used, or gets a resource:
//
//   HTTPProbe client|server
//   HTTPProbe ADDRESS
//
// A program of its own, because the tests' has loaded the libraries by the time that it looks, and
// has one environment for all tests.
import Glibc
import HTTP

func loaded() -> String {
  var names: [String] = []
  if let maps = fopen("/proc/self/maps", "r") {
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, 8192, maps) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      for name in ["libcurl", "libmicrohttpd", "libssl", "libgnutls"]
      where text.contains("/" + name) && !names.contains(name) {
        names.append(name)
      }
    }
    fclose(maps)
  }
  return names.isEmpty ? "none" : names.joined(separator: " ")
}

print("before:", loaded())
do throws(HTTPError) {
  switch CommandLine.arguments.last {
  case "client": _ = try HTTPClient()
  case "server": _ = try HTTPServer(gate: nil) { _, reply in reply.send(HTTPResponse(200)) }
  default:
    let address = try HTTPAddress(CommandLine.arguments.last ?? "")
    print("got:", try HTTPClient().send(HTTPRequest("GET", "/"), to: address).text)
  }
  print("after:", loaded())
} catch {
  print("error:", error.message)
  print("hint:", error.hint ?? "")
}
