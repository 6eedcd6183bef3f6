/// The currency, unit or percent sign beside an amount, which `number` says how to take out.
///
///     12 kg → kg   EUR 5 → EUR   45% → %   A0001, 0715/934181, 21.07.2024 → none
struct AmountUnit: Equatable {
  /// As it stands there, without blanks.
  let text: String

  /// Currencies that stand before an amount, or touch it.
  private static let currencies: Set = [
    "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "Euro", "Fr", "Fr.", "GBP", "HUF",
    "INR", "JPY", "KRW", "MXN", "NOK", "NZD", "PLN", "Rs", "Rs.", "RUB", "SEK", "TRY", "US", "USD",
    "ZAR", "eur", "usd",
  ]
  /// Units that touch an amount; after a blank any word is one.
  private static let units: Set = [
    "B", "GB", "GHz", "Hz", "KB", "L", "MB", "MHz", "TB", "W", "Wh", "cl", "cm", "ct", "ft", "g",
    "h", "hrs", "kB", "kW", "kWh", "kg", "km", "kph", "l", "lb", "lbs", "m", "mg", "mi", "min",
    "ml",
    "mm", "mph", "ms", "oz", "pc", "pcs", "pt", "px", "s", "sec", "t", "yd",
  ]
  /// The most letters of one.
  private static let mostLetters = 8

  /// Finds the unit of one amount; nil: the text has other parts, such as a second number or a code.
  init?(beside text: String) {
    let amount = text.unicodeScalars.drop { !Self.isDigit($0) }
    var end = amount.endIndex
    while end > amount.startIndex, !Self.isDigit(amount[amount.index(before: end)]) {
      end = amount.index(before: end)
    }
    let number = amount[..<end]
    guard !number.isEmpty,
      number.allSatisfy({ Self.isDigit($0) || "., \u{A0}\u{202F}'".unicodeScalars.contains($0) })
    else { return nil }
    let before = String(text.unicodeScalars[..<amount.startIndex])
    let after = String(amount[end...])
    // A sign of the number is no part of it.
    let (lead, tail) = (Self.bare(before), Self.bare(after))
    switch (lead.isEmpty, tail.isEmpty) {
    case (false, true):
      guard Self.currencies.contains(lead) || Self.isSign(lead) else { return nil }
      self.text = lead
    case (true, false):
      let touches = after.unicodeScalars.first.map { !$0.properties.isWhitespace } ?? false
      let isKnown = Self.currencies.contains(tail) || Self.units.contains(tail) || Self.isSign(tail)
      let isWord =
        !touches && tail.count <= Self.mostLetters
        && tail.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
      guard isKnown || isWord else { return nil }
      self.text = tail
    default: return nil
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Without blanks around it, and without a sign of the number.
  private static func bare(_ text: String) -> String {
    let plain = text.trimmingBlanks
    let sign = plain.unicodeScalars.last.map { "+-".unicodeScalars.contains($0) } ?? false
    return sign ? String(plain.dropLast()).trimmingBlanks : plain
  }

  /// Whether it is a percent sign, a sign of a currency with letters or not, or one of degrees.
  private static func isSign(_ text: String) -> Bool {
    let signs = text.unicodeScalars.filter { !$0.properties.isAlphabetic }
    guard signs.count == 1, let sign = signs.first, text.unicodeScalars.count <= 3 else {
      return false
    }
    return sign == "%" || sign == "‰" || sign == "°"
      || sign.properties.generalCategory == .currencySymbol
  }
}
