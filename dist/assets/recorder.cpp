/*
 * The recorder of `gpurace nvcc`: goes into every object file that holds kernels, and does nothing unless GPURACE_TRACE names a
 * file. Then each launch gets a ring in the device's memory that its kernel writes to; the thread that launches empties it while
 * the kernel runs, makes events of the entries and writes them as docs/trace-format.md says. docs/recording.md describes the ring.
 *
 * The build renames the runtime's functions in the object (`src/recorded-build/object-file.ts` has the list), so that its launches come here
 * first. All symbols are weak: a program of many objects has many copies, and the linker keeps one.
 */
#include <cuda_runtime_api.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#define WEAK __attribute__((weak))
/* Graphs are recorded with the interface that they have had since CUDA 12; src/recorded-build/object-file.ts knows it as well. */
#define GPURACE_GRAPHS (CUDART_VERSION >= 12000)

extern "C" {
/* What the build writes into the object: the same in `src/record/module-text.ts`. */
struct gpurace_site {
  unsigned char kind, op, flags, extra;
  unsigned size, place;
};
struct gpurace_place {
  const char *file;
  unsigned line, column;
};
struct gpurace_kernel {
  const char *symbol, *name;
};
struct gpurace_module {
  unsigned first, sites, places, kernels;
  const struct gpurace_site *site;
  const struct gpurace_place *place;
  const struct gpurace_kernel *kernel;
};

void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *, dim3 *, int *);
/* What the headers declare only under other names, and the weaker reference of an archive would not bring along. */
cudaError_t cudaLaunchKernel_ptsz(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void *, dim3, dim3, void **, size_t, cudaStream_t);
#if CUDART_VERSION >= 11080
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *, const void *, void **);
#endif
#if GPURACE_GRAPHS
cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t *, cudaGraph_t, cudaGraphInstantiateParams *);
#endif
/* Runtimes whose launches go by handles; the build looks. */
#ifdef GPURACE_HANDLES
struct CUkern_st;
cudaError_t __cudaGetKernel(struct CUkern_st **, const void *);
cudaError_t __cudaLaunchKernel(struct CUkern_st *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t __cudaLaunchKernel_ptsz(struct CUkern_st *, dim3, dim3, void **, size_t, cudaStream_t);
#endif
}

namespace gpurace {

enum { ACCESS, FENCE, BARRIER, WARP_BARRIER, COPY, COPY_COMMIT, COPY_WAIT, EXIT, COPY_SIZE, COPY_BIND };
/* Groups of copies of each kind, and copies that a barrier object waits for. */
enum { GROUPS, BULK, BOUND };
/* The widest access of a trace, and what the addresses of other blocks' shared memory are made of (src/trace/events.ts). */
enum { MOST_BYTES = 4096, OFFSET_BITS = 24 };
enum { OP_WRITE = 1, OP_ATOMIC = 2, OP_CAS = 3, OP_EXCHANGE = 4, OP_FENCE = 5, OP_BARRIER = 6, OP_WARP_BARRIER = 7, OP_EXIT = 11, OP_CUT = 12 };
enum { FLAG_DEVICE = 1, FLAG_SHARED = 4, FLAG_VOLATILE = 8, FLAG_ACQUIRE = 16, FLAG_RELEASE = 32, FLAG_FAILED = 64, FLAG_ATOMIC = 128 };
enum { FORM_MASK = 16, FORM_KIND = 32, FORM_STRIDE = 64, FORM_SITE = 128 };

/* ---- the file ---------------------------------------------------------------------------------------------------- */

/* Eight bytes at a time: `table[k]` is what a byte does with k others behind it. */
struct Crc {
  uint32_t table[8][256];
  Crc() {
    for (uint32_t i = 0; i < 256; i++) {
      uint32_t c = i;
      for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
      table[0][i] = c;
    }
    for (int k = 1; k < 8; k++)
      for (uint32_t i = 0; i < 256; i++) table[k][i] = table[0][table[k - 1][i] & 255] ^ (table[k - 1][i] >> 8);
  }
  uint32_t of(const unsigned char *bytes, size_t length) const {
    uint32_t c = ~0u;
    for (; length >= 8; length -= 8, bytes += 8) {
      uint64_t eight;
      memcpy(&eight, bytes, 8);
      eight ^= c;
      c = 0;
      for (int k = 0; k < 8; k++) c ^= table[7 - k][(eight >> (8 * k)) & 255];
    }
    for (size_t i = 0; i < length; i++) c = table[0][(c ^ bytes[i]) & 255] ^ (c >> 8);
    return ~c;
  }
};

/* Writes one launch after the other. What stands before `committed` is whole, also for a signal handler. */
class Writer {
 public:
  bool open(const char *path, uint64_t limit) {
    limit_ = limit;
    file_ = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    return file_ >= 0;
  }

  bool isFull() const { return full_; }
  bool isOpen() const { return launched_; }

  void launch(const std::string &header, uint64_t perBlock) {
    perBlock_ = perBlock;
    static const unsigned char magic[8] = {0x89, 0x47, 0x52, 0x54, 0x0d, 0x0a, 0x1a, 0x01};
    put(magic, 8);
    chunk('H', (const unsigned char *)header.data(), header.size());
    reset();
    launchRecords_ = 0;
    open_ = false;
    stopped_ = false;
    launched_ = true;
  }

  void event(int op, int flags, uint64_t thread, uint32_t mask, int64_t size, int64_t addr, int64_t site) {
    if (stopped_) return;
    bool grows = op <= OP_FENCE;
    if (open_ && grows && mask == 1) {
      uint64_t warp = warpOf(thread);
      if (continues(op, flags, warp, size, site) && extend((int)(thread - warp), addr)) return;
    }
    begin(op, flags, thread, mask, size, addr, site);
    if (!grows || mask != 1) flushOpen();
    else record_.warp = warpOf(thread);
    keepLimit();
  }

  /* What `event` makes of lanes that exit. After the first nothing changes but the thread. */
  void exits(uint64_t warp, uint32_t mask) {
    bool isFirst = true;
    for (uint32_t left = mask; left != 0 && !stopped_; left &= left - 1) {
      uint64_t thread = warp + (uint64_t)__builtin_ctz(left);
      if (isFirst || committed_ + MOST >= CHUNK) {
        event(OP_EXIT, FLAG_DEVICE, thread, 1, 0, 0, -1);
        isFirst = committed_ == 0;
        continue;
      }
      unsigned char *to = bytes_ + committed_;
      *to++ = OP_EXIT;
      to = writeSigned(to, (int64_t)thread - thread_);
      thread_ = (int64_t)thread;
      records_++;
      committed_ = (size_t)(to - bytes_);
      keepLimit();
    }
  }

  /* What `event` makes of the lanes of a warp that do the same, one after the other. */
  void lanes(int op, int flags, uint64_t warp, uint32_t mask, int64_t size, const uint64_t *addresses, int64_t site) {
    uint32_t left = mask;
    if (open_ && continues(op, flags, warp, size, site))
      while (left != 0 && extend(__builtin_ctz(left), (int64_t)addresses[__builtin_ctz(left)])) left &= left - 1;
    while (left != 0 && !stopped_) {
      int first = __builtin_ctz(left);
      int64_t addr = (int64_t)addresses[first], stride = 0;
      uint32_t taken = 1;
      left &= left - 1;
      if (left != 0) {
        int lane = __builtin_ctz(left), apart = lane - first;
        int64_t far = (int64_t)addresses[lane] - addr;
        int64_t each = apart == 1 ? far : far % apart == 0 ? far / apart : MOST_STRIDE + 1;
        if (each <= MOST_STRIDE && each >= -MOST_STRIDE) {
          stride = each;
          do {
            taken |= 1u << apart;
            left &= left - 1;
            if (left == 0) break;
            apart = __builtin_ctz(left) - first;
          } while ((int64_t)addresses[first + apart] == addr + stride * apart);
        }
      }
      begin(op, flags, warp + first, taken, size, addr, site);
      record_.stride = stride;
      record_.warp = warp;
      keepLimit();
    }
  }

