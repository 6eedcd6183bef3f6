// Says which libraries of the network are loaded before and after they are used:
//
//   HTTPProbe client|server
//
// A program of its own, because the tests' has loaded them by the time that it looks.
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
  if CommandLine.arguments.last == "client" {
    _ = try HTTPClient()
  } else {
    _ = try HTTPServer(gate: nil) { _, reply in reply.send(HTTPResponse(200)) }
  }
  print("after:", loaded())
} catch {
  print("error:", error.message)
  print("hint:", error.hint ?? "")
}
