import CPlayer

/// A file of the player, which is in the program.
enum PlayerFile {
  /// Returns the bytes of a file of the folder `Player`, such as `page.html`.
  static func bytes(_ name: String) -> [UInt8] {
    let file = cplayer_find(name)
    precondition(file.name != nil, "no file '\(name)' of the player in player.c")
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
