import CFileSystem
import DatabaseSupport
import Expectations
import Glibc
import TestSupport
import Testing

/// Every sort of file, saved by an ordinary user while each call that matters fails.
struct SaveMatrixTests {
  /// What a file is like beside its bytes.
  private struct State: Equatable, CustomStringConvertible {
    var owner: uid_t
    var group: gid_t
    var mode: mode_t
    var list: [UInt8]?

    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      owner = status.st_uid
      group = status.st_gid
      mode = status.st_mode & 0o7777
      var value = [UInt8](repeating: 0, count: 1024)
      let count = lgetxattr(path, AccessList.name, &value, value.count)
      list = count >= 0 ? Array(value[..<count]) : nil
    }

    var description: String {
      "\(owner):\(group) \(String(mode, radix: 8)) \(list.map { "\($0)" } ?? "no list")"
    }
  }

  /// Who holds a file that the ordinary user saves.
  private enum Holder: CaseIterable { case user, otherGroup, otherOwner }

  /// A file to be saved, in a folder of its own.
  private struct Case: CustomStringConvertible {
    let number: Int
    let holder: Holder
    let mode: mode_t
    let hasList: Bool
    let inherits: Bool
    let hasBackup: Bool

    var description: String {
      "case \(number): \(holder) \(String(mode, radix: 8))\(hasList ? ", access list" : "")"
        + (inherits ? ", default list" : "") + (hasBackup ? ", backup" : "")
    }

    static let all: [Case] = {
      var cases: [Case] = []
      // Only the superuser can give files away.
      for holder in geteuid() == 0 ? Holder.allCases : [.user] {
        for mode: mode_t in holder == .otherOwner ? [0o660, 0o664] : [0o600, 0o664, 0o6770] {
          for hasList in AccessList.isKept ? [false, true] : [false] {
            for inherits in AccessList.isKept ? [false, true] : [false] {
              for hasBackup in [false, true] {
                cases.append(
                  Case(
                    number: cases.count, holder: holder, mode: mode, hasList: hasList,
                    inherits: inherits, hasBackup: hasBackup))
              }
            }
          }
        }
      }
      return cases
    }()
  }

  /// What comes of a save while a call fails.
  private enum Effect { case none, stops, losesOwner, losesMode, losesList }

  private static let part = "/cases/"

  private static let faults: [(Fault?, text: Effect, database: Effect, backup: Effect)] = [
    (nil, .none, .none, .none),
    (Fault("stat", EIO, path: part), .stops, .stops, .stops),
    (Fault("lstat", EIO, path: part), .stops, .stops, .stops),
    (Fault("readlink", EIO, path: part), .stops, .none, .stops),
    (Fault("access", EIO, path: part), .stops, .none, .none),
    (Fault("llistxattr", EIO, path: part), .stops, .stops, .stops),
    (Fault("lgetxattr", EIO, path: part, attribute: AccessList.name), .stops, .stops, .stops),
    (Fault("fremovexattr", EIO, path: part), .stops, .stops, .stops),
    (Fault("fchown", EPERM, path: part), .losesOwner, .none, .losesOwner),
    (Fault("fchmod", EPERM, path: part), .losesMode, .none, .losesMode),
    (
      Fault("fsetxattr", EIO, path: part, attribute: AccessList.name), .losesList, .none,
      .losesList
    ),
    (Fault("fsync", EIO, path: "/.tablesh-"), .stops, .none, .none),
    (Fault("fstat", EIO, path: "/.tablesh-"), .stops, .none, .stops),
    (Fault("exchange", EINVAL, path: part), .none, .none, .none),
    (Fault("exchange", EIO, path: part), .stops, .none, .none),
    (Fault("renameat2", ENOSYS, path: part), .none, .none, .none),
  ]

  @Test(
    "nobody gets access, nothing is lost, and what cannot be kept is told",
    .enabled(
      if: OrdinaryUser.isThere, "no ordinary user can run the program"),
    arguments: ["t.csv", "t.csv.gz", "t.json", "t.yaml", "t.db"])
  func kept(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("id,a\n1,x\n2,y\n", to: "plain.csv")
    // The bytes before and after, and the same for each way to save.
    let made = try ChildProcess.run(
      product("tablesh"),
      [
        "--no-init", "--quiet", "plain.csv", "-c", "export old-\(name)", "-c",
        "export new-\(name); open new-\(name); edit @1 a=4; save",
      ], directory: folder.path)
    expectEqual(made.status, 0, "\(made.errors)")
    chmod(folder.path, 0o755)
    for (number, (fault, text, database, backup)) in Self.faults.enumerated() {
      let effect = { (one: Case) in
        name != "t.db" ? text : one.hasBackup && database == .none ? backup : database
      }
      // Each value of each sort meets each fault, in one format or another.
      let all = Case.all
      let start = number * 7 + name.utf8.reduce(0) { $0 + Int($1) } * 13
      let some = (0..<(fault == nil ? 8 : 2)).map { all[(start + $0 * 19) % all.count] }
      let cases = fault == nil && name == "t.csv" ? all : some
      try check(name, fault, cases, effect, in: folder)
    }
  }

  private func check(
    _ name: String, _ fault: Fault?, _ cases: [Case], _ effect: (Case) -> Effect,
    in folder: TemporaryFolder
  ) throws {
    let place = "\(folder.path)/cases"
    mkdir(place, 0o755)
    var before: [State] = []
    for one in cases {
      let path = "\(place)/c\(one.number)"
      mkdir(path, 0o755)
      if one.inherits { expect(AccessList.handedDown.set(on: path)) }
      chown(path, OrdinaryUser.id, OrdinaryUser.group)
      let file = "cases/c\(one.number)/\(name)"
      folder.copy("old-\(name)", to: file)
      _ = removexattr("\(folder.path)/\(file)", AccessList.name)
      if one.hasList { expect(AccessList.own.set(on: "\(folder.path)/\(file)")) }
      chown(
        "\(folder.path)/\(file)", one.holder == .otherOwner ? 0 : OrdinaryUser.id,
        one.holder == .otherGroup ? 12345 : OrdinaryUser.group)
      chmod("\(folder.path)/\(file)", one.mode)
      before.append(try require(State("\(folder.path)/\(file)")))
    }
    let lines = cases.flatMap { one in
      [
        "-c",
        "open \(folder.path)/cases/c\(one.number)/\(name); edit @1 a=4; "
          + "save\(one.hasBackup ? " --backup" : "")",
      ]
    }
    let state = "\(folder.path)/state"
    mkdir(state, 0o700)
    chown(state, OrdinaryUser.id, OrdinaryUser.group)
    var environment = fault?.environment ?? [:]
    environment["XDG_STATE_HOME"] = state
    let child = try OrdinaryUser.run(
      product("tablesh"), ["--no-init", "--quiet", "--keep-going"] + lines,
      environment: environment, directory: folder.path)
    let fails = cases.contains { effect($0) == .stops }
    let what: Comment = "\(name), \(fault?.description ?? "no fault"): \(child.errors.suffix(300))"
    expectEqual(child.status, fails ? 1 : 0, what)
    for (one, former) in zip(cases, before) {
      let told = child.errors.split(separator: "\n").filter {
        $0.contains("/c\(one.number)/") && !$0.contains("unsaved changes in")
      }
      let comment: Comment =
        "\(name), \(fault?.description ?? "no fault"), \(one): \(told.joined(separator: " | "))"
      let hasFailed = effect(one) == .stops
      let isSaid = child.output.split(separator: "\n").contains {
        $0.hasPrefix("saved ") && $0.contains("/c\(one.number)/")
      }
      expect(isSaid != hasFailed, comment)
      expectEqual(told.contains { $0.contains(": error: ") }, hasFailed, comment)
      let file = "cases/c\(one.number)/\(name)"
      try expectContent(file, hasFailed ? "old-\(name)" : "new-\(name)", folder, comment)
      let now = State("\(folder.path)/\(file)")
      let isReplaced = !hasFailed && name != "t.db"
      var expected = isReplaced ? kept(of: former, one, effect(one)) : former
      // A database is written in place, at which the system takes these bits off.
      if name == "t.db", now?.mode == expected.mode & ~0o6000 { expected.mode &= ~0o6000 }
      expectEqual(now, expected, comment)
      if isReplaced { expectTold(told, one, former, effect(one), comment) }
      var names = [name]
      if one.hasBackup, let copy = State("\(folder.path)/\(file)~") {
        names.append(name + "~")
        try expectContent(file + "~", "old-\(name)", folder, comment)
        expectEqual(
          copy, name == "t.db" ? kept(of: former, one, effect(one)) : former, comment)
      } else {
        expect(hasFailed || !one.hasBackup, comment)
      }
      expectEqual(folder.names(in: "cases/c\(one.number)"), names, comment)
    }
    _ = try ChildProcess.run("/bin/rm", ["-rf", place, state])
  }

  /// What a file is like that took the place of another one.
  private func kept(of former: State, _ one: Case, _ effect: Effect) -> State {
    var state = former
    let losesAll = effect == .losesOwner
    let losesOwner = losesAll || one.holder == .otherOwner
    let losesGroup = losesAll || one.holder == .otherGroup
    state.owner = OrdinaryUser.id
    if losesGroup { state.group = OrdinaryUser.group }
    if losesOwner || losesGroup { state.mode &= ~0o6000 }
    if losesGroup {
      if let list = state.list { state.list = AccessList.withoutGroup(list) }
      if state.list == nil { state.mode &= ~0o070 }
    }
    if effect == .losesList, state.list != nil {
      state.list = nil
      state.mode &= ~0o077
    }
    // What the access list says is kept all the same.
    if effect == .losesMode { state.mode &= state.list == nil ? 0o600 : 0o777 }
    return state
  }

  private func expectTold(
    _ told: [Substring], _ one: Case, _ former: State, _ effect: Effect, _ comment: Comment
  ) {
    func expect(_ text: String, _ isTold: Bool) {
      expectEqual(told.contains { $0.contains(text) }, isTold, comment)
    }
    let losesAll = effect == .losesOwner
    expect("the owner of", losesAll || one.holder == .otherOwner)
    expect("the group of", losesAll || one.holder == .otherGroup)
    expect("setuid and setgid", former.mode & 0o6000 != 0 && (losesAll || one.holder != .user))
    expect("the mode of", effect == .losesMode)
    expect("the access list of", effect == .losesList && one.hasList)
  }

  /// A text is compared byte for byte, a database by its rows.
  private func expectContent(
    _ file: String, _ other: String, _ folder: TemporaryFolder, _ comment: Comment
  ) throws {
    guard file.contains(".db") else {
      expectEqual(folder.bytes(file), folder.bytes(other), comment)
      return
    }
    func rows(_ name: String) throws -> [String] {
      let database = try PlainDatabase(path: "\(folder.path)/\(name)", isReadOnly: true)
      let table = try database.text("SELECT name FROM sqlite_master") ?? ""
      return try database.texts("SELECT id || a FROM \"\(table)\" ORDER BY id")
    }
    try expectEqual(rows(file), rows(other), comment)
  }
}