  /* The same for addresses that are equally far apart. */
  void row(int op, int flags, uint64_t warp, uint32_t mask, int64_t size, int64_t addr, int64_t stride, int64_t site) {
    int leader = __builtin_ctz(mask);
    bool mayJoin = open_ && continues(op, flags, warp, size, site) && warp + leader > (uint64_t)record_.thread;
    if (mayJoin || stride > MOST_STRIDE || stride < -MOST_STRIDE) {
      uint64_t addresses[32];
      for (int lane = leader; lane < 32; lane++) addresses[lane] = (uint64_t)(addr + stride * (lane - leader));
      lanes(op, flags, warp, mask, size, addresses, site);
      return;
    }
    if (stopped_) return;
    begin(op, flags, warp + leader, mask >> leader, size, addr, site);
    record_.stride = mask >> leader == 1 ? 0 : stride;
    record_.warp = warp;
    keepLimit();
  }

  void finish() {
    if (!launched_) return;
    flushOpen();
    emergency();
  }

  /* Ends the launch with what is whole; allocates nothing, so a signal handler may call it. */
  void emergency() {
    if (!launched_) return;
    launched_ = false;
    flushChunk();
    unsigned char count[8];
    for (int i = 0; i < 8; i++) count[i] = (unsigned char)(launchRecords_ >> (8 * i));
    chunk('Z', count, 8);
  }

 private:
  struct Record {
    int op, flags;
    int64_t thread;
    uint32_t mask;
    int64_t size, stride, addr, site;
    /* The first thread of its warp, of a record that may grow. */
    uint64_t warp;
  };
  enum { CHUNK = 1 << 18, MOST = 64, OPS = 16, MOST_STRIDE = 0x3fffffff };

  void begin(int op, int flags, uint64_t thread, uint32_t mask, int64_t size, int64_t addr, int64_t site) {
    flushOpen();
    Record next = {op, flags, (int64_t)thread, mask, size, 0, addr, site, 0};
    record_ = next;
    open_ = true;
  }

  void keepLimit() {
    if (written_ + committed_ + 4096 <= limit_) return;
    stopped_ = true;
    full_ = true;
    begin(OP_CUT, FLAG_DEVICE, 0, 1, 0, 0, -1);
    flushOpen();
  }

  bool continues(int op, int flags, uint64_t warp, int64_t size, int64_t site) const {
    const Record &r = record_;
    return op == r.op && flags == r.flags && size == r.size && site == r.site && warp == r.warp;
  }

  /* Lanes join in rising order, so that the order of the trace stays. */
  bool extend(int at, int64_t addr) {
    Record &r = record_;
    int lane = at - (int)((uint64_t)r.thread - r.warp);
    int top = 31 - __builtin_clz(r.mask);
    if (lane <= top || lane > 31) return false;
    if (r.mask == 1) {
      if ((addr - r.addr) % lane != 0) return false;
      int64_t stride = (addr - r.addr) / lane;
      if (stride > MOST_STRIDE || stride < -MOST_STRIDE) return false;
      r.stride = stride;
    } else if (r.addr + r.stride * lane != addr) {
      return false;
    }
    r.mask |= 1u << lane;
    return true;
  }

  /* The first thread of its warp. */
  uint64_t warpOf(uint64_t thread) const {
    uint64_t local = thread % perBlock_;
    return thread - local % 32;
  }

  void flushOpen() {
    if (!open_) return;
    open_ = false;
    const Record r = record_;
    bool kind = r.flags != flags_[r.op] || r.size != size_[r.op];
    bool masked = r.mask != 1;
    bool strided = masked && r.stride != stride_[r.op];
    bool sited = r.site != site_[r.op];
    unsigned char *to = bytes_ + committed_;
    *to++ = (unsigned char)(r.op | (masked ? FORM_MASK : 0) | (kind ? FORM_KIND : 0) | (strided ? FORM_STRIDE : 0) |
                            (sited ? FORM_SITE : 0));
    to = writeSigned(to, r.thread - thread_);
    thread_ = r.thread;
    if (masked) {
      for (int i = 0; i < 4; i++) to[i] = (unsigned char)(r.mask >> (8 * i));
      to += 4;
    }
    if (kind) {
      *to++ = (unsigned char)r.flags;
      to = writeUnsigned(to, (uint64_t)r.size);
      flags_[r.op] = r.flags;
      size_[r.op] = r.size;
    }
    if (strided) {
      to = writeSigned(to, r.stride);
      stride_[r.op] = r.stride;
    }
    if (sited) {
      to = writeSigned(to, r.site - site_[r.op]);
      site_[r.op] = r.site;
    }
    if (r.op <= OP_EXCHANGE) {
      to = writeSigned(to, r.addr - addr_[r.op]);
      addr_[r.op] = r.addr;
    }
    records_++;
    size_t at = (size_t)(to - bytes_);
    committed_ = at;
    if (at >= CHUNK) flushChunk();
  }

  void flushChunk() {
    if (records_ == 0) return;
    uint64_t records = records_;
    records_ = 0;
    chunk('E', bytes_, committed_);
    launchRecords_ += records;
    reset();
  }

  /* Every chunk starts from nothing, so that it can be read alone. */
  void reset() {
    committed_ = 0;
    records_ = 0;
    thread_ = 0;
    memset(flags_, 0, sizeof flags_);
    memset(size_, 0, sizeof size_);
    memset(stride_, 0, sizeof stride_);
    memset(site_, 0, sizeof site_);
    memset(addr_, 0, sizeof addr_);
  }

  void chunk(char type, const unsigned char *payload, size_t length) {
    unsigned char head[9] = {(unsigned char)type};
    uint32_t crc = crc_.of(payload, length);
    for (int i = 0; i < 4; i++) head[1 + i] = (unsigned char)(length >> (8 * i));
    for (int i = 0; i < 4; i++) head[5 + i] = (unsigned char)(crc >> (8 * i));
    put(head, 9);
    put(payload, length);
  }

  void put(const unsigned char *bytes, size_t length) {
    written_ += length;
    while (length > 0) {
      ssize_t done = ::write(file_, bytes, length);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) {
        full_ = stopped_ = true;
        return;
      }
      bytes += done;
      length -= (size_t)done;
    }
  }

  static unsigned char *writeSigned(unsigned char *to, int64_t value) {
    return writeUnsigned(to, value >= 0 ? (uint64_t)value * 2 : (uint64_t)(-value) * 2 - 1);
  }

  static unsigned char *writeUnsigned(unsigned char *to, uint64_t value) {
    for (; value >= 0x80; value >>= 7) *to++ = (unsigned char)(value | 0x80);
    *to++ = (unsigned char)value;
    return to;
  }

  Crc crc_;
  int file_ = -1;
  uint64_t limit_ = ~0ull, written_ = 0, perBlock_ = 1;
  bool full_ = false, stopped_ = false, open_ = false;
  volatile bool launched_ = false;
  Record record_;
  unsigned char bytes_[CHUNK + MOST];
  volatile size_t committed_ = 0;
  uint64_t records_ = 0, launchRecords_ = 0;
  int flags_[OPS];
  int64_t thread_ = 0, size_[OPS], stride_[OPS], site_[OPS], addr_[OPS];
};

/* ---- from entries to events, as src/record/decode.ts ------------------------------------------------------------- */

struct Entry {
  uint32_t site, mask;
  uint64_t thread;
  int32_t stride;
  uint32_t success;
  uint64_t unused;
  uint64_t address[32];
};
/* The stride of addresses that have none. Where there is one, only the first address is there. */
static const int32_t OWN_ADDRESSES = INT32_MIN;

struct Table {
  const gpurace_module *module;
  /* The trace's number of the first place of the module. */
  unsigned place;
};

class Decoder {
 public:
  /* `reserved`: bytes of each block's shared memory that are none of the program's. */
  Decoder(const std::vector<Table> &tables, uint64_t perBlock, uint64_t blocks, uint64_t reserved, Writer &writer)
      : tables_(tables), perBlock_(perBlock), blocks_(blocks), reserved_(reserved), writer_(writer) {}

