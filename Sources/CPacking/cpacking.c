#include "cpacking.h"

#include "clibraries.h"
#include "formats.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static zstd_functions zstd;
static xz_functions xz;
static bzip2_functions bzip2;

// Libraries -------------------------------------------------------------------------------------

#ifdef __APPLE__
#define PACKAGE(linux, apple) apple
#else
#define PACKAGE(linux, apple) linux
#endif

// The functions of a library are the members of its structure, in their order.
static const struct {
  const char *library, *package;
  void *functions;
  const char *names[12];
} formats[] = {
  [CPACKING_GZIP] = {CLIBRARIES_NAME("z", "1"), PACKAGE("zlib1g", "zlib"), NULL, {NULL}},
  [CPACKING_ZSTD] = {CLIBRARIES_NAME("zstd", "1"), PACKAGE("libzstd1", "zstd"), &zstd,
    {"ZSTD_createCCtx", "ZSTD_freeCCtx", "ZSTD_CCtx_setParameter", "ZSTD_compressStream2",
     "ZSTD_createDCtx", "ZSTD_freeDCtx", "ZSTD_DCtx_setParameter", "ZSTD_decompressStream",
     "ZSTD_isError", "ZSTD_getErrorName", "ZSTD_getFrameContentSize"}},
  [CPACKING_XZ] = {CLIBRARIES_NAME("lzma", "5"), PACKAGE("liblzma5", "xz"), &xz,
    {"lzma_easy_encoder", "lzma_stream_decoder", "lzma_code", "lzma_end"}},
  [CPACKING_BZIP2] = {CLIBRARIES_NAME("bz2", "1.0"), PACKAGE("libbz2-1.0", "bzip2"), &bzip2,
    {"BZ2_bzCompressInit", "BZ2_bzCompress", "BZ2_bzCompressEnd", "BZ2_bzDecompressInit",
     "BZ2_bzDecompress", "BZ2_bzDecompressEnd"}},
};

static char problems[4][512];
static int is_loaded[4];

static void load(cpacking_format format) {
  void *library = clibraries_open(formats[format].library);
  if (!library) {
    const char *why = dlerror();
    snprintf(problems[format], sizeof problems[format], "%s", why ? why : "it is not there");
    return;
  }
  void **functions = formats[format].functions;
  for (const char *const *name = formats[format].names; *name; name++, functions++) {
    if ((*functions = dlsym(library, *name))) continue;
    snprintf(problems[format], sizeof problems[format], "%s is not in it", *name);
  }
}

const char *cpacking_load(cpacking_format format) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  if (formats[format].functions && !is_loaded[format]) {
    load(format);
    is_loaded[format] = 1;
  }
  pthread_mutex_unlock(&mutex);
  return problems[format][0] ? problems[format] : NULL;
}

const char *cpacking_library(cpacking_format format) { return formats[format].library; }
const char *cpacking_package(cpacking_format format) { return formats[format].package; }

// Streams ---------------------------------------------------------------------------------------

struct cpacking_stream {
  cpacking_format format;
  int packs;
  int is_open;
  const char *problem;
  char told[64];
  z_stream gzip;
  void *zstd;
  xz_stream xz;
  bzip2_stream bzip2;
};

static const char damaged[] = "the packed text is damaged";

// The memory that a packed file may ask for: that of xz -9 is 65 MB.
static const uint64_t xz_memory = 1ull << 30;

static int open_stream(cpacking_stream *stream) {
  switch (stream->format) {
    case CPACKING_GZIP:
      // 15 bits of window, plus 16 for the header and checksums of gzip.
      return (stream->packs ? deflateInit2(&stream->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16,
                                           8, Z_DEFAULT_STRATEGY)
                            : inflateInit2(&stream->gzip, 15 + 16)) == Z_OK;
    case CPACKING_ZSTD:
      stream->zstd = stream->packs ? zstd.ZSTD_createCCtx() : zstd.ZSTD_createDCtx();
      if (!stream->zstd) return 0;
      // As the program zstd packs; and what it packed with --long is unpacked.
      if (stream->packs) {
        zstd.ZSTD_CCtx_setParameter(stream->zstd, ZSTD_CHECKSUM, 1);
      } else {
        zstd.ZSTD_DCtx_setParameter(stream->zstd, ZSTD_WINDOW_LOG_MAX, sizeof(size_t) > 4 ? 31 : 30);
      }
      return 1;
    case CPACKING_XZ:
      return (stream->packs ? xz.lzma_easy_encoder(&stream->xz, XZ_PRESET, XZ_CHECK_CRC64)
                            : xz.lzma_stream_decoder(&stream->xz, xz_memory, 0)) == XZ_OK;
    case CPACKING_BZIP2:
      return (stream->packs ? bzip2.BZ2_bzCompressInit(&stream->bzip2, 9, 0, 0)
                            : bzip2.BZ2_bzDecompressInit(&stream->bzip2, 0, 0)) == BZIP2_OK;
  }
  return 0;
}

