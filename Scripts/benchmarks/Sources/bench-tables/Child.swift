import Foundation

/// A program that ran to its end, and what that took.
struct Child {
  /// Nanoseconds by the clock on the wall.
  let wall: UInt64
  /// Nanoseconds on all cores together.
  let processor: UInt64
  /// The most memory it held, in bytes.
  let peak: Int
  /// What it wrote to standard output; empty unless asked for.
  let output: String

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: its path and its arguments.
  ///   - keepsOutput: whether its standard output is wanted.
  init(_ words: [String], keepsOutput: Bool = false) throws {
    let folder = FileManager.default.temporaryDirectory.path
    let name = "\(folder)/bench-\(UUID().uuidString)"
    let (out, err) = (keepsOutput ? name + ".out" : "/dev/null", name + ".err")
    defer {
      if keepsOutput { unlink(out) }
      unlink(err)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, out, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, err, flags, 0o600)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }

    var process = pid_t()
    let start = DispatchTime.now().uptimeNanoseconds
    guard posix_spawnp(&process, words[0], &actions, nil, arguments, environ) == 0 else {
      throw BenchError.failed(
        command: words[0], status: -1, errors: String(cString: strerror(errno)))
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    wall = DispatchTime.now().uptimeNanoseconds - start
    func nanoseconds(_ time: timeval) -> UInt64 {
      UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1_000
    }
    processor = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
    peak = Int(usage.ru_maxrss) * 1024
    guard status == 0 else {
      let errors = (try? String(contentsOfFile: err, encoding: .utf8)) ?? ""
      throw BenchError.failed(
        command: words.joined(separator: " "), status: status >> 8,
        errors: String(errors.prefix(500)))
    }
    output = keepsOutput ? (try? String(contentsOfFile: out, encoding: .utf8)) ?? "" : ""
  }

  /// The path of a program, nil when it is not installed.
  static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
