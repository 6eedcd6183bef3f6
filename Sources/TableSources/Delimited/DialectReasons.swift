/// Why a dialect is what it is, for `info`.
struct DialectReasons: Hashable, Sendable {
  var delimiter = "as written anew"
  var options = ReadOptions()
}
