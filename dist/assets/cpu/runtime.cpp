/*
 * The runtime of `gpurace c++`: what a CUDA program that was built for the CPU runs on. Every thread of a launch is a fiber;
 * the blocks of a launch take turns as a seeded random number says (GPURACE_SEED). When GPURACE_TRACE names a file, each
 * access that the compiler's instrumentation (`-fsanitize=thread`) tells of goes into a trace (docs/trace-format.md), with
 * the place that the line table of the program has for it. docs/recording.md says how it is used.
 *
 * It goes into every object file of a build, so all of its symbols are weak and the linker keeps one of each.
 */
#define GPURACE_RUNTIME
#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gpurace/interface.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#define WEAK __attribute__((weak))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CALLER __builtin_return_address(0)

namespace gpurace {

enum { OP_READ, OP_WRITE, OP_ATOMIC, OP_CAS, OP_EXCHANGE, OP_FENCE, OP_BARRIER, OP_WARP_BARRIER, OP_GRID_BARRIER };
enum { OP_EXIT = 11, OP_CUT = 12 };
enum { FLAG_DEVICE = 1, FLAG_SHARED = 4, FLAG_VOLATILE = 8, FLAG_ACQUIRE = 16, FLAG_RELEASE = 32, FLAG_FAILED = 64, FLAG_ATOMIC = 128 };
enum { FORM_MASK = 16, FORM_KIND = 32, FORM_STRIDE = 64, FORM_SITE = 128 };
enum { MAX_ACCESS = 4096 };

/* ---- where an instruction stands: the line table of an ELF file (DWARF 2 to 5) ------------------------------------- */

struct Row {
  uint64_t address;
  uint32_t file, line, column;
  bool operator<(const Row &o) const { return address < o.address; }
};

/* A bounded reader of bytes: what lies beyond the end is zero. */
class Bytes {
 public:
  Bytes(const unsigned char *from, const unsigned char *to) : at_(from), end_(to) {}
  bool isDone() const { return at_ >= end_; }
  const unsigned char *at() const { return at_; }
  void skip(uint64_t n) { at_ = n > (uint64_t)(end_ - at_) ? end_ : at_ + n; }
  uint64_t fixed(int n) {
    uint64_t value = 0;
    if (end_ - at_ >= n) memcpy(&value, at_, n);
    skip(n);
    return value;
  }
  uint64_t uleb() {
    uint64_t value = 0;
    for (int shift = 0; at_ < end_; shift += 7) {
      unsigned char byte = *at_++;
      if (shift < 64) value |= (uint64_t)(byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  }
  int64_t sleb() {
    int64_t value = 0;
    int shift = 0;
    while (at_ < end_) {
      unsigned char byte = *at_++;
      if (shift < 64) value |= (int64_t)(byte & 127) << shift;
      shift += 7;
      if (byte >= 128) continue;
      if ((byte & 64) && shift < 64) value |= -((int64_t)1 << shift);
      break;
    }
    return value;
  }
  std::string text() {
    const void *zero = memchr(at_, 0, end_ - at_);
    const unsigned char *to = zero ? (const unsigned char *)zero : end_;
    std::string value((const char *)at_, (const char *)to);
    at_ = zero ? to + 1 : end_;
    return value;
  }

 private:
  const unsigned char *at_, *end_;
};

struct Symbol {
  uint64_t address;
  const char *name;
  bool operator<(const Symbol &o) const { return address < o.address; }
};

/* One file of the process: its lines and its functions. Mapped, never closed. */
class Module {
 public:
  Module(const char *path, uint64_t base) : base_(base) {
    int file = ::open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file >= 0 && fstat(file, &about) == 0 && about.st_size > (off_t)sizeof(ElfW(Ehdr))) {
      void *all = mmap(nullptr, about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
      if (all != MAP_FAILED) {
        bytes_ = (const unsigned char *)all;
        size_ = about.st_size;
        sections();
      }
    }
    if (file >= 0) close(file);
  }

  uint64_t base() const { return base_; }
  bool hasLines() const { return !rows_.empty(); }

  /* False where the table has nothing. */
  bool line(uint64_t pc, std::string &file, unsigned &line, unsigned &column) const {
    Row wanted = {pc - base_, 0, 0, 0};
    auto after = std::upper_bound(rows_.begin(), rows_.end(), wanted);
    if (after == rows_.begin()) return false;
    --after;
    /* Code without a line of its own belongs to what stands before it. */
    while (after->line == 0 && after->file != NONE && after != rows_.begin()) --after;
    if (after->line == 0) return false;
    file = files_[after->file];
    line = after->line;
    column = after->column ? after->column : 1;
    return true;
  }

  const char *function(uint64_t pc) const {
    Symbol wanted = {pc - base_, nullptr};
    auto after = std::upper_bound(symbols_.begin(), symbols_.end(), wanted);
    return after == symbols_.begin() ? nullptr : (after - 1)->name;
  }

 private:
  /* The file of a row that ends a sequence. */
  enum : uint32_t { NONE = ~0u };
  struct Section {
    const unsigned char *from = nullptr, *to = nullptr;
  };

  Section section(const ElfW(Shdr) & header) const {
    Section found;
    if (header.sh_type == SHT_NOBITS || header.sh_offset > size_ || header.sh_size > size_ - header.sh_offset) return found;
    found.from = bytes_ + header.sh_offset;
    found.to = found.from + header.sh_size;
    return found;
  }

  void sections() {
    const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)bytes_;
    if (memcmp(bytes_, ELFMAG, SELFMAG) != 0 || head->e_shoff > size_) return;
    if ((uint64_t)head->e_shnum * sizeof(ElfW(Shdr)) > size_ - head->e_shoff || head->e_shstrndx >= head->e_shnum) return;
    const ElfW(Shdr) *all = (const ElfW(Shdr) *)(bytes_ + head->e_shoff);
    Section names = section(all[head->e_shstrndx]);
    for (unsigned i = 0; i < head->e_shnum; i++) {
      std::string name = names.from && names.from + all[i].sh_name < names.to ? Bytes(names.from + all[i].sh_name, names.to).text() : "";
      if (all[i].sh_flags & SHF_COMPRESSED) continue;
      if (name == ".debug_line") lines_ = section(all[i]);
      if (name == ".debug_line_str") lineText_ = section(all[i]);
      if (name == ".debug_str") text_ = section(all[i]);
      if (name == ".symtab" && all[i].sh_link < head->e_shnum) functions(section(all[i]), section(all[all[i].sh_link]));
    }
    Bytes units(lines_.from, lines_.to);
    while (!units.isDone()) unit(units);
    std::stable_sort(rows_.begin(), rows_.end());
    std::sort(symbols_.begin(), symbols_.end());
  }

  void functions(Section table, Section names) {
    const ElfW(Sym) *from = (const ElfW(Sym) *)table.from;
    size_t count = (table.to - table.from) / sizeof(ElfW(Sym));
    for (size_t i = 0; i < count; i++) {
      if ((from[i].st_info & 15) != STT_FUNC || from[i].st_value == 0 || names.from + from[i].st_name >= names.to) continue;
      Symbol one = {from[i].st_value, (const char *)names.from + from[i].st_name};
      symbols_.push_back(one);
    }
  }

  uint32_t fileNumber(const std::string &name) {
    auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    files_.push_back(name);
    return numbers_[name] = (uint32_t)files_.size() - 1;
  }

  static std::string joined(const std::string &folder, const std::string &name) {
    if (name.empty() || name[0] == '/' || folder.empty()) return name;
    return folder + "/" + name;
  }

  /* An entry of DWARF 5 in one of its forms; text or number. */
  void form(Bytes &in, uint64_t form, int wide, std::string &text, uint64_t &number) {
    switch (form) {
      case 0x08: text = in.text(); break;
      case 0x1f: text = textAt(lineText_, in.fixed(wide)); break;
      case 0x0e: text = textAt(text_, in.fixed(wide)); break;
      case 0x0b: number = in.fixed(1); break;
      case 0x05: number = in.fixed(2); break;
      case 0x06: number = in.fixed(4); break;
      case 0x07: number = in.fixed(8); break;
      case 0x0f: number = in.uleb(); break;
      case 0x1e: in.skip(16); break;
      case 0x09: in.skip(in.uleb()); break;
      case 0x0a: in.skip(in.fixed(1)); break;
      default: in.skip(~0ull);
    }
  }

  static std::string textAt(Section section, uint64_t offset) {
    if (section.from == nullptr || offset >= (uint64_t)(section.to - section.from)) return "";
    return Bytes(section.from + offset, section.to).text();
  }

  void table5(Bytes &in, int wide, std::vector<std::string> &names, std::vector<uint64_t> &folders) {
    std::vector<std::pair<uint64_t, uint64_t>> forms(in.fixed(1));
    for (auto &one : forms) {
      one.first = in.uleb();
      one.second = in.uleb();
    }
    uint64_t count = in.uleb();
    for (uint64_t i = 0; i < count && !in.isDone(); i++) {
      std::string name;
      uint64_t folder = 0;
      for (auto &one : forms) {
        std::string text;
        uint64_t number = 0;
        form(in, one.second, wide, text, number);
        if (one.first == 1) name = text;
        if (one.first == 2) folder = number;
      }
      names.push_back(name);
      folders.push_back(folder);
    }
  }

  void unit(Bytes &units) {
    uint64_t length = units.fixed(4);
    int wide = 4;
    if (length == 0xffffffff) {
      length = units.fixed(8);
      wide = 8;
    }
    const unsigned char *from = units.at();
    units.skip(length);
    Bytes in(from, units.at());
    unsigned version = (unsigned)in.fixed(2);
    if (version < 2 || version > 5) return;
    if (version == 5) in.skip(2);
    uint64_t headed = in.fixed(wide);
    const unsigned char *headEnd = in.at();
    Bytes program(headEnd, units.at());
    program.skip(headed);
    unsigned step = (unsigned)in.fixed(1);
    if (version >= 4) in.skip(1);
    in.skip(1);
    int lineBase = (signed char)in.fixed(1);
    unsigned lineRange = (unsigned)in.fixed(1), opcodeBase = (unsigned)in.fixed(1);
    if (lineRange == 0) return;
    std::vector<unsigned> lengths(1, 0);
    for (unsigned i = 1; i < opcodeBase; i++) lengths.push_back((unsigned)in.fixed(1));
    std::vector<std::string> folders, names;
    std::vector<uint64_t> none, of;
    if (version == 5) {
      table5(in, wide, folders, none);
      table5(in, wide, names, of);
    } else {
      folders.push_back("");
      for (std::string one = in.text(); !one.empty(); one = in.text()) folders.push_back(one);
      names.push_back("");
      of.push_back(0);
      for (std::string one = in.text(); !one.empty(); one = in.text()) {
        names.push_back(one);
        of.push_back(in.uleb());
        in.uleb();
        in.uleb();
      }
    }
    std::vector<uint32_t> files;
    for (size_t i = 0; i < names.size(); i++) {
      std::string folder = of[i] < folders.size() ? folders[of[i]] : "";
      if (!folders.empty()) folder = joined(folders[0], folder);
      files.push_back(fileNumber(joined(folder, names[i])));
    }
    rows(program, step, lineBase, lineRange, opcodeBase, lengths, files);
  }

  /* The program of a table, as the standard's section 6.2.5 has it. */
  void rows(Bytes in, unsigned step, int lineBase, unsigned lineRange, unsigned opcodeBase, const std::vector<unsigned> &lengths,
            const std::vector<uint32_t> &files) {
    uint64_t address = 0, file = 1, column = 0;
    int64_t line = 1;
    auto add = [&](bool isEnd) {
      bool isNone = isEnd || file >= files.size();
      Row row = {address, isNone ? NONE : files[file], isNone ? 0 : (uint32_t)line, (uint32_t)column};
      rows_.push_back(row);
    };
    while (!in.isDone()) {
      unsigned code = (unsigned)in.fixed(1);
      if (code >= opcodeBase) {
        unsigned special = code - opcodeBase;
        address += (special / lineRange) * step;
        line += lineBase + (int)(special % lineRange);
        add(false);
        continue;
      }
      switch (code) {
        case 0: {
          uint64_t length = in.uleb();
          Bytes inner = in;
          in.skip(length);
          unsigned what = (unsigned)inner.fixed(1);
          if (what == 1) {
            add(true);
            address = 0, file = 1, line = 1, column = 0;
          } else if (what == 2) {
            address = inner.fixed(8);
          }
          break;
        }
        case 1: add(false); break;
        case 2: address += in.uleb() * step; break;
        case 3: line += in.sleb(); break;
        case 4: file = in.uleb(); break;
        case 5: column = in.uleb(); break;
        case 8: address += ((255 - opcodeBase) / lineRange) * step; break;
        case 9: address += in.fixed(2); break;
        case 12: in.uleb(); break;
        default:
          for (unsigned i = 0; code < lengths.size() && i < lengths[code]; i++) in.uleb();
      }
    }
  }

  uint64_t base_, size_ = 0;
  const unsigned char *bytes_ = nullptr;
  Section lines_, lineText_, text_;
  std::vector<Row> rows_;
  std::vector<Symbol> symbols_;
  std::vector<std::string> files_;
  std::map<std::string, uint32_t> numbers_;
};

class Modules {
 public:
  /* The file that holds an instruction. */
  Module *of(const void *pc) {
    Dl_info about;
    if (dladdr(pc, &about) == 0 || about.dli_fbase == nullptr) return nullptr;
    for (Module *one : all_)
      if (begins_[one] == about.dli_fbase) return one;
    uint64_t base = (uint64_t)(uintptr_t)about.dli_fbase;
    const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)about.dli_fbase;
    bool isMain = false;
    struct Seen {
      uint64_t wanted, base;
      bool isMain;
      int count;
    } seen = {(uint64_t)(uintptr_t)pc, 0, false, 0};
    dl_iterate_phdr(
        [](struct dl_phdr_info *info, size_t, void *data) {
          Seen *to = (Seen *)data;
          for (int i = 0; i < info->dlpi_phnum; i++) {
            const ElfW(Phdr) &part = info->dlpi_phdr[i];
            uint64_t from = info->dlpi_addr + part.p_vaddr;
            if (part.p_type != PT_LOAD || to->wanted < from || to->wanted >= from + part.p_memsz) continue;
            to->base = info->dlpi_addr;
            to->isMain = to->count == 0;
            return 1;
          }
          to->count++;
          return 0;
        },
        &seen);
    isMain = seen.isMain;
    if (head->e_type == ET_DYN || head->e_type == ET_EXEC) base = seen.base;
    Module *made = new Module(isMain ? "/proc/self/exe" : about.dli_fname, base);
    begins_[made] = about.dli_fbase;
    all_.push_back(made);
    return made;
  }

