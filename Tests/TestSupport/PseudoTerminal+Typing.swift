/// What a test types, and what the program prints after it: one text after the other.
extension PseudoTerminal {
  /// Waits until the program prints texts, in this order, after what was expected before.
  public func expect(_ first: String, _ second: String, _ others: String...) throws {
    try expect(all: [first, second] + others)
  }

  /// Types text, and waits for what the program prints.
  public func type(_ text: String, expecting first: String, _ others: String...) throws {
    type(text)
    try expect(all: [first] + others)
  }

  /// Types a line, and waits for what the program prints.
  public func enter(_ line: String, expecting replies: String...) throws {
    type(line + Key.enter.rawValue)
    try expect(all: replies)
  }

  /// Presses a key, and waits for what the program prints.
  public func press(_ key: Key, expecting first: String, _ others: String...) throws {
    press(key)
    try expect(all: [first] + others)
  }

  /// Types the line that ends the program, and waits for its end.
  ///
  /// - Returns: its exit status.
  public func leave(_ line: String) throws -> Int32 {
    type(line + Key.enter.rawValue)
    return try status()
  }

  /// Presses the key that ends the program, and waits for its end.
  ///
  /// - Returns: its exit status.
  public func leave(_ key: Key = .controlD) throws -> Int32 {
    press(key)
    return try status()
  }

  /// Drops what is typed with ^C, and waits for the next prompt: not for one that was drawn again
  /// before that.
  public func dropLine(prompt: String) throws { try press(.controlC, expecting: "^C", prompt) }

  /// Waits for texts that come one after the other.
  public func expect(all texts: [String]) throws {
    for text in texts { try expect(text) }
  }
}
