/// The white space in a container, as the first container of its sort had it.
struct JSONSpacing: Hashable, Sendable {
  /// Behind the opening bracket.
  var lead: [UInt8]?
  /// Behind a comma.
  var gap: [UInt8]?
  /// In front of the closing bracket.
  var trail: [UInt8]?
  /// Around the colon of a member, the colon included.
  var colon: [UInt8]?

  /// What was not seen, taken from what was, or from another spacing.
  func completed(by other: JSONSpacing) -> JSONSpacing {
    guard lead != nil else { return other }
    return JSONSpacing(lead: lead, gap: gap ?? lead, trail: trail, colon: colon ?? other.colon)
  }

  init(lead: String, gap: String, trail: String, colon: String = ":") {
    self.lead = Array(lead.utf8)
    self.gap = Array(gap.utf8)
    self.trail = Array(trail.utf8)
    self.colon = Array(colon.utf8)
  }

  init(lead: [UInt8]?, gap: [UInt8]?, trail: [UInt8]?, colon: [UInt8]?) {
    self.lead = lead
    self.gap = gap
    self.trail = trail
    self.colon = colon
  }

  /// Nothing seen yet.
  init() {}
}
