// Libraries that are loaded at run time.
#pragma once
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_NOLOAD 4
#define RTLD_GLOBAL 256
#define RTLD_LOCAL 0
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1l)
__GPURACE_C_BEGIN
void *dlopen(const char *name, int flags) noexcept;
void *dlsym(void *library, const char *name) noexcept;
int dlclose(void *library) noexcept;
char *dlerror(void) noexcept;
__GPURACE_C_END
