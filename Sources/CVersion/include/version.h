#ifndef VERSION_H
#define VERSION_H

// The commit that this was built from, empty if whoever built it did not say.
const char *_Nonnull version_commit(void);

// The versions of the libraries that the program runs with.
const char *_Nonnull version_of_lua(void);
const char *_Nonnull version_of_readline(void);
const char *_Nonnull version_of_zlib(void);
const char *_Nonnull version_of_yaml(void);
const char *_Nonnull version_of_utf8proc(void);
// Followed by its date.
const char *_Nonnull version_of_pcre2(void);

#endif