/// A POSIX access list as the system holds it.
struct AccessList {
  static let name = "system.posix_acl_access"
  static let defaultName = "system.posix_acl_default"

  let attribute: String
  let bytes: [UInt8]

  /// Of a file: another user may read it.
  static let own = AccessList(
    name, [(1, 6, .max), (2, 4, 12346), (4, 6, .max), (16, 6, .max), (32, 4, .max)])
  /// Of a folder: another user may do everything with new files.
  static let handedDown = AccessList(
    defaultName, [(1, 7, .max), (2, 7, 12347), (4, 7, .max), (16, 7, .max), (32, 5, .max)])

  private init(_ attribute: String, _ entries: [(tag: UInt8, bits: UInt8, id: UInt32)]) {
    self.attribute = attribute
    bytes =
      [2, 0, 0, 0]
      + entries.flatMap { entry in
        [entry.tag, 0, entry.bits, 0] + withUnsafeBytes(of: entry.id.littleEndian, Array.init)
      }
  }

  func set(on path: String) -> Bool { setxattr(path, attribute, bytes, bytes.count, 0) == 0 }

  static func withoutGroup(_ list: [UInt8]) -> [UInt8] {
    var list = list
    for start in stride(from: 4, to: list.count, by: 8) where list[start] == 4 {
      list[start + 2] = 0
    }
    return list
  }

  /// Whether the file system that tests use has them.
  static let isKept: Bool = {
    guard let folder = try? TemporaryFolder(), let file = try? folder.write("", to: "f") else {
      return false
    }
    return own.set(on: file)
  }()
}

extension TemporaryFolder {
  fileprivate func copy(_ name: String, to other: String) {
    let bytes = bytes(name) ?? []
    let descriptor = open("\(path)/\(other)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    expectEqual(Glibc.write(descriptor, bytes, bytes.count), bytes.count)
  }
}
