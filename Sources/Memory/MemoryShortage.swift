/// Why something was not done: the memory for it is not there.
public struct MemoryShortage: Error, Hashable, Sendable {
  /// How much memory there is.
  public var room: MemoryRoom
  /// How many bytes were asked for; nil: what ran would have gone on to take more.
  public var wanted: Int?

  /// How many bytes are to stay free; nil: that is not why.
  public var reserve: Int?

  /// Creates a shortage.
  public init(_ room: MemoryRoom, wanted: Int? = nil, reserve: Int? = nil) {
    self.room = room
    self.wanted = wanted
    self.reserve = reserve
  }

  /// What scripts can rely on.
  public var code: String { "out-of-memory" }

  /// What is wrong, in one line.
  public var message: String {
    let need = wanted.map { ": this takes \(Self.size($0)), and" } ?? ":"
    let rest = reserve.map { ", and \(Self.size($0)) are to stay free" } ?? ""
    return "not enough memory\(need) \(Self.size(room.left)) are left of the "
      + "\(Self.size(room.most)) that \(source)\(rest)"
  }

  /// What to type next.
  public var hint: String {
    let part = "or work on a part of it"
    return switch room.limit {
    case .machine: "end what else uses memory, \(part)"
    case .group: "give the container more memory, \(part)"
    case .addresses: "ulimit -v unlimited before tablesh, \(part)"
    case .data: "ulimit -d unlimited before tablesh, \(part)"
    }
  }

  private var source: String {
    switch room.limit {
    case .machine: "this machine has"
    case .group: "the control group of this process may use"
    case .addresses: "ulimit -v allows"
    case .data: "ulimit -d allows"
    }
  }

  /// `1.9 GB`, `512 MB`.
  private static func size(_ bytes: Int) -> String {
    let tenths = bytes / 100_000_000
    if tenths >= 10 { return "\(tenths / 10).\(tenths % 10) GB" }
    return "\(bytes / 1_000_000) MB"
  }
}