static void close_stream(cpacking_stream *stream) {
  switch (stream->format) {
    case CPACKING_GZIP:
      if (stream->packs) deflateEnd(&stream->gzip);
      else inflateEnd(&stream->gzip);
      return;
    case CPACKING_ZSTD:
      if (stream->packs) zstd.ZSTD_freeCCtx(stream->zstd);
      else zstd.ZSTD_freeDCtx(stream->zstd);
      return;
    case CPACKING_XZ: xz.lzma_end(&stream->xz); return;
    case CPACKING_BZIP2:
      if (stream->packs) bzip2.BZ2_bzCompressEnd(&stream->bzip2);
      else bzip2.BZ2_bzDecompressEnd(&stream->bzip2);
      return;
  }
}

cpacking_stream *cpacking_create(cpacking_format format, int packs) {
  cpacking_stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  stream->format = format;
  stream->packs = packs;
  stream->is_open = open_stream(stream);
  if (stream->is_open) return stream;
  free(stream);
  return NULL;
}

void cpacking_free(cpacking_stream *stream) {
  if (stream->is_open) close_stream(stream);
  free(stream);
}

int cpacking_next(cpacking_stream *stream) {
  switch (stream->format) {
    case CPACKING_GZIP: return inflateReset(&stream->gzip) == Z_OK;
    // It begins the next one by itself.
    case CPACKING_ZSTD: return 1;
    case CPACKING_XZ: return open_stream(stream);
    case CPACKING_BZIP2:
      close_stream(stream);
      memset(&stream->bzip2, 0, sizeof stream->bzip2);
      return stream->is_open = open_stream(stream);
  }
  return 0;
}

static cpacking_status fail(cpacking_stream *stream, const char *problem) {
  stream->problem = problem;
  return CPACKING_FAILED;
}

static cpacking_status damage(cpacking_stream *stream, const char *what) {
  snprintf(stream->told, sizeof stream->told, "%s: %s", damaged, what);
  return fail(stream, stream->told);
}

// The counts of zlib and libbz2 have 32 bits.
static unsigned part(size_t count) { return count < 1u << 30 ? (unsigned)count : 1u << 30; }

static cpacking_status run_gzip(cpacking_stream *stream, const unsigned char **input, size_t *left,
                                unsigned char **output, size_t *room, int finish) {
  z_stream *z = &stream->gzip;
  unsigned taken = part(*left), given = part(*room);
  z->next_in = (unsigned char *)*input;
  z->avail_in = taken;
  z->next_out = *output;
  z->avail_out = given;
  int last = finish && taken == *left;
  int status = stream->packs ? deflate(z, last ? Z_FINISH : Z_NO_FLUSH) : inflate(z, Z_NO_FLUSH);
  *input += taken - z->avail_in;
  *left -= taken - z->avail_in;
  *output += given - z->avail_out;
  *room -= given - z->avail_out;
  if (status == Z_STREAM_END) return CPACKING_END;
  if (status == Z_OK || status == Z_BUF_ERROR) return CPACKING_MORE;
  const char *why = z->msg ? z->msg : "no gzip data";
  if (!strcmp(why, "incorrect data check")) return fail(stream, "the check sum of the packed text is wrong");
  if (!strcmp(why, "incorrect length check")) return fail(stream, "the length of the packed text is wrong");
  return damage(stream, why);
}

