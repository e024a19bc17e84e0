// Strings and memory of C; memcpy, memmove and memset are in the prelude.
#pragma once
#include <stddef.h>

__GPURACE_EXT_HD size_t strlen(const char *s) noexcept;
__GPURACE_EXT_HD int strcmp(const char *a, const char *b) noexcept;
__GPURACE_EXT_HD int memcmp(const void *a, const void *b, size_t n) noexcept;
__GPURACE_EXT_HD char *strcpy(char *to, const char *from) noexcept;
__GPURACE_C_BEGIN
int strncmp(const char *a, const char *b, size_t n) noexcept;
int strcasecmp(const char *a, const char *b) noexcept;
int strncasecmp(const char *a, const char *b, size_t n) noexcept;
char *strncpy(char *to, const char *from, size_t n) noexcept;
char *strcat(char *to, const char *from) noexcept;
char *strncat(char *to, const char *from, size_t n) noexcept;
char *strdup(const char *s) noexcept;
char *strndup(const char *s, size_t n) noexcept;
char *strtok(char *s, const char *delimiters) noexcept;
char *strtok_r(char *s, const char *delimiters, char **state) noexcept;
char *strsep(char **s, const char *delimiters) noexcept;
char *strerror(int error) noexcept;
size_t strspn(const char *s, const char *set) noexcept;
size_t strcspn(const char *s, const char *set) noexcept;
size_t strnlen(const char *s, size_t n) noexcept;
void bzero(void *p, size_t n) noexcept;
__GPURACE_C_END
char *strchr(const char *s, int c) noexcept;
char *strrchr(const char *s, int c) noexcept;
char *strstr(const char *s, const char *what) noexcept;
char *strpbrk(const char *s, const char *set) noexcept;
void *memchr(const void *p, int c, size_t n) noexcept;
