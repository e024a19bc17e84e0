// POSIX.
#pragma once
#include <sys/types.h>
extern char *optarg;
extern int optind, opterr, optopt;
__GPURACE_C_BEGIN
unsigned int sleep(unsigned int seconds);
int usleep(unsigned int microseconds);
int getopt(int argc, char *const argv[], const char *options) noexcept;
pid_t getpid(void) noexcept;
pid_t getppid(void) noexcept;
pid_t fork(void) noexcept;
off_t lseek(int descriptor, off_t offset, int whence) noexcept;
int ftruncate(int descriptor, off_t size) noexcept;
int dup2(int from, int to) noexcept;
int pipe(int descriptors[2]) noexcept;
ssize_t readlink(const char *name, char *to, size_t n) noexcept;
int close(int descriptor);
ssize_t read(int descriptor, void *to, size_t n);
ssize_t write(int descriptor, const void *from, size_t n);
int unlink(const char *name) noexcept;
int access(const char *name, int mode) noexcept;
char *getcwd(char *to, size_t n) noexcept;
int chdir(const char *name) noexcept;
int gethostname(char *to, size_t n) noexcept;
long sysconf(int name) noexcept;
int isatty(int descriptor) noexcept;
void _exit(int status) __attribute__((noreturn));
__GPURACE_C_END
#define F_OK 0
#define R_OK 4
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PAGESIZE 30