  /* False for an entry that cannot be. */
  bool entry(const Entry &e) {
    if (e.mask == 0) return true;
    const Table *table = tableOf(e.site);
    uint64_t block = e.thread / perBlock_;
    if (table == nullptr || block >= blocks_ || e.thread + (31 - __builtin_clz(e.mask)) >= (block + 1) * perBlock_) return false;
    const gpurace_site &site = table->module->site[e.site - table->module->first];
    int64_t place = table->place + site.place;
    Warp warp = {block, e.thread, e.mask};
    if (e.stride != OWN_ADDRESSES) {
      if (site.kind == ACCESS && isInARow(site, e)) {
        bool isShared = e.address[0] >> 63;
        uint64_t address = isShared ? e.address[0] & SHARED_ADDRESS : e.address[0];
        int flags = site.flags | (isShared ? FLAG_SHARED : 0);
        writer_.row(site.op, flags, e.thread, e.mask, site.size, (int64_t)address, e.stride, place);
        return true;
      }
      Entry each = e;
      int leader = __builtin_ctz(e.mask);
      for (int lane = 0; lane < 32; lane++) each.address[lane] = e.address[0] + (uint64_t)((int64_t)e.stride * (lane - leader));
      each.stride = OWN_ADDRESSES;
      return entry(each);
    }
    switch (site.kind) {
      case ACCESS: accesses(site, place, warp, e); break;
      case BARRIER: barriers(site, warp, e); break;
      case EXIT: exits(warp); break;
      default:
        for (uint32_t left = e.mask; left != 0; left &= left - 1) {
          int lane = __builtin_ctz(left);
          one(site, place, e.thread + lane, e.address[lane]);
        }
    }
    return true;
  }

 private:
  struct Copied {
    const gpurace_site *site;
    int64_t place;
    uint64_t address, size;
    bool isOver;
  };
  typedef std::shared_ptr<Copied> Part;
  typedef std::vector<std::vector<Part>> Groups;
  /* What a thread has begun, as in src/record/copies-under-way.ts. */
  struct Copies {
    Groups groups[2];
    std::vector<Part> unbound, underWay;
    uint64_t size = 0;
    Copies() {
      for (Groups &all : groups) all.resize(1);
    }
  };
  /* A barrier object that waits for copies of a thread. */
  struct Binding {
    uint64_t thread;
    int64_t place;
    uint64_t address;
    int flags;
    std::vector<Part> parts;
  };
  /* Whose shared memory, or below zero, and where. */
  typedef std::pair<int64_t, uint64_t> Place;
  /* Lanes of one warp. */
  struct Warp {
    uint64_t block, first;
    uint32_t mask;
  };
  /* Threads of one block, by their numbers in it. */
  class Threads {
   public:
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    uint32_t ofWarp(uint64_t warp) const { return warp < words_.size() ? words_[warp] : 0; }
    void add(uint64_t warp, uint32_t mask) {
      if (warp >= words_.size()) words_.resize(warp + 1);
      size_ += (size_t)__builtin_popcount(mask & ~words_[warp]);
      words_[warp] |= mask;
    }
    /* In rising order. */
    template <typename F>
    void each(F f) const {
      for (size_t warp = 0; warp < words_.size(); warp++)
        for (uint32_t left = words_[warp]; left != 0; left &= left - 1) f(warp * 32 + (uint64_t)__builtin_ctz(left));
    }

   private:
    std::vector<uint32_t> words_;
    size_t size_ = 0;
  };
  struct Waiting {
    Threads threads;
    /* Who arrives and does not wait. */
    Threads passing;
    size_t size() const { return threads.size() + passing.size(); }
  };
  /* By kind (warps first), number and count or mask. */
  struct Key {
    int kind;
    uint64_t number, rest;
    bool operator<(const Key &o) const {
      if (kind != o.kind) return kind < o.kind;
      return number != o.number ? number < o.number : rest < o.rest;
    }
  };
  struct Block {
    Threads exited;
    std::map<Key, Waiting> waiting;
  };
  static const uint64_t SHARED_ADDRESS = (1u << OFFSET_BITS) - 1;

  const Table *tableOf(uint32_t site) {
    if (last_ != nullptr && site - last_->module->first < last_->module->sites) return last_;
    for (const Table &table : tables_)
      if (site - table.module->first < table.module->sites) return last_ = &table;
    return nullptr;
  }

  void one(const gpurace_site &site, int64_t place, uint64_t thread, uint64_t address) {
    switch (site.kind) {
      case FENCE:
        writer_.event(OP_FENCE, site.flags, thread, 1, 0, 0, place);
        handedOn(thread);
        return;
      case WARP_BARRIER: warpBarrier(thread, (uint32_t)address); return;
      case COPY_SIZE: copies_[thread].size = (uint32_t)address; return;
      case COPY: begin(site, place, thread, address); return;
      case COPY_BIND: bind(site, place, thread, address); return;
      case COPY_COMMIT: copies_[thread].groups[site.extra].push_back(std::vector<Part>()); return;
      default: waitForCopies(thread, site.flags, site.extra == 255 ? -1 : (int)site.extra, site.op != 0);
    }
  }

  /* Each lane's access is one of the trace, and all are in one memory. */
  bool isPlain(const gpurace_site &site) const {
    return site.op != OP_CAS && site.extra == 0 && site.size <= MOST_BYTES && ((site.flags & FLAG_RELEASE) == 0 || copies_.empty());
  }

  bool isInARow(const gpurace_site &site, const Entry &e) const {
    uint64_t from = e.address[0], to = from + (uint64_t)((int64_t)e.stride * 31);
    uint64_t lowest = from < to ? from : to;
    bool isShared = (from & to) >> 63 && (lowest & SHARED_ADDRESS) >= reserved_, isGlobal = (from | to) >> 61 == 0;
    return isPlain(site) && (isShared || isGlobal);
  }

  void accesses(const gpurace_site &site, int64_t place, const Warp &warp, const Entry &e) {
    uint64_t all = ~0ull, any = 0, lowest = ~0ull;
    for (uint32_t left = warp.mask; left != 0; left &= left - 1) {
      uint64_t address = e.address[__builtin_ctz(left)];
      all &= address;
      any |= address;
      lowest = (address & SHARED_ADDRESS) < lowest ? address & SHARED_ADDRESS : lowest;
    }
    bool isShared = all >> 63 != 0 && lowest >= reserved_, isGlobal = any >> 61 == 0;
    if ((isShared || isGlobal) && isPlain(site)) {
      uint64_t addresses[32];
      for (int lane = 0; lane < 32; lane++) addresses[lane] = isShared ? e.address[lane] & SHARED_ADDRESS : e.address[lane];
      int flags = site.flags | (isShared ? FLAG_SHARED : 0);
      writer_.lanes(site.op, flags, warp.first, warp.mask, site.size, addresses, place);
      return;
    }
    for (uint32_t left = warp.mask; left != 0; left &= left - 1) {
      int lane = __builtin_ctz(left), flags = site.flags;
      uint64_t thread = warp.first + (uint64_t)lane;
      if (site.extra != 0) passed(keyOf(thread, e.address[lane]));
      if (site.op == OP_CAS && ((e.success >> lane) & 1) == 0) flags |= FLAG_FAILED;
      write(site.op, flags, thread, e.address[lane], site.size, place);
      if (flags & FLAG_RELEASE) handedOn(thread);
    }
  }

  /* What is wider than an access of a trace becomes several. */
  void write(int op, int flags, uint64_t thread, uint64_t address, uint64_t size, int64_t place) {
    if (!located(thread, address, flags) || isReserved(op, flags, address)) return;
    for (uint64_t done = 0; done < size; done += MOST_BYTES) {
      uint64_t bytes = size - done < MOST_BYTES ? size - done : MOST_BYTES;
      writer_.event(op, flags, thread, 1, (int64_t)bytes, (int64_t)(address + done), place);
    }
  }

  /*
   * What the toolkit's functions keep for themselves: tiles of several warps exchange values there, each lane of a warp the same.
   * Accesses that order others are told all the same.
   */
  bool isReserved(int op, int flags, uint64_t address) const {
    int orders = FLAG_VOLATILE | FLAG_ACQUIRE | FLAG_RELEASE | FLAG_ATOMIC;
    return op <= OP_WRITE && (flags & FLAG_SHARED) && (flags & orders) == 0 && address < reserved_;
  }

  /* False for memory that is a thread's own. */
  bool located(uint64_t thread, uint64_t &address, int &flags) const {
    if (address >> 63) {
      address &= SHARED_ADDRESS;
      flags |= FLAG_SHARED;
    } else if ((address >> 62) & 1) {
      return false;
    } else if ((address >> 61) & 1) {
      uint64_t block = (address & ~(1ull << 61)) >> OFFSET_BITS;
      address &= SHARED_ADDRESS;
      if (block != thread / perBlock_ && block < blocks_) address += (block + 1) << OFFSET_BITS;
      flags |= FLAG_SHARED;
    }
    return true;
  }

