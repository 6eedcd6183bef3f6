import CPostgres
import LibC

/// The options of a connection: those of its address, and ours where nothing is said.
struct PostgresOptions {
  /// The options to connect with.
  private(set) var values: [String: String]
  /// How long connecting may take.
  let seconds: Double
  /// Whether the server's certificate is checked.
  let checksCertificate: Bool

  /// Where systems keep the certificates that they trust.
  private static let roots = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// Collects the options.
  ///
  /// - Throws: `noLibrary`, `badAddress`.
  init(_ address: PostgresAddress, usesSecrets: Bool, forLog: Bool) throws(PostgresError) {
    var values = try address.options()
    let all = try address.allOptions()
    let hosts = PostgresAddress.hosts(of: all)
    if !usesSecrets {
      // libpq takes them from wherever it finds them, unless there are others.
      if values["password"] == nil { values["password"] = "none" }
      values["passfile"] = "/dev/null"
      if values["sslcert"] == nil { values["sslcert"] = "/dev/null/none" }
    }
    if !hosts.allSatisfy(PostgresAddress.isLoopback), !Self.saysHowToEncrypt(values, all) {
      values["sslmode"] = "verify-full"
      if all["sslrootcert"] == nil, let root = Self.root { values["sslrootcert"] = root }
    }
    func set(_ name: String, _ value: String) {
      if all[name] == nil { values[name] = value }
    }
    set("keepalives_idle", "30")
    set("keepalives_interval", "10")
    set("keepalives_count", "3")
    // What was sent and is not acknowledged counts as well.
    if cpostgres_libVersion() >= 120_000 { set("tcp_user_timeout", "60000") }
    set("fallback_application_name", "tablesh")
    values["client_encoding"] = "UTF8"
    if forLog { values["replication"] = "database" }
    self.values = values
    checksCertificate = ["verify-ca", "verify-full"].contains(values["sslmode"] ?? all["sslmode"])
    // libpq leaves this to who waits.
    let each = all["connect_timeout"].flatMap(Double.init) ?? 10
    seconds = each <= 0 ? .infinity : max(each, 2) * Double(hosts.count)
  }

  /// Whether the address, a service or the environment says how to encrypt; libpq's own choice is
  /// `prefer`, which checks nothing.
  private static func saysHowToEncrypt(
    _ values: [String: String], _ all: [String: String]
  ) -> Bool {
    values["sslmode"] != nil || getenv("PGSSLMODE") != nil
      || (all["sslmode"] ?? "prefer") != "prefer"
  }

  /// The file with the system's roots; nil: libpq's own, as the user has put one there, or none was
  /// found.
  private static var root: String? {
    if let home = getenv("HOME"), access(String(cString: home) + "/.postgresql/root.crt", R_OK) == 0
    {
      return nil
    }
    return cpostgres_libVersion() >= 160_000
      ? "system" : roots.first { access($0, R_OK) == 0 }
  }
}
