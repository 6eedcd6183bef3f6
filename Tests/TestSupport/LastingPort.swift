import Expectations
import Glibc

/// A port of this machine that nobody serves at, for a server that ends and is started again at its port: below
/// those that the system gives to whoever asks for any (32768 and up), so that nobody takes it meanwhile.
public func lastingPort() throws -> Int {
  for _ in 0..<1000 {
    let port = Int.random(in: 15000..<32768)
    if isFree(port) { return port }
  }
  return try require(nil as Int?)
}

/// Waits until nobody answers at a port whose server was stopped: a program that is being started meanwhile holds
/// all that was open here until it runs, servers included.
public func awaitNobody(at port: Int) {
  let isQuiet = eventually { !withAddress(of: port) { Glibc.connect($0, $1, $2) == 0 } }
  expect(isQuiet, "somebody answers at port \(port)")
}

/// Asked without binding, as a program that is being started meanwhile would hold the port.
private func isFree(_ port: Int) -> Bool {
  !withAddress(of: port) { Glibc.connect($0, $1, $2) == 0 }
}

/// Gives a new socket and the address of a port of this machine.
private func withAddress(
  of port: Int, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
) -> Bool {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(UInt16(port).bigEndian)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
