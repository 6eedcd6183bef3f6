import LibC

/// Where tokens and passwords for servers are kept. A permission for everything does not mean these:
/// they must be named.
enum SecretPlaces {
  /// Variables of the environment.
  static let variables: Set<String> = ["FIREBASE_TOKEN", "FIREBASE_TOKEN_FILE", "PGPASSWORD"]

  /// Whether a file holds one.
  ///
  /// - Parameter path: its path without links.
  static func hold(_ path: String) -> Bool {
    if path.hasSuffix("/.pgpass") { return true }
    let parts = path.split(separator: "/")
    guard parts.count > 1, parts[parts.count - 1].allSatisfy(\.isNumber) else {
      let named: [String] = ["FIREBASE_TOKEN_FILE", "PGPASSFILE"]
      return named.contains { name in
        getenv(name).flatMap { RealPath.resolve(String(cString: $0)) } == path
      }
    }
    // The tokens of served tables, by port.
    let folder = parts.dropLast()
    return folder.last == "tablesh" || folder.suffix(2).elementsEqual(["tablesh", "serve"])
  }
}
