import Glibc

/// The path of an executable of this package: it stands beside the test bundle.
public func product(_ name: String) -> String {
  let bundles = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
  var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
  let length = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
  let running = String(decoding: buffer[..<length], as: UTF8.self)
  for path in bundles + [running] {
    guard let slash = path.lastIndex(of: "/") else { continue }
    let candidate = path[...slash] + name
    if access(String(candidate), X_OK) == 0 { return String(candidate) }
  }
  preconditionFailure("no executable '\(name)' beside \(running)")
}
