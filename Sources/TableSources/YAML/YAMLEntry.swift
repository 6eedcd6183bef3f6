import TableKit

/// The ranges of a row's member in a YAML text.
struct YAMLEntry: Hashable, Sendable {
  /// The form of its value.
  enum Form: Hashable, Sendable {
    /// A scalar on one line; a quoted one may span several.
    case scalar(YAMLText.Style)
    /// No value, which is null.
    case nothing
    /// A scalar of several lines: literal, folded, or plain.
    case lines
    /// A sequence or a mapping.
    case nested
    /// An alias.
    case alias
    /// Unknown, so that it cannot be changed.
    case unknown
  }

  /// The column of the member.
  var column: Int
  /// The key.
  var key: Range<Int>
  /// The value without anchor and tag.
  var value: Range<Int>
  var form = Form.unknown
  /// Whether aliases may refer to the value.
  var isAnchored = false
  /// The explicit tag.
  var tag = YAMLTag.none
  /// The value with its tag; nil without a tag.
  var tagged: Range<Int>?
  /// The kind of the value.
  var kind = CellKind.text
}

/// The ranges of a section in a YAML text.
struct YAMLSection: Hashable, Sendable {
  /// The key of the section; empty if the document is a sequence.
  var key = 0..<0
  /// From its key to the start of the next section or of what else follows, in whole lines.
  var extent = 0..<0
  /// The value for its rows: the sequence, or empty.
  var value = 0..<0
  /// Whether the rows are in brackets, so that none can be inserted or deleted.
  var isFlow = false
  /// The column of the dashes, from 0.
  var indent = 0
  /// The range of its records.
  var records = 0..<0
  /// What it is.
  var form = Form.list

  /// The forms of sections.
  enum Form: Hashable, Sendable {
    /// A sequence of rows.
    case list
    /// A mapping, in which each row has a name.
    case mapping
    /// A document that is no table.
    case other
  }
}

/// The meaning of an explicit tag.
///
/// Source: YAML 1.2.2, section 10 (recommended schemas).
enum YAMLTag: UInt8, Hashable, Sendable {
  /// No tag: the kind follows from the value.
  case none
  /// `!!null`, whatever the value.
  case null
  /// `!!str` or a lone `!`: text, whatever it looks like.
  case text
  /// `!!bool`, `!!int` or `!!float`: what it looks like, quoted or not.
  case value
  /// `!!seq` or `!!map`.
  case collection
  /// Any other tag, such as `!!binary`, whose meaning is unknown.
  case other

  /// Creates the meaning of a tag with a resolved handle.
  init(_ tag: String) {
    self =
      switch tag {
      case "": .none
      case "!", "tag:yaml.org,2002:str": .text
      case "tag:yaml.org,2002:null": .null
      case "tag:yaml.org,2002:bool", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float": .value
      case "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map": .collection
      default: .other
      }
  }
}