 private:
  std::vector<Module *> all_;
  std::map<Module *, void *> begins_;
};

/* ---- the file ------------------------------------------------------------------------------------------------------ */

inline void quoted(std::string &to, const std::string &text) {
  for (unsigned char c : text) {
    char escape[8];
    if (c == '"' || c == '\\') {
      to += '\\';
      to += (char)c;
    } else if (c < 0x20) {
      snprintf(escape, sizeof escape, "\\u%04x", c);
      to += escape;
    } else {
      to += (char)c;
    }
  }
}

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
      uint32_t low, high;
      memcpy(&low, bytes, 4);
      memcpy(&high, bytes + 4, 4);
      low ^= c;
      c = table[7][low & 255] ^ table[6][(low >> 8) & 255] ^ table[5][(low >> 16) & 255] ^ table[4][low >> 24] ^
          table[3][high & 255] ^ table[2][(high >> 8) & 255] ^ table[1][(high >> 16) & 255] ^ table[0][high >> 24];
    }
    for (size_t i = 0; i < length; i++) c = table[0][(c ^ bytes[i]) & 255] ^ (c >> 8);
    return ~c;
  }
};

/*
 * Writes one launch after the other. The header lists the places, which are known when the launch is over: chunks wait in
 * memory, and beyond that in a file without a name. What stands before `committed_` is whole, also for a signal handler.
 */
class Writer {
 public:
  bool open(const char *path, uint64_t limit) {
    limit_ = limit;
    path_ = path;
    file_ = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    waiting_ = file_ < 0 ? nullptr : (unsigned char *)malloc(WAITING);
    return waiting_ != nullptr;
  }

  bool isFull() const { return full_; }
  bool isOpen() const { return launched_; }

  void launch(const std::string &header, uint64_t perBlock) {
    perBlock_ = perBlock;
    header_ = header;
    header_.reserve(header_.size() + 4096);
    sites_ = 0;
    reset();
    launchRecords_ = waitingSize_ = spilled_ = 0;
    open_ = stopped_ = false;
    launched_ = true;
    if (!hasRoom()) cut();
  }

  void site(int64_t id, const std::string &file, unsigned line, unsigned column) {
    if (stopped_ || sites_ >= 1000000) return;
    std::string one = sites_++ == 0 ? "" : ",";
    char text[64];
    snprintf(text, sizeof text, "{\"id\":%lld,\"file\":\"", (long long)id);
    one += text;
    quoted(one, file);
    snprintf(text, sizeof text, "\",\"line\":%u,\"column\":%u}", line, column);
    one += text;
    /* A signal between the two lines below must find a whole header. */
    std::string next = header_ + one;
    if (header_.capacity() < next.size()) header_.reserve(2 * next.size());
    header_ += one;
  }

  void event(int op, int flags, uint64_t thread, uint32_t mask, int64_t size, int64_t addr, int64_t site) {
    if (stopped_) return;
    bool grows = op <= OP_FENCE;
    if (open_ && grows && mask == 1 && extend(op, flags, thread, size, addr, site)) return;
    flushOpen();
    Record next = {op, flags, (int64_t)thread, mask, size, 0, addr, site};
    record_ = next;
    open_ = true;
    if (!grows || mask != 1) flushOpen();
    if (!hasRoom()) cut();
  }

  /* The launch is told no further. */
  void cut() {
    if (stopped_) return;
    flushOpen();
    stopped_ = true;
    full_ = full_ || !hasRoom();
    Record end = {OP_CUT, FLAG_DEVICE, 0, 1, 0, 0, 0, -1};
    record_ = end;
    open_ = true;
    flushOpen();
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
    static const unsigned char magic[8] = {0x89, 0x47, 0x52, 0x54, 0x0d, 0x0a, 0x1a, 0x01};
    put(magic, 8);
    size_t length = header_.size();
    unsigned char head[9] = {'H'};
    uint32_t crc = ~crc_.of((const unsigned char *)header_.data(), length);
    static const unsigned char end[2] = {']', '}'};
    for (unsigned char one : end) crc = crc_.table[0][(crc ^ one) & 255] ^ (crc >> 8);
    numbers(head + 1, length + 2, ~crc);
    put(head, 9);
    put((const unsigned char *)header_.data(), length);
    put(end, 2);
    unspill();
    put(waiting_, waitingSize_);
    unsigned char count[8];
    for (int i = 0; i < 8; i++) count[i] = (unsigned char)(launchRecords_ >> (8 * i));
    unsigned char last[9] = {'Z'};
    numbers(last + 1, 8, crc_.of(count, 8));
    put(last, 9);
    put(count, 8);
    waitingSize_ = spilled_ = 0;
  }

 private:
  struct Record {
    int op, flags;
    int64_t thread;
    uint32_t mask;
    int64_t size, stride, addr, site;
  };
  enum { CHUNK = 1 << 18, MOST = 64, OPS = 16, WAITING = 1 << 25 };

  /* Something is left for the end of this launch, and for one more that says that it was cut. */
  bool hasRoom() const { return written_ + header_.size() + waitingSize_ + spilled_ + at_ + 4096 <= limit_; }

  /* Lanes join in rising order, so that the order of the trace stays. */
  bool extend(int op, int flags, uint64_t thread, int64_t size, int64_t addr, int64_t site) {
    Record &r = record_;
    if (op != r.op || flags != r.flags || size != r.size || site != r.site) return false;
    int64_t lane = (int64_t)thread - r.thread;
    int top = 31 - __builtin_clz(r.mask);
    if (lane <= top || lane > 31 || warpOf(thread) != warpOf((uint64_t)r.thread)) return false;
    if (r.mask == 1) {
      if ((addr - r.addr) % lane != 0) return false;
      int64_t stride = (addr - r.addr) / lane;
      if (stride > 0x3fffffff || stride < -0x3fffffff) return false;
      r.stride = stride;
    } else if (r.addr + r.stride * lane != addr) {
      return false;
    }
    r.mask |= 1u << lane;
    return true;
  }

