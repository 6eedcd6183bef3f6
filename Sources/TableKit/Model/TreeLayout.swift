/// Which parts of a tree are the sections of a table, in their order: a JSON document, or a Realtime
/// Database.
///
///     email: values of email           {"email": "a@b.c", "friends": [{"name": "Huck"}]}
///     friends: list of friends
///                                      0 email    0:0  email/email  a@b.c
///                                      1 friends  1:0  friends/0            Huck
///
/// A section exists while its part of the tree does. What stands in no section stays in the tree.
public struct TreeLayout: Hashable, Sendable {
  /// A section.
  public struct Section: Hashable, Sendable {
    /// Its name, of which there is one.
    public let name: String
    /// What is in it.
    public let content: Content

    /// Creates a section.
    public init(name: String, content: Content) { (self.name, self.content) = (name, content) }
  }

  /// What is in a section.
  public enum Content: Hashable, Sendable {
    /// A row for each child of the object or array at a path: `friends`, `data/friends`.
    case list(String)
    /// One row, whose key is the name of the section, of the values at some paths: each is a cell in
    /// the column of the last key of its path.
    case values([String])
  }

  /// The sections in order.
  public let sections: [Section]

  /// Creates a layout.
  public init(_ sections: [Section]) { self.sections = sections }
}
