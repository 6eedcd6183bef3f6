import CTestSupport
import Glibc

/// What `posix_spawn` is told: a class, because its C parts are freed once.
final class Launch {
  private let executable: String
  private let arguments: [String]
  private let environment: [String: String]
  private var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()

  init(
    _ executable: String, _ arguments: [String], environment: [String: String], directory: String?
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    if let directory { ct_start_in(&actions, directory) }
    // The program gets every signal as from a shell, whatever this process ignores.
    ct_set_attributes(&attributes, 0)
  }

  deinit {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  func connect(_ descriptor: Int32, to number: Int32) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, number)
  }

  func open(_ path: String, as number: Int32, flags: Int32) {
    posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
  }

  /// A session of its own: the first terminal it opens becomes its terminal.
  func leadSession() { ct_set_attributes(&attributes, 1) }

  func start() throws -> pid_t {
    var values = Self.inherited()
    // What a program keeps between sessions must not reach the home of who runs the tests.
    if environment["HOME"] == nil { values["XDG_STATE_HOME"] = StateFolder.path }
    values.merge(environment) { $1 }
    var argumentPointers = ([executable] + arguments).map { strdup($0) } + [nil]
    let settings = values.map { "\($0)=\($1)" }.sorted()
    var environmentPointers = settings.map { strdup($0) } + [nil]
    defer { (argumentPointers + environmentPointers).forEach { free($0) } }
    var process: pid_t = 0
    let number = posix_spawn(
      &process, executable, &actions, &attributes, &argumentPointers, &environmentPointers)
    guard number == 0 else { throw LaunchError(step: "posix_spawn \(executable)", number: number) }
    return process
  }

  /// This process's environment, without what would make a result depend on who runs the tests.
  private static func inherited() -> [String: String] {
    var result: [String: String] = [:]
    // The last makes a mistake where the program is built by `Scripts/mutants`.
    let names = ["PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR", "TABLE_MUTANT"]
    for name in names {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }

  /// Waits for the end; 128 + the signal where one ended it.
  static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return exitStatus(of: status)
  }

  static func exitStatus(of status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