  /* The same for all threads that name the place. */
  Place keyOf(uint64_t thread, uint64_t address) const {
    int flags = 0;
    uint64_t where = address;
    if (!located(thread, where, flags)) return Place(-2 - (int64_t)thread, address);
    if ((flags & FLAG_SHARED) == 0) return Place(-1, where);
    uint64_t other = where >> OFFSET_BITS;
    return Place((int64_t)(other == 0 ? thread / perBlock_ : other - 1), where & SHARED_ADDRESS);
  }

  void begin(const gpurace_site &site, int64_t place, uint64_t thread, uint64_t address) {
    Copies &own = copies_[thread];
    uint64_t size = site.size != 0 ? site.size : own.size;
    if (size == 0) return;
    Part part = std::make_shared<Copied>(Copied{&site, place, address, size, false});
    if (site.extra == BOUND) own.unbound.push_back(part);
    else own.groups[site.extra].back().push_back(part);
    own.underWay.push_back(part);
    copied(thread, *part);
  }

  void copied(uint64_t thread, const Copied &part) {
    write(part.site->op, part.site->flags, thread, part.address, part.size, part.place);
  }

  void bind(const gpurace_site &site, int64_t place, uint64_t thread, uint64_t address) {
    Copies &own = copies_[thread];
    Binding binding = {thread, place, address, site.flags, std::vector<Part>()};
    if (site.extra == BOUND) {
      std::swap(binding.parts, own.unbound);
    } else {
      for (const std::vector<Part> &group : own.groups[GROUPS])
        binding.parts.insert(binding.parts.end(), group.begin(), group.end());
    }
    bound_[keyOf(thread, address)].push_back(binding);
  }

  /* Somebody has waited for the object: copies that belong to it are over. */
  void passed(const Place &key) {
    std::map<Place, std::vector<Binding>>::iterator found = bound_.find(key);
    if (found == bound_.end()) return;
    std::vector<Binding> all;
    std::swap(all, found->second);
    bound_.erase(found);
    for (const Binding &one : all) {
      end(one.thread, one.parts);
      release(one);
      handedOn(one.thread);
    }
  }

  /* What its thread has done so far comes before whoever passes the barrier object. */
  void release(const Binding &one) { write(OP_ATOMIC, one.flags, one.thread, one.address, 8, one.place); }

  void end(uint64_t thread, const std::vector<Part> &parts) {
    bool isAny = false;
    for (const Part &part : parts) {
      if (part->isOver) continue;
      copied(thread, *part);
      part->isOver = isAny = true;
    }
    if (!isAny) return;
    std::vector<Part> left;
    for (const Part &part : copies_[thread].underWay)
      if (!part->isOver) left.push_back(part);
    copies_[thread].underWay.swap(left);
  }

  /* The thread has handed on what it has done: what goes on comes after that, too. */
  void handedOn(uint64_t thread) {
    if (copies_.empty()) return;
    std::unordered_map<uint64_t, Copies>::iterator found = copies_.find(thread);
    if (found == copies_.end()) return;
    for (const Part &part : found->second.underWay) copied(thread, *part);
  }

  void waitForCopies(uint64_t thread, int kind, int pending, bool reads) {
    std::unordered_map<uint64_t, Copies>::iterator found = copies_.find(thread);
    if (found == copies_.end()) return;
    Groups &all = found->second.groups[kind];
    int finished = pending < 0 ? (int)all.size() : (int)all.size() - 1 - pending;
    std::vector<Part> done;
    for (int i = 0; i < finished; i++)
      for (const Part &part : all[i])
        if (!reads || part->site->op == 0) done.push_back(part);
    if (finished > 0 && !reads) all.erase(all.begin(), all.begin() + finished);
    if (all.empty()) all.resize(1);
    end(thread, done);
  }

  /* A thread that ends waits for nothing; others may wait for what it has begun. */
  void endsCopies(uint64_t thread) {
    std::unordered_map<uint64_t, Copies>::iterator found = copies_.find(thread);
    if (found == copies_.end()) return;
    end(thread, std::vector<Part>(found->second.underWay));
    for (std::map<Place, std::vector<Binding>>::iterator at = bound_.begin(); at != bound_.end();) {
      std::vector<Binding> left;
      for (const Binding &one : at->second) {
        if (one.thread == thread) release(one);
        else left.push_back(one);
      }
      if (left.empty()) {
        at = bound_.erase(at);
      } else {
        at->second.swap(left);
        ++at;
      }
    }
    copies_.erase(thread);
  }

  void barriers(const gpurace_site &site, const Warp &warp, const Entry &e) {
    Block &block = blocksSeen_[warp.block];
    for (uint32_t left = warp.mask; left != 0;) {
      uint64_t address = e.address[__builtin_ctz(left)];
      uint32_t same = 0;
      for (uint32_t rest = left; rest != 0; rest &= rest - 1)
        if (e.address[__builtin_ctz(rest)] == address) same |= rest & -rest;
      left &= ~same;
      Warp lanes = {warp.block, warp.first, same};
      barrier(lanes, block, (uint32_t)address, address >> 32, site.extra != 0);
    }
  }

  void barrier(const Warp &warp, Block &block, uint64_t number, uint64_t count, bool waits) {
    Key key = {1, number, count};
    uint64_t at = (warp.first - warp.block * perBlock_) / 32;
    for (uint32_t left = warp.mask; left != 0;) {
      Waiting &waiting = block.waiting[key];
      uint64_t wanted = count == 0 ? perBlock_ - block.exited.size() : count;
      /* All at once, unless the barrier opens in between. */
      uint32_t now = waiting.size() + (size_t)__builtin_popcount(left) <= wanted ? left : left & -left;
      (waits ? waiting.threads : waiting.passing).add(at, now);
      left &= ~now;
      if (waiting.size() >= wanted) releaseBlock(warp.block, block, key);
    }
  }

  void releaseBlock(uint64_t index, Block &block, const Key &key) {
    Waiting waiting;
    std::swap(waiting, block.waiting[key]);
    block.waiting.erase(key);
    uint64_t first = index * perBlock_;
    if (waiting.passing.empty() && waiting.size() >= perBlock_ - block.exited.size()) {
      writer_.event(OP_BARRIER, FLAG_DEVICE, first, 1, 0, 0, -1);
    } else {
      int64_t memory = ((int64_t)1 << 52) + 8 * joins_++;
      waiting.passing.each([&](uint64_t local) { join(first + local, memory, FLAG_RELEASE); });
      waiting.threads.each([&](uint64_t local) { join(first + local, memory, FLAG_RELEASE); });
      waiting.threads.each([&](uint64_t local) { join(first + local, memory, FLAG_ACQUIRE); });
    }
    if (copies_.empty()) return;
    waiting.passing.each([&](uint64_t local) { handedOn(first + local); });
    waiting.threads.each([&](uint64_t local) { handedOn(first + local); });
  }

  void join(uint64_t thread, int64_t memory, int order) {
    writer_.event(OP_ATOMIC, FLAG_DEVICE | order, thread, 1, 4, memory, -1);
  }

  void warpBarrier(uint64_t thread, uint32_t mask) {
    uint64_t index = thread / perBlock_, warp = (thread % perBlock_) / 32;
    Block &block = blocksSeen_[index];
    Key key = {0, warp, mask};
    Waiting &waiting = block.waiting[key];
    waiting.threads.add(warp, 1u << (thread % perBlock_ % 32));
    if (waiting.size() >= lanesOf(block, warp, mask)) releaseWarp(index, block, key);
  }

  /* The lanes of a mask that are there. */
  size_t lanesOf(const Block &block, uint64_t warp, uint32_t mask) const {
    uint64_t behind = perBlock_ - warp * 32;
    if (behind < 32) mask &= (1u << behind) - 1;
    return (size_t)__builtin_popcount(mask & ~block.exited.ofWarp(warp));
  }