static cpacking_status run_zstd(cpacking_stream *stream, const unsigned char **input, size_t *left,
                                unsigned char **output, size_t *room, int finish) {
  zstd_input in = {*input, *left, 0};
  zstd_output out = {*output, *room, 0};
  size_t status =
      stream->packs
          ? zstd.ZSTD_compressStream2(stream->zstd, &out, &in, finish ? ZSTD_END : ZSTD_CONTINUE)
          : zstd.ZSTD_decompressStream(stream->zstd, &out, &in);
  *input += in.pos;
  *left -= in.pos;
  *output += out.pos;
  *room -= out.pos;
  if (zstd.ZSTD_isError(status)) return damage(stream, zstd.ZSTD_getErrorName(status));
  return status == 0 && (!stream->packs || finish) ? CPACKING_END : CPACKING_MORE;
}

static cpacking_status run_xz(cpacking_stream *stream, const unsigned char **input, size_t *left,
                              unsigned char **output, size_t *room, int finish) {
  xz_stream *x = &stream->xz;
  x->next_in = *input;
  x->avail_in = *left;
  x->next_out = *output;
  x->avail_out = *room;
  int status = xz.lzma_code(x, finish ? XZ_FINISH : XZ_RUN);
  *input = x->next_in;
  *left = x->avail_in;
  *output = x->next_out;
  *room = x->avail_out;
  switch (status) {
    case XZ_STREAM_END: return CPACKING_END;
    case XZ_OK:
    case XZ_BUFFER: return CPACKING_MORE;
    case XZ_MEMORY: return fail(stream, "there is not enough memory");
    case XZ_MEMORY_LIMIT: return fail(stream, "it wants more than 1 GiB of memory to be unpacked");
    case XZ_FORMAT: return damage(stream, "no xz data");
    case XZ_OPTIONS: return damage(stream, "unknown kind of xz data");
    default: return fail(stream, damaged);
  }
}

static cpacking_status run_bzip2(cpacking_stream *stream, const unsigned char **input, size_t *left,
                                 unsigned char **output, size_t *room, int finish) {
  bzip2_stream *b = &stream->bzip2;
  unsigned taken = part(*left), given = part(*room);
  // It calls it an error to be asked for nothing.
  if (stream->packs && !taken && !finish) return CPACKING_MORE;
  b->next_in = (char *)*input;
  b->avail_in = taken;
  b->next_out = (char *)*output;
  b->avail_out = given;
  int last = finish && taken == *left;
  int status = stream->packs ? bzip2.BZ2_bzCompress(b, last ? BZIP2_FINISH : BZIP2_RUN)
                             : bzip2.BZ2_bzDecompress(b);
  *input += taken - b->avail_in;
  *left -= taken - b->avail_in;
  *output += given - b->avail_out;
  *room -= given - b->avail_out;
  if (status == BZIP2_STREAM_END) return CPACKING_END;
  if (status >= BZIP2_OK) return CPACKING_MORE;
  return fail(stream, status == BZIP2_MEMORY ? "there is not enough memory" : damaged);
}

cpacking_status cpacking_run(cpacking_stream *stream, const unsigned char **input, size_t *left,
                             unsigned char **output, size_t *room, int finish) {
  switch (stream->format) {
    case CPACKING_GZIP: return run_gzip(stream, input, left, output, room, finish);
    case CPACKING_ZSTD: return run_zstd(stream, input, left, output, room, finish);
    case CPACKING_XZ: return run_xz(stream, input, left, output, room, finish);
    case CPACKING_BZIP2: return run_bzip2(stream, input, left, output, room, finish);
  }
  return CPACKING_FAILED;
}

const char *cpacking_problem(const cpacking_stream *stream) {
  return stream->problem ? stream->problem : damaged;
}

unsigned long long cpacking_stated(cpacking_format format, const void *packed, size_t count) {
  const unsigned char *bytes = packed;
  if (format == CPACKING_GZIP && count >= 18) {
    // The last four bytes; the maximum compression ratio is 1:1032.
    const unsigned char *end = bytes + count - 4;
    unsigned long long stated = end[0] | end[1] << 8 | end[2] << 16 | (unsigned long long)end[3] << 24;
    return stated < count * 1032 ? stated : count * 1032;
  }
  if (format == CPACKING_ZSTD) {
    unsigned long long stated = zstd.ZSTD_getFrameContentSize(packed, count);
    // Two values mean that it is not known; what is damaged may say anything.
    if (stated < 1ull << 40) return stated < count * 1032 ? stated : count * 1032;
  }
  return 0;
}
