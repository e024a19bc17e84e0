/**
 * PTX in, PTX out that records what its threads do. Every access of global and shared memory, fence, barrier, copy and exit
 * of the chosen kernels, and of all functions that they may call, is followed up by a call of `gpurace_record`; nothing
 * else of the text is changed. Out with it: the table of what was recorded where.
 */
import {
  functionName,
  hasNarrowAddresses,
  type PtxFunction,
  type PtxInstruction,
  type PtxModule,
  type PtxSources,
  parsePtxModule,
  SourcePlaces,
} from '../frontend/index.ts';
import { recordedOf } from './describe.ts';
import { BUFFER, deviceFunction, type OwnRing } from './device-function.ts';
import { around } from './insertion.ts';
import type { RecordSite, RecordTable, SiteKind } from './sites.ts';

export interface InstrumentOptions {
  /** Whether a kernel is recorded, by its name in the source. */
  readonly isWanted: (name: string) => boolean;
  /** Every so many blocks one is recorded. */
  readonly sample: number;
  /** A ring of the module's own; null: the host sets `gpurace_buffer`. */
  readonly ring: OwnRing | null;
  /** The number of the first site, for programs of several modules; 0 when not given. */
  readonly firstSite?: number;
}

export interface Instrumented {
  readonly text: string;
  readonly table: RecordTable;
  /** What is not recorded, with its line. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** The oldest PTX that has what the recording needs. */
const OLDEST = [6, 2] as const;

/** Why a module cannot be instrumented. */
export class NotInstrumented extends Error {}

/** @throws NotInstrumented */
export function instrumentPtx(text: string, sources: PtxSources, options: InstrumentOptions): Instrumented {
  const module = parsePtxModule(text);
  const [major = 0, minor = 0] = module.version.split('.').map(Number);
  if (module.version === '') throw new NotInstrumented('it is no PTX module: there is no .version');
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new NotInstrumented(`it is PTX ${module.version}; recording needs ${OLDEST.join('.')} or newer`);
  }
  if (hasNarrowAddresses(module)) throw new NotInstrumented('its addresses have 32 bits');
  if (module.variables.some(({ name }) => name === BUFFER)) throw new NotInstrumented('it is instrumented already');
  const hasClusters = mayShareMemory(text, module);
  const places = new SourcePlaces(module, sources);
  const writer = new Instrumenter(text, module, { places, first: options.firstSite ?? 0, hasClusters });
  const kernels = module.functions.filter(
    ({ name, isEntry, isDefinition }) => isEntry && isDefinition && options.isWanted(functionName(name, null)),
  );
  for (const fn of reachedFrom(kernels, module)) writer.add(fn);
  const table: RecordTable = {
    format: 'gpurace-recording',
    version: 1,
    kernels: kernels.map(({ name }) => ({ symbol: name, name: functionName(name, null) })),
    sample: options.sample,
    sites: writer.sites,
  };
  const problems = [...module.problems, ...writer.problems].sort((a, b) => a.line - b.line);
  return { text: writer.finish(deviceFunction(options.sample, options.ring, hasClusters)), table, problems };
}

/** The first PTX and GPU that know clusters of blocks. */
const CLUSTERS = { version: [7, 8], target: 90 } as const;

/** A generic address may lead to another block's shared memory: blocks are in clusters, or another module may have put them there. */
function mayShareMemory(text: string, { version, target, functions }: PtxModule): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < CLUSTERS.version[0] || (major === CLUSTERS.version[0] && minor < CLUSTERS.version[1]);
  if (isOld || Number(/^sm_(\d+)/.exec(target)?.[1] ?? 0) < CLUSTERS.target) return false;
  const isOne = functions.every(({ isEntry, isDefinition }) => isEntry || isDefinition);
  return !isOne || /\bmapa\b|cluster/.test(text);
}

/** The kernels and the functions that they may call; all of them where one is called through a pointer. */
function reachedFrom(kernels: readonly PtxFunction[], { functions }: PtxModule): PtxFunction[] {
  const byName = new Map(functions.filter(({ isDefinition }) => isDefinition).map((fn) => [fn.name, fn]));
  const reached = new Set(kernels);
  for (const fn of reached) {
    for (const item of fn.items) {
      if (item.kind !== 'instruction') continue;
      for (const operand of item.operands) {
        const named = operand.kind === 'symbol' ? byName.get(operand.name) : undefined;
        if (named !== undefined && !named.isEntry) reached.add(named);
      }
      const isIndirect = item.words[0] === 'call' && !item.operands.some((operand) => operand.kind === 'symbol');
      if (isIndirect) for (const other of byName.values()) if (!other.isEntry) reached.add(other);
    }
  }
  return functions.filter((fn) => reached.has(fn));
}

