// Standard input and output of C.
#pragma once
#include <stdarg.h>
#include <stddef.h>

typedef struct __gpurace_file FILE;
typedef long fpos_t;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

__GPURACE_C_BEGIN
int fprintf(FILE *file, const char *format, ...);
int sprintf(char *to, const char *format, ...) noexcept;
int snprintf(char *to, size_t n, const char *format, ...) noexcept;
int vprintf(const char *format, va_list arguments);
int vfprintf(FILE *file, const char *format, va_list arguments);
int vsprintf(char *to, const char *format, va_list arguments) noexcept;
int vsnprintf(char *to, size_t n, const char *format, va_list arguments) noexcept;
int scanf(const char *format, ...);
int fscanf(FILE *file, const char *format, ...);
int sscanf(const char *from, const char *format, ...) noexcept;
FILE *fopen(const char *name, const char *mode);
FILE *freopen(const char *name, const char *mode, FILE *file);
FILE *popen(const char *command, const char *mode);
FILE *fdopen(int descriptor, const char *mode) noexcept;
int pclose(FILE *file);
int fclose(FILE *file);
int fflush(FILE *file);
int feof(FILE *file) noexcept;
int ferror(FILE *file) noexcept;
int fileno(FILE *file) noexcept;
void rewind(FILE *file);
int fseek(FILE *file, long offset, int from);
long ftell(FILE *file);
int fgetc(FILE *file);
int getc(FILE *file);
int getchar(void);
int ungetc(int c, FILE *file);
char *fgets(char *to, int n, FILE *file);
char *gets(char *to);
int fputc(int c, FILE *file);
int putc(int c, FILE *file);
int putchar(int c);
int puts(const char *text);
int fputs(const char *text, FILE *file);
size_t fread(void *to, size_t size, size_t n, FILE *file);
size_t fwrite(const void *from, size_t size, size_t n, FILE *file);
ssize_t getline(char **line, size_t *n, FILE *file);
int setvbuf(FILE *file, char *buffer, int mode, size_t size) noexcept;
void setbuf(FILE *file, char *buffer) noexcept;
void perror(const char *text);
int remove(const char *name) noexcept;
int rename(const char *from, const char *to) noexcept;
FILE *tmpfile(void);
__GPURACE_C_END
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
