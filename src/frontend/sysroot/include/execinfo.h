// Who called.
#pragma once
__GPURACE_C int backtrace(void **addresses, int size) noexcept;
__GPURACE_C char **backtrace_symbols(void *const *addresses, int size) noexcept;
__GPURACE_C void backtrace_symbols_fd(void *const *addresses, int size, int file) noexcept;
