import Expectations
import Glibc
import Testing

@testable import Wording

/// Words that are pasted into a shell are there what they were here.
struct ShellWordTests {
  /// What a shell makes of words.
  private func words(_ texts: [String], by shell: String) -> [String] {
    let path = "/tmp/shellword-\(getpid())-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    guard let script = fopen(path, "w") else { return [] }
    for text in texts { fputs("printf '%s\\0' \(ShellWord.sh(text))\n", script) }
    fclose(script)
    guard let pipe = popen("\(shell) \(path) 2>&1", "r") else { return [] }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    pclose(pipe)
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("every character alone, at the beginning, inside and at the end is one word of sh")
  func characters() {
    let characters = (0x20..<0x7F).map { String(UnicodeScalar(UInt8($0))) } + ["é", "“", "😀"]
    var texts = [""]
    for character in characters {
      texts += [character, "\(character)a", "a\(character)b", "a\(character)"]
      texts.append(character + character)
    }
    expectEqual(words(texts, by: "/bin/sh"), texts)
  }

  @Test("control characters are a word of bash")
  func controls() {
    let characters = ((1..<0x20) + [0x7F]).map { String(UnicodeScalar(UInt8($0))) }
    var texts: [String] = []
    for character in characters {
      texts += [character, "\(character)7", "'\(character)\\", "é\(character)"]
    }
    expectEqual(words(texts, by: "/bin/bash"), texts)
  }

  @Test("what needs no quotes has none")
  func plain() {
    for text in ["a", "a/b.csv", "-x", "a=b", "1,2", "a#b", "é", "@x:y%+_"] {
      expectEqual(ShellWord.sh(text), text)
    }
    for text in ["#a", "a b", "", "~", "a'b", "$x", "a;b", "*", "a\\b", "!"] {
      expectEqual(ShellWord.sh(text), "'" + text.replacing("'", with: "'\\''") + "'")
    }
  }

  @Test("a word of ours is quoted where it would be read as something else")
  func own() {
    for (text, quoted) in [
      ("a", "a"), ("a/b_c-d.1", "a/b_c-d.1"), ("é", "é"), ("", "\"\""), ("where", "\"where\""),
      ("a b", "\"a b\""), ("a\"b", "\"a\\\"b\""), ("a\\b", "\"a\\\\b\""), ("a\nb", "\"a\\nb\""),
      ("a#b", "\"a#b\""), ("a,b", "\"a,b\""), ("@a", "\"@a\""), ("*", "\"*\""),
    ] {
      expectEqual(ShellWord.quoted(text), quoted, "\(text)")
    }
    for (text, path) in [
      ("a#b", "a#b"), ("#b", "\"#b\""), ("a b#c", "\"a b#c\""), ("a", "a"), ("", "\"\""),
      ("a#", "a#"),
    ] {
      expectEqual(ShellWord.path(text), path, "\(text)")
    }
  }
}
