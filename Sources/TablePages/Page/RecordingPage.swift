import TableSources
import Wording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The page that plays a recording: one HTML file that needs nothing else and asks nobody for
/// anything.
///
/// The player, from `Player`, is in the program. The page's policy allows this script and this style
/// by their hashes, and nothing from elsewhere; both stand in it without comments and indentation, the
/// script packed in a block that no browser runs, with a loader that unpacks it. The recording stands
/// in another such block, with every `<` escaped; a large one is packed, too. The same recording gives
/// the same bytes at all times.
public enum RecordingPage {
  /// The files of the player's script, in the order in which they are joined.
  static let scriptParts: [(name: String, bytes: [UInt8])] = [
    "reading.js", "state.js", "layout.js", "drawing.js", "motion.js", "clock.js", "panel.js",
    "controls.js", "live.js", "main.js",
  ].map { ($0, PlayerFile.bytes($0)) }

  /// The number of bytes above which a recording is packed.
  static let packingLimit = 1 << 20

  /// The kinds of page.
  public enum Mode: String, Sendable {
    /// With a recording in it.
    case file
    /// Without one: it asks the server that it came from for events.
    case live
  }

  /// Returns the page of a recording.
  ///
  /// - Parameters:
  ///   - json: the recording as JSON.
  ///   - recording: the same recording, for the list of its steps that is read without a script.
  /// - Throws: `cannotSave` if there is not enough memory to pack it or the script.
  public static func html(of json: [UInt8], _ recording: Recording) throws(SourceError) -> [UInt8] {
    var data: [UInt8]
    let isPacked = json.count > packingLimit
    if isPacked {
      data = try packed(json)
    } else {
      data = []
      data.reserveCapacity(json.count + json.count / 16)
      for byte in json {
        if byte == 0x3C { data += #"\u003c"#.utf8 } else { data.append(byte) }
      }
    }
    return filled([
      "TITLE": Array(escaped(recording.title.isEmpty ? "Recording" : recording.title).utf8),
      "MODE": Array(Mode.file.rawValue.utf8), "ENCODING": Array((isPacked ? "gzip" : "json").utf8),
      "STEPS": Array(StepList.html(of: recording.steps).utf8), "DATA": data,
      "CSP": Array(policy(for: .file).utf8), "SCRIPT": try packedScript(),
    ])
  }

  /// Returns the page that follows events, without data.
  ///
  /// - Throws: `cannotSave` if there is not enough memory to pack the script.
  public static func live(title: String) throws(SourceError) -> [UInt8] {
    filled([
      "TITLE": Array(escaped(title).utf8), "MODE": Array(Mode.live.rawValue.utf8),
      "ENCODING": Array("json".utf8), "STEPS": [], "DATA": [],
      "CSP": Array(policy(for: .live).utf8), "SCRIPT": try packedScript(),
    ])
  }

  /// The content security policy of a page.
  public static func policy(for mode: Mode) -> String {
    "default-src 'none'; style-src '\(hash(of: style))';"
      + " script-src '\(hash(of: loader))' '\(hash(of: script))'; base-uri 'none'; form-action 'none'"
      + (mode == .live ? "; connect-src 'self'" : "")
  }

  /// The player's script, as the loader puts it in.
  static let script = {
    let source = scriptParts.flatMap(\.bytes)
    return CompactText.script(source) ?? source
  }()

  /// The script that unpacks the player's, as it is put in.
  static let loader = {
    let source = PlayerFile.bytes("loader.js")
    return CompactText.script(source) ?? source
  }()

  /// The player's style, as it is put in.
  static let style = {
    let source = PlayerFile.bytes("player.css")
    return CompactText.style(source) ?? source
  }()

  private static func packedScript() throws(SourceError) -> [UInt8] { try packed(script) }

  /// Returns bytes as base64 of gzip.
  private static func packed(_ bytes: [UInt8]) throws(SourceError) -> [UInt8] {
    Array(Data(try Compression.gzip.packed(bytes, name: "the page")).base64EncodedString().utf8)
  }

  private static func hash(of bytes: [UInt8]) -> String {
    "sha256-" + Data(SHA256.digest(of: bytes)).base64EncodedString()
  }

  /// The template without the comment before it, cut at its placeholders: texts and names in turn.
  private static let template: [(text: [UInt8], placeholder: String)] = {
    let whole = String(decoding: CompactText.template(PlayerFile.bytes("page.html")), as: UTF8.self)
    let start = whole.firstRange(of: "<!doctype html>")?.lowerBound ?? whole.startIndex
    var rest = whole[start...]
    var parts: [(text: [UInt8], placeholder: String)] = []
    while let open = rest.firstRange(of: "<!--"),
      let close = rest[open.upperBound...].firstRange(of: "-->")
    {
      let name = String(rest[open.upperBound..<close.lowerBound])
      parts.append((Array(rest[..<open.lowerBound].utf8), name))
      rest = rest[close.upperBound...]
    }
    parts.append((Array(rest.utf8), ""))
    return parts
  }()

  /// Returns the template with the placeholders replaced; those that are no known ones are left out, as
  /// comments.
  private static func filled(_ values: [String: [UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (text, placeholder) in template {
      bytes += text
      switch placeholder {
      case "STYLE": bytes += style
      case "LOADER": bytes += loader
      default: bytes += values[placeholder] ?? []
      }
    }
    return bytes
  }

  /// Returns a text for HTML, in elements and in quoted attributes.
  static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n", "\t": nil
      // Controls are no characters of HTML; those that turn the direction of text stay in the
      // element, but would turn what is beside them.
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        "\u{FFFD}"
      default: nil
      }
    }
  }
}
