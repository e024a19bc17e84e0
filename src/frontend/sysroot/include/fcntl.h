// Opening files.
#pragma once
#include <sys/types.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
__GPURACE_C_BEGIN
int open(const char *name, int flags, ...), fcntl(int descriptor, int command, ...), creat(const char *name, unsigned int mode);
__GPURACE_C_END