  void releaseWarp(uint64_t index, Block &block, const Key &key) {
    uint32_t lanes = block.waiting[key].threads.ofWarp(key.number);
    block.waiting.erase(key);
    uint64_t first = index * perBlock_ + key.number * 32;
    writer_.event(OP_WARP_BARRIER, FLAG_DEVICE, first, lanes, 0, 0, -1);
    for (uint32_t left = lanes; left != 0; left &= left - 1) handedOn(first + (uint64_t)__builtin_ctz(left));
  }

  /* Whoever waits for all threads of the block waits no longer for these. */
  void exits(const Warp &warp) {
    uint64_t at = (warp.first - warp.block * perBlock_) / 32;
    Block &all = blocksSeen_[warp.block];
    if (all.waiting.empty() && copies_.empty()) {
      writer_.exits(warp.first, warp.mask);
      all.exited.add(at, warp.mask);
      if (all.exited.size() == perBlock_) blocksSeen_.erase(warp.block);
      return;
    }
    for (uint32_t left = warp.mask; left != 0; left &= left - 1) {
      uint64_t thread = warp.first + (uint64_t)__builtin_ctz(left);
      if (!copies_.empty()) endsCopies(thread);
      writer_.event(OP_EXIT, FLAG_DEVICE, thread, 1, 0, 0, -1);
      Block &block = blocksSeen_[warp.block];
      block.exited.add(at, left & -left);
      if (block.exited.size() == perBlock_) {
        blocksSeen_.erase(warp.block);
        return;
      }
      std::vector<Key> met;
      for (const auto &one : block.waiting) {
        const Key &key = one.first;
        bool isMet = key.kind == 0 ? one.second.size() >= lanesOf(block, key.number, (uint32_t)key.rest)
                                   : key.rest == 0 && one.second.size() >= perBlock_ - block.exited.size();
        if (isMet) met.push_back(key);
      }
      for (const Key &key : met) {
        if (key.kind == 0) releaseWarp(warp.block, block, key);
        else releaseBlock(warp.block, block, key);
      }
    }
  }

  const std::vector<Table> &tables_;
  /* Where the last entry's site was. */
  const Table *last_ = nullptr;
  uint64_t perBlock_, blocks_, reserved_;
  Writer &writer_;
  std::unordered_map<uint64_t, Block> blocksSeen_;
  std::unordered_map<uint64_t, Copies> copies_;
  std::map<Place, std::vector<Binding>> bound_;
  int64_t joins_ = 0;
};

/* ---- the program's modules and launches -------------------------------------------------------------------------- */

struct Header {
  uint64_t next, taken, capacity, entries;
  uint32_t unused, waits;
  uint64_t stamps, rest[2];
};

/* Entries of a ring, a power of two: 18 MiB. Tests take less. */
#ifndef GPURACE_CAPACITY
#define GPURACE_CAPACITY (1 << 16)
#endif
enum { CAPACITY = GPURACE_CAPACITY };
/* Entries that are fetched at a time. */
enum { MOST = CAPACITY / 8, LEAST = MOST < 512 ? MOST : 512 };

struct Device {
  /* In the device's memory: writing to the host's, and waiting until it is there, takes a kernel many times as long. */
  Header *header = nullptr;
  Entry *ring = nullptr;
  uint64_t *ringStamps = nullptr;
  /* What was fetched last. */
  Entry *entries = nullptr;
  uint64_t *stamps = nullptr;
  uint64_t *taken = nullptr;
  /* How many stamps to look at next. */
  uint64_t ahead = LEAST;
  cudaStream_t stream = nullptr;
  /* Bytes of shared memory that the toolkit keeps for itself. */
  int reserved = 0;
  uint64_t count = 0;
  bool failed = false;
};

struct Binary {
  std::vector<Table> tables;
  unsigned places = 0;
  uint64_t *shadow = nullptr;
};

struct Function {
  void **handle;
  std::string symbol;
};

/* GPURACE_KERNEL names the kernels that are recorded, GPURACE_LAUNCHES how many launches of each. */
class Wanting {
 public:
  void read() {
    const char *names = getenv("GPURACE_KERNEL"), *most = getenv("GPURACE_LAUNCHES");
    if (most != nullptr && *most >= '0' && *most <= '9') most_ = strtoull(most, nullptr, 10);
    for (const char *at = names; at != nullptr && *at != '\0';) {
      size_t length = strcspn(at, ",");
      if (length > 0) names_.push_back(std::string(at, length));
      at += length + (at[length] == ',');
    }
  }

  /* A kernel goes by its name with or without what it is in. */
  bool takes(const std::string &kernel) {
    bool isNamed = names_.empty();
    for (const std::string &name : names_) {
      size_t behind = kernel.size() - name.size();
      if (kernel == name) isNamed = true;
      else if (kernel.size() > name.size() + 2) isNamed |= kernel.compare(behind - 2, std::string::npos, "::" + name) == 0;
    }
    return isNamed && (most_ == ~0ull || launches_[kernel]++ < most_);
  }

 private:
  std::vector<std::string> names_;
  std::map<std::string, uint64_t> launches_;
  uint64_t most_ = ~0ull;
};

struct State {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  std::map<void **, Binary> binaries;
  std::map<const void *, Function> functions;
  std::map<const void *, const void *> kernels;
  std::map<int, Device> devices;
  /* What each executable graph was made of; null after a change that is not followed. */
  std::map<cudaGraphExec_t, cudaGraph_t> graphs;
  std::set<std::string> said;
  const char *path = nullptr;
  uint64_t limit = ~0ull;
  Wanting wanting;
  uint32_t launches = 0;
  bool isReady = false, isBroken = false;
  Writer writer;
  pid_t owner = 0;
};

/* `%p` is the number of the process, for tests that are many programs. Kept until the end. */
inline const char *withProcess(const char *path) {
  std::string *whole = new std::string(path);
  size_t at = whole->find("%p");
  if (at != std::string::npos) whole->replace(at, 2, std::to_string((long)getpid()));
  return whole->c_str();
}

/* Never destroyed: programs launch in destructors, too. */
inline State &state() {
  static State *const one = [] {
    State *made = new State;
    const char *path = getenv("GPURACE_TRACE");
    if (path != nullptr && *path != '\0') made->path = withProcess(path);
    const char *limit = getenv("GPURACE_LIMIT");
    if (limit != nullptr && *limit >= '0' && *limit <= '9') made->limit = strtoull(limit, nullptr, 10);
    made->wanting.read();
    made->owner = getpid();
    /* The launching thread empties the ring, so a launch must not wait for its kernel. It is waited for afterwards. */
    if (made->path != nullptr && getenv("CUDA_LAUNCH_BLOCKING") != nullptr) setenv("CUDA_LAUNCH_BLOCKING", "0", 1);
    return made;
  }();
  return *one;
}

inline void say(State &s, const std::string &what) {
  if (s.said.insert(what).second) fprintf(stderr, "gpurace: %s\n", what.c_str());
}

/* Of a process that ends within a launch, what is whole is written. */
inline void atEnd() {
  State &s = state();
  if (s.owner == getpid()) s.writer.emergency();
}

inline void onSignal(int number) {
  atEnd();
  signal(number, SIG_DFL);
  raise(number);
}

inline bool ready(State &s) {
  if (s.isReady || s.isBroken) return s.isReady;
  if (!s.writer.open(s.path, s.limit)) {
    say(s, std::string("nothing is recorded: ") + s.path + " cannot be written: " + strerror(errno));
    s.isBroken = true;
    return false;
  }
  atexit(atEnd);
  static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (int number : numbers) {
    struct sigaction now;
    if (sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) signal(number, onSignal);
  }
  return s.isReady = true;
}

