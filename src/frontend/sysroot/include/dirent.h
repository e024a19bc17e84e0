// Folders.
#pragma once
#include <sys/types.h>
typedef struct __gpurace_folder DIR;
struct dirent {
  ino_t d_ino;
  off_t d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
enum { DT_UNKNOWN = 0, DT_FIFO = 1, DT_CHR = 2, DT_DIR = 4, DT_BLK = 6, DT_REG = 8, DT_LNK = 10, DT_SOCK = 12 };
__GPURACE_C_BEGIN
DIR *opendir(const char *name);
DIR *fdopendir(int descriptor);
struct dirent *readdir(DIR *folder);
void rewinddir(DIR *folder) noexcept;
int closedir(DIR *folder);
int dirfd(DIR *folder) noexcept;
__GPURACE_C_END
