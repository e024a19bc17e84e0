/** Where our own files are mounted. A repository directory of this name is hidden from clang. */
export const MOUNT = '/.gpurace';

/** Where our headers are in diagnostics and debug info. */
export const SYSROOT = `${MOUNT}/sysroot`;
