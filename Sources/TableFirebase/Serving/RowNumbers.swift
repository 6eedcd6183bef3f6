import HTTP
import LibC

/// The numbers of the rows of a served table without a key, in place of their keys.
///
/// No number is given twice, also not by another program later on: who follows a table would take the
/// row that has a number then for the one that had it before. The next free number is kept in a file
/// of the user's, so that the first table has the numbers from 1 on.
struct RowNumbers: Sendable {
  /// The number before that of the first row.
  let start: Int

  /// Takes numbers.
  ///
  /// - Parameters:
  ///   - count: how many rows there are; there may be some more later on.
  ///   - environment: tells where the state of programs is kept.
  init(count: Int, environment: (String) -> String?) {
    // Far from those that others take one after the other.
    let unknown = Int.random(in: 1_000_000...2_000_000) * 1000
    guard let folder = TokenFile.stateFolder("serve", environment) else {
      start = unknown
      return
    }
    let path = "\(folder)/row-numbers"
    makeFolders(of: path)
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    defer { if file >= 0 { close(file) } }
    guard file >= 0, flock(file, LOCK_EX) == 0 else {
      start = unknown
      return
    }
    var bytes = [UInt8](repeating: 0, count: 32)
    let length = max(0, pread(file, &bytes, bytes.count, 0))
    let text = String(decoding: bytes[..<length], as: UTF8.self)
    let next = length == 0 ? 0 : text.split(separator: "\n").first.flatMap { Int($0) }
    guard let next, next >= 0, next < Int.max / 4 else {
      start = unknown
      return
    }
    let end = Array("\((next + 2 * count) / 1000 * 1000 + 1000)\n".utf8)
    // What is not noted may be given again.
    start = pwrite(file, end, end.count, 0) == end.count ? next : unknown
  }
}
