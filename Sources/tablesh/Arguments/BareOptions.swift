/// Options whose value is optional and stands after `=`: `--lenient`, `--lenient=cut`.
///
/// ArgumentParser knows only options with a value, so that the reader adds one, and the help shows what
/// can be typed.
enum BareOptions {
  /// Returns the value that an option has if none is typed; nil: it needs one, or is no such option.
  static func value(of option: String) -> String? {
    switch option {
    case "--lenient": "widen"
    case "--still": "end"
    case "--allow-read", "--allow-write", "--allow-run", "--allow-env", "--allow-net": "*"
    default: nil
    }
  }

  /// Returns a page of help with `--lenient[=cut]` in place of `--lenient <cut>`, which is as long.
  static func shown(in help: String) -> String {
    help.replacing(/(--[a-z-]+) <([^ >]+)>/) { match in
      value(of: String(match.1)) == nil ? String(match.0) : "\(match.1)[=\(match.2)]"
    }
  }
}
