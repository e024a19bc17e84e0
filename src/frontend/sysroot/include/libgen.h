// Parts of paths.
#pragma once
__GPURACE_C char *basename(char *path) noexcept;
__GPURACE_C char *dirname(char *path) noexcept;
