/// The elements of an SVG that moves, and the style that moves them: keyframes of CSS, which also run
/// where the file is an image in a page.
///
/// An element's attributes are its state at the end of the picture, so that nothing moves for those
/// who have asked for less motion, and programs that know no animation draw the end. A still picture
/// has the attributes of its moment, and no keyframes.
struct PictureSheet {
  /// What moves.
  enum Property: String {
    case opacity, x, y
  }

  /// How a value goes to that of the next frame.
  enum Easing: Equatable {
    /// It stays until then.
    case hold
    /// It glides, slow at both ends.
    case glide
    /// It goes in equal steps, as a cursor before typed letters.
    case steps(Int)
  }

  /// A value at a time, in seconds from the start of the picture; of `x` and `y` in points.
  struct Frame: Equatable {
    var time: Double
    var value: Double
    var easing = Easing.hold
  }

  /// How long the picture takes, in seconds, before it begins again.
  let duration: Double
  /// The moment that is drawn, in seconds; nil: the picture moves.
  let still: Double?
  /// The elements so far.
  var body = ""
  private var rules: [String] = []
  private var numbers: [String: Int] = [:]

  init(duration: Double, still: Double? = nil) {
    (self.duration, self.still) = (max(duration, 0.1), still)
  }

  /// The style of what moves.
  var style: String {
    guard still == nil, !rules.isEmpty else { return "" }
    return ".a{animation:\(number(duration))s step-end infinite}" + rules.joined()
      + "@media(prefers-reduced-motion:reduce){.a{animation:none}}"
  }

  /// Whether an element of an opacity is drawn: in a picture that moves always.
  func draws(_ opacity: [Frame]) -> Bool {
    still == nil || Self.value(of: opacity, at: still ?? 0) > 0
  }

  /// Returns the attributes of an element that moves, each with a blank before it.
  ///
  /// - Parameters:
  ///   - tracks: what moves, with its frames, in order of time; the first at 0.
  ///   - names: further classes of the element.
  mutating func attributes(_ tracks: [(Property, [Frame])], class names: String = "") -> String {
    var animations: [String] = []
    var values: [Property: Double] = [:]
    for (property, frames) in tracks {
      values[property] = Self.value(of: frames, at: still ?? duration)
      if still == nil, let name = keyframes(property, frames) { animations.append(name) }
    }
    let classes = (animations.isEmpty ? [] : ["a"]) + (names.isEmpty ? [] : [names])
    var text = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    if let opacity = values[.opacity], opacity < 1 { text += " opacity=\"\(number(opacity))\"" }
    let (x, y) = (values[.x] ?? 0, values[.y] ?? 0)
    if x != 0 || y != 0 { text += " transform=\"translate(\(number(x)) \(number(y)))\"" }
    if !animations.isEmpty {
      text += " style=\"animation-name:\(animations.joined(separator: ","))\""
    }
    return text
  }

  /// Opens a group that moves; what is in it, and its end, follow.
  mutating func open(_ tracks: [(Property, [Frame])], class names: String = "") {
    body += "<g\(attributes(tracks, class: names))>"
  }

  mutating func close() { body += "</g>\n" }

  /// Returns the value of frames at a time.
  static func value(of frames: [Frame], at time: Double) -> Double {
    (frames.last { $0.time <= time } ?? frames.first)?.value ?? 1
  }

  /// Returns the name of keyframes, which are written once; nil: nothing moves.
  private mutating func keyframes(_ property: Property, _ frames: [Frame]) -> String? {
    var kept: [Frame] = []
    for frame in frames {
      if let last = kept.last, last.value == frame.value, last.easing == .hold,
        frame.easing == .hold
      {
        continue
      }
      if let last = kept.last, percent(last) == percent(frame) { kept.removeLast() }
      kept.append(frame)
    }
    guard kept.count > 1 else { return nil }
    let text = kept.map { frame in
      let easing =
        switch frame.easing {
        case .hold: ""
        case .glide: ";animation-timing-function:ease-in-out"
        case .steps(let count): ";animation-timing-function:steps(\(count))"
        }
      let value = number(frame.value)
      let declaration =
        switch property {
        case .opacity: "opacity:\(value)"
        case .x: "transform:translateX(\(value)px)"
        case .y: "transform:translateY(\(value)px)"
        }
      return "\(percent(frame)){\(declaration)\(easing)}"
    }.joined()
    let index = numbers[text, default: numbers.count]
    if index == numbers.count {
      numbers[text] = index
      rules.append("@keyframes k\(index){\(text)}\n")
    }
    return "k\(index)"
  }

  private func percent(_ frame: Frame) -> String {
    number(min(max(frame.time / duration, 0), 1) * 100) + "%"
  }
}

/// Returns a number with two decimals at most, as CSS and SVG read it: `12.5`, `3`, `-0.25`.
func number(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  let digits = rest < 10 ? "0\(rest)" : rest % 10 == 0 ? "\(rest / 10)" : "\(rest)"
  return "\(sign)\(whole).\(digits)"
}
