// What the headers of libzstd, liblzma and libbz2 declare, as far as it is used: all three promise
// that this stays.
#ifndef CPACKING_FORMATS_H
#define CPACKING_FORMATS_H

#include <stddef.h>
#include <stdint.h>

// zstd ------------------------------------------------------------------------------------------

typedef struct { const void *src; size_t size, pos; } zstd_input;
typedef struct { void *dst; size_t size, pos; } zstd_output;
enum { ZSTD_CONTINUE = 0, ZSTD_END = 2 };
enum { ZSTD_CHECKSUM = 201, ZSTD_WINDOW_LOG_MAX = 100 };

typedef struct {
  void *(*ZSTD_createCCtx)(void);
  size_t (*ZSTD_freeCCtx)(void *);
  size_t (*ZSTD_CCtx_setParameter)(void *, int, int);
  size_t (*ZSTD_compressStream2)(void *, zstd_output *, zstd_input *, int);
  void *(*ZSTD_createDCtx)(void);
  size_t (*ZSTD_freeDCtx)(void *);
  size_t (*ZSTD_DCtx_setParameter)(void *, int, int);
  size_t (*ZSTD_decompressStream)(void *, zstd_output *, zstd_input *);
  unsigned (*ZSTD_isError)(size_t);
  const char *(*ZSTD_getErrorName)(size_t);
  unsigned long long (*ZSTD_getFrameContentSize)(const void *, size_t);
} zstd_functions;

// xz --------------------------------------------------------------------------------------------

typedef struct {
  const uint8_t *next_in;
  size_t avail_in;
  uint64_t total_in;
  uint8_t *next_out;
  size_t avail_out;
  uint64_t total_out;
  const void *allocator;
  void *internal;
  void *reserved_pointers[4];
  uint64_t seek_position, reserved_int;
  size_t reserved_sizes[2];
  int reserved_enums[2];
} xz_stream;
enum { XZ_OK, XZ_STREAM_END, XZ_MEMORY = 5, XZ_MEMORY_LIMIT, XZ_FORMAT, XZ_OPTIONS, XZ_DATA, XZ_BUFFER };
enum { XZ_RUN = 0, XZ_FINISH = 3 };
enum { XZ_CHECK_CRC64 = 4, XZ_PRESET = 6 };

typedef struct {
  int (*lzma_easy_encoder)(xz_stream *, uint32_t preset, int check);
  int (*lzma_stream_decoder)(xz_stream *, uint64_t memory, uint32_t flags);
  int (*lzma_code)(xz_stream *, int action);
  void (*lzma_end)(xz_stream *);
} xz_functions;

// bzip2 -----------------------------------------------------------------------------------------

typedef struct {
  char *next_in;
  unsigned avail_in, total_in_low, total_in_high;
  char *next_out;
  unsigned avail_out, total_out_low, total_out_high;
  void *state;
  void *(*allocate)(void *, int, int);
  void (*release)(void *, void *);
  void *opaque;
} bzip2_stream;
enum { BZIP2_RUN = 0, BZIP2_FINISH = 2 };
enum { BZIP2_OK = 0, BZIP2_RUN_OK, BZIP2_FLUSH_OK, BZIP2_FINISH_OK, BZIP2_STREAM_END };
enum { BZIP2_MEMORY = -3 };

typedef struct {
  int (*BZ2_bzCompressInit)(bzip2_stream *, int block, int verbosity, int work);
  int (*BZ2_bzCompress)(bzip2_stream *, int action);
  int (*BZ2_bzCompressEnd)(bzip2_stream *);
  int (*BZ2_bzDecompressInit)(bzip2_stream *, int verbosity, int small);
  int (*BZ2_bzDecompress)(bzip2_stream *);
  int (*BZ2_bzDecompressEnd)(bzip2_stream *);
} bzip2_functions;

#endif
