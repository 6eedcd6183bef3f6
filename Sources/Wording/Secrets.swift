/// Passwords and tokens in addresses, which nothing that is shown or kept may hold.
public enum Secrets {
  /// The names of values of an address that are secret.
  private static let names: Set<String> = [
    "auth", "access_token", "token", "password", "sslpassword", "key", "secret",
  ]

  /// Returns a text with `***` in place of them.
  ///
  ///     open postgres://u:secret@host/db          open postgres://u:***@host/db
  ///     open https://x.firebaseio.com/a.json?auth=t   open https://x.firebaseio.com/a.json?auth=***
  ///
  /// - Complexity: O(bytes).
  public static func hidden(_ text: String) -> String {
    guard text.utf8.count > 3, text.contains("://") else { return text }
    var result = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: "://") {
      result += rest[..<mark.upperBound]
      rest = rest[mark.upperBound...]
      let end = rest.firstIndex { $0.isWhitespace || "'\";|<>".contains($0) } ?? rest.endIndex
      result += address(rest[..<end])
      rest = rest[end...]
    }
    return result + rest
  }

  /// What stands behind `://`.
  private static func address(_ text: Substring) -> String {
    let host = text.prefix { !"/?#".contains($0) }
    var result = String(host)
    if let at = host.lastIndex(of: "@"), let colon = host[..<at].firstIndex(of: ":") {
      result = host[...colon] + "***" + host[at...]
    }
    var rest = text[host.endIndex...]
    while let start = rest.firstIndex(where: { $0 == "?" || $0 == "&" }) {
      result += rest[...start]
      rest = rest[rest.index(after: start)...]
      let field = rest.prefix { $0 != "&" && $0 != "#" }
      let name = field.prefix { $0 != "=" }
      let isSecret = names.contains(name.lowercased()) && name.endIndex < field.endIndex
      result += isSecret ? name + "=***" : field
      rest = rest[field.endIndex...]
    }
    return result + rest
  }
}
