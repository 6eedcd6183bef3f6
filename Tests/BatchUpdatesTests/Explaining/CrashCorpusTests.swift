import BatchCheck
import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Messages of public reports are read.
struct CrashCorpusTests {
  @Test("as they stand, all", arguments: CrashCorpus.files)
  func right(_ name: String) throws {
    let entries = try CrashCorpus(name).entries
    let faults = entries.compactMap { entry in
      entry.fault(of: CrashMessage(entry.text)).map { "\(entry.testDescription): \($0)" }
    }
    expect(
      faults.isEmpty, "\(faults.count) of \(entries.count):\n\(faults.joined(separator: "\n"))")
  }

  @Test("each once, and nothing else is read in them", arguments: CrashCorpus.files)
  func all(_ name: String) throws {
    for entry in try CrashCorpus(name).entries {
      let messages = CrashMessage.all(in: entry.text)
      let codes = [entry.code == "none" ? nil : entry.code, entry.other].compactMap { $0 }
      expectEqual(messages.map(\.corpusCode), codes, "\(entry.testDescription)")
      expectEqual(messages.first?.finding, CrashMessage(entry.text)?.finding)
    }
  }

  @Test("with noise, nearly all and none falsely", arguments: CrashCorpus.files)
  func noisy(_ name: String) throws {
    let entries = try CrashCorpus(name).entries
    var count = 0
    var unread: [String: [String]] = [:]
    for noise in CrashNoise.all {
      for entry in entries {
        count += 1
        let message = CrashMessage(noise.text(entry.text))
        guard let fault = entry.fault(of: message, ignoringCase: true) else { continue }
        let text = "\(noise): \(entry.testDescription): \(fault)"
        unread[noise.description, default: []].append(text)
        let falsehood = entry.falsehood(of: message, whole: CrashMessage(entry.text))
        expectNil(falsehood, "\(text): \(falsehood ?? "")")
      }
    }
    let all = unread.values.flatMap { $0 }
    let table = unread.map { "\($0): \($1.count)" }.sorted().joined(separator: "\n")
    expect(
      all.count * 100 <= count * 3,
      "\(all.count) of \(count)\n\(table)\n\(all.sorted().joined(separator: "\n"))")
  }

  @Test("cut off behind any line, never falsely", arguments: CrashCorpus.files)
  func truncated(_ name: String) throws {
    for entry in try CrashCorpus(name).entries {
      let whole = CrashMessage(entry.text)
      let lines = entry.text.split(separator: "\n", omittingEmptySubsequences: false)
      for count in lines.indices {
        for part in [lines[..<count], lines[count...]] {
          let message = CrashMessage(part.joined(separator: "\n"))
          let falsehood = entry.falsehood(of: message, whole: whole)
          expectNil(falsehood, "\(entry.testDescription): line \(count): \(falsehood ?? "")")
        }
      }
    }
  }

  @Test("cut off behind any word, never falsely", arguments: CrashCorpus.files)
  func broken(_ name: String) throws {
    for entry in try CrashCorpus(name).entries {
      let whole = CrashMessage(entry.text)
      let words = entry.text.split(separator: " ", omittingEmptySubsequences: false)
      for count in words.indices where count % 3 == 0 {
        let message = CrashMessage(words[..<count].joined(separator: " "))
        let falsehood = entry.falsehood(of: message, whole: whole)
        expectNil(falsehood, "\(entry.testDescription): word \(count): \(falsehood ?? "")")
      }
    }
  }

  @Test("with several kinds of noise at once, never falsely", arguments: CrashCorpus.files)
  func mixed(_ name: String) throws {
    var random = SeededGenerator(seed: 0x7AB1E)
    let entries = try CrashCorpus(name).entries
    for _ in 0..<400 {
      guard let entry = entries.randomElement(using: &random) else { continue }
      var text = entry.text
      var names: [String] = []
      for _ in 0..<Int.random(in: 2...4, using: &random) {
        guard let noise = CrashNoise.all.randomElement(using: &random) else { continue }
        text = noise.text(text)
        names.append(noise.description)
      }
      let falsehood = entry.falsehood(of: CrashMessage(text), whole: CrashMessage(entry.text))
      expectNil(falsehood, "\(entry.testDescription): \(names): \(falsehood ?? "")")
    }
  }

  @Test("with letters changed at random, as another problem never")
  func mutated() throws {
    var random = SeededGenerator(seed: 0xC0DE)
    let letters = Array("aeiorst 019()[]{}-,.'\"\\\n%=<>&;:#😀é")
    for entry in try CrashCorpus.files.flatMap({ try CrashCorpus($0).entries }) {
      for _ in 0..<4 {
        var text = Array(entry.text)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let place = Int.random(in: 0..<text.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: text.remove(at: place)
          case 1: text.insert(letters.randomElement(using: &random) ?? " ", at: place)
          default: text[place] = letters.randomElement(using: &random) ?? " "
          }
          if text.isEmpty { text = [" "] }
        }
        guard let message = CrashMessage(String(text)) else { continue }
        let code = message.corpusCode
        expect(
          code == entry.code || code == entry.other || entry.saysLess(code), "\(String(text))")
        expect(!message.happened.isEmpty)
      }
    }
  }
}