/* The ring of the device that is current; null where there can be none. */
inline Device *ringOf(State &s) {
  int number = 0;
  cudaError_t failed = cudaGetDevice(&number);
  if (failed == cudaSuccess) {
    Device &d = s.devices[number];
    if (d.failed) return nullptr;
    if (d.header != nullptr) return &d;
    d.failed = true;
    unsigned how = cudaHostAllocPortable;
    Header *header = nullptr;
    failed = cudaHostAlloc((void **)&d.entries, sizeof(Entry) * MOST, how);
    if (failed == cudaSuccess) failed = cudaHostAlloc((void **)&d.stamps, sizeof(uint64_t) * MOST, how);
    if (failed == cudaSuccess) failed = cudaHostAlloc((void **)&d.taken, sizeof(uint64_t), how);
    if (failed == cudaSuccess) failed = cudaStreamCreateWithFlags(&d.stream, cudaStreamNonBlocking);
#if CUDART_VERSION >= 11010
    if (failed == cudaSuccess) failed = cudaDeviceGetAttribute(&d.reserved, cudaDevAttrReservedSharedMemoryPerBlock, number);
#endif
    if (failed == cudaSuccess) failed = cudaMalloc((void **)&d.ring, sizeof(Entry) * CAPACITY);
    if (failed == cudaSuccess) failed = cudaMalloc((void **)&d.ringStamps, sizeof(uint64_t) * CAPACITY);
    if (failed == cudaSuccess) failed = cudaMalloc((void **)&header, sizeof(Header));
    if (failed == cudaSuccess) failed = cudaMemsetAsync(d.ringStamps, 0, sizeof(uint64_t) * CAPACITY, d.stream);
    if (failed == cudaSuccess) {
      *d.taken = 0;
      Header first = {};
      first.capacity = CAPACITY;
      first.entries = (uint64_t)(uintptr_t)d.ring;
      first.stamps = (uint64_t)(uintptr_t)d.ringStamps;
      first.waits = 1;
      failed = cudaMemcpyAsync(header, &first, sizeof first, cudaMemcpyHostToDevice, d.stream);
    }
    if (failed == cudaSuccess) failed = cudaStreamSynchronize(d.stream);
    if (failed == cudaSuccess) {
      d.header = header;
      d.failed = false;
      return &d;
    }
  }
  /* The program must not take it for an error of its own. */
  cudaGetLastError();
  say(s, std::string("launches are not recorded: ") + cudaGetErrorString(failed));
  return nullptr;
}

inline std::string kernelName(const Binary &binary, const Function &function) {
  for (const Table &table : binary.tables)
    for (unsigned i = 0; i < table.module->kernels; i++)
      if (function.symbol == table.module->kernel[i].symbol) return table.module->kernel[i].name;
  return function.symbol;
}

inline std::string headerText(const Binary &binary, const std::string &name, dim3 grid, dim3 block, cudaStream_t stream) {
  char text[400];
  snprintf(text, sizeof text,
           "\",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],\"warpSize\":32,\"stream\":\"%p\",\"sites\":[", grid.x, grid.y, grid.z,
           block.x, block.y, block.z, (void *)stream);
  /* Names and files are written as JSON has them, by the build. */
  std::string all = "{\"format\":\"gpurace-trace\",\"version\":1,\"kernel\":\"" + name + text;
  bool isFirst = true;
  for (const Table &table : binary.tables) {
    for (unsigned i = 0; i < table.module->places; i++) {
      const gpurace_place &place = table.module->place[i];
      snprintf(text, sizeof text, "%s{\"id\":%u,\"file\":\"", isFirst ? "" : ",", table.place + i);
      all += text;
      all += place.file;
      snprintf(text, sizeof text, "\",\"line\":%u,\"column\":%u}", place.line, place.column);
      all += text;
      isFirst = false;
    }
  }
  return all + "]}";
}

inline bool fetched(Device &d, void *to, const void *from, size_t bytes) {
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, d.stream) == cudaSuccess &&
         cudaStreamSynchronize(d.stream) == cudaSuccess;
}

/* Fetches what is whole, and gives the room back. An entry is fetched after its stamp was seen, so that it is whole as well. */
inline bool drain(Device &d, Decoder &decoder, uint64_t &broken) {
  uint64_t at = d.count & (CAPACITY - 1), most = CAPACITY - at < d.ahead ? CAPACITY - at : d.ahead;
  if (!fetched(d, d.stamps, d.ringStamps + at, most * sizeof(uint64_t))) return false;
  uint64_t whole = 0;
  while (whole < most && d.stamps[whole] == d.count + whole + 1) whole++;
  d.ahead = whole * 2 < LEAST ? LEAST : whole * 2 > MOST ? MOST : whole * 2;
  if (whole == 0 || !fetched(d, d.entries, d.ring + at, whole * sizeof(Entry))) return false;
  d.count += whole;
  *d.taken = d.count;
  cudaMemcpyAsync(&d.header->taken, d.taken, sizeof(uint64_t), cudaMemcpyHostToDevice, d.stream);
  for (uint64_t i = 0; i < whole; i++)
    if (!decoder.entry(d.entries[i])) broken++;
  return true;
}

inline void setBuffer(const Binary &binary, Header *to, cudaStream_t stream) {
  uint64_t value = (uint64_t)(uintptr_t)to;
  cudaMemcpyToSymbolAsync(binary.shadow, &value, sizeof value, 0, cudaMemcpyHostToDevice, stream);
}

/* What is launched, and where its kernel comes from; null: not one of ours. */
struct Wanted {
  const Function *function;
  const Binary *binary;
};

inline Wanted lookUp(State &s, const void *what) {
  Wanted none = {nullptr, nullptr};
  auto kernel = s.kernels.find(what);
  auto function = s.functions.find(kernel == s.kernels.end() ? what : kernel->second);
  if (function == s.functions.end()) return none;
  auto binary = s.binaries.find(function->second.handle);
  if (binary == s.binaries.end()) return none;
  Wanted found = {&function->second, &binary->second};
  return found;
}

/* While it records, launches come one after the other: each is waited for. */
template <typename Launch>
cudaError_t recorded(const void *what, dim3 grid, dim3 block, cudaStream_t stream, Launch launch) {
  State &s = state();
  if (s.path == nullptr) return launch();
  pthread_mutex_lock(&s.lock);
  struct Unlock {
    pthread_mutex_t *lock;
    ~Unlock() { pthread_mutex_unlock(lock); }
  } unlock = {&s.lock};
  Wanted wanted = lookUp(s, what);
  if (wanted.binary == nullptr || s.owner != getpid() || s.writer.isFull() || s.isBroken) return launch();
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &capture) == cudaSuccess && capture != cudaStreamCaptureStatusNone) {
#if !GPURACE_GRAPHS
    say(s, "launches of a graph are not recorded");
#endif
    return launch();
  }
  std::string name = kernelName(*wanted.binary, *wanted.function);
  if (!s.wanting.takes(name)) return launch();
  Device *d = ringOf(s);
  if (d == nullptr || !ready(s)) return launch();
  uint64_t perBlock = (uint64_t)block.x * block.y * block.z, blocks = (uint64_t)grid.x * grid.y * grid.z;
  if (perBlock == 0 || blocks == 0) return launch();
  s.launches++;
  setBuffer(*wanted.binary, d->header, stream);
  cudaError_t result = launch();
  if (result != cudaSuccess) {
    setBuffer(*wanted.binary, nullptr, stream);
    return result;
  }
  s.writer.launch(headerText(*wanted.binary, name, grid, block, stream), perBlock);
  Decoder decoder(wanted.binary->tables, perBlock, blocks, (uint64_t)d->reserved, s.writer);
  uint64_t broken = 0;
  cudaError_t end;
  for (;;) {
    bool hadSome = drain(*d, decoder, broken);
    end = cudaStreamQuery(stream);
    if (end != cudaErrorNotReady) break;
    if (hadSome) continue;
    struct timespec moment = {0, 20000};
    nanosleep(&moment, nullptr);
  }
  if (cudaPeekAtLastError() == cudaErrorNotReady) cudaGetLastError();
  /* Not before: a copy from ordinary memory waits for the stream, and the kernel may be waiting for room. */
  if (end == cudaSuccess) setBuffer(*wanted.binary, nullptr, stream);
  while (drain(*d, decoder, broken)) {
  }
  uint64_t next = d->count;
  if (end == cudaSuccess) {
    cudaMemcpyAsync(&next, &d->header->next, sizeof next, cudaMemcpyDeviceToHost, d->stream);
    if (cudaStreamSynchronize(d->stream) != cudaSuccess) next = d->count;
  }
  if (end != cudaSuccess || next != d->count || broken > 0) s.writer.event(OP_CUT, FLAG_DEVICE, 0, 1, 0, 0, -1);
  if (next != d->count) {
    d->failed = true;
    say(s, "entries of a launch were lost; later launches are not recorded");
  }
  s.writer.finish();
  return result;
}

/* ---- graphs -------------------------------------------------------------------------------------------------------- */

