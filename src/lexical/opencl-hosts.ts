/**
 * Which host files launch the kernels of an OpenCL file, read from the text alone: those that name one of the kernels in a
 * literal and launch, or, where the name stands in another file than the launch, those near it that launch.
 */
import { calledNames } from './call-index.ts';
import { definedFunctions } from './declarations.ts';
import { kernelDefinitions } from './kernel-definitions.ts';
import { nearest } from './nearest.ts';

const LAUNCHES = /\bclEnqueue(?:NDRangeKernel|Task)\b/;
/** Launches by classes around OpenCL: its C++ bindings, Boost.Compute. */
const LAUNCHES_BY_CLASSES =
  /\benqueue(?:NDRangeKernel|Task|_nd_range_kernel|_1d_range_kernel)\b|\bmake_kernel\b|\bKernelFunctor\b/;
/** Of others a literal with the name of a kernel says nothing. */
const SPEAKS_OF_OPENCL = /\bcl[A-Z_]\w|\bcl::|\bCL\/|OpenCL/;
const NAME = /"([A-Za-z_]\w{0,200})"/g;

/** True when the text may launch a kernel of OpenCL. */
export function launchesOpenclKernel(text: string): boolean {
  return LAUNCHES.test(text) || launchesByClasses(text);
}

/** True when the text launches by way of classes, of which nothing is known. */
export function launchesByClasses(text: string): boolean {
  return LAUNCHES_BY_CLASSES.test(text);
}

/** The sources of a tree. */
export interface HostTexts {
  readonly texts: ReadonlyMap<string, string>;
  /** True for files of OpenCL itself. */
  readonly isKernelFile: (file: string) => boolean;
  readonly includersOf: (file: string) => Iterable<string>;
  /** The files that are compiled with a file: itself, or those that include it. */
  readonly compiledWith: (file: string) => readonly string[];
}

/** What a text defines, and what it names before a parenthesis. */
interface Functions {
  readonly defined: ReadonlySet<string>;
  readonly called: ReadonlySet<string>;
}

/** Finds hosts. Everything is looked up once. */
export class OpenclHosts {
  readonly #sources: HostTexts;
  /** Files of OpenCL by the kernels that they define. */
  readonly #definers = new Map<string, string[]>();
  /** Host files by the names that stand in their literals. */
  readonly #naming = new Map<string, string[]>();
  readonly #launching: string[] = [];
  readonly #hosts = new Map<string, readonly string[]>();
  readonly #functions = new Map<string, Functions>();

  /** @param sources complete: files that come later are not seen */
  constructor(sources: HostTexts) {
    this.#sources = sources;
    const speaking = new Set<string>();
    for (const [file, text] of sources.texts) {
      if (sources.isKernelFile(file)) {
        for (const name of kernelsIn(text)) push(this.#definers, name, file);
        continue;
      }
      if (launchesOpenclKernel(text)) this.#launching.push(file);
      if (!SPEAKS_OF_OPENCL.test(text)) continue;
      speaking.add(file);
      for (const other of sources.includersOf(file)) speaking.add(other);
    }
    for (const file of speaking) {
      const text = sources.texts.get(file) ?? '';
      const names = new Set(Array.from(text.matchAll(NAME), (match) => match[1]!));
      for (const name of names) if (this.#definers.has(name)) push(this.#naming, name, file);
    }
  }

  /** The files that are compiled to learn how the kernels of an OpenCL file are launched; sorted. */
  of(file: string): readonly string[] {
    const known = this.#hosts.get(file) ?? this.#hostsOf(file);
    this.#hosts.set(file, known);
    return known;
  }

  #hostsOf(file: string): string[] {
    const hosts = new Set<string>();
    for (const name of kernelsIn(this.#sources.texts.get(file) ?? '')) {
      const definers = this.#definers.get(name) ?? [];
      for (const host of this.#naming.get(name) ?? []) {
        if (!this.#meant(host, definers).includes(file)) continue;
        const launching = this.#launching.includes(host) ? [host] : nearest(host, this.#launching);
        for (const one of launching) for (const program of this.#sources.compiledWith(one)) hosts.add(program);
      }
    }
    return [...hosts].sort();
  }

  /** The OpenCL files of whose kernels a host file says something: it launches them, or calls or is called by what does. */
  concernedBy(host: string): string[] {
    if (!this.#sources.texts.has(host) || this.#sources.isKernelFile(host)) return [];
    const files = new Set([...this.#definers.values()].flat());
    return [...files].filter((file) => this.of(file).some((one) => one === host || this.#calls(one, host)));
  }

  /** Does one of two files call what the other defines? */
  #calls(a: string, b: string): boolean {
    const [one, other] = [this.#functionsOf(a), this.#functionsOf(b)];
    const reaches = (from: Functions, to: Functions) =>
      [...to.defined].some((name) => from.called.has(name) && !from.defined.has(name));
    return reaches(one, other) || reaches(other, one);
  }

  #functionsOf(file: string): Functions {
    const text = this.#sources.texts.get(file) ?? '';
    const known = this.#functions.get(file) ?? { defined: definedFunctions(text), called: calledNames(text) };
    this.#functions.set(file, known);
    return known;
  }

  /** Of several files with a kernel of that name: the nearest, and of those the ones that the host names. */
  #meant(host: string, definers: readonly string[]): readonly string[] {
    const near = nearest(host, definers);
    const text = this.#sources.texts.get(host) ?? '';
    const named = near.filter((file) => text.includes(file.slice(file.lastIndexOf('/') + 1)));
    return named.length > 0 ? named : near;
  }
}

function kernelsIn(text: string): string[] {
  try {
    return kernelDefinitions(text, 'opencl').map(({ name }) => name);
  } catch {
    // A text that overflows a regular expression.
    return [];
  }
}

function push(map: Map<string, string[]>, name: string, file: string): void {
  const list = map.get(name);
  if (list === undefined) map.set(name, [file]);
  else list.push(file);
}
