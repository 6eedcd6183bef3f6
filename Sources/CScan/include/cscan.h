// Finds the bytes that matter in delimited text, 64 at a time. In C because Swift cannot turn a
// comparison of vectors into a bit mask in one instruction.
#ifndef CSCAN_H
#define CSCAN_H

#include <stddef.h>
#include <stdint.h>

enum {
  CSCAN_BLOCK = 4096,               // how many bytes one call looks at, at most
  CSCAN_MARKS = CSCAN_BLOCK + 64,   // how many marks one call may write to
  CSCAN_MASKS = CSCAN_BLOCK / 64,   // how many masks one call may write to
};

// Writes the offset of each delimiter, quote and control character in `from ..< end`, ascending,
// and for each 64 bytes a mask of those that are no ASCII. Answers how many offsets there are.
// 64 bytes behind `end` must be readable. A quote of 0xFF never occurs in UTF-8.
size_t cscan_marks(const uint8_t *bytes, size_t from, size_t end, uint8_t delimiter,
                   uint8_t quote, uint32_t *marks, uint64_t *high);

#endif