#if GPURACE_GRAPHS
/*
 * The launch of a graph is many, at once. While it records, a graph is carried out node by node instead, each behind those that
 * it depends on, so that its kernels are launches like others.
 */
class Replay {
 public:
  explicit Replay(cudaStream_t stream) : stream_(stream) {}

  /* Puts the nodes in order. False where a node is of a kind that is not carried out. */
  bool takes(cudaGraph_t graph) {
    size_t count = 0;
    if (cudaGraphGetNodes(graph, nullptr, &count) != cudaSuccess) return false;
    std::vector<cudaGraphNode_t> all(count);
    if (count > 0 && cudaGraphGetNodes(graph, all.data(), &count) != cudaSuccess) return false;
    std::set<cudaGraphNode_t> done;
    std::vector<cudaGraphNode_t> open(all.rbegin(), all.rend());
    while (!open.empty()) {
      cudaGraphNode_t node = open.back();
      std::vector<cudaGraphNode_t> missing;
      if (done.count(node) == 0 && !before(node, done, missing)) return false;
      if (!missing.empty()) {
        open.insert(open.end(), missing.begin(), missing.end());
        continue;
      }
      open.pop_back();
      if (done.insert(node).second && !add(node)) return false;
    }
    return true;
  }

  cudaError_t run() {
    for (const Step &step : steps_) {
      cudaError_t result = one(step);
      if (result != cudaSuccess) return result;
    }
    return cudaSuccess;
  }

 private:
  struct Step {
    cudaGraphNodeType type;
    cudaGraphNode_t node;
  };

  static bool before(cudaGraphNode_t node, const std::set<cudaGraphNode_t> &done, std::vector<cudaGraphNode_t> &missing) {
    size_t count = 0;
    if (dependencies(node, nullptr, &count) != cudaSuccess) return false;
    std::vector<cudaGraphNode_t> all(count);
    if (count > 0 && dependencies(node, all.data(), &count) != cudaSuccess) return false;
    for (cudaGraphNode_t one : all)
      if (done.count(one) == 0) missing.push_back(one);
    return true;
  }

  static cudaError_t dependencies(cudaGraphNode_t node, cudaGraphNode_t *all, size_t *count) {
#if CUDART_VERSION >= 13000
    return cudaGraphNodeGetDependencies(node, all, nullptr, count);
#else
    return cudaGraphNodeGetDependencies(node, all, count);
#endif
  }

  bool add(cudaGraphNode_t node) {
    Step step = {cudaGraphNodeTypeEmpty, node};
    if (cudaGraphNodeGetType(node, &step.type) != cudaSuccess) return false;
    cudaMemsetParams memset;
    cudaKernelNodeParams kernel;
    cudaGraph_t inner;
    switch (step.type) {
      case cudaGraphNodeTypeKernel:
        if (cudaGraphKernelNodeGetParams(node, &kernel) != cudaSuccess || kernel.extra != nullptr) return false;
        break;
      case cudaGraphNodeTypeMemset:
        if (cudaGraphMemsetNodeGetParams(node, &memset) != cudaSuccess || !isOfBytes(memset)) return false;
        break;
      case cudaGraphNodeTypeGraph: return cudaGraphChildGraphNodeGetGraph(node, &inner) == cudaSuccess && takes(inner);
      case cudaGraphNodeTypeMemcpy:
      case cudaGraphNodeTypeHost: break;
      case cudaGraphNodeTypeEmpty: return true;
      default: return false;
    }
    steps_.push_back(step);
    return true;
  }

  /* The runtime sets bytes alone. */
  static bool isOfBytes(const cudaMemsetParams &p) {
    unsigned each = p.elementSize == 1 ? 0 : p.elementSize == 2 ? 0x0101u : 0x01010101u;
    return each == 0 || p.value == (p.value & 255) * each;
  }

  cudaError_t one(const Step &step) {
    switch (step.type) {
      case cudaGraphNodeTypeKernel: return kernel(step.node);
      case cudaGraphNodeTypeMemset: {
        cudaMemsetParams p;
        cudaError_t result = cudaGraphMemsetNodeGetParams(step.node, &p);
        if (result != cudaSuccess) return result;
        size_t width = p.width * p.elementSize;
        return cudaMemset2DAsync(p.dst, p.height > 1 ? p.pitch : width, (int)(p.value & 255), width, p.height, stream_);
      }
      case cudaGraphNodeTypeMemcpy: {
        cudaMemcpy3DParms p;
        cudaError_t result = cudaGraphMemcpyNodeGetParams(step.node, &p);
        return result != cudaSuccess ? result : cudaMemcpy3DAsync(&p, stream_);
      }
      default: {
        cudaHostNodeParams p;
        cudaError_t result = cudaGraphHostNodeGetParams(step.node, &p);
        return result != cudaSuccess ? result : cudaLaunchHostFunc(stream_, p.fn, p.userData);
      }
    }
  }

  cudaError_t kernel(cudaGraphNode_t node) {
    cudaKernelNodeParams p;
    cudaError_t result = cudaGraphKernelNodeGetParams(node, &p);
    if (result != cudaSuccess) return result;
    static const cudaLaunchAttributeID kept[] = {cudaLaunchAttributeCooperative, cudaLaunchAttributeClusterDimension};
    cudaLaunchAttribute attributes[2] = {};
    unsigned count = 0;
    for (cudaLaunchAttributeID id : kept) {
      cudaLaunchAttribute &one = attributes[count];
      if (cudaGraphKernelNodeGetAttribute(node, id, &one.val) != cudaSuccess) continue;
      bool isSet = id == cudaLaunchAttributeCooperative ? one.val.cooperative != 0 : one.val.clusterDim.x != 0;
      one.id = id;
      if (isSet) count++;
    }
    cudaLaunchConfig_t config = {};
    config.gridDim = p.gridDim;
    config.blockDim = p.blockDim;
    config.dynamicSmemBytes = p.sharedMemBytes;
    config.stream = stream_;
    config.attrs = attributes;
    config.numAttrs = count;
    return recorded(known(p.func), p.gridDim, p.blockDim, stream_, [&] { return cudaLaunchKernelExC(&config, p.func, p.kernelParams); });
  }

  /* A graph may have a kernel under another address than the program: then it goes by its name. */
  static const void *known(const void *what) {
    State &s = state();
    pthread_mutex_lock(&s.lock);
    bool isKnown = lookUp(s, what).function != nullptr;
#if CUDART_VERSION >= 12030
    const char *name = nullptr;
    if (!isKnown && cudaFuncGetName(&name, what) == cudaSuccess && name != nullptr)
      for (const auto &one : s.functions)
        if (one.second.symbol == name) what = one.first;
#endif
    pthread_mutex_unlock(&s.lock);
    return what;
  }

  cudaStream_t stream_;
  std::vector<Step> steps_;
};

inline void keepGraph(cudaGraphExec_t made, cudaGraph_t graph) {
  State &s = state();
  if (s.path == nullptr) return;
  cudaGraph_t copy = nullptr;
  if (graph != nullptr && cudaGraphClone(&copy, graph) != cudaSuccess) copy = nullptr;
  pthread_mutex_lock(&s.lock);
  std::swap(s.graphs[made], copy);
  pthread_mutex_unlock(&s.lock);
  if (copy != nullptr) cudaGraphDestroy(copy);
}

inline void dropGraph(cudaGraphExec_t made) {
  keepGraph(made, nullptr);
  State &s = state();
  pthread_mutex_lock(&s.lock);
  s.graphs.erase(made);
  pthread_mutex_unlock(&s.lock);
}

/* What it was made of; null where nobody has seen that. */
inline cudaGraph_t graphOf(cudaGraphExec_t made) {
  State &s = state();
  pthread_mutex_lock(&s.lock);
  auto found = s.graphs.find(made);
  cudaGraph_t graph = found == s.graphs.end() ? nullptr : found->second;
  pthread_mutex_unlock(&s.lock);
  return graph;
}

template <typename Launch>
cudaError_t recordedGraph(cudaGraphExec_t made, cudaStream_t stream, Launch launch) {
  State &s = state();
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  bool isCapturing = cudaStreamIsCapturing(stream, &capture) == cudaSuccess && capture != cudaStreamCaptureStatusNone;
  if (s.path == nullptr || s.owner != getpid() || isCapturing) return launch();
  cudaGraph_t graph = graphOf(made);
  Replay replay(stream);
  if (graph != nullptr && replay.takes(graph)) return replay.run();
  cudaGetLastError();
  pthread_mutex_lock(&s.lock);
  say(s, "launches of a graph are not recorded: it has nodes, or was changed in a way, that the recorder does not know");
  pthread_mutex_unlock(&s.lock);
  return launch();
}

