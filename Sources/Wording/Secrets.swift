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
      let quote = quote(before: rest[..<mark.lowerBound])
      result += rest[..<mark.upperBound]
      rest = rest[mark.upperBound...]
      let end = end(of: rest, in: quote)
      result += address(rest[..<end])
      rest = rest[end...]
    }
    return result + rest
  }

  /// The quote in which an address begins; nil: none.
  private static func quote(before mark: Substring) -> Character? {
    let before = mark.last { !$0.isLetter && !$0.isNumber && !"+-.".contains($0) }
    return before.flatMap { "'\"".contains($0) ? $0 : nil }
  }

  /// Where an address ends: at its quote, else where a word does; a password may have any other
  /// character in it.
  private static func end(of text: Substring, in quote: Character?) -> String.Index {
    if let quote, let end = text.firstIndex(of: quote) {
      // A query behind it may have other addresses in it.
      return text[..<end].firstIndex(of: "#") ?? end
    }
    var start = text.startIndex
    let user = text.prefix { !$0.isWhitespace && !"\"/?#".contains($0) }
    if let at = user.lastIndex(of: "@") { start = at }
    return text[start...].firstIndex { $0.isWhitespace || "'\";|<>".contains($0) } ?? text.endIndex
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
