/**
 * What a file is by its extension. This is the only list of extensions: whoever looks for kernels, on the disk, in a
 * commit, or in what a user names, asks here, so that no kernel is found on one way and missed on another.
 */
import type { IncludeGraph } from '../lexical/include-graph.ts';
import { definesKernel, isKernelProgram } from '../lexical/kernel-text.ts';
import type { HostTexts } from '../lexical/opencl-hosts.ts';
import type { Language } from '../model/result.ts';

interface Kind {
  /** A program is compiled on its own; a header is compiled with the programs that include it. */
  readonly form: 'program' | 'header';
  /** Whether it holds kernels: by its extension alone, when its text says so, or never. */
  readonly kernels: 'always' | 'by text' | 'never';
  /** What the extension says of the language; null: CUDA or HIP, which only the text can tell. */
  readonly language: Language | null;
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...kinds('cu', { form: 'program', kernels: 'always', language: null }),
  ...kinds('hip', { form: 'program', kernels: 'always', language: 'hip' }),
  ...kinds('cl ocl opencl', { form: 'program', kernels: 'always', language: 'opencl' }),
  ...kinds('cuh', { form: 'header', kernels: 'always', language: null }),
  ...kinds('cpp cc cxx', { form: 'program', kernels: 'by text', language: null }),
  ...kinds('h hh hpp hxx inl inc ipp tpp tcc', { form: 'header', kernels: 'by text', language: null }),
  ...kinds('clh', { form: 'header', kernels: 'by text', language: 'opencl' }),
  ...kinds('ptx', { form: 'program', kernels: 'always', language: 'cuda' }),
  ...kinds('c', { form: 'program', kernels: 'never', language: null }),
  ...kinds('def', { form: 'header', kernels: 'never', language: null }),
]);

/** The extensions of files that may hold kernels, for messages. */
export const KERNEL_EXTENSIONS: readonly string[] = [...KINDS].flatMap(([extension, { kernels }]) =>
  kernels === 'never' ? [] : [`.${extension}`],
);

/** True for files that an analysis may read: they may hold kernels or be included by files that do. */
export function isSource(file: string): boolean {
  return kindOf(file) !== undefined;
}

/** True for the extensions that promise a kernel, also when the file cannot be read. */
export function isKernelSource(file: string): boolean {
  return kindOf(file)?.kernels === 'always';
}

/** True for the extensions that a file with kernels can have. */
export function mayHoldKernels(file: string): boolean {
  const kind = kindOf(file);
  return kind !== undefined && kind.kernels !== 'never';
}

/** True for files that are compiled on their own and may hold kernels. */
export function mayBeProgram(file: string): boolean {
  return mayHoldKernels(file) && kindOf(file)?.form === 'program';
}

/** Sources among which the hosts of OpenCL files are looked for. */
export function hostTexts(texts: ReadonlyMap<string, string>, graph: IncludeGraph): HostTexts {
  return {
    texts,
    isKernelFile: (file) => languageOfName(file) === 'opencl',
    includersOf: (file) => graph.includersOf(file),
    compiledWith: (file) => (isHostProgram(file) ? [file] : [...graph.includersOf(file)].filter(isHostProgram)),
  };
}

/** True for files that may be the host code of OpenCL, whatever they hold, and are compiled on their own. */
export function isHostProgram(file: string): boolean {
  const kind = kindOf(file);
  return kind?.form === 'program' && kind.language !== 'opencl' && !/\.ptx$/i.test(file);
}

/**
 * True for a program with kernels, its own or those of headers that it includes.
 * @param text asked only where the extension leaves it open; undefined: the file cannot be read
 */
export function isProgram(file: string, text: () => string | undefined): boolean {
  return kindOf(file)?.form === 'program' && holdsKernels(file, text);
}

/** True for a file that is analysed for its kernels; a header with kernels only where no program includes it. */
export function holdsKernels(file: string, text: () => string | undefined): boolean {
  const kind = kindOf(file);
  if (kind === undefined || kind.kernels === 'never') return false;
  if (kind.kernels === 'always') return true;
  const read = text();
  if (read === undefined) return false;
  return kind.form === 'program' ? isKernelProgram(read) : definesKernel(read, kind.language ?? 'cuda');
}

/** The language that the name of a file says, or null. `.hip` also counts before another extension: `a.hip.cpp`. */
export function languageOfName(file: string): Language | null {
  return kindOf(file)?.language ?? (/\.hip\.\w+$/i.test(file) ? 'hip' : null);
}

function kindOf(file: string): Kind | undefined {
  const dot = file.lastIndexOf('.');
  return dot < 0 ? undefined : KINDS.get(file.slice(dot + 1).toLowerCase());
}

function kinds(extensions: string, kind: Kind): [string, Kind][] {
  return extensions.split(' ').map((extension) => [extension, kind]);
}
