/// A server of `https` on this machine whose certificate nobody has signed, by openssl.
///
/// A class, because letting go of it ends the server.
public final class SecureServer {
  /// The port.
  public let port: Int
  private let folder: TemporaryFolder
  private let process: LiveProcess

  /// Makes a certificate, and starts the server.
  ///
  /// - Parameter name: whom the certificate is for, such as `IP:127.0.0.1`.
  public init(for name: String = "IP:127.0.0.1") throws {
    folder = try TemporaryFolder()
    let openssl = "/usr/bin/openssl"
    let made = try ChildProcess.run(
      openssl,
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=test", "-addext",
        "subjectAltName=\(name)", "-keyout", "key.pem", "-out", "cert.pem",
      ], directory: folder.path)
    guard made.status == 0 else { throw NotPrinted(text: "a certificate", rest: made.errors) }
    process = try LiveProcess(
      openssl,
      ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "cert.pem", "-key", "key.pem"],
      directory: folder.path)
    let begin = "ACCEPT 127.0.0.1:"
    process.expect(begin)
    process.expect("\n")
    let line = process.output.split(separator: "\n").first { $0.hasPrefix(begin) }
    guard let port = line.flatMap({ Int($0.dropFirst(begin.count)) }) else {
      throw NotPrinted(text: begin, rest: process.output)
    }
    self.port = port
  }
}