  uint64_t warpOf(uint64_t thread) const {
    uint64_t block = thread / perBlock_;
    return block * 65537 + (thread - block * perBlock_) / 32;
  }

  void flushOpen() {
    if (!open_) return;
    open_ = false;
    const Record &r = record_;
    bool kind = r.flags != flags_[r.op] || r.size != size_[r.op];
    bool masked = r.mask != 1;
    bool strided = masked && r.stride != stride_[r.op];
    bool sited = r.site != site_[r.op];
    at_ = committed_;
    bytes_[at_++] = (unsigned char)(r.op | (masked ? FORM_MASK : 0) | (kind ? FORM_KIND : 0) | (strided ? FORM_STRIDE : 0) |
                                    (sited ? FORM_SITE : 0));
    writeSigned(r.thread - thread_);
    thread_ = r.thread;
    if (masked)
      for (int i = 0; i < 4; i++) bytes_[at_++] = (unsigned char)(r.mask >> (8 * i));
    if (kind) {
      bytes_[at_++] = (unsigned char)r.flags;
      writeUnsigned((uint64_t)r.size);
      flags_[r.op] = r.flags;
      size_[r.op] = r.size;
    }
    if (strided) {
      writeSigned(r.stride);
      stride_[r.op] = r.stride;
    }
    if (sited) {
      writeSigned(r.site - site_[r.op]);
      site_[r.op] = r.site;
    }
    if (r.op <= OP_EXCHANGE) {
      writeSigned(r.addr - addr_[r.op]);
      addr_[r.op] = r.addr;
    }
    records_++;
    committed_ = at_;
    if (at_ >= CHUNK) flushChunk();
  }

  void flushChunk() {
    if (records_ == 0) return;
    uint64_t records = records_;
    records_ = 0;
    size_t length = committed_;
    if (waitingSize_ + 9 + length > WAITING) spill();
    unsigned char *to = waiting_ + waitingSize_;
    to[0] = 'E';
    numbers(to + 1, length, crc_.of(bytes_, length));
    memcpy(to + 9, bytes_, length);
    waitingSize_ += 9 + length;
    launchRecords_ += records;
    reset();
  }

  /* Memory is full: to a file that has lost its name. */
  void spill() {
    if (spill_ < 0) {
      char name[PATH_MAX];
      snprintf(name, sizeof name, "%s.part-%ld", path_, (long)getpid());
      spill_ = ::open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
      unlink(name);
    }
    /* What cannot be kept is missing in the number of records, so a reader hears of it. */
    if ((spilled_ == 0 && lseek(spill_, 0, SEEK_SET) < 0) || !whole(spill_, waiting_, waitingSize_)) full_ = stopped_ = true;
    else spilled_ += waitingSize_;
    waitingSize_ = 0;
  }

  void unspill() {
    if (spilled_ == 0) return;
    static unsigned char part[1 << 16];
    lseek(spill_, 0, SEEK_SET);
    for (uint64_t rest = spilled_; rest > 0;) {
      ssize_t got = read(spill_, part, rest < sizeof part ? rest : sizeof part);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      put(part, (size_t)got);
      rest -= (uint64_t)got;
    }
  }

  /* Every chunk starts from nothing, so that it can be read alone. */
  void reset() {
    at_ = committed_ = 0;
    records_ = 0;
    thread_ = 0;
    memset(flags_, 0, sizeof flags_);
    memset(size_, 0, sizeof size_);
    memset(stride_, 0, sizeof stride_);
    memset(site_, 0, sizeof site_);
    memset(addr_, 0, sizeof addr_);
  }

  static void numbers(unsigned char *to, size_t length, uint32_t crc) {
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(length >> (8 * i));
    for (int i = 0; i < 4; i++) to[4 + i] = (unsigned char)(crc >> (8 * i));
  }

  void put(const unsigned char *bytes, size_t length) {
    written_ += length;
    if (!whole(file_, bytes, length)) full_ = stopped_ = true;
  }

  static bool whole(int file, const unsigned char *bytes, size_t length) {
    while (length > 0) {
      ssize_t done = ::write(file, bytes, length);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return false;
      bytes += done;
      length -= (size_t)done;
    }
    return true;
  }

  void writeSigned(int64_t value) { writeUnsigned(value >= 0 ? (uint64_t)value * 2 : (uint64_t)(-value) * 2 - 1); }

  void writeUnsigned(uint64_t value) {
    while (value >= 0x80) {
      bytes_[at_++] = (unsigned char)(value | 0x80);
      value >>= 7;
    }
    bytes_[at_++] = (unsigned char)value;
  }

  Crc crc_;
  int file_ = -1, spill_ = -1;
  const char *path_ = nullptr;
  unsigned char *waiting_ = nullptr;
  size_t waitingSize_ = 0, sites_ = 0;
  uint64_t spilled_ = 0, limit_ = ~0ull, written_ = 0, perBlock_ = 1;
  std::string header_;
  bool full_ = false, stopped_ = false, open_ = false;
  volatile bool launched_ = false;
  Record record_;
  unsigned char bytes_[CHUNK + MOST];
  size_t at_ = 0;
  volatile size_t committed_ = 0;
  uint64_t records_ = 0, launchRecords_ = 0;
  int flags_[OPS];
  int64_t thread_ = 0, size_[OPS], stride_[OPS], site_[OPS], addr_[OPS];
};

/* ---- fibers -------------------------------------------------------------------------------------------------------- */

}  // namespace gpurace

extern "C" void gpurace_switch(void **from, void *to);
extern "C" void gpurace_begin();

#if defined(__x86_64__)
asm(R"(
.pushsection .text
.weak gpurace_switch
.type gpurace_switch,@function
gpurace_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size gpurace_switch,.-gpurace_switch
.popsection
)");
#elif defined(__aarch64__)
asm(R"(
.pushsection .text
.weak gpurace_switch
.type gpurace_switch,%function
gpurace_switch:
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size gpurace_switch,.-gpurace_switch
.popsection
)");
#else
#error "gpurace c++ knows x86-64 and AArch64"
#endif

extern "C" {
/* What the names threadIdx, blockIdx, blockDim and gridDim of a kernel stand for. */
WEAK uint3 gpurace_threadIdx, gpurace_blockIdx;
WEAK gpurace_extent gpurace_blockDim, gpurace_gridDim;
/* The dynamic shared memory of the block whose turn it is. */
__attribute__((weak, aligned(1024))) char gpurace_dynamic_shared[GPURACE_MAX_SHARED];
}

namespace gpurace {

struct Block;

/* Lanes of a warp that come together: a barrier, an exchange of values, or whoever happens to be there. */
struct Meeting {
  uint32_t mask, arrived = 0, left = 0;
  int kind;
  const void *site;
  bool isOld = false;
  uint64_t value[32];
};

struct Warp {
  uint32_t alive = 0, runnable = 0;
  std::vector<Meeting *> meetings;
};

/* A copy that the thread need not wait for; `group` is that of the thread's that it belongs to. */
struct Copy {
  struct Fiber *fiber;
  char *to;
  const char *from;
  size_t size, zeros;
  uint64_t group;
  const void *pc;
};

/* What is not in the memory of a barrier that lies there. */
struct BarrierObject {
  std::vector<struct Fiber *> waiting;
  /* No phase is over before these are made. */
  std::vector<Copy> copies;
};

struct Fiber {
  void *sp = nullptr;
  char *stack = nullptr;
  Block *block = nullptr;
  Meeting *meeting = nullptr;
  uint64_t number = 0;
  uint3 index;
  unsigned local = 0, predicate = 0;
  int budget = 0;
  bool isSilent = false;
  /* Copies that are under way, oldest first, and the groups of them that are closed. */
  std::vector<Copy> copies;
  uint64_t groups = 0;
  Warp &warp() const;
  unsigned lane() const { return local % 32; }
};

struct Block {
  uint64_t number = 0;
  uint3 index;
  std::vector<Fiber> fibers;
  std::vector<Warp> warps;
  std::vector<Fiber *> ready;
  /* The block's barrier: who waits, and what the last one has found. */
  std::vector<Fiber *> waiting;
  unsigned live = 0, counted = 0, count = 0;
  bool all = true, any = false, wereAll = false, wereAny = false;
  std::vector<Fiber *> atGrid;
  /* Its shared memory while it is not its turn, and how far it has one. */
  std::vector<char> memory, dynamic;
  size_t from = ~(size_t)0, to = 0;
};

inline Warp &Fiber::warp() const { return block->warps[local / 32]; }

/* Variables of shared memory are thread-local ones of a file; all blocks run on one thread, so they are exchanged. */
struct SharedPart {
  char *begin;
  size_t size, offset;
};

struct Config {
  dim3 grid, block;
  size_t shared = 0;
  CUstream_st *stream = nullptr;
  bool isCooperative = false, isSet = false;
};

struct Pending {
  Config config;
  void (*run)(void *);
  void *closure;
  const void *pc;
};

/* Threads of a block in several warps that come together: a tile of cooperative groups. */
struct TileMeeting {
  std::vector<Fiber *> waiting;
  std::vector<const void *> places;
  /* What each has brought; it outlives the meeting in the hands of those who have not read it. */
  std::shared_ptr<std::vector<uint64_t>> values;
  bool isBarrier = false;
};

struct Site {
  int64_t id = -1;
  std::string file;
  unsigned line = 1, column = 1;
  uint64_t launch = 0;
};

struct Launch {
  Config config;
  uint64_t perBlock = 0, blocks = 0, next = 0, live = 0, atGrid = 0;
  std::vector<Block *> resident;
  /* By where they are; shared memory is that of a block. */
  std::map<std::pair<const Block *, const void *>, BarrierObject> objects;
  /* By block and number of the tile. */
  std::map<std::pair<const Block *, unsigned>, TileMeeting> tiles;
  Block *current = nullptr;
  void *scheduler = nullptr;
  void (*run)(void *) = nullptr;
  void *closure = nullptr;
  bool isRecorded = false;
  /* The last turn was given up, and not spent to a barrier or the end. */
  bool isGivenUp = false;
};

enum { STACK = 256 << 10, GUARD = 4096, RESIDENT = GPURACE_RESIDENT_THREADS, SPIN = 12, TURN = 24 };

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
  pthread_mutex_t lock;
  const char *path = nullptr;
  uint64_t limit = ~0ull, seed = 1;
  Wanting wanting;
  pid_t owner = 0;
  bool isReady = false, isBroken = false, isInstrumented = false;
  std::set<std::string> said;
  Writer writer;
  Modules modules;
  std::unordered_map<const void *, Site *> places;
  std::map<std::string, Site *> sites;
  std::unordered_map<const void *, std::string> kernels;
  uint64_t launches = 0, random = 1, clock = 0;
  Launch *launch = nullptr;
  std::vector<SharedPart> parts;
  size_t sharedSize = 0;
  std::vector<char> hostShared;
  std::vector<char *> stacks;
  std::vector<void *> freed;
  std::vector<Pending> queued;
  /* The type of a kernel, as a function that calls it; and where a launch goes that is not to be done yet. */
  std::unordered_map<const void *, void (*)(const void *, void **)> known;
  Pending *caught = nullptr;
  cudaError_t error = cudaSuccess, sticky = cudaSuccess;

