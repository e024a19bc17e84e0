// Who called.
#pragma once
extern "C" int backtrace(void **addresses, int size) noexcept;
extern "C" char **backtrace_symbols(void *const *addresses, int size) noexcept;
extern "C" void backtrace_symbols_fd(void *const *addresses, int size, int file) noexcept;
