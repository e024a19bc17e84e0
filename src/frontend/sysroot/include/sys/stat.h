// File status of POSIX.
#pragma once
#include <sys/types.h>
#include <time.h>
struct stat {
  mode_t st_mode;
  off_t st_size;
  time_t st_mtime;
};
__GPURACE_C_BEGIN
int stat(const char *name, struct stat *status) noexcept;
int fstat(int descriptor, struct stat *status) noexcept;
int mkdir(const char *name, mode_t mode) noexcept;
__GPURACE_C_END
#define S_ISDIR(mode) (((mode) & 0170000) == 0040000)
#define S_ISREG(mode) (((mode) & 0170000) == 0100000)
