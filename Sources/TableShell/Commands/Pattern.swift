import CommandLanguage
import CPCRE2

/// A regular expression, as Perl has them. The only file that knows of PCRE2.
///
/// A class because it owns the compiled pattern and the memory of a match.
final class Pattern {
  private let code: OpaquePointer
  private let found: OpaquePointer
  private let context: OpaquePointer?
  private let stack: OpaquePointer?
  /// The number of groups, besides the whole match.
  let groupCount: Int

  /// The number of rows between two looks whether the user stops a search: each may take long.
  static let pollInterval = 16

  /// The steps that the search of one text may take: about a tenth of a second.
  private static let mostSteps: UInt32 = 10_000_000
  /// The memory that the search of one text may take, in bytes; only what is used is taken.
  private static let mostMemory = 1 << 26

  /// Compiles a pattern.
  ///
  /// - Throws: `usage`, at the place in the word where the pattern goes wrong.
  init(_ word: Word) throws(SyntaxError) {
    var text = word.text
    var (error, offset) = (CInt(0), 0)
    let options = UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_MATCH_INVALID_UTF)
    let code = text.withUTF8 {
      pcre2_compile_8($0.baseAddress, $0.count, options, &error, &offset, nil)
    }
    guard let code, let found = pcre2_match_data_create_from_pattern_8(code, nil) else {
      if let code { pcre2_code_free_8(code) }
      throw SyntaxError(
        .usage("the pattern is wrong here: \(Self.message(error))"), at: word.place(offset))
    }
    (self.code, self.found) = (code, found)
    context = pcre2_match_context_create_8(nil)
    pcre2_set_match_limit_8(context, Self.mostSteps)
    pcre2_set_heap_limit_8(context, UInt32(Self.mostMemory >> 10))
    // Where there is no machine code for this processor, it is interpreted.
    let isFast = pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE)) == 0
    stack = isFast ? pcre2_jit_stack_create_8(1 << 15, Self.mostMemory, nil) : nil
    if let stack { pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack)) }
    var count: UInt32 = 0
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
    groupCount = Int(count)
  }

  deinit {
    pcre2_match_data_free_8(found)
    pcre2_match_context_free_8(context)
    if let stack { pcre2_jit_stack_free_8(stack) }
    pcre2_code_free_8(code)
  }

  private static func message(_ error: CInt) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(error, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }

  /// The number of the group of a name; nil: there is none, or several have it.
  func group(named name: String) -> Int? {
    let number = pcre2_substring_number_from_name_8(code, Array(name.utf8) + [0])
    return number > 0 ? Int(number) : nil
  }
}

extension Pattern {
  /// The end of a search.
  enum Finding {
    case found, none
    /// It took more steps or memory than one text may take.
    case tooLong
    /// It had to stop.
    case stopped
  }

  /// Searches a text from an index; `range` tells then where the match is.
  ///
  /// - Parameter isNext: whether the match must begin there and not be empty.
  func find(in text: UnsafeRawBufferPointer, from start: Int = 0, isNext: Bool = false) -> Finding {
    let flags = isNext ? UInt32(PCRE2_NOTEMPTY_ATSTART) | UInt32(PCRE2_ANCHORED) : 0
    var result = match(text, start, flags)
    if result == PCRE2_ERROR_JIT_STACKLIMIT {
      result = match(text, start, flags | UInt32(PCRE2_NO_JIT))
    }
    switch result {
    case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT,
      PCRE2_ERROR_JIT_STACKLIMIT, PCRE2_ERROR_NOMEMORY:
      return .tooLong
    default: return result < 0 ? .none : .found
    }
  }

  /// The number of characters before the first match in a text; nil if there is none.
  func first(in text: String) -> Int? {
    var text = text
    let start = text.withUTF8 { bytes in
      find(in: UnsafeRawBufferPointer(bytes)) == .found ? range(0)?.lowerBound : nil
    }
    return start.map { String(decoding: text.utf8.prefix($0), as: UTF8.self).count }
  }

  private func match(_ text: UnsafeRawBufferPointer, _ start: Int, _ flags: UInt32) -> CInt {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { empty in
      let bytes = text.bindMemory(to: UInt8.self).baseAddress ?? UnsafePointer(empty.baseAddress)
      return pcre2_match_8(code, bytes, text.count, start, flags, found, context)
    }
  }

