/// A Markdown text cut into fenced blocks and what stands between them.
public struct MarkdownDocument: Equatable, Sendable {
  /// One piece of the text.
  public enum Piece: Equatable, Sendable {
    /// Lines outside any fence.
    case text(String)
    /// A fenced block: what follows the fence, and its lines.
    case block(kind: String, text: String)
  }

  /// The pieces in order.
  public var pieces: [Piece] = []

  /// Reads a text.
  public init(_ text: String) {
    var lines: [Substring] = []
    var kind: String?
    func joined() -> String { lines.map { $0 + "\n" }.joined() }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("```") else {
        lines.append(line)
        continue
      }
      if let open = kind {
        pieces.append(.block(kind: open, text: joined()))
        kind = nil
      } else {
        pieces.append(.text(joined()))
        kind = String(line.dropFirst(3))
      }
      lines = []
    }
    if lines.last == "" { lines.removeLast() }
    pieces.append(.text(joined()))
  }

  /// The whole text again.
  public var text: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .block(let kind, let text): "```\(kind)\n\(text)```\n"
      }
    }.joined()
  }
}
