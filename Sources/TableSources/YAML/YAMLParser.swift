import CYAML
import LibC
import TableKit

/// Reads a YAML text event by event, by libyaml.
///
/// A class because libyaml refers to it by address while it parses.
final class YAMLParser {
  /// The kinds of events.
  enum Kind: Hashable {
    case documentStart, documentEnd, streamEnd
    case scalar, alias
    case sequence, sequenceEnd
    case mapping, mappingEnd
  }

  /// The kind of the current event.
  private(set) var kind = Kind.streamEnd
  /// The range of the current event in the source, anchor and tag included.
  private(set) var range = 0..<0

  private let marks: YAMLMarks
  private let progress: Progress
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  /// The number of bytes that libyaml has taken.
  private var taken = 0
  private var isCancelled = false
  /// The text of the current scalar, if `marks` restores any.
  private var restored: ByteBuffer?
  /// The offset of a character, from which those of others are found.
  private var cursor = (character: 0, offset: 0)

  /// The number of blocks and brackets open at once from which libyaml is stopped.
  private static let depthLimit = 1000

  /// Creates a parser before its first event.
  ///
  /// - Parameter progress: told how many bytes were parsed, and polled for cancellation.
  init(_ marks: YAMLMarks, progress: Progress = .none) throws(TextProblem) {
    self.marks = marks
    self.progress = progress
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else { throw Self.shortage }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input(
      parser,
      { context, space, size, count in
        guard let context, let space, let count else { return 0 }
        let parser = Unmanaged<YAMLParser>.fromOpaque(context).takeUnretainedValue()
        guard let taken = parser.take(size, into: space) else { return 0 }
        count.pointee = taken
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
    try parse()
    try next()
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Copies the next bytes of the text for libyaml; returns nil if it is to stop.
  private func take(_ size: Int, into space: UnsafeMutableRawPointer) -> Int? {
    progress.advance(to: taken)
    isCancelled = progress.isCancelled
    if isCancelled { return nil }
    let bytes = marks.bytes
    let count = min(size, bytes.count - taken)
    if count > 0, let start = bytes.baseAddress {
      space.copyMemory(from: start + taken, byteCount: count)
    }
    taken += count
    return count
  }

  /// Advances to the next event.
  ///
  /// - Throws: `cancelled`, and `parser` if the text is no YAML.
  func next() throws(TextProblem) {
    try parse()
    switch event.pointee.type {
    case YAML_SCALAR_EVENT: kind = .scalar
    case YAML_ALIAS_EVENT: kind = .alias
    case YAML_SEQUENCE_START_EVENT: kind = .sequence
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT: kind = .mapping
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    default: kind = .streamEnd
    }
    let start = offset(ofCharacter: event.pointee.start_mark.index)
    range = start..<max(start, offset(ofCharacter: event.pointee.end_mark.index))
    if kind == .sequence || kind == .mapping { try checkDepth() }
    if kind == .scalar, marks.hasSubstitute {
      restored = try TextProblem.keeping(try ByteBuffer(marks.restored(parsedText)))
    }
  }

  private func parse() throws(TextProblem) {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else {
      event.pointee = yaml_event_t()
      throw problem
    }
  }

  private func checkDepth() throws(TextProblem) {
    let open = parser.pointee.indents.top - parser.pointee.indents.start
    guard open >= Self.depthLimit - Int(parser.pointee.flow_level) else { return }
    let mark = event.pointee.end_mark
    throw .parser(
      line: mark.line + 1, column: mark.column + (isFlow ? 0 : 1),
      "values nest deeper than \(Self.depthLimit)")
  }

  private static var shortage: TextProblem { .parser(line: 1, column: 1, "memory error") }

  private var problem: TextProblem {
    if isCancelled { return .cancelled }
    guard let text = parser.pointee.problem else { return Self.shortage }
    let problem = String(cString: text)
    if parser.pointee.error == YAML_READER_ERROR {
      return .parser(line: 1, column: 1, problem)
    }
    let mark = parser.pointee.problem_mark
    let isDeep = problem.contains("nesting level")
    return .parser(
      line: mark.line + 1, column: mark.column + 1,
      isDeep ? "values nest deeper than \(Self.depthLimit)" : problem)
  }

  /// Returns the offset of a character in the source.
  private func offset(ofCharacter character: Int) -> Int {
    let bytes = marks.bytes
    var (at, offset) = cursor
    while at > character {
      offset -= 1
      while offset > 0, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      at -= 1
    }
    while at < character {
      if character - at >= 8, offset + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        offset += 8
        at += 8
        continue
      }
      guard offset < bytes.count else { break }
      offset += max(1, UTF8Check.sequenceLength(bytes, at: offset))
      at += 1
    }
    cursor = (at, offset)
    return marks.start + offset
  }
}

/// The current event.
extension YAMLParser {
  /// The line on which it starts, from 0.
  var line: Int { event.pointee.start_mark.line }

  /// The line and column at which it starts, from 1.
  var place: (line: Int, column: Int) {
    let mark = event.pointee.start_mark
    return (mark.line + 1, mark.column + 1)
  }

  /// The style of a scalar.
  var style: YAMLScalarStyle {
    switch event.pointee.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .single
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .double
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
    default: .plain
    }
  }

  /// The text of a scalar; valid until the next event.
  var text: UnsafeRawBufferPointer { restored?.bytes ?? parsedText }

  /// The text of a scalar as parsed, before `YAMLMarks` restores it.
  private var parsedText: UnsafeRawBufferPointer {
    let scalar = event.pointee.data.scalar
    return UnsafeRawBufferPointer(start: scalar.value, count: scalar.length)
  }

  /// Whether a plain scalar has the bytes that begin at an offset of the source.
  func isVerbatim(at offset: Int) -> Bool {
    let (text, bytes) = (parsedText, marks.bytes)
    let start = offset - marks.start
    guard start + text.count <= bytes.count else { return false }
    guard let a = text.baseAddress, let b = bytes.baseAddress else { return text.isEmpty }
    return memcmp(a, b + start, text.count) == 0
  }

  /// Whether a sequence or mapping is in brackets or braces.
  var isFlow: Bool {
    kind == .sequence
      ? event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      : event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
  }

  /// Whether a document ends without `...`.
  var isImplicitEnd: Bool { event.pointee.data.document_end.implicit != 0 }

  /// The anchor of a scalar, sequence or mapping, or the name of an alias.
  var anchor: String? {
    let name =
      switch kind {
      case .scalar: event.pointee.data.scalar.anchor
      case .alias: event.pointee.data.alias.anchor
      case .sequence: event.pointee.data.sequence_start.anchor
      case .mapping: event.pointee.data.mapping_start.anchor
      default: nil as UnsafeMutablePointer<UInt8>?
      }
    return name.map { String(cString: $0) }
  }

  /// The meaning of the tag; a scalar that is not plain is text.
  var tag: YAMLTag {
    let data = event.pointee.data
    switch kind {
    case .scalar:
      return data.scalar.quoted_implicit == 1 ? .text : YAMLTag(data.scalar.tag)
    case .sequence:
      return data.sequence_start.implicit != 0 ? .none : YAMLTag(data.sequence_start.tag)
    case .mapping:
      return data.mapping_start.implicit != 0 ? .none : YAMLTag(data.mapping_start.tag)
    default: return .none
    }
  }
}

/// The style of a scalar in a YAML text.
enum YAMLScalarStyle: Hashable { case plain, single, double, block }

extension YAMLTag {
  /// Creates the meaning of a tag of libyaml, whose handle is resolved.
  fileprivate init(_ tag: UnsafePointer<UInt8>?) {
    self = tag.map { YAMLTag(String(cString: $0)) } ?? .none
  }
}
