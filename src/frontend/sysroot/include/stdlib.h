// The general utilities of C.
#pragma once
#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 6
typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;

__GPURACE_C_BEGIN
void *calloc(size_t n, size_t size) noexcept;
void *realloc(void *p, size_t size) noexcept;
void *aligned_alloc(size_t alignment, size_t size) noexcept;
int posix_memalign(void **p, size_t alignment, size_t size) noexcept;
void *memalign(size_t alignment, size_t size) noexcept;
void *valloc(size_t size) noexcept;
void exit(int status) noexcept __attribute__((noreturn));
void _Exit(int status) noexcept __attribute__((noreturn));
void quick_exit(int status) noexcept __attribute__((noreturn));
int atexit(void (*f)(void)) noexcept;
int atoi(const char *text) noexcept;
long atol(const char *text) noexcept;
long long atoll(const char *text) noexcept;
double atof(const char *text) noexcept;
long strtol(const char *text, char **end, int base) noexcept;
unsigned long strtoul(const char *text, char **end, int base) noexcept;
long long strtoll(const char *text, char **end, int base) noexcept;
unsigned long long strtoull(const char *text, char **end, int base) noexcept;
double strtod(const char *text, char **end) noexcept;
float strtof(const char *text, char **end) noexcept;
int rand(void) noexcept;
void srand(unsigned int seed) noexcept;
int rand_r(unsigned int *seed) noexcept;
long random(void) noexcept;
void srandom(unsigned int seed) noexcept;
double drand48(void) noexcept;
void srand48(long seed) noexcept;
long lrand48(void) noexcept;
double erand48(unsigned short state[3]) noexcept;
char *getenv(const char *name) noexcept;
int setenv(const char *name, const char *value, int overwrite) noexcept;
int system(const char *command);
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
div_t div(int a, int b) noexcept;
ldiv_t ldiv(long a, long b) noexcept;
__GPURACE_C_END
__GPURACE_EXT_HD void abort(void) noexcept __attribute__((noreturn));