inline void changedGraph(cudaGraphExec_t made, cudaGraphNode_t node, const cudaKernelNodeParams *parameters) {
  cudaGraph_t graph = graphOf(made);
  cudaGraphNode_t own;
  if (graph == nullptr) return;
  bool isFollowed = cudaGraphNodeFindInClone(&own, node, graph) == cudaSuccess &&
                    cudaGraphKernelNodeSetParams(own, parameters) == cudaSuccess;
  if (!isFollowed) keepGraph(made, nullptr);
}
#endif

}  // namespace gpurace

/* ---- what the object calls in the place of the runtime ----------------------------------------------------------- */

extern "C" {

/* From the object's own registration: what its instrumented PTX records where. */
WEAK void gpurace_register(void **handle, const struct gpurace_module *modules, unsigned count) {
  gpurace::State &s = gpurace::state();
  pthread_mutex_lock(&s.lock);
  gpurace::Binary &binary = s.binaries[handle];
  if (binary.shadow == nullptr) {
    static char name[] = "gpurace_buffer";
    binary.shadow = new uint64_t(0);
    __cudaRegisterVar(handle, (char *)binary.shadow, name, name, 0, sizeof(uint64_t), 0, 0);
  }
  for (unsigned i = 0; i < count; i++) {
    const gpurace_module &one = modules[i];
    bool isTaken = false;
    for (const gpurace::Table &other : binary.tables)
      if (one.first < other.module->first + other.module->sites && other.module->first < one.first + one.sites) isTaken = true;
    if (isTaken && s.path != nullptr)
      gpurace::say(s, "two files of the program have the same numbers for their places; one of them has wrong places");
    gpurace::Table table = {&one, binary.places};
    binary.tables.push_back(table);
    binary.places += one.places;
  }
  pthread_mutex_unlock(&s.lock);
}

WEAK void gpurace_cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, uint3 *tid,
                                       uint3 *bid, dim3 *block, dim3 *grid, int *warp) {
  gpurace::State &s = gpurace::state();
  pthread_mutex_lock(&s.lock);
  gpurace::Function function = {handle, name};
  s.functions[host] = function;
  pthread_mutex_unlock(&s.lock);
  __cudaRegisterFunction(handle, host, device, name, limit, tid, bid, block, grid, warp);
}

#define GPURACE_LAUNCH(own, runtime, type)                                                                              \
  WEAK cudaError_t own(type what, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream) {      \
    return gpurace::recorded((const void *)what, grid, block, stream,                                                 \
                             [&] { return runtime(what, grid, block, arguments, shared, stream); });                  \
  }
GPURACE_LAUNCH(gpurace_cudaLaunchKernel, cudaLaunchKernel, const void *)
GPURACE_LAUNCH(gpurace_cudaLaunchKernel_ptsz, cudaLaunchKernel_ptsz, const void *)
GPURACE_LAUNCH(gpurace_cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel, const void *)
GPURACE_LAUNCH(gpurace_cudaLaunchCooperativeKernel_ptsz, cudaLaunchCooperativeKernel_ptsz, const void *)

#ifdef GPURACE_HANDLES
WEAK cudaError_t gpurace_cudaGetKernel(struct CUkern_st **kernel, const void *function) {
  cudaError_t result = __cudaGetKernel(kernel, function);
  if (result == cudaSuccess) {
    gpurace::State &s = gpurace::state();
    pthread_mutex_lock(&s.lock);
    s.kernels[*kernel] = function;
    pthread_mutex_unlock(&s.lock);
  }
  return result;
}
GPURACE_LAUNCH(gpurace_cudaLaunchHandle, __cudaLaunchKernel, struct CUkern_st *)
GPURACE_LAUNCH(gpurace_cudaLaunchHandle_ptsz, __cudaLaunchKernel_ptsz, struct CUkern_st *)
#endif

#if GPURACE_GRAPHS
#define GPURACE_GRAPH_MADE(name, type)                                                                       \
  WEAK cudaError_t gpurace_##name(cudaGraphExec_t *made, cudaGraph_t graph, type how) {                      \
    cudaError_t result = name(made, graph, how);                                                             \
    if (result == cudaSuccess) gpurace::keepGraph(*made, graph);                                             \
    return result;                                                                                           \
  }
GPURACE_GRAPH_MADE(cudaGraphInstantiate, unsigned long long)
GPURACE_GRAPH_MADE(cudaGraphInstantiateWithFlags, unsigned long long)
GPURACE_GRAPH_MADE(cudaGraphInstantiateWithParams, cudaGraphInstantiateParams *)
GPURACE_GRAPH_MADE(cudaGraphInstantiateWithParams_ptsz, cudaGraphInstantiateParams *)

WEAK cudaError_t gpurace_cudaGraphLaunch(cudaGraphExec_t made, cudaStream_t stream) {
  return gpurace::recordedGraph(made, stream, [&] { return cudaGraphLaunch(made, stream); });
}
WEAK cudaError_t gpurace_cudaGraphLaunch_ptsz(cudaGraphExec_t made, cudaStream_t stream) {
  return gpurace::recordedGraph(made, stream, [&] { return cudaGraphLaunch_ptsz(made, stream); });
}
WEAK cudaError_t gpurace_cudaGraphExecDestroy(cudaGraphExec_t made) {
  gpurace::dropGraph(made);
  return cudaGraphExecDestroy(made);
}
WEAK cudaError_t gpurace_cudaGraphExecUpdate(cudaGraphExec_t made, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info) {
  cudaError_t result = cudaGraphExecUpdate(made, graph, info);
  if (result == cudaSuccess) gpurace::keepGraph(made, graph);
  return result;
}
WEAK cudaError_t gpurace_cudaGraphExecKernelNodeSetParams(cudaGraphExec_t made, cudaGraphNode_t node, const cudaKernelNodeParams *p) {
  cudaError_t result = cudaGraphExecKernelNodeSetParams(made, node, p);
  if (result == cudaSuccess) gpurace::changedGraph(made, node, p);
  return result;
}

/* Changes that are not followed. */
#define GPURACE_GRAPH_CHANGED(name, type)                                                                    \
  WEAK cudaError_t gpurace_##name(cudaGraphExec_t made, cudaGraphNode_t node, type to) {                     \
    gpurace::keepGraph(made, nullptr);                                                                       \
    return name(made, node, to);                                                                             \
  }
#if CUDART_VERSION >= 12020
GPURACE_GRAPH_CHANGED(cudaGraphExecNodeSetParams, cudaGraphNodeParams *)
#endif
GPURACE_GRAPH_CHANGED(cudaGraphExecMemcpyNodeSetParams, const cudaMemcpy3DParms *)
GPURACE_GRAPH_CHANGED(cudaGraphExecMemsetNodeSetParams, const cudaMemsetParams *)
GPURACE_GRAPH_CHANGED(cudaGraphExecHostNodeSetParams, const cudaHostNodeParams *)
GPURACE_GRAPH_CHANGED(cudaGraphExecChildGraphNodeSetParams, cudaGraph_t)
GPURACE_GRAPH_CHANGED(cudaGraphNodeSetEnabled, unsigned)
WEAK cudaError_t gpurace_cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t made, cudaGraphNode_t node, void *to, const void *from,
                                                            size_t size, cudaMemcpyKind kind) {
  gpurace::keepGraph(made, nullptr);
  return cudaGraphExecMemcpyNodeSetParams1D(made, node, to, from, size, kind);
}
#endif

#if CUDART_VERSION >= 11080
WEAK cudaError_t gpurace_cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *what, void **arguments) {
  return gpurace::recorded(what, config->gridDim, config->blockDim, config->stream,
                           [&] { return cudaLaunchKernelExC(config, what, arguments); });
}
WEAK cudaError_t gpurace_cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *what, void **arguments) {
  return gpurace::recorded(what, config->gridDim, config->blockDim, config->stream,
                           [&] { return cudaLaunchKernelExC_ptsz(config, what, arguments); });
}
#endif
}
