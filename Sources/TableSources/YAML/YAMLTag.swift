import Yams

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
