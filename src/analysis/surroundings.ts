/**
 * What the rest of the sources says of the files to analyse: which programs include a file that makes no sense alone,
 * and with which arguments templates are launched. Everything is read as text, and never more than the bounds allow.
 */

import { type Assembly, type AssemblyTable, assembledIn } from '../lexical/assembled-sources.ts';
import { calledNames, callersWithin, definedKernels } from '../lexical/call-index.ts';
import { definedFunctions } from '../lexical/declarations.ts';
import { IncludeGraph } from '../lexical/include-graph.ts';
import { definesKernel, launchedKernels, launchesKernel } from '../lexical/kernel-text.ts';
import type { Mentions } from '../lexical/mentions.ts';
import { OpenclHosts } from '../lexical/opencl-hosts.ts';
import { OwnFunctions } from '../lexical/own-functions.ts';
import { type DefinitionTable, type StatedDefinition, statedIn } from '../lexical/stated-definitions.ts';
import { type TemplateLaunches, templateLaunches } from '../lexical/template-launches.ts';
import type { Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { hostTexts, isHostProgram, isProgram, languageOfName, mayBeProgram, preload } from '../source/index.ts';

export interface Surroundings {
  /** Template arguments of launches, by the bare name of the kernel. */
  readonly launches: TemplateLaunches;
  /** Programs that nobody asked for, and that include a file which was; sorted. */
  readonly helpers: readonly string[];
  /** Of the files asked for, those that are compiled as a part of another one. */
  readonly parts: ReadonlySet<string>;
  /** Programs that launch a kernel by a name that a file defines, without defining one of that name, by that file. */
  readonly launchers: ReadonlyMap<string, readonly string[]>;
  /** By a file that launches: which other files name the functions that it defines or calls. */
  readonly mentions: ReadonlyMap<string, Mentions>;
  /** What builds and host code say that macros are, and which sources host code puts together. */
  readonly said: { readonly stated: DefinitionTable; readonly assembled: AssemblyTable };
  readonly problems: readonly Problem[];
}

/** Files that build, by name. */
const BUILDS = ['CMakeLists.txt', 'Makefile', 'makefile', 'GNUmakefile', 'common.mk'];
/** Of each name, those that are nearest to what is analysed. */
const MAX_BUILDS = 64;

/** How much is read beyond what is analysed. The nearest files come first. */
const MAX_FILES = 4_000;
const MAX_BYTES = 64 << 20;
/** Programs that are analysed for the sake of one header. */
const MAX_HELPERS = 8;
/** Programs that are asked for the launches of one file. Were it more, some would be left out: then none is asked. */
const MAX_LAUNCHERS = 4;

/** Files that name one function; of a name that more of them use nothing is followed. */
const MAX_MENTIONS = 8;

/** Host files of OpenCL beside those that launch, of which is read what they call. */
const MAX_NEIGHBOURS = 16;

/** Functions of headers, one calling the other, by way of which a function is called. */
const MAX_WRAPPERS = 3;

const TEMPLATE = /\btemplate\s*</;

/**
 * @param asked The files to analyse.
 * @param around Lists the other sources of the tree; called only when one of the files needs them.
 */
export function surroundingsOf(
  tree: SourceTree,
  asked: readonly string[],
  around: () => readonly string[],
): Surroundings {
  const texts = new Texts(tree);
  preload(tree, asked);
  for (const file of asked) texts.add(file);
  const isAsked = new Set(asked);
  const includedByAsked = (file: string) => texts.programsWith(file).some((program) => isAsked.has(program));
  const needs = asked.filter((file) => !includedByAsked(file) && texts.needsIncluder(file));
  const hasTemplates = asked.some((file) => TEMPLATE.test(texts.of(file)) && definesAnyKernel(texts.of(file)));
  const launching = asked.filter((file) => launchesKernel(texts.of(file)));
  const isWide = needs.length > 0 || hasTemplates || launching.length > 0;
  if (isWide) texts.addWithin(nearestFirst(around(), asked), isAsked);
  const builds = isWide
    ? BUILDS.flatMap((name) => nearestFirst(tree.findBySuffix(name), asked).slice(0, MAX_BUILDS))
    : [];

  const helpers = new Set<string>();
  const problems: Problem[] = [];
  for (const file of needs) {
    const programs = nearestFirst(texts.programsWith(file), [file]).filter((program) => !isAsked.has(program));
    for (const program of programs.slice(0, MAX_HELPERS)) helpers.add(program);
    if (programs.length <= MAX_HELPERS) continue;
    const message = `${programs.length} files include it; it was analysed with the ${MAX_HELPERS} nearest`;
    problems.push({ file, line: null, column: null, severity: 'warning', message });
  }
  const isRun = (program: string) => isAsked.has(program) || helpers.has(program);
  // Of files that include each other none is a part: something has to be compiled.
  const isTop = (program: string) => isRun(program) && !texts.programsWith(program).some(isRun);
  const parts = asked.filter((file) => texts.programsWith(file).some(isTop));
  const launchers = new Map<string, readonly string[]>();
  const mentions = new Map(launching.map((file) => [file, texts.mentionsOutside(file)]));
  for (const file of needs) {
    const isOpencl = languageOfName(file) === 'opencl';
    const programs = isOpencl ? texts.openclHostsOf(file) : texts.launchersOf(file);
    if (programs.length > 0 && programs.length <= MAX_LAUNCHERS) {
      launchers.set(file, programs);
      if (isOpencl) mentions.set(file, texts.mentionsAround(programs, isHostProgram));
    } else if (isOpencl && programs.length > 0) {
      const message = `${programs.length} programs launch its kernels: none of them was read`;
      problems.push({ file, line: null, column: null, severity: 'warning', message });
    }
  }
  return {
    mentions,
    launches: texts.launches(),
    said: { stated: texts.stated(builds), assembled: texts.assembled() },
    helpers: [...helpers].sort(),
    parts: new Set(parts),
    launchers,
    problems,
  };
}

type IsProgram = (file: string) => boolean;

/** Files by the names before parentheses in them: those that are compiled on their own, and others. */
interface Calls {
  readonly ofPrograms: ReadonlyMap<string, readonly string[]>;
  readonly ofHeaders: ReadonlyMap<string, readonly string[]>;
}

/** The mentions of several files that are read for one. */
function merged(all: readonly Mentions[]): Mentions {
  const found = new Map<string, readonly string[] | null>();
  for (const [name, files] of all.flatMap((mentions) => [...mentions])) {
    const known = found.get(name);
    const isMany = files === null || known === null;
    found.set(name, isMany ? null : [...new Set([...(known ?? []), ...files])].sort());
  }
  return found;
}

/** The texts that were read, and who includes whom among them. */
class Texts {
  readonly #tree: SourceTree;
  readonly #texts = new Map<string, string>();
  readonly #graph = new IncludeGraph();
  /** Files that are compiled on their own and have to do with kernels. */
  readonly #programs = new Set<string>();
  /** What was asked since the last text came. */
  readonly #programsWith = new Map<string, readonly string[]>();
  /** Filled at the first question, when everything is read. */
  readonly #launched = new Map<string, ReadonlySet<string>>();
  readonly #calls = new Map<IsProgram, Calls>();
  readonly #wrappers = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
  #own: OwnFunctions | null = null;
  #openclHosts: OpenclHosts | null = null;

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  of(file: string): string {
    return this.#texts.get(file) ?? '';
  }

  /** @returns Bytes read. */
  add(file: string): number {
    const bytes = this.#tree.read(file);
    if (bytes === undefined || this.#texts.has(file)) return 0;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    this.#texts.set(file, text);
    this.#graph.add(file, text);
    this.#programsWith.clear();
    if (isProgram(file, () => text) || (mayBeProgram(file) && launchesKernel(text))) this.#programs.add(file);
    return bytes.byteLength;
  }

  addWithin(files: readonly string[], known: ReadonlySet<string>): void {
    const some = files.filter((file) => !known.has(file)).slice(0, MAX_FILES);
    preload(this.#tree, some);
    let left = MAX_BYTES;
    for (const file of some) {
      left -= this.add(file);
      if (left <= 0) return;
    }
  }

  /** Programs that include a file, directly or through others. */
  programsWith(file: string): readonly string[] {
    const known = this.#programsWith.get(file);
    if (known !== undefined) return known;
    const found = [...this.#graph.includersOf(file)].filter((other) => this.#programs.has(other));
    this.#programsWith.set(file, found);
    return found;
  }

  /** Kernels without a launch of their own: what they are launched with stands where the file is included. */
  needsIncluder(file: string): boolean {
    const text = this.of(file);
    return definesAnyKernel(text) && !(this.#programs.has(file) && launchesKernel(text));
  }

  launches(): TemplateLaunches {
    const found = new Map<string, string[]>();
    for (const text of this.#texts.values()) {
      try {
        templateLaunches(text, found);
      } catch {
        // A text that overflows a regular expression.
      }
    }
    return found;
  }

  /** @param builds Files that build, which are read for this alone. */
  stated(builds: readonly string[]): DefinitionTable {
    const found = new Map<string, StatedDefinition[]>();
    for (const [file, text] of this.#texts) statedIn(text, file, found);
    for (const file of builds) statedIn(Buffer.from(this.#tree.read(file) ?? []).toString('utf8'), file, found);
    return found;
  }

  assembled(): AssemblyTable {
    const found = new Map<string, Assembly[]>();
    for (const [file, text] of this.#texts) assembledIn(text, file, found);
    return found;
  }

  /** Sorted. */
  launchersOf(file: string): string[] {
    const names = definedKernels(this.of(file));
    const including = new Set(this.programsWith(file));
    const programs = new Set<string>();
    for (const [other, launched] of this.#launchedNames()) {
      if (other === file || ![...names].some((name) => launched.has(name))) continue;
      for (const program of this.#programs.has(other) ? [other] : this.programsWith(other)) {
        if (program === file || including.has(program)) continue;
        // Where a kernel of that name is defined too, the launch is one of that.
        const own = definedKernels(this.of(program));
        if ([...names].some((name) => launched.has(name) && !own.has(name))) programs.add(program);
      }
    }
    return [...programs].sort();
  }

  openclHostsOf(file: string): readonly string[] {
    this.#openclHosts ??= new OpenclHosts(hostTexts(this.#texts, this.#graph));
    return this.#openclHosts.of(file);
  }

  /** What is mentioned of host files, and of those that call them or that they call. */
  mentionsAround(files: readonly string[], isProgramFile: IsProgram): Mentions {
    const mentionsOf = (some: readonly string[]) => some.map((file) => this.mentionsFrom(file, isProgramFile));
    const first = mentionsOf(files);
    const near = [...new Set(first.flatMap((mentions) => [...mentions.values()].flatMap((one) => one ?? [])))].sort();
    return merged([...first, ...mentionsOf(near.filter((file) => !files.includes(file)).slice(0, MAX_NEIGHBOURS))]);
  }

  /** What other files mention of a program of a file, and of those that call it or that it calls. */
  mentionsOutside(file: string): Mentions {
    const outside = new Map<string, readonly string[] | null>();
    for (const [name, files] of this.mentionsAround([file], mayBeProgram)) {
      const others = files?.filter((other) => other !== file) ?? null;
      if (others?.length !== 0) outside.set(name, others);
    }
    return outside;
  }

  /** Other files that name what a file names before a parenthesis, and do not mean a function of their own includes. */
  mentionsFrom(file: string, isProgramFile: IsProgram): Mentions {
    const found = new Map<string, readonly string[] | null>();
    this.#own ??= new OwnFunctions(this.#graph, (path) => this.#texts.get(path));
    const defined = definedFunctions(this.of(file));
    const calls = this.#callsOf(isProgramFile);
    for (const name of calledNames(this.of(file))) {
      const throughHeaders = defined.has(name) ? this.#throughHeaders(name, calls) : [];
      const callers = [...(calls.ofPrograms.get(name) ?? []), ...throughHeaders];
      const others: string[] = [];
      for (const other of new Set(callers)) {
        if (other !== file && !this.#own.includes(other, name)) others.push(other);
        if (others.length > MAX_MENTIONS) break;
      }
      if (others.length > 0) found.set(name, others.length <= MAX_MENTIONS ? others : null);
    }
    return found;
  }

  /** Programs that call a function by way of others, which the headers define that they include. */
  #throughHeaders(name: string, calls: Calls, depth = MAX_WRAPPERS): readonly string[] {
    if (depth === 0) return [];
    return (calls.ofHeaders.get(name) ?? []).flatMap((header) => {
      const including = new Set(this.#graph.includersOf(header));
      const wrappers = [...(this.#wrappersIn(header).get(name) ?? [])];
      const callers = wrappers.flatMap((wrapper) => [
        ...(calls.ofPrograms.get(wrapper) ?? []),
        ...this.#throughHeaders(wrapper, calls, depth - 1),
      ]);
      return callers.filter((program) => including.has(program));
    });
  }

  #wrappersIn(header: string): ReadonlyMap<string, ReadonlySet<string>> {
    const known = this.#wrappers.get(header) ?? callersWithin(this.of(header));
    this.#wrappers.set(header, known);
    return known;
  }

  #callsOf(isProgramFile: IsProgram): Calls {
    const known = this.#calls.get(isProgramFile);
    if (known !== undefined) return known;
    const found = { ofPrograms: new Map<string, string[]>(), ofHeaders: new Map<string, string[]>() };
    for (const [file, text] of this.#texts) {
      const called = isProgramFile(file) ? found.ofPrograms : found.ofHeaders;
      for (const name of calledNames(text)) {
        const list = called.get(name);
        if (list) list.push(file);
        else called.set(name, [file]);
      }
    }
    this.#calls.set(isProgramFile, found);
    return found;
  }

  /** The names of the kernels that are launched, by file. */
  #launchedNames(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.#launched.size > 0) return this.#launched;
    for (const [file, text] of this.#texts) {
      const names = launchedKernels(text);
      if (names.size > 0) this.#launched.set(file, names);
    }
    return this.#launched;
  }
}

/** Before the language is known: true when the text may define a kernel of any. */
function definesAnyKernel(text: string): boolean {
  return definesKernel(text, 'cuda') || definesKernel(text, 'opencl');
}

/** Sorted by the steps up to a folder that is on the way to one of `homes`, then by name. */
function nearestFirst(files: readonly string[], homes: readonly string[]): string[] {
  const folders = new Set(homes.flatMap(foldersOf));
  const distance = (file: string) => foldersOf(file).findIndex((folder) => folders.has(folder));
  // Deeper common folders are nearer when the steps are the same.
  return files
    .map((file) => {
      const steps = distance(file);
      return { file, steps, depth: foldersOf(file).length - steps };
    })
    .sort((a, b) => b.depth - a.depth || a.steps - b.steps || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file);
}

/** The folders that a file lies in, the nearest first; the root is the empty text. */
function foldersOf(file: string): string[] {
  const folders: string[] = [];
  for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) folders.push(file.slice(0, at));
  return [...folders, ''];
}
