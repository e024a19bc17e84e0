// Error numbers.
#pragma once
__GPURACE_C int *__gpurace_errno(void) noexcept;
#define errno (*__gpurace_errno())
#define ENOENT 2
#define EINTR 4
#define ENOMEM 12
#define EINVAL 22
#define ERANGE 34
