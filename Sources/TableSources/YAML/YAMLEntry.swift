import TableKit
import Yams

/// Where a member of a row stands in a YAML text.
struct YAMLEntry: Hashable, Sendable {
  /// How its value is written.
  enum Form: Hashable, Sendable {
    /// A scalar on its line; quoted ones may go over several.
    case scalar(YAMLText.Style)
    /// Nothing at all, which is null.
    case nothing
    /// A scalar of several lines: literal, folded, or plain.
    case lines
    /// A sequence or a mapping.
    case nested
    /// An alias of something else.
    case alias
    /// Cannot be told, so that it cannot be changed.
    case unknown
  }

  /// The column of the member.
  var column: Int
  /// The key.
  var key: Range<Int>
  /// The value, without anchor and tag.
  var value: Range<Int>
  var form: Form
  /// Whether others may refer to the value.
  var isAnchored: Bool
  /// What its explicit tag says.
  var tag = YAMLTag.none
  /// The value with the tag in front of it; nil where there is no tag.
  var tagged: Range<Int>?
  /// What the value is to a reader that tells kinds apart.
  var kind = CellKind.text
}

/// Where a row stands in a YAML text.
struct YAMLRow: Hashable, Sendable {
  /// The mapping, from its first key on, or with its braces.
  var extent: Range<Int>
  /// Where the line of its dash begins; the mapping in a flow sequence.
  var start: Int
  /// Where the line of the next row begins, or what follows the rows.
  var end: Int
  /// Whether it stands in braces.
  var isFlow: Bool
  /// The column of its keys, counted from 0.
  var indent: Int
  /// Whether others may refer to it.
  var isAnchored: Bool
  var entries: [YAMLEntry]
}

/// Where the rows of a section stand.
struct YAMLSection: Hashable, Sendable {
  /// The key of the section, empty where the document is a sequence.
  var key: Range<Int>
  /// From its key to where the next section or what else follows begins, whole lines.
  var extent: Range<Int>
  /// What stands for its rows: the sequence, or nothing.
  var value: Range<Int>
  /// Whether the rows stand in brackets, so that none can be put in or taken out.
  var isFlow: Bool
  /// The column of the dashes, counted from 0.
  var indent: Int
  /// Its rows, by record.
  var records: Range<Int>
}

/// What the explicit tag of a value says it is.
///
/// Source: YAML 1.2.2, section 10 (recommended schemas).
enum YAMLTag: Hashable, Sendable {
  /// There is none: the value says itself what it is.
  case none
  /// `!!null`, whatever stands there.
  case null
  /// `!!str` or a lone `!`: text, whatever it looks like.
  case text
  /// `!!bool`, `!!int` or `!!float`: what it looks like, in quotes or not.
  case value
  /// `!!seq` or `!!map`.
  case collection
  /// Any other, such as `!!binary`: what it means is not known here.
  case other

  /// The meaning of a tag, its handle resolved.
  init(_ tag: Tag) {
    self =
      switch tag.description {
      case "": .none
      case "!", "tag:yaml.org,2002:str": .text
      case "tag:yaml.org,2002:null": .null
      case "tag:yaml.org,2002:bool", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float": .value
      case "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map": .collection
      default: .other
      }
  }

  /// The tag of a node.
  init(of node: Node) {
    self =
      switch node {
      case .scalar(let scalar): YAMLTag(scalar.tag)
      case .sequence(let sequence): YAMLTag(sequence.tag)
      case .mapping(let mapping): YAMLTag(mapping.tag)
      case .alias: .none
      }
  }
}
