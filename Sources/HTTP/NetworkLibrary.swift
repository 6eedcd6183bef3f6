import CNetwork

/// The libraries of the system that are opened when first used.
enum NetworkLibrary {
  #if canImport(Darwin)
    private static let (serverPackage, clientPackage) = ("libmicrohttpd", "curl")
  #else
    private static let (serverPackage, clientPackage) = ("libmicrohttpd12", "libcurl4")
  #endif

  /// Opens the library of the server.
  ///
  /// - Throws: `noLibrary`.
  static func loadServer() throws(HTTPError) {
    guard let problem = cnetwork_load_server() else { return }
    throw missing(cnetwork_server_library, package: Self.serverPackage, problem)
  }

  /// Opens the library of the client.
  ///
  /// - Throws: `noLibrary`.
  static func loadClient() throws(HTTPError) {
    guard let problem = cnetwork_load_client() else { return }
    throw missing(cnetwork_client_library, package: Self.clientPackage, problem)
  }

  private static func missing(
    _ name: UnsafePointer<CChar>, package: String, _ problem: UnsafePointer<CChar>
  ) -> HTTPError {
    .noLibrary(String(cString: name), package: package, problem: String(cString: problem))
  }
}
