extension ForeignLines {
  /// Lines with words behind them that say how, which others would take for a part of a text or name; methods
  /// of columns; and rows that are counted from 1, as they are seen.
  static let trailing = #"""
    replace --regex COL FOLDED VALUE2
      replace COL VALUE {with |by |}VALUE2 {ignore case|ignorecase|ignoring case|case insensitive|any case}
      replace COL VALUE {with |by |}VALUE2 {case-insensitive|no case|nocase|case insensitively}
    replace --whole COL VALUE VALUE2
      replace COL VALUE {with |by |}VALUE2 {whole|exact|exactly|exact match|whole cell|whole cells}
      replace COL VALUE {with |by |}VALUE2 {whole match|full match|entire cell|whole only|exact only}
    replace COL VALUE VALUE2
      replace COL VALUE {with |by |}VALUE2 {all|everywhere|global|globally|in all rows|all rows|g}
      replace COL VALUE {with |by |}VALUE2 {for all rows|in every row|throughout|in place|inplace}
    help replace ← replace COL VALUE {with |by |}VALUE2 {once|whole word|whole words|first|first only}
    rename COL NAME ← rename COL {to |}NAME {in place|inplace|inplace=True|permanently}
    title COL
      edit * COL := SAME{.|:|.str.}{title|capitalize|proper}()   {NAME.|}COL{.|.str.}{title|capitalize}()
      NAME[COL]{.|.str.}{title|capitalize}()
    upper COL ← edit * COL := SAME{.|.str.}upper()   {NAME.|}COL{.|.str.}upper()
    lower COL ← edit * COL := SAME{.|.str.}lower()   {NAME.|}COL{.|.str.}lower()
    trim COL ← edit * COL := SAME{.|:|.str.}{strip|trim}()   {NAME.|}COL{.|.str.}{strip|trim}()
    trim * ← NAME{.applymap|.map|.apply}(str.strip)   NAME.applymap(lambda NAME2: NAME3.strip())
    replace COL LIT LIT2 ← {edit * COL := SAME|COL}{.|.str.}replace(LIT, LIT2)
    edit where $COL == nil set COL=LIT ← {edit * COL := SAME|COL}.fillna(LIT)
    edit where EXPR set COL=VALUE ← edit where EXPR to COL = VALUE
    show 0:N-1-N2-1  # rows N to N2 as shown: section 0, rows counting from 0
      {show |}{rows|row|lines|line} N {to|through|-|..|:} N2
    show 0:N-1  # row N as shown: section 0, rows counting from 0
      {row|line|record} N
    insert 0:N-1  # before row N as shown: section 0, rows counting from 0
      insert row {at |above |before |}N   insert at N   add row {at |}N
    insert 0:N  # after row N as shown: section 0, rows counting from 0
      insert {row |}after N   insert row below N   add row after N
    show 0:N-N2-1 ← show 0:N:N2
    keep 0:N-N2-1 ← keep 0:N:N2
    delete 0:N-N2-1 ← delete 0:N:N2
    select 0:N-N2-1 ← select 0:N:N2
    """#
}
