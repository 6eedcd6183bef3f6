import Foundation

/// What this process holds in memory, as Linux tells it.
///
/// Source: proc(5), `/proc/self/status` (`VmRSS`, `VmHWM`) and `/proc/self/clear_refs`.
public enum ProcessMemory {
  /// Does some work, and returns what it returned with the memory held before it and the most
  /// held meanwhile.
  ///
  /// What was freed before goes back to the system first, so that work which takes it again is
  /// seen to take it.
  ///
  /// - Returns: nil where the system does not tell.
  public static func peak<Result>(
    of work: () throws -> Result
  ) rethrows -> (result: Result, before: Int, most: Int)? {
    #if os(Linux)
      giveBack()
      guard resetsPeak(), let before = value("VmRSS") else { return nil }
      let result = try work()
      guard let most = value("VmHWM") else { return nil }
      return (result, before, max(most, before))
    #else
      return nil
    #endif
  }

  /// Returns freed memory to the system; the function is not in the headers that Swift sees.
  private static func giveBack() {
    typealias Trim = @convention(c) (Int) -> CInt
    guard let trim = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: Trim.self)(0)
  }

  /// Makes what is held now the most that was held.
  private static func resetsPeak() -> Bool {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return false }
    let written = fputs("5", file)
    return fclose(file) == 0 && written >= 0
  }

  /// A line of the process's status, in bytes.
  private static func value(_ name: String) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return nil
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    let words = line?.split(whereSeparator: { " \t".contains($0) })
    guard let words, words.count == 3, let kilobytes = Int(words[1]) else { return nil }
    return kilobytes * 1024
  }
}