  /// Where a group of the last match is, in bytes; nil if it took no part. 0 is the whole match.
  func range(_ group: Int) -> Range<Int>? {
    // What took no part has the largest number, which is -1 here.
    guard let places = pcre2_get_ovector_pointer_8(found), group <= groupCount,
      places[2 * group] >= 0
    else { return nil }
    let (start, end) = (places[2 * group], places[2 * group + 1])
    return min(start, end)..<max(start, end)
  }

  /// Writes a text with every match replaced, from the left.
  ///
  /// - Parameters:
  ///   - result: empty.
  ///   - mustStop: polled with the length of the result.
  /// - Returns: `found` if there was a match.
  func replace(
    in text: UnsafeRawBufferPointer, with template: Template, into result: inout [UInt8],
    mustStop: (Int) -> Bool
  ) -> Finding {
    var (start, copied, isNext, hasMatch) = (0, 0, false, false)
    while start <= text.count {
      if mustStop(result.count) { return .stopped }
      switch find(in: text, from: start, isNext: isNext) {
      case .tooLong: return .tooLong
      case .stopped: return .stopped
      case .none:
        guard isNext else {
          start = text.count + 1
          continue
        }
        // Behind an empty match the search goes on with the next character.
        start += 1
        while start < text.count, text[start] & 0xC0 == 0x80 { start += 1 }
        isNext = false
      case .found:
        guard let match = range(0) else { return .none }
        hasMatch = true
        if match.lowerBound > copied { result += text[copied..<match.lowerBound] }
        template.write(self, text, into: &result)
        copied = max(copied, match.upperBound)
        isNext = match.isEmpty
        start = max(start, match.upperBound)
      }
    }
    if hasMatch { result += text[min(copied, text.count)...] }
    return hasMatch ? .found : .none
  }

  /// What stands in place of a match: text with `$1`, `${name}` and `$$`.
  struct Template {
    private enum Part {
      case text([UInt8]), group(Int)
    }

    private var parts: [Part] = []

    /// Reads a template.
    ///
    /// - Throws: `usage` for a `$` that means nothing, or a group that the pattern has not.
    init(_ word: Word, for pattern: Pattern) throws(SyntaxError) {
      let scalars = Array(word.text.unicodeScalars)
      var i = 0
      while i < scalars.count {
        let start = i
        i += 1
        guard scalars[start] == "$" else {
          parts.append(.text(Array(String(scalars[start]).utf8)))
          continue
        }
        if i < scalars.count, scalars[i] == "$" {
          parts.append(.text([UInt8(ascii: "$")]))
          i += 1
          continue
        }
        let isBraced = i < scalars.count && scalars[i] == "{"
        if isBraced { i += 1 }
        let name = scalars[i...].prefix { isBraced ? $0 != "}" : $0.isDigit }
        i += name.count + (isBraced ? 1 : 0)
        let text = String(String.UnicodeScalarView(name))
        guard !name.isEmpty, i <= scalars.count else {
          throw SyntaxError(
            .usage("'$' means nothing here; groups are $1 and ${name}, and $$ is a '$'"),
            at: word.place(scalar: start))
        }
        let number = Int(text) ?? pattern.group(named: text)
        guard let number, number <= pattern.groupCount else {
          throw SyntaxError(
            .usage("the pattern has no group '\(text)'; it has \(pattern.groupCount)"),
            at: word.place(scalar: start))
        }
        parts.append(.group(number))
      }
    }

    fileprivate func write(
      _ pattern: Pattern, _ text: UnsafeRawBufferPointer, into result: inout [UInt8]
    ) {
      for part in parts {
        switch part {
        case .text(let bytes): result += bytes
        case .group(let number):
          if let range = pattern.range(number) { result += text[range] }
        }
      }
    }
  }
}

extension Word {
  /// The place of a byte of its text.
  fileprivate func place(_ byte: Int) -> TextPosition {
    place(scalar: String(decoding: text.utf8.prefix(byte), as: UTF8.self).unicodeScalars.count)
  }

  /// The place of a scalar of its text; that of the word if it has several parts.
  fileprivate func place(scalar: Int) -> TextPosition {
    parts.count == 1 ? parts[0].place.advanced(by: scalar) : place
  }
}