  State() {
    pthread_mutexattr_t how;
    pthread_mutexattr_init(&how);
    pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &how);
  }
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
    const char *seed = getenv("GPURACE_SEED");
    if (seed != nullptr && *seed >= '0' && *seed <= '9') made->seed = strtoull(seed, nullptr, 10);
    made->wanting.read();
    made->owner = getpid();
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
  /* A stack of its own, for the signal of one that has run over. */
  stack_t own = {};
  own.ss_size = 1 << 16;
  own.ss_sp = malloc(own.ss_size);
  if (own.ss_sp != nullptr) sigaltstack(&own, nullptr);
  static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (int number : numbers) {
    struct sigaction now;
    if (sigaction(number, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    struct sigaction ours = {};
    ours.sa_handler = onSignal;
    ours.sa_flags = SA_ONSTACK;
    sigaction(number, &ours, nullptr);
  }
  return s.isReady = true;
}

/* splitmix64 */
inline uint64_t random(State &s) {
  uint64_t z = s.random += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/* The thread of the launch whose turn it is; on the host's own threads there is none. */
struct Current {
  Fiber *fiber;
  char *stack;
  bool isRecording;
};
extern thread_local Current current __attribute__((weak, tls_model("initial-exec")));
thread_local Current current __attribute__((weak, tls_model("initial-exec"))) = {nullptr, nullptr, false};
inline thread_local Config pending;

inline char *newStack(State &s) {
  if (!s.stacks.empty()) {
    char *last = s.stacks.back();
    s.stacks.pop_back();
    return last;
  }
  void *made = mmap(nullptr, STACK + GUARD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) {
    fprintf(stderr, "gpurace: no memory for the stack of a thread\n");
    abort();
  }
  mprotect(made, GUARD, PROT_NONE);
  return (char *)made + GUARD;
}

/* ---- what a block has for itself ----------------------------------------------------------------------------------- */

inline int addPart(struct dl_phdr_info *info, size_t, void *data) {
  State &s = *(State *)data;
  const char *name = info->dlpi_name;
  /* The C library keeps things there that are no block's. */
  bool isSystem = name != nullptr && (strstr(name, "/libc.so") || strstr(name, "/libc-") || strstr(name, "/libstdc++") ||
                                      strstr(name, "/ld-") || strstr(name, "/libm.so") || strstr(name, "/libgcc_s") || strstr(name, "/libpthread"));
  for (int i = 0; i < info->dlpi_phnum && !isSystem; i++) {
    const ElfW(Phdr) &part = info->dlpi_phdr[i];
    if (part.p_type != PT_TLS || info->dlpi_tls_data == nullptr || part.p_memsz == 0) continue;
    SharedPart one = {(char *)info->dlpi_tls_data, part.p_memsz, s.sharedSize};
    s.parts.push_back(one);
    s.sharedSize = (s.sharedSize + part.p_memsz + 255) & ~(size_t)255;
  }
  return 0;
}

/* Copies [from, to) of the blocks' variables, which may lie in several files. */
inline void copyShared(State &s, char *memory, size_t from, size_t to, bool isOut) {
  for (const SharedPart &part : s.parts) {
    size_t low = std::max(from, part.offset), high = std::min(to, part.offset + part.size);
    if (low >= high) continue;
    char *here = part.begin + (low - part.offset);
    if (isOut) memcpy(memory + low, here, high - low);
    else memcpy(here, memory + low, high - low);
  }
}

/* It is another block's turn, or that of none. */
inline void turnTo(State &s, Block *next) {
  Launch &l = *s.launch;
  Block *last = l.current;
  if (last == next) return;
  size_t dynamic = l.config.shared;
  if (last != nullptr) {
    if (last->from < last->to) {
      if (last->memory.empty()) last->memory = s.hostShared;
      copyShared(s, last->memory.data(), last->from, last->to, true);
      copyShared(s, s.hostShared.data(), last->from, last->to, false);
    }
    if (dynamic > 0) {
      last->dynamic.resize(dynamic);
      memcpy(last->dynamic.data(), gpurace_dynamic_shared, dynamic);
    }
  }
  l.current = next;
  if (next == nullptr) return;
  if (next->from < next->to && !next->memory.empty()) copyShared(s, next->memory.data(), next->from, next->to, false);
  if (dynamic > 0) {
    if (next->dynamic.empty()) memset(gpurace_dynamic_shared, 0, dynamic);
    else memcpy(gpurace_dynamic_shared, next->dynamic.data(), dynamic);
  }
  gpurace_blockIdx = next->index;
}

/* Where an address lies: -1 for the thread's own memory, 1 for shared memory (then it becomes an offset), 0 for global. */
inline int located(State &s, Fiber &f, uint64_t &address, uint64_t size) {
  if (address - (uint64_t)(uintptr_t)f.stack < STACK) return -1;
  for (const SharedPart &part : s.parts) {
    uint64_t offset = address - (uint64_t)(uintptr_t)part.begin;
    if (offset >= part.size) continue;
    Block &b = *f.block;
    address = part.offset + offset;
    if (address < b.from) b.from = address;
    if (address + size > b.to) b.to = address + size;
    return 1;
  }
  uint64_t offset = address - (uint64_t)(uintptr_t)gpurace_dynamic_shared;
  if (offset < GPURACE_MAX_SHARED) {
    address = ((s.sharedSize + 1023) & ~(uint64_t)1023) + offset;
    return 1;
  }
  return 0;
}

/* ---- records ------------------------------------------------------------------------------------------------------- */

inline std::string plainPath(const std::string &path) {
  if (path.empty() || path[0] != '/') return path;
  std::vector<std::string> parts;
  for (size_t at = 1; at <= path.size();) {
    size_t to = path.find('/', at);
    if (to == std::string::npos) to = path.size();
    std::string part = path.substr(at, to - at);
    at = to + 1;
    if (part == ".." && !parts.empty()) parts.pop_back();
    else if (part != "" && part != "." && part != "..") parts.push_back(part);
  }
  std::string all;
  for (const std::string &part : parts) all += "/" + part;
  return all;
}

inline Site *resolved(State &s, const void *pc) {
  Module *module = s.modules.of((const char *)pc - 1);
  std::string file = "unknown";
  unsigned line = 1, column = 1;
  if (module == nullptr || !module->line((uint64_t)(uintptr_t)pc - 1, file, line, column)) {
    say(s, "some accesses have no place: the program was built without debugging information, or has lost it");
  }
  file = plainPath(file).substr(0, 4000);
  std::string key = file + ":" + std::to_string(line) + ":" + std::to_string(column);
  Site *&site = s.sites[key];
  if (site == nullptr) {
    site = new Site;
    site->id = (int64_t)s.sites.size() - 1;
    site->file = file;
    site->line = line;
    site->column = column;
  }
  return site;
}

inline int64_t siteOf(State &s, const void *pc) {
  Site *&site = s.places[pc];
  if (site == nullptr) site = resolved(s, pc);
  if (site->launch != s.launches) {
    site->launch = s.launches;
    s.writer.site(site->id, site->file, site->line, site->column);
  }
  return site->id;
}

__attribute__((noinline)) inline void record(Fiber &f, uint64_t address, uint64_t size, int op, int flags, const void *pc) {
  State &s = state();
  int where = located(s, f, address, size);
  if (where < 0 || !current.isRecording || f.isSilent || size == 0) return;
  if (where > 0) flags |= FLAG_SHARED;
  int64_t site = siteOf(s, pc);
  for (; size > MAX_ACCESS; size -= MAX_ACCESS, address += MAX_ACCESS)
    s.writer.event(op, flags, f.number, 1, MAX_ACCESS, (int64_t)address, site);
  s.writer.event(op, flags, f.number, 1, (int64_t)size, (int64_t)address, site);
}

inline void plainEvent(Fiber &f, int op, int flags, uint64_t thread, uint32_t mask, const void *pc) {
  State &s = state();
  if (!current.isRecording || f.isSilent) return;
  s.writer.event(op, flags, thread, mask, 0, 0, pc == nullptr ? -1 : siteOf(s, pc));
}

/* ---- turns --------------------------------------------------------------------------------------------------------- */

inline void leave(State &s, Fiber &f) { gpurace_switch(&f.sp, s.launch->scheduler); }

/* Somebody else's turn; this thread comes back later. */
__attribute__((noinline)) inline void yield(Fiber &f) {
  State &s = state();
  f.budget = 1 + (int)(random(s) % 400);
  f.block->ready.push_back(&f);
  s.launch->isGivenUp = true;
  leave(s, f);
}

inline void turn(Fiber &f, int cost) {
  f.budget -= cost;
  if (UNLIKELY(f.budget <= 0) && !f.isSilent) yield(f);
}

inline void wake(Fiber *f) {
  f->warp().runnable++;
  f->block->ready.push_back(f);
}

inline void complete(Warp &warp, Meeting *meeting, Fiber *last) {
  warp.meetings.erase(std::find(warp.meetings.begin(), warp.meetings.end(), meeting));
  meeting->left = (uint32_t)__builtin_popcount(meeting->arrived);
  /* It is the turn of the warp's block. */
  Block &block = *state().launch->current;
  Fiber *lanes = &block.fibers[(&warp - block.warps.data()) * 32];
  for (unsigned lane = 0; lane < 32; lane++)
    if ((meeting->arrived >> lane & 1) && &lanes[lane] != last) wake(&lanes[lane]);
  if (meeting->kind == GPURACE_SYNC)
    plainEvent(lanes[0], OP_WARP_BARRIER, FLAG_DEVICE, lanes[0].number, meeting->arrived, nullptr);
}

/* No lane of the warp goes on by itself: those that wait for whoever is there have found each other. */
inline void settle(Warp &warp) {
  if (warp.runnable > 0) return;
  Meeting *first = nullptr;
  for (Meeting *one : warp.meetings)
    if (one->mask == 0 && (first == nullptr || one->site < first->site)) first = one;
  if (first != nullptr) complete(warp, first, nullptr);
}

/* The thread waits until somebody wakes it. */
inline void block(State &s, Fiber &f) {
  Warp &warp = f.warp();
  warp.runnable--;
  settle(warp);
  leave(s, f);
}

inline uint32_t meet(Fiber &f, uint32_t mask, int kind, uint64_t value, uint64_t *values, const void *site) {
  State &s = state();
  Warp &warp = f.warp();
  uint32_t own = 1u << f.lane();
  if (mask != 0) mask |= own;
  Meeting *meeting = nullptr;
  for (Meeting *one : warp.meetings)
    if (one->mask == mask && one->kind == kind && (one->arrived & own) == 0 && (mask != 0 || one->site == site)) meeting = one;
  if (meeting == nullptr) {
    meeting = new Meeting;
    meeting->mask = mask;
    meeting->kind = kind;
    meeting->site = site;
    warp.meetings.push_back(meeting);
  }
  meeting->arrived |= own;
  meeting->value[f.lane()] = value;
  if (mask != 0 && (meeting->arrived & warp.alive) == (mask & warp.alive)) complete(warp, meeting, &f);
  else block(s, f);
  uint32_t there = meeting->arrived;
  if (values != nullptr) memcpy(values, meeting->value, sizeof meeting->value);
  if (--meeting->left == 0) delete meeting;
  return there;
}

inline void releaseBlock(Block &b, const void *pc) {
  Fiber &first = b.fibers[0];
  plainEvent(first, OP_BARRIER, FLAG_DEVICE, first.number, 1, pc);
  b.wereAll = b.all;
  b.wereAny = b.any;
  b.count = b.counted;
  b.all = true;
  b.any = false;
  b.counted = 0;
  std::vector<Fiber *> waiting;
  waiting.swap(b.waiting);
  for (Fiber *one : waiting) wake(one);
}

inline void blockBarrier(Fiber &f, bool predicate, const void *pc) {
  Block &b = *f.block;
  b.all = b.all && predicate;
  b.any = b.any || predicate;
  b.counted += predicate;
  b.waiting.push_back(&f);
  if (b.waiting.size() == b.live) releaseBlock(b, pc);
  block(state(), f);
}

/* ---- tiles of several warps --------------------------------------------------------------------------------------------- */

/* Of a block's tiles of 64, 128, … 1,024 threads, each has a number: 0 to 15, 16 to 23, … 30. */
inline unsigned tileNumber(unsigned size, unsigned index) { return 32 - 2048 / size + index; }

inline size_t liveInTile(const Block &b, unsigned size, unsigned index) {
  size_t live = 0;
  for (size_t warp = index * size / 32; warp < (index + 1) * size / 32 && warp < b.warps.size(); warp++)
    live += (size_t)__builtin_popcount(b.warps[warp].alive);
  return live;
}

/* A barrier of a tile is told as an order by an address that nothing else has. */
inline void tileEvent(State &s, Fiber &f, unsigned number, int op, int flags, const void *pc) {
  if (!current.isRecording || f.isSilent) return;
  int64_t address = (int64_t)((s.sharedSize + 1023) & ~(uint64_t)1023) + GPURACE_MAX_SHARED + 8 * (int64_t)number;
  s.writer.event(op, flags | FLAG_SHARED, f.number, 1, 8, address, siteOf(s, pc));
}

/* All have come: each has acquired what the others brought, before anybody goes on. */
inline void releaseTile(State &s, TileMeeting &tile, unsigned number) {
  std::vector<Fiber *> waiting;
  std::vector<const void *> places;
  waiting.swap(tile.waiting);
  places.swap(tile.places);
  tile.values.reset();
  for (size_t i = 0; i < waiting.size(); i++) {
    if (tile.isBarrier) tileEvent(s, *waiting[i], number, OP_READ, FLAG_ACQUIRE | FLAG_ATOMIC, places[i]);
    wake(waiting[i]);
  }
}

inline void meetTile(Fiber &f, unsigned size, uint64_t value, unsigned long long *values, const void *pc) {
  State &s = state();
  unsigned index = f.local / size, number = tileNumber(size, index);
  TileMeeting &tile = s.launch->tiles[{f.block, number}];
  if (!tile.values) tile.values = std::make_shared<std::vector<uint64_t>>(size);
  std::shared_ptr<std::vector<uint64_t>> brought = tile.values;
  (*brought)[f.local % size] = value;
  tile.isBarrier = values == nullptr;
  if (tile.isBarrier) tileEvent(s, f, number, OP_ATOMIC, FLAG_RELEASE, pc);
  tile.waiting.push_back(&f);
  tile.places.push_back(pc);
  if (tile.waiting.size() == liveInTile(*f.block, size, index)) releaseTile(s, tile, number);
  block(s, f);
  if (values != nullptr) std::copy(brought->begin(), brought->end(), values);
}

/* A thread of the block has ended; its tiles wait for one less. */
inline void endInTiles(State &s, Fiber &f) {
  for (unsigned size = 64; size <= 1024; size *= 2) {
    unsigned index = f.local / size, number = tileNumber(size, index);
    auto found = s.launch->tiles.find({f.block, number});
    if (found == s.launch->tiles.end() || found->second.waiting.empty()) continue;
    if (found->second.waiting.size() == liveInTile(*f.block, size, index)) releaseTile(s, found->second, number);
  }
}

inline void releaseGrid(State &s) {
  Launch &l = *s.launch;
  l.atGrid = 0;
  for (Block *one : l.resident) {
    std::vector<Fiber *> waiting;
    waiting.swap(one->atGrid);
    for (Fiber *other : waiting) wake(other);
  }
}

inline void gridBarrier(Fiber &f) {
  State &s = state();
  Launch &l = *s.launch;
  if (!l.config.isCooperative) say(s, "a grid waits for all of its blocks and was not launched for it (cudaLaunchCooperativeKernel)");
  f.block->atGrid.push_back(&f);
  if (++l.atGrid == l.live) {
    plainEvent(f, OP_GRID_BARRIER, FLAG_DEVICE, 0, 1, nullptr);
    releaseGrid(s);
  }
  block(s, f);
}

/* ---- copies that nobody has waited for yet, barriers that lie in memory -------------------------------------------------- */

inline void make(const Copy &copy) {
  Fiber &f = *copy.fiber;
  record(f, (uint64_t)(uintptr_t)copy.from, copy.size - copy.zeros, OP_READ, 0, copy.pc);
  record(f, (uint64_t)(uintptr_t)copy.to, copy.size, OP_WRITE, 0, copy.pc);
  memcpy(copy.to, copy.from, copy.size - copy.zeros);
  memset(copy.to + (copy.size - copy.zeros), 0, copy.zeros);
}

/* Of the thread's groups `left` may still be under way. */
inline void waitForCopies(Fiber &f, uint64_t left) {
  size_t done = 0;
  while (done < f.copies.size() && f.copies[done].group + left < f.groups) make(f.copies[done++]);
  f.copies.erase(f.copies.begin(), f.copies.begin() + (ptrdiff_t)done);
}

struct ObjectWord {
  uint64_t expected : 21, missing : 21, phase : 22;
};

/* A barrier in memory, on the turn of a thread that comes to it. */
class ObjectAt {
 public:
  ObjectAt(State &s, Fiber &f, unsigned long long *word) : state_(s), fiber_(f), word_(word) {
    uint64_t address = (uint64_t)(uintptr_t)word;
    isShared_ = located(s, f, address, sizeof *word) > 0;
  }
  bool isShared() const { return isShared_; }
  ObjectWord load() const {
    ObjectWord word;
    memcpy(&word, word_, sizeof word);
    return word;
  }
  void store(ObjectWord word) { memcpy(word_, &word, sizeof word); }
  void mark(int op, int flags, const void *pc, Fiber *by = nullptr) {
    record(by == nullptr ? fiber_ : *by, (uint64_t)(uintptr_t)word_, sizeof *word_, op, flags, pc);
  }
  BarrierObject &rest() { return state_.launch->objects[{isShared_ ? fiber_.block : nullptr, word_}]; }
  bool isOver(unsigned phase, bool isParity) const {
    ObjectWord word = load();
    return isParity ? (word.phase & 1) != (phase & 1) : word.phase != (phase & 0x3fffff);
  }

 private:
  State &state_;
  Fiber &fiber_;
  unsigned long long *word_;
  bool isShared_;
};

/* Copies that the thread has begun, each of which releases at the barrier when it is made. */
inline void makeBound(ObjectAt &object, Fiber *only, int scope) {
  std::vector<Copy> &all = object.rest().copies;
  std::vector<Copy> left;
  for (const Copy &copy : all) {
    if (only != nullptr && copy.fiber != only) {
      left.push_back(copy);
      continue;
    }
    make(copy);
    object.mark(OP_ATOMIC, scope | FLAG_RELEASE, copy.pc, copy.fiber);
  }
  all.swap(left);
}

inline unsigned arriveAt(Fiber &f, unsigned long long *word, size_t count, bool isForever, int scope, void (*over)(void *), void *self,
                         const void *pc) {
  State &s = state();
  turn(f, TURN);
  ObjectAt object(s, f, word);
  /* What another block has begun can be made on its own turn alone. */
  if (!object.isShared()) makeBound(object, &f, scope);
  object.mark(OP_ATOMIC, scope | FLAG_RELEASE, pc);
  ObjectWord now = object.load();
  unsigned phase = (unsigned)now.phase;
  if (count > now.missing) {
    fprintf(stderr, "gpurace: more threads arrive at a barrier than it was made for\n");
    abort();
  }
  if (isForever) now.expected = now.expected - 1;
  now.missing = now.missing - count;
  object.store(now);
  if (now.missing > 0) return phase;
  if (object.isShared()) makeBound(object, nullptr, scope);
  if (over != nullptr) {
    object.mark(OP_READ, scope | FLAG_ACQUIRE | FLAG_ATOMIC, pc);
    over(self);
    object.mark(OP_ATOMIC, scope | FLAG_RELEASE, pc);
    now = object.load();
  }
  now.missing = now.expected;
  now.phase = now.phase + 1;
  object.store(now);
  std::vector<Fiber *> waiting;
  waiting.swap(object.rest().waiting);
  for (Fiber *one : waiting) wake(one);
  return phase;
}

inline void waitAt(Fiber &f, unsigned long long *word, unsigned phase, bool isParity, int scope, const void *pc) {
  State &s = state();
  turn(f, TURN);
  ObjectAt object(s, f, word);
  while (!object.isOver(phase, isParity)) {
    object.rest().waiting.push_back(&f);
    block(s, f);
  }
  object.mark(OP_READ, scope | FLAG_ACQUIRE | FLAG_ATOMIC, pc);
}

/* What a thread has begun is made before it ends, whoever waits for it. */
inline void endCopies(State &s, Fiber &f) {
  f.groups++;
  waitForCopies(f, 0);
  for (auto &[at, object] : s.launch->objects) {
    if (std::none_of(object.copies.begin(), object.copies.end(), [&](const Copy &copy) { return copy.fiber == &f; })) continue;
    ObjectAt where(s, f, (unsigned long long *)at.second);
    makeBound(where, &f, 0);
  }
}

inline void forgetObjects(Launch &l, const Block *block) {
  auto &all = l.objects;
  for (auto one = all.lower_bound({block, nullptr}); one != all.end() && one->first.first == block;) one = all.erase(one);
  auto &tiles = l.tiles;
  for (auto one = tiles.lower_bound({block, 0}); one != tiles.end() && one->first.first == block;) one = tiles.erase(one);
}

/* The thread has come to its end: those that waited for it wait for one less. */
inline void ended(State &s, Fiber &f) {
  Launch &l = *s.launch;
  if (!f.copies.empty() || !l.objects.empty()) endCopies(s, f);
  Block &b = *f.block;
  Warp &warp = f.warp();
  plainEvent(f, OP_EXIT, FLAG_DEVICE, f.number, 1, nullptr);
  warp.alive &= ~(1u << f.lane());
  warp.runnable--;
  b.live--;
  l.live--;
  for (size_t i = 0; i < warp.meetings.size();) {
    Meeting *one = warp.meetings[i];
    if (one->mask != 0 && (one->arrived & warp.alive) == (one->mask & warp.alive)) complete(warp, one, nullptr);
    else i++;
  }
  settle(warp);
  if (!l.tiles.empty()) endInTiles(s, f);
  if (b.live > 0 && b.waiting.size() == b.live) releaseBlock(b, nullptr);
  if (l.live > 0 && l.atGrid == l.live) {
    plainEvent(f, OP_GRID_BARRIER, FLAG_DEVICE, 0, 1, nullptr);
    releaseGrid(s);
  }
}

}  // namespace gpurace

extern "C" WEAK void gpurace_begin() {
  using namespace gpurace;
  State &s = state();
  s.launch->run(s.launch->closure);
  Fiber &f = *current.fiber;
  ended(s, f);
  leave(s, f);
  abort();
}

namespace gpurace {

inline void start(State &s, Fiber &f) {
  f.stack = newStack(s);
  uintptr_t *top = (uintptr_t *)(f.stack + STACK);
#if defined(__x86_64__)
  /* At the first instruction of a function the stack is 8 bytes off its alignment of 16. */
  *--top = 0;
  *--top = (uintptr_t)gpurace_begin;
  for (int i = 0; i < 6; i++) *--top = 0;
#else
  top -= 20;
  memset(top, 0, 160);
  top[11] = (uintptr_t)gpurace_begin;
#endif
  f.sp = top;
}

inline uint3 coordinates(uint64_t index, dim3 extent) {
  uint3 at;
  at.x = (unsigned)(index % extent.x);
  at.y = (unsigned)(index / extent.x % extent.y);
  at.z = (unsigned)(index / ((uint64_t)extent.x * extent.y));
  return at;
}

inline Block *newBlock(State &s) {
  Launch &l = *s.launch;
  Block *made = new Block;
  made->number = l.next++;
  made->index = coordinates(made->number, l.config.grid);
  made->live = (unsigned)l.perBlock;
  made->fibers.resize(l.perBlock);
  made->warps.resize((l.perBlock + 31) / 32);
  made->ready.reserve(l.perBlock);
  if (!s.isInstrumented) {
    made->from = 0;
    made->to = s.sharedSize;
  }
  for (unsigned i = 0; i < l.perBlock; i++) {
    Fiber &f = made->fibers[i];
    f.block = made;
    f.local = i;
    f.number = made->number * l.perBlock + i;
    f.index = coordinates(i, l.config.block);
    f.budget = 1 + (int)(random(s) % 400);
    made->warps[i / 32].alive |= 1u << i % 32;
    made->warps[i / 32].runnable++;
    made->ready.push_back(&f);
  }
  return made;
}

inline void runFiber(State &s, Fiber &f) {
  Launch &l = *s.launch;
  if (f.stack == nullptr) start(s, f);
  gpurace_threadIdx = f.index;
  current.fiber = &f;
  current.stack = f.stack;
  current.isRecording = l.isRecorded;
  gpurace_switch(&l.scheduler, f.sp);
  current.fiber = nullptr;
  current.isRecording = false;
  if ((f.warp().alive >> f.lane() & 1) == 0) {
    s.stacks.push_back(f.stack);
    f.stack = nullptr;
  }
}

/* Lanes that wait for whoever is there, while others of their warp go round in a loop and never come. */
inline void settleOld(State &s, Block &b) {
  turnTo(s, &b);
  current.isRecording = s.launch->isRecorded;
  for (Warp &warp : b.warps) {
    for (size_t i = 0; i < warp.meetings.size();) {
      Meeting *one = warp.meetings[i];
      if (one->mask == 0 && one->isOld) {
        complete(warp, one, nullptr);
        continue;
      }
      one->isOld = true;
      i++;
    }
  }
  current.isRecording = false;
}

/* False when no thread can go on. */
inline bool schedule(State &s) {
  Launch &l = *s.launch;
  uint64_t most = l.config.isCooperative ? l.blocks : std::max<uint64_t>(1, RESIDENT / l.perBlock);
  Block *b = nullptr;
  for (uint64_t turns = 1; l.live > 0; turns++) {
    while (l.resident.size() < most && l.next < l.blocks) l.resident.push_back(newBlock(s));
    if (turns % 65536 == 0)
      for (Block *one : l.resident) settleOld(s, *one);
    /* Mostly the same block, as shared memory has to be exchanged for another one. */
    uint64_t stays = l.isGivenUp ? 4 : 16;
    l.isGivenUp = false;
    if (b == nullptr || b->ready.empty() || random(s) % stays == 0) {
      size_t from = random(s) % l.resident.size();
      b = nullptr;
      for (size_t i = 0; i < l.resident.size() && b == nullptr; i++) {
        Block *one = l.resident[(from + i) % l.resident.size()];
        if (!one->ready.empty()) b = one;
      }
      if (b == nullptr) return false;
    }
    turnTo(s, b);
    size_t at = random(s) % b->ready.size();
    Fiber *f = b->ready[at];
    b->ready[at] = b->ready.back();
    b->ready.pop_back();
    runFiber(s, *f);
    if (b->live > 0) continue;
    turnTo(s, nullptr);
    l.resident.erase(std::find(l.resident.begin(), l.resident.end(), b));
    forgetObjects(l, b);
    delete b;
    b = nullptr;
  }
  return true;
}

/* `ns::kernel<256>`, of a symbol as the linker has it. */
inline std::string plainName(const char *symbol) {
  int status = 0;
  char *text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : symbol;
  free(text);
  size_t clone = name.find(" [clone");
  if (clone != std::string::npos) name.resize(clone);
  size_t end = name.rfind(')');
  if (end == std::string::npos) return name;
  int depth = 0;
  size_t open = end;
  for (;; open--) {
    if (name[open] == ')') depth++;
    if (name[open] == '(' && --depth == 0) break;
    if (open == 0) return name;
  }
  name.resize(open);
  depth = 0;
  for (size_t at = name.size(); at-- > 0;) {
    if (name[at] == '>' || name[at] == ')') depth++;
    if (name[at] == '<' || name[at] == '(') depth--;
    if (name[at] == ' ' && depth == 0) return name.substr(at + 1);
  }
  return name;
}

inline const std::string &kernelName(State &s, const void *pc) {
  std::string &name = s.kernels[pc];
  if (!name.empty()) return name;
  Module *module = s.modules.of((const char *)pc - 1);
  const char *symbol = module == nullptr ? nullptr : module->function((uint64_t)(uintptr_t)pc - 1);
  return name = symbol == nullptr ? "kernel" : plainName(symbol);
}

inline std::string headerText(State &s, const Config &c, const void *pc) {
  std::string all = "{\"format\":\"gpurace-trace\",\"version\":1,\"kernel\":\"";
  quoted(all, kernelName(s, pc).substr(0, 4000));
  char text[256];
  snprintf(text, sizeof text,
           "\",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],\"warpSize\":32,\"stream\":\"%u\",\"sites\":[", c.grid.x, c.grid.y,
           c.grid.z, c.block.x, c.block.y, c.block.z, c.stream == nullptr ? 0 : c.stream->number);
  return all + text;
}

inline void fail(State &s, cudaError_t error) { s.error = error; }

/* What is wrong with the sizes of a launch. */
inline cudaError_t judged(const Config &c) {
  uint64_t perBlock = (uint64_t)c.block.x * c.block.y * c.block.z;
  bool isEmpty = perBlock == 0 || c.grid.x == 0 || c.grid.y == 0 || c.grid.z == 0;
  if (isEmpty || perBlock > 1024 || c.block.z > 64 || c.grid.y > 65535 || c.grid.z > 65535) return cudaErrorInvalidConfiguration;
  if (c.grid.x > 0x7fffffffu || perBlock * c.grid.x * c.grid.y * c.grid.z > 0x7ffffffeull) return cudaErrorInvalidConfiguration;
  if (c.shared > GPURACE_MAX_SHARED) return cudaErrorInvalidValue;
  if (c.isCooperative && perBlock * c.grid.x * c.grid.y * c.grid.z > RESIDENT) return cudaErrorCooperativeLaunchTooLarge;
  return cudaSuccess;
}

inline void runLaunch(State &s, const Config &config, void (*run)(void *), void *closure, const void *pc) {
  cudaError_t wrong = s.sticky != cudaSuccess ? s.sticky : judged(config);
  if (wrong != cudaSuccess) {
    fail(s, wrong);
    return;
  }
  Launch l;
  l.config = config;
  l.run = run;
  l.closure = closure;
  l.perBlock = (uint64_t)config.block.x * config.block.y * config.block.z;
  l.blocks = (uint64_t)config.grid.x * config.grid.y * config.grid.z;
  l.live = l.perBlock * l.blocks;
  l.isRecorded = s.path != nullptr && s.owner == getpid() && s.wanting.takes(kernelName(s, pc)) && ready(s) && !s.writer.isFull();
  s.launch = &l;
  s.launches++;
  s.random = s.seed * 0x9e3779b97f4a7c15ull + s.launches;
  s.parts.clear();
  s.sharedSize = 0;
  dl_iterate_phdr(addPart, &s);
  s.hostShared.resize(s.sharedSize);
  copyShared(s, s.hostShared.data(), 0, s.sharedSize, true);
  gpurace_blockDim.set(config.block);
  gpurace_gridDim.set(config.grid);
  if (l.isRecorded) s.writer.launch(headerText(s, config, pc), l.perBlock);
  bool isWhole = schedule(s);
  turnTo(s, nullptr);
  if (!isWhole) {
    fprintf(stderr, "gpurace: %s does not get on: its threads wait for others that do not come\n", kernelName(s, pc).c_str());
    s.sticky = s.error = cudaErrorLaunchTimeout;
    s.writer.cut();
  }
  s.writer.finish();
  for (Block *one : l.resident) delete one;
  s.launch = nullptr;
  for (void *one : s.freed) free(one);
  s.freed.clear();
}

/* A launch, and those that its kernel has asked for. */
inline void launchPending(const Pending &what, CUstream_st *stream) {
  State &s = state();
  pthread_mutex_lock(&s.lock);
  Config config = what.config;
  config.stream = stream;
  runLaunch(s, config, what.run, what.closure, what.pc);
  while (!s.queued.empty()) {
    Pending next = s.queued.front();
    s.queued.erase(s.queued.begin());
    runLaunch(s, next.config, next.run, next.closure, next.pc);
  }
  pthread_mutex_unlock(&s.lock);
}

}  // namespace gpurace

#include <gpurace/api.h>

#include <gpurace/runtime/graphs.h>

/* ---- what programs call -------------------------------------------------------------------------------------------- */

extern "C" {

WEAK int gpurace_configure(dim3 grid, dim3 block, size_t shared, cudaStream_t stream, int cooperative) {
  gpurace::Config &c = gpurace::pending;
  c.grid = grid;
  c.block = block;
  c.shared = shared;
  c.stream = stream == cudaStreamLegacy || stream == cudaStreamPerThread ? nullptr : stream;
  c.isCooperative = cooperative != 0;
  c.isSet = true;
  return 0;
}

/* A kernel was called with a configuration pending: it becomes a launch, at once, or after the kernel that asks for it. */
WEAK void gpurace_launch(void (*run)(void *), void *closure, size_t size, void (*drop)(void *), void *(*copy)(const void *),
                         const void *pc) {
  using namespace gpurace;
  State &s = state();
  Config config = pending;
  pending.isSet = false;
  (void)size;
  (void)drop;
  if (current.fiber != nullptr) {
    Pending later = {config, run, copy(closure), pc};
    s.queued.push_back(later);
    return;
  }
  if (s.caught != nullptr) {
    *s.caught = {config, run, copy(closure), pc};
    return;
  }
  if (CapturedAt *at = capturedAt(config.stream)) {
    Pending later = {config, run, copy(closure), pc};
    capture(*at, cudaGraphNodeTypeKernel, [later](CUstream_st *stream) { launchPending(later, stream); });
    return;
  }
  launchPending({config, run, closure, pc}, config.stream);
}

WEAK void gpurace_know(const void *kernel, void (*call)(const void *, void **)) { gpurace::state().known[kernel] = call; }

WEAK cudaError_t gpurace_call(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream, int cooperative) {
  auto found = gpurace::state().known.find(kernel);
  if (found == gpurace::state().known.end()) return gpurace_set_error(cudaErrorInvalidDeviceFunction);
  gpurace_configure(grid, block, shared, stream, cooperative);
  found->second(kernel, arguments);
  return gpurace_error(0);
}

WEAK void gpurace_silent(int on) {
  if (gpurace::current.fiber != nullptr) gpurace::current.fiber->isSilent = on != 0;
}

WEAK void gpurace_record(const volatile void *address, size_t size, int op, int flags, const void *pc) {
  using namespace gpurace;
  Fiber *f = current.fiber;
  if (f == nullptr) return;
  record(*f, (uint64_t)(uintptr_t)address, size, op, flags, pc);
  if (flags & FLAG_FAILED) {
    f->budget = 0;
    turn(*f, 0);
  }
}

WEAK void gpurace_turn(void) {
  if (gpurace::current.fiber != nullptr) gpurace::turn(*gpurace::current.fiber, gpurace::TURN);
}

WEAK unsigned gpurace_meet(unsigned mask, int kind, unsigned long long value, unsigned long long *values, const void *pc) {
  using namespace gpurace;
  Fiber *f = current.fiber;
  static_assert(sizeof(unsigned long long) == sizeof(uint64_t), "values are of 64 bits");
  if (f == nullptr) {
    if (values != nullptr) values[0] = value;
    return 1;
  }
  return meet(*f, mask, kind, value, (uint64_t *)values, pc);
}

WEAK void gpurace_tile_meet(unsigned size, unsigned long long value, unsigned long long *values, const void *pc) {
  if (gpurace::current.fiber != nullptr) gpurace::meetTile(*gpurace::current.fiber, size, value, values, pc);
  else if (values != nullptr) values[0] = value;
}

WEAK int gpurace_place(const volatile void *address) {
  uint64_t at = (uint64_t)(uintptr_t)address;
  return gpurace::current.fiber == nullptr ? 0 : gpurace::located(gpurace::state(), *gpurace::current.fiber, at, 1);
}

WEAK unsigned gpurace_lane(void) { return gpurace::current.fiber == nullptr ? 0 : gpurace::current.fiber->lane(); }
WEAK unsigned gpurace_alive(void) { return gpurace::current.fiber == nullptr ? 1 : gpurace::current.fiber->warp().alive; }

WEAK int gpurace_barrier(int kind, int predicate, const void *pc) {
  using namespace gpurace;
  Fiber *f = current.fiber;
  if (f == nullptr) return predicate;
  blockBarrier(*f, predicate != 0, pc);
  const Block &b = *f->block;
  return kind == GPURACE_COUNT ? (int)b.count : kind == GPURACE_AND ? b.wereAll : kind == GPURACE_OR ? b.wereAny : 0;
}

WEAK void gpurace_grid_barrier(void) {
  if (gpurace::current.fiber != nullptr) gpurace::gridBarrier(*gpurace::current.fiber);
}

WEAK int gpurace_is_cooperative(void) {
  return gpurace::current.fiber != nullptr && gpurace::state().launch->config.isCooperative;
}

WEAK void gpurace_fence(int scope, const void *pc) {
  using namespace gpurace;
  Fiber *f = current.fiber;
  if (f == nullptr) return;
  plainEvent(*f, OP_FENCE, scope, f->number, 1, pc);
}

WEAK void gpurace_object_init(unsigned long long *object, size_t expected, const void *pc) {
  using namespace gpurace;
  if (current.fiber == nullptr) return;
  if (expected < 1 || expected > 1 << 20) {
    fprintf(stderr, "gpurace: a barrier is made for %zu threads\n", expected);
    abort();
  }
  ObjectAt at(state(), *current.fiber, object);
  at.mark(OP_WRITE, 0, pc);
  ObjectWord word = {expected, expected, 0};
  at.store(word);
}

WEAK unsigned gpurace_object_arrive(unsigned long long *object, size_t count, int isForever, int scope, void (*over)(void *), void *self,
                                    const void *pc) {
  using namespace gpurace;
  return current.fiber == nullptr ? 0 : arriveAt(*current.fiber, object, count, isForever != 0, scope, over, self, pc);
}

WEAK void gpurace_object_wait(unsigned long long *object, unsigned phase, int isParity, int scope, const void *pc) {
  if (gpurace::current.fiber != nullptr) gpurace::waitAt(*gpurace::current.fiber, object, phase, isParity != 0, scope, pc);
}

WEAK int gpurace_object_test(unsigned long long *object, unsigned phase, int isParity, int scope, const void *pc) {
  using namespace gpurace;
  Fiber *f = current.fiber;
  if (f == nullptr) return 1;
  turn(*f, SPIN);
  ObjectAt at(state(), *f, object);
  if (!at.isOver(phase, isParity != 0)) {
    f->budget = 0;
    return 0;
  }
  at.mark(OP_READ, scope | FLAG_ACQUIRE | FLAG_ATOMIC, pc);
  return 1;
}

WEAK void gpurace_copy(void *to, const void *from, size_t size, size_t zeros, unsigned long long *object, const void *pc) {
  using namespace gpurace;
  Fiber *f = current.fiber;
  Copy copy = {f, (char *)to, (const char *)from, size, std::min(size, zeros), f == nullptr ? 0 : f->groups, pc};
  if (f == nullptr) memcpy(to, from, size);
  else if (object == nullptr) f->copies.push_back(copy);
  else ObjectAt(state(), *f, object).rest().copies.push_back(copy);
}

/* What the thread has begun so far is waited for with the barrier. */
WEAK void gpurace_copies_arrive(unsigned long long *object) {
  using namespace gpurace;
  Fiber *f = current.fiber;
  if (f == nullptr || f->copies.empty()) return;
  std::vector<Copy> &to = ObjectAt(state(), *f, object).rest().copies;
  to.insert(to.end(), f->copies.begin(), f->copies.end());
  f->copies.clear();
}

WEAK void gpurace_copy_group(void) {
  if (gpurace::current.fiber != nullptr) gpurace::current.fiber->groups++;
}

WEAK void gpurace_copy_wait(size_t groups) {
  if (gpurace::current.fiber != nullptr) gpurace::waitForCopies(*gpurace::current.fiber, groups);
}

WEAK long long gpurace_clock(void) {
  gpurace_turn();
  return (long long)(gpurace::state().clock += 16);
}

WEAK size_t gpurace_dynamic_size(void) {
  return gpurace::current.fiber == nullptr ? 0 : gpurace::state().launch->config.shared;
}

WEAK void gpurace_trap(void) {
  fprintf(stderr, "gpurace: a kernel has called __trap()\n");
  abort();
}

WEAK cudaError_t gpurace_set_error(cudaError_t error) {
  if (error != cudaSuccess) gpurace::state().error = error;
  return error;
}

WEAK cudaError_t gpurace_error(int isTaken) {
  gpurace::State &s = gpurace::state();
  cudaError_t now = s.error;
  if (isTaken) s.error = s.sticky;
  return now;
}

/* ---- what objects call in the place of the C library ---------------------------------------------------------------- */

WEAK void *gpurace_memcpy(void *to, const void *from, size_t n) {
  gpurace_record(from, n, gpurace::OP_READ, 0, CALLER);
  gpurace_record(to, n, gpurace::OP_WRITE, 0, CALLER);
  return memcpy(to, from, n);
}
WEAK void *gpurace_memmove(void *to, const void *from, size_t n) {
  gpurace_record(from, n, gpurace::OP_READ, 0, CALLER);
  gpurace_record(to, n, gpurace::OP_WRITE, 0, CALLER);
  return memmove(to, from, n);
}
WEAK void *gpurace_memset(void *to, int value, size_t n) {
  gpurace_record(to, n, gpurace::OP_WRITE, 0, CALLER);
  return memset(to, value, n);
}
WEAK void *__tsan_memcpy(void *to, const void *from, size_t n) {
  gpurace_record(from, n, gpurace::OP_READ, 0, CALLER);
  gpurace_record(to, n, gpurace::OP_WRITE, 0, CALLER);
  return memcpy(to, from, n);
}
WEAK void *__tsan_memmove(void *to, const void *from, size_t n) {
  gpurace_record(from, n, gpurace::OP_READ, 0, CALLER);
  gpurace_record(to, n, gpurace::OP_WRITE, 0, CALLER);
  return memmove(to, from, n);
}
WEAK void *__tsan_memset(void *to, int value, size_t n) {
  gpurace_record(to, n, gpurace::OP_WRITE, 0, CALLER);
  return memset(to, value, n);
}
/* Memory that a kernel gives back gets no new use before its launch is over: its next owner is no race with the last. */
WEAK void gpurace_free(void *memory) {
  if (gpurace::current.fiber == nullptr) free(memory);
  else gpurace::state().freed.push_back(memory);
}
WEAK void gpurace_delete(void *memory) {
  if (gpurace::current.fiber == nullptr) ::operator delete(memory);
  else gpurace::state().freed.push_back(memory);
}
WEAK void gpurace_delete_sized(void *memory, size_t) { gpurace_delete(memory); }
WEAK void gpurace_delete_all(void *memory) { gpurace_delete(memory); }
WEAK void gpurace_delete_all_sized(void *memory, size_t) { gpurace_delete(memory); }

/* ---- the compiler's instrumentation --------------------------------------------------------------------------------- */

WEAK void __tsan_init(void) { gpurace::state().isInstrumented = true; }
WEAK void __tsan_func_entry(void *) {}
WEAK void __tsan_func_exit(void) {}
WEAK void __tsan_ignore_thread_begin(void) {}
WEAK void __tsan_ignore_thread_end(void) {}
WEAK void __tsan_vptr_update(void **address, void *) { gpurace_record(address, sizeof(void *), gpurace::OP_WRITE, 0, CALLER); }
WEAK void __tsan_vptr_read(void **address) { gpurace_record(address, sizeof(void *), gpurace::OP_READ, 0, CALLER); }
WEAK void __tsan_read_range(void *address, size_t size) { gpurace_record(address, size, gpurace::OP_READ, 0, CALLER); }
WEAK void __tsan_write_range(void *address, size_t size) { gpurace_record(address, size, gpurace::OP_WRITE, 0, CALLER); }

#define GPURACE_ACCESS(NAME, SIZE, OP, FLAGS, COST)                                                      \
  WEAK void NAME(void *address) {                                                                        \
    gpurace::Fiber *f = gpurace::current.fiber;                                                          \
    if (LIKELY(f == nullptr)) return;                                                                    \
    if ((uintptr_t)address - (uintptr_t)gpurace::current.stack < gpurace::STACK) return;                 \
    gpurace::turn(*f, COST);                                                                             \
    gpurace::record(*f, (uint64_t)(uintptr_t)address, SIZE, OP, FLAGS, CALLER);                          \
  }
#define GPURACE_ACCESSES(SIZE)                                                                           \
  GPURACE_ACCESS(__tsan_read##SIZE, SIZE, gpurace::OP_READ, 0, 1)                                        \
  GPURACE_ACCESS(__tsan_write##SIZE, SIZE, gpurace::OP_WRITE, 0, 1)                                      \
  GPURACE_ACCESS(__tsan_unaligned_read##SIZE, SIZE, gpurace::OP_READ, 0, 1)                              \
  GPURACE_ACCESS(__tsan_unaligned_write##SIZE, SIZE, gpurace::OP_WRITE, 0, 1)                            \
  GPURACE_ACCESS(__tsan_volatile_read##SIZE, SIZE, gpurace::OP_READ, gpurace::FLAG_VOLATILE, gpurace::SPIN)             \
  GPURACE_ACCESS(__tsan_volatile_write##SIZE, SIZE, gpurace::OP_WRITE, gpurace::FLAG_VOLATILE, 1)                       \
  GPURACE_ACCESS(__tsan_unaligned_volatile_read##SIZE, SIZE, gpurace::OP_READ, gpurace::FLAG_VOLATILE, gpurace::SPIN)   \
  GPURACE_ACCESS(__tsan_unaligned_volatile_write##SIZE, SIZE, gpurace::OP_WRITE, gpurace::FLAG_VOLATILE, 1)             \
  WEAK void __tsan_read_write##SIZE(void *address) {                                                     \
    gpurace_record(address, SIZE, gpurace::OP_READ, 0, CALLER);                                          \
    gpurace_record(address, SIZE, gpurace::OP_WRITE, 0, CALLER);                                         \
  }                                                                                                      \
  WEAK void __tsan_unaligned_read_write##SIZE(void *address) {                                           \
    gpurace_record(address, SIZE, gpurace::OP_READ, 0, CALLER);                                          \
    gpurace_record(address, SIZE, gpurace::OP_WRITE, 0, CALLER);                                         \
  }
GPURACE_ACCESSES(1)
GPURACE_ACCESSES(2)
GPURACE_ACCESSES(4)
GPURACE_ACCESSES(8)
GPURACE_ACCESSES(16)

/* The order of an atomic operation of C++, as flags; its scope is the whole system. */
static inline int gpurace_order(int order) {
  int flags = 2;
  if (order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST)
    flags |= gpurace::FLAG_ACQUIRE;
  if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST) flags |= gpurace::FLAG_RELEASE;
  return flags;
}

#define GPURACE_FETCH(BITS, T, NAME)                                                                     \
  WEAK T __tsan_atomic##BITS##_fetch_##NAME(volatile T *p, T v, int order) {                             \
    gpurace_turn();                                                                                      \
    gpurace_record(p, sizeof(T), gpurace::OP_ATOMIC, gpurace_order(order), CALLER);                      \
    return __atomic_fetch_##NAME(p, v, __ATOMIC_SEQ_CST);                                                \
  }
#define GPURACE_SWAP(BITS, T, NAME)                                                                      \
  WEAK int __tsan_atomic##BITS##_compare_exchange_##NAME(volatile T *p, T *expected, T v, int order, int failed) {      \
    gpurace_turn();                                                                                      \
    bool isDone = __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);               \
    gpurace_record(p, sizeof(T), gpurace::OP_CAS, isDone ? gpurace_order(order) : gpurace_order(failed) | gpurace::FLAG_FAILED, CALLER); \
    return isDone;                                                                                       \
  }
#define GPURACE_ATOMICS(BITS, T)                                                                         \
  WEAK T __tsan_atomic##BITS##_load(const volatile T *p, int order) {                                    \
    if (gpurace::current.fiber != nullptr) gpurace::turn(*gpurace::current.fiber, gpurace::SPIN);        \
    gpurace_record(p, sizeof(T), gpurace::OP_READ, gpurace_order(order) | gpurace::FLAG_ATOMIC, CALLER); \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                         \
  }                                                                                                      \
  WEAK void __tsan_atomic##BITS##_store(volatile T *p, T v, int order) {                                 \
    gpurace_turn();                                                                                      \
    gpurace_record(p, sizeof(T), gpurace::OP_WRITE, (gpurace_order(order) & ~gpurace::FLAG_ACQUIRE) | gpurace::FLAG_ATOMIC, CALLER);    \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                      \
  WEAK T __tsan_atomic##BITS##_exchange(volatile T *p, T v, int order) {                                 \
    gpurace_turn();                                                                                      \
    gpurace_record(p, sizeof(T), gpurace::OP_EXCHANGE, gpurace_order(order), CALLER);                    \
    return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                                      \
  GPURACE_FETCH(BITS, T, add)                                                                            \
  GPURACE_FETCH(BITS, T, sub)                                                                            \
  GPURACE_FETCH(BITS, T, and)                                                                            \
  GPURACE_FETCH(BITS, T, or)                                                                             \
  GPURACE_FETCH(BITS, T, xor)                                                                            \
  GPURACE_FETCH(BITS, T, nand)                                                                           \
  GPURACE_SWAP(BITS, T, strong)                                                                          \
  GPURACE_SWAP(BITS, T, weak)                                                                            \
  WEAK T __tsan_atomic##BITS##_compare_exchange_val(volatile T *p, T expected, T v, int order, int failed) {            \
    gpurace_turn();                                                                                      \
    bool isDone = __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);              \
    gpurace_record(p, sizeof(T), gpurace::OP_CAS, isDone ? gpurace_order(order) : gpurace_order(failed) | gpurace::FLAG_FAILED, CALLER); \
    return expected;                                                                                     \
  }
GPURACE_ATOMICS(8, unsigned char)
GPURACE_ATOMICS(16, unsigned short)
GPURACE_ATOMICS(32, unsigned int)
GPURACE_ATOMICS(64, unsigned long)
WEAK void __tsan_atomic_thread_fence(int) { gpurace_fence(2, CALLER); }
WEAK void __tsan_atomic_signal_fence(int) {}
}

extern "C" {
WEAK cudaError_t cudaMalloc(void **p, size_t size) { return gpurace_allocate(p, size); }
WEAK cudaError_t cudaMallocHost(void **p, size_t size) { return gpurace_allocate(p, size); }
}
