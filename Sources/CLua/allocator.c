// The allocator counts what Lua holds, refuses beyond the limit and where next to nothing would be
// left for Swift, and serves small blocks from free lists: most of Lua's blocks are a few words, and
// rows make and drop them by the million.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { GRAIN = 16, CLASSES = 16, SLAB = 64 << 10 };

struct clua_pool {
  void *free[CLASSES + 1];  // by size in grains; linked through their first word
  char *next, *end;         // what is left of the newest slab
  void *slabs;              // linked through their first word, freed with the state
};

static size_t size_class(size_t size) { return (size + GRAIN - 1) / GRAIN; }

bool clua_pool_open(clua_state *h) {
  h->pool = calloc(1, sizeof *h->pool);
  return h->pool != NULL;
}

void clua_pool_close(clua_state *h) {
  for (void *slab = h->pool->slabs; slab;) {
    void *next = *(void **)slab;
    free(slab);
    slab = next;
  }
  free(h->pool);
}

static void *take(struct clua_pool *pool, size_t class) {
  void *block = pool->free[class];
  if (block) {
    pool->free[class] = *(void **)block;
    return block;
  }
  size_t size = class * GRAIN;
  if ((size_t)(pool->end - pool->next) < size) {
    char *slab = malloc(SLAB);
    if (!slab) return NULL;
    *(void **)slab = pool->slabs;
    pool->slabs = slab;
    pool->next = slab + GRAIN;  // keeps the blocks aligned
    pool->end = slab + SLAB;
  }
  block = pool->next;
  pool->next += size;
  return block;
}

// Frees a block of `size` bytes to where its size says it came from.
static void give(struct clua_pool *pool, void *block, size_t size) {
  size_t class = size_class(size);
  if (class > CLASSES) {
    free(block);
  } else if (class > 0) {
    *(void **)block = pool->free[class];
    pool->free[class] = block;
  }
}

// A block of another size with the same beginning, or null.
static void *resize(struct clua_pool *pool, void *block, size_t old_size, size_t new_size) {
  size_t old_class = size_class(old_size), new_class = size_class(new_size);
  if (block && old_class == new_class && new_class <= CLASSES) return block;
  bool pooled = new_class <= CLASSES || (block && old_class <= CLASSES);
  if (!pooled) return realloc(block, new_size);
  void *result = new_class <= CLASSES ? take(pool, new_class) : malloc(new_size);
  if (result && block) {
    memcpy(result, block, old_size < new_size ? old_size : new_size);
    give(pool, block, old_size);
  }
  return result;
}

// Whether the system would give so much more and then still something to Swift, which ends the
// process where it gets none. Mapped, not allocated: `malloc` would think that it is used so.
static bool leaves_reserve(size_t size) {
  void *all = mmap(NULL, size + CLUA_RESERVE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) return false;
  munmap(all, size + CLUA_RESERVE);
  return true;
}

// Whether so much memory is missing that Lua is to have no more. Asked once for each slab's worth.
static bool is_short(clua_state *h, size_t size) {
  h->unasked += size;
  if (h->unasked < SLAB) return false;
  bool is_left = size < SIZE_MAX - CLUA_RESERVE && leaves_reserve(size);
  if (is_left) h->unasked = 0;
  h->wanted = is_left ? 0 : size;
  return !is_left;
}

// Whether the limit, what is left, or a test, forbids growing. Never while Swift is on top: a refusal makes
// Lua raise, and that would jump over the Swift frame.
static bool is_refused(clua_state *h, size_t old_size, size_t new_size) {
  if (h->host_depth > 0) return false;
  if (h->refuse_from && ++h->grown >= h->refuse_from) {
    h->refused = true;
    return true;
  }
  if (h->memory_limit && h->used - old_size + new_size > h->memory_limit) return true;
  return is_short(h, new_size - old_size);
}

// lua_Alloc. Source: Lua 5.4 manual, section 4.6.
void *clua_allocate(void *ud, void *block, size_t old_size, size_t new_size) {
  clua_state *h = ud;
  if (!block) old_size = 0;  // it then tells the kind of object
  if (new_size == 0) {
    h->used -= old_size;
    if (block) give(h->pool, block, old_size);
    return NULL;
  }
  if (new_size > old_size && is_refused(h, old_size, new_size)) return NULL;
  void *result = resize(h->pool, block, old_size, new_size);
  if (!result) {
    if (block && new_size <= old_size) {
      result = block;  // Lua trusts shrinking to succeed; the block only keeps its larger size
    } else if (h->host_depth > 0) {
      // Swift itself ends the process when the system has no memory left.
      fputs("fatal: out of memory\n", stderr);
      abort();
    } else {
      return NULL;
    }
  }
  h->used += new_size - old_size;
  if (h->used > h->peak) h->peak = h->used;
  return result;
}

void clua_set_memory_limit(clua_state *h, size_t bytes) { h->memory_limit = bytes; }
size_t clua_take_wanted(clua_state *h) {
  size_t wanted = h->wanted;
  h->wanted = 0;
  return wanted;
}
size_t clua_memory_used(clua_state *h) { return h->used; }
size_t clua_memory_peak(clua_state *h) { return h->peak; }
void clua_reset_memory_peak(clua_state *h) { h->peak = h->used; }

void clua_refuse_from(clua_state *h, uint64_t nth) {
  h->refuse_from = nth;
  h->grown = 0;
  h->refused = false;
}
bool clua_has_refused(clua_state *h) { return h->refused; }
