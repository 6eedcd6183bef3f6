extension LuaFailure {
  /// The places in files that the error has come through, innermost first, as Lua words them:
  /// `rules.lua:12: in function 'mean'`. Frames of the program itself and of typed text are left
  /// out; so is a sole place that `place` says already.
  public var fileFrames: [String] {
    guard let traceback else { return [] }
    var frames: [String] = []
    for line in traceback.split(separator: "\n").dropFirst() {
      let frame = line.drop { $0 == "\t" || $0 == " " }
      guard let chunk = Self.chunk(of: frame), !Self.isTyped(chunk) else { continue }
      frames.append(String(frame))
    }
    if frames.count == 1, place == nil || frames[0].hasPrefix("\(place ?? ""):") { return [] }
    return frames
  }

  /// The file in `FILE:LINE: in …`; nil for functions of the program and for what Lua elides.
  private static func chunk(of frame: Substring) -> String? {
    guard !frame.hasPrefix("[C]"), let end = frame.firstRange(of: ": in ") else { return nil }
    let place = frame[..<end.lowerBound]
    guard let colon = place.lastIndex(of: ":") else { return nil }
    let line = place[place.index(after: colon)...]
    guard !line.isEmpty, line.allSatisfy(\.isNumber) else { return nil }
    return String(place[..<colon])
  }
}
