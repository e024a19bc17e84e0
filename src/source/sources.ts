/** The source files of the checkout. */
export interface Sources {
  /** Relative to the checkout, sorted. */
  readonly files: readonly string[];
  readonly read: (file: string) => string | undefined;
}

/** Files that may hold kernels or be included by files that do. */
const SOURCE = /\.(?:c|cc|cpp|cxx|cu|cuh|cl|clh|h|hh|hpp|hxx|hip|inl|inc|ipp|tpp|tcc|def)$/i;

/** May define kernels, but belongs to what includes it. */
export const KERNEL_HEADER = /\.cuh$/i;

export const MAYBE_KERNEL_HEADER = /\.(?:h|hh|hpp)$/i;

/** True for the extensions that promise a kernel, also when the file cannot be read. */
export function isKernelSource(file: string): boolean {
  return PROGRAM.test(file) || KERNEL_HEADER.test(file);
}

/** True for files that an analysis may read. */
export function isSource(file: string): boolean {
  return SOURCE.test(file);
}

/** The extensions of what holds kernels and is compiled on its own. */
export const PROGRAM = /\.(?:cu|cl|hip)$/i;

/** The same, when the text has to do with kernels: HIP programs are often written so. */
export const MAYBE_PROGRAM = /\.(?:cpp|cc|cxx)$/i;
