#include "cscan.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Writes the offsets of the bits of a mask. Writes whole groups, so that the usual few marks need
// no loop; what is too much is overwritten by the next mask.
static inline __attribute__((always_inline)) uint32_t *flatten(uint32_t *out, uint32_t base,
                                                               uint64_t mask) {
  if (!mask) return out;
  int count = __builtin_popcountll(mask);
  for (int group = 0; group < count; group += 8) {
    for (int i = 0; i < 8; i++) {
      // Of an empty mask the answer is not used.
      out[group + i] = base + (uint32_t)__builtin_ctzll(mask | (1ull << 63));
      mask &= mask - 1;
    }
  }
  return out + count;
}

// The bits of a mask that belong to bytes before the end.
static inline uint64_t before(size_t at, size_t end) {
  return end - at >= 64 ? ~0ull : (1ull << (end - at)) - 1;
}

#if defined(__x86_64__)

__attribute__((target("avx2,popcnt,bmi"))) static size_t marks_avx2(
    const uint8_t *bytes, size_t from, size_t end, uint8_t delimiter, uint8_t quote,
    uint32_t *marks, uint64_t *high) {
  const __m256i d = _mm256_set1_epi8((char)delimiter), q = _mm256_set1_epi8((char)quote);
  const __m256i c = _mm256_set1_epi8(0x1F);
  uint32_t *out = marks;
  for (size_t at = from; at < end; at += 64) {
    uint64_t mask = 0, upper = 0;
    for (int half = 0; half < 2; half++) {
      __m256i x = _mm256_loadu_si256((const __m256i *)(bytes + at + half * 32));
      __m256i hit = _mm256_or_si256(_mm256_cmpeq_epi8(x, d), _mm256_cmpeq_epi8(x, q));
      hit = _mm256_or_si256(hit, _mm256_cmpeq_epi8(_mm256_max_epu8(x, c), c));
      mask |= (uint64_t)(uint32_t)_mm256_movemask_epi8(hit) << (half * 32);
      upper |= (uint64_t)(uint32_t)_mm256_movemask_epi8(x) << (half * 32);
    }
    uint64_t kept = before(at, end);
    *high++ = upper & kept;
    out = flatten(out, (uint32_t)at, mask & kept);
  }
  return (size_t)(out - marks);
}

static size_t marks_plain(const uint8_t *bytes, size_t from, size_t end, uint8_t delimiter,
                          uint8_t quote, uint32_t *marks, uint64_t *high) {
  const __m128i d = _mm_set1_epi8((char)delimiter), q = _mm_set1_epi8((char)quote);
  const __m128i c = _mm_set1_epi8(0x1F);
  uint32_t *out = marks;
  for (size_t at = from; at < end; at += 64) {
    uint64_t mask = 0, upper = 0;
    for (int part = 0; part < 4; part++) {
      __m128i x = _mm_loadu_si128((const __m128i *)(bytes + at + part * 16));
      __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(x, d), _mm_cmpeq_epi8(x, q));
      hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_max_epu8(x, c), c));
      mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(hit) << (part * 16);
      upper |= (uint64_t)(uint32_t)_mm_movemask_epi8(x) << (part * 16);
    }
    uint64_t kept = before(at, end);
    *high++ = upper & kept;
    out = flatten(out, (uint32_t)at, mask & kept);
  }
  return (size_t)(out - marks);
}

size_t cscan_marks(const uint8_t *bytes, size_t from, size_t end, uint8_t delimiter,
                   uint8_t quote, uint32_t *marks, uint64_t *high) {
  static size_t (*chosen)(const uint8_t *, size_t, size_t, uint8_t, uint8_t, uint32_t *,
                          uint64_t *);
  // Two threads may both choose: they choose the same.
  if (!__atomic_load_n(&chosen, __ATOMIC_RELAXED)) {
    int is_fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") &&
                  __builtin_cpu_supports("bmi");
    __atomic_store_n(&chosen, is_fast ? marks_avx2 : marks_plain, __ATOMIC_RELAXED);
  }
  return __atomic_load_n(&chosen, __ATOMIC_RELAXED)(bytes, from, end, delimiter, quote, marks,
                                                    high);
}

#else

size_t cscan_marks(const uint8_t *bytes, size_t from, size_t end, uint8_t delimiter,
                   uint8_t quote, uint32_t *marks, uint64_t *high) {
  uint32_t *out = marks;
  for (size_t at = from; at < end; at += 64) {
    uint64_t mask = 0, upper = 0;
    for (int i = 0; i < 64; i++) {
      uint8_t x = bytes[at + i];
      mask |= (uint64_t)(x == delimiter || x == quote || x < 0x20) << i;
      upper |= (uint64_t)(x >> 7) << i;
    }
    uint64_t kept = before(at, end);
    *high++ = upper & kept;
    out = flatten(out, (uint32_t)at, mask & kept);
  }
  return (size_t)(out - marks);
}

#endif
