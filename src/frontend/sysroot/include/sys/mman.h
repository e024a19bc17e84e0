// Memory of files and of several processes.
#pragma once
#include <sys/types.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_NORESERVE 0x4000
#define MAP_FAILED ((void *)-1)
__GPURACE_C_BEGIN
void *mmap(void *at, size_t n, int protection, int flags, int descriptor, off_t offset) noexcept;
int munmap(void *p, size_t n) noexcept, mprotect(void *p, size_t n, int protection) noexcept, mlock(const void *, size_t) noexcept;
int shm_open(const char *name, int flags, unsigned int mode), shm_unlink(const char *name);
__GPURACE_C_END
