/**
 * What the rest of the sources says of the files to analyse: which programs include a file that makes no sense alone,
 * and with which arguments templates are launched. Everything is read as text, and never more than the bounds allow.
 */
import { type TemplateLaunches, templateLaunches } from '../frontend/instantiations.ts';
import type { Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { IncludeGraph } from '../source/include-graph.ts';
import { preload } from '../source/index.ts';

export interface Surroundings {
  /** Template arguments of launches, by the bare name of the kernel. */
  readonly launches: TemplateLaunches;
  /** Programs that nobody asked for, and that include a file which was; sorted. */
  readonly helpers: readonly string[];
  /** Files that another one includes, of those asked for. */
  readonly parts: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** How much is read beyond what is analysed. The nearest files come first. */
const MAX_FILES = 4_000;
const MAX_BYTES = 64 << 20;
/** Programs that are analysed for the sake of one header. */
const MAX_HELPERS = 8;

const KERNEL_DEFINITION = /\b(?:__global__|__kernel|kernel\s+void)\b/;
const TEMPLATE = /\btemplate\s*</;
/** Compiled on its own. */
const PROGRAM = /\.(?:cu|cl|hip)$/i;
/** The same, when it has to do with kernels: HIP programs are often written so. */
const MAYBE_PROGRAM = /\.(?:cpp|cc|cxx)$/i;
const LAUNCH = /<<<|\b(?:cuda|hip)Launch/;

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
  const hasTemplates = asked.some((file) => TEMPLATE.test(texts.of(file)) && KERNEL_DEFINITION.test(texts.of(file)));
  if (needs.length > 0 || hasTemplates) texts.addWithin(nearestFirst(around(), asked), isAsked);

  const helpers = new Set<string>();
  const problems: Problem[] = [];
  for (const file of needs) {
    const programs = nearestFirst(texts.programsWith(file), [file]).filter((program) => !isAsked.has(program));
    for (const program of programs.slice(0, MAX_HELPERS)) helpers.add(program);
    if (programs.length <= MAX_HELPERS) continue;
    const message = `${programs.length} files include it; it was analysed with the ${MAX_HELPERS} nearest`;
    problems.push({ file, line: null, column: null, severity: 'warning', message });
  }
  const parts = asked.filter((file) =>
    texts.programsWith(file).some((program) => isAsked.has(program) || helpers.has(program)),
  );
  return { launches: texts.launches(), helpers: [...helpers].sort(), parts: new Set(parts), problems };
}

/** The texts that were read, and who includes whom among them. */
class Texts {
  readonly #tree: SourceTree;
  readonly #texts = new Map<string, string>();
  readonly #graph = new IncludeGraph();

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
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    this.#texts.set(file, text);
    this.#graph.add(file, text);
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
  programsWith(file: string): string[] {
    return [...this.#graph.includersOf(file)].filter((other) => this.#isProgram(other));
  }

  /** Kernels without a launch of their own: what they are launched with stands where the file is included. */
  needsIncluder(file: string): boolean {
    const text = this.of(file);
    return KERNEL_DEFINITION.test(text) && !(this.#isProgram(file) && LAUNCH.test(text));
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

  #isProgram(file: string): boolean {
    if (PROGRAM.test(file)) return true;
    if (!MAYBE_PROGRAM.test(file)) return false;
    const text = this.of(file);
    return KERNEL_DEFINITION.test(text) || LAUNCH.test(text);
  }
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
