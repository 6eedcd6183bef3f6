// Loaded into a program before all else, it makes calls of the C library fail; nothing calls it.