class Instrumenter {
  readonly #text: string;
  readonly #module: PtxModule;
  readonly #places: SourcePlaces;
  readonly #insertions: { readonly at: number; readonly text: string }[] = [];
  readonly sites: RecordSite[] = [];
  readonly problems: { line: number; message: string }[] = [];

  readonly #first: number;

  readonly #hasClusters: boolean;

  constructor(
    text: string,
    module: PtxModule,
    {
      places,
      first,
      hasClusters,
    }: { readonly places: SourcePlaces; readonly first: number; readonly hasClusters: boolean },
  ) {
    this.#first = first;
    this.#hasClusters = hasClusters;
    this.#text = text;
    this.#module = module;
    this.#places = places;
  }

  add(fn: PtxFunction): void {
    let isOpen = true;
    for (const item of fn.items) {
      if (item.kind === 'label') isOpen = true;
      else {
        isOpen = !(isLeaving(item) && item.guard === null);
        this.#instruction(fn, item);
      }
    }
    // A kernel may end at its brace.
    if (fn.isEntry && isOpen) this.#atEnd(fn);
  }

  #instruction(fn: PtxFunction, instruction: PtxInstruction): void {
    const text = this.#text.slice(instruction.start, instruction.end);
    const isExit = instruction.words[0] === 'exit' || (fn.isEntry && instruction.words[0] === 'ret');
    const recorded = isExit ? [{ at: 'nothing', site: { kind: 'exit' } } as const] : recordedOf(instruction);
    if (recorded === null) {
      this.#problem(instruction);
      return;
    }
    const widthOf = (register: number) => Number(/\d+$/.exec(fn.registers[register] ?? '')?.[0] ?? 0);
    const given = { instruction, text, widthOf, hasClusters: this.#hasClusters };
    for (const one of recorded) {
      const number = this.#first + this.sites.length;
      const found = instruction.unreadable === null ? around(one, number, given) : null;
      if (found === null) {
        this.#problem(instruction);
        continue;
      }
      this.#site(one.site, instruction);
      this.#insertions.push({ at: instruction.start, text: found.before });
      if (found.behind !== '') this.#insertions.push({ at: instruction.end, text: found.behind });
    }
  }

  #problem({ line, opcode }: PtxInstruction): void {
    this.problems.push({ line, message: `'${opcode}' is not recorded` });
  }

  #atEnd(fn: PtxFunction): void {
    const place = { loc: null, line: fn.line };
    const site: SiteKind = { kind: 'exit' };
    const found = around({ at: 'nothing', site }, this.#first + this.sites.length, {
      instruction: NO_INSTRUCTION,
      text: '',
      widthOf: () => 0,
      hasClusters: false,
    });
    if (found === null) return;
    this.#site(site, place);
    this.#insertions.push({ at: fn.end - 1, text: found.before });
  }

  #site(site: SiteKind, at: Pick<PtxInstruction, 'loc' | 'line'>): void {
    const { file, line, column } = this.#places.of(at);
    this.sites.push({ ...site, file: this.#places.files[file] ?? '?', line, column });
  }

  finish(beginning: string): string {
    const all = [{ at: this.#module.headerEnd, text: `\n${beginning}` }, ...this.#insertions];
    let [text, from] = ['', 0];
    for (const { at, text: inserted } of all.sort((a, b) => a.at - b.at)) {
      text += this.#text.slice(from, at) + inserted;
      from = at;
    }
    return text + this.#text.slice(from);
  }
}

function isLeaving({ words }: PtxInstruction): boolean {
  return words[0] === 'ret' || words[0] === 'exit' || words[0] === 'trap' || words[0] === 'bra';
}

const NO_INSTRUCTION: PtxInstruction = {
  kind: 'instruction',
  guard: null,
  opcode: 'ret',
  words: ['ret'],
  operands: [],
  unreadable: null,
  line: 0,
  loc: null,
  scope: { parent: null, labels: new Map(), targets: new Map(), registers: new Map(), variables: new Map() },
  start: 0,
  end: 0,
};
