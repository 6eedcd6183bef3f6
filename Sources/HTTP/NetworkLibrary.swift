import CNetwork

/// The libraries of the system that are opened when first used.
enum NetworkLibrary {
  /// Opens the library of the server.
  ///
  /// - Throws: `noLibrary`.
  static func loadServer() throws(HTTPError) {
    guard let problem = cnetwork_load_server() else { return }
    throw missing(cnetwork_server_library, package: "libmicrohttpd12", problem)
  }

  /// Opens the library of the client.
  ///
  /// - Throws: `noLibrary`.
  static func loadClient() throws(HTTPError) {
    guard let problem = cnetwork_load_client() else { return }
    throw missing(cnetwork_client_library, package: "libcurl4", problem)
  }

  private static func missing(
    _ name: UnsafePointer<CChar>, package: String, _ problem: UnsafePointer<CChar>
  ) -> HTTPError {
    .noLibrary(String(cString: name), package: package, problem: String(cString: problem))
  }
}
