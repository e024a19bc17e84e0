/** What strangers can hand in, with one that is good of each kind, and the code of ours that reads it. */
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { readForeignResult } from '../../src/action/foreign-result.ts';
import type { Engines } from '../../src/analysis/engines.ts';
import { languageOf } from '../../src/analysis/index.ts';
import { readCompileCommands } from '../../src/compilation/compile-commands.ts';
import { readConfig } from '../../src/config/index.ts';
import { DETECT_DEFAULTS, DETECTORS, detectTrace, traceResult } from '../../src/detect/index.ts';
import { parsePatch } from '../../src/diff/patch.ts';
import {
  MergeGroupEvent,
  PullRequestEvent,
  PushEvent,
  payloadOf,
  readEvent,
  WorkflowRunEvent,
} from '../../src/github/event.ts';
import { readZipEntry } from '../../src/github/zip.ts';
import { createLogReader, logKind } from '../../src/imports/index.ts';
import { kernelDefinitions } from '../../src/lexical/kernel-definitions.ts';
import { ConfigurationError } from '../../src/model/errors.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { BARE_CONTEXT, Format, render } from '../../src/report/index.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { openTree } from '../../src/source/index.ts';
import { createTraceReader } from '../../src/trace/index.ts';
import { analysed } from './mutant-judge.ts';
import { readModule } from './read-module.ts';

export interface Sample {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface InputKind {
  readonly name: string;
  /** How often, compared with the others: kinds that are dear to read come less often. */
  readonly weight: number;
  readonly samples: readonly Sample[];
  /**
   * Reads one. A mistake that is told to the user is an answer like another.
   * @returns what is wrong with the answer, or null
   * @throws what no reader may throw
   */
  readonly read: (sample: Sample) => Promise<string | null> | string | null;
}

/** Samples of every kind. */
export interface Samples {
  readonly sources: readonly Sample[];
  /** PTX. */
  readonly modules: readonly Sample[];
  readonly traces: readonly Sample[];
  /** What other race detectors print. */
  readonly logs: readonly Sample[];
  readonly results: readonly Sample[];
  readonly events: readonly Sample[];
  readonly configurations: readonly Sample[];
  readonly archives: readonly Sample[];
  readonly patches: readonly Sample[];
  readonly compilations: readonly Sample[];
}

const HEAD = '0123456789abcdef0123456789abcdef01234567';
const MAX_UNPACKED = 1 << 20;

export function inputKinds(engines: Engines, samples: Samples): InputKind[] {
  return [
    { name: 'sources', weight: 3, samples: samples.sources, read: (sample) => lostKernel(engines, sample) },
    { name: 'modules', weight: 3, samples: samples.modules, read: (sample) => readModule(engines, sample) },
    { name: 'traces', weight: 4, samples: samples.traces, read: readTrace },
    { name: 'logs', weight: 2, samples: samples.logs, read: readLog },
    { name: 'results', weight: 4, samples: samples.results, read: readResult },
    { name: 'events', weight: 2, samples: samples.events, read: readPayloads },
    {
      name: 'configurations',
      weight: 4,
      samples: samples.configurations,
      read: ({ bytes, name }) => toldOrRead(() => readConfig(textOf(bytes), name)),
    },
    {
      name: 'archives',
      weight: 2,
      samples: samples.archives,
      read: async ({ bytes }) => {
        const unpacked = await readZipEntry(Buffer.from(bytes), 'gpurace.json', MAX_UNPACKED);
        // Events of the library that come late are errors of this one, and not of the next.
        await setImmediate();
        return unpacked.kind === 'read' && unpacked.bytes.length > MAX_UNPACKED ? 'more than was allowed' : null;
      },
    },
    {
      name: 'patches',
      weight: 2,
      samples: samples.patches,
      read: ({ bytes }) => toldOrRead(() => parsePatch(textOf(bytes))),
    },
    {
      name: 'compilations',
      weight: 2,
      samples: samples.compilations,
      read: ({ bytes, name }) =>
        toldOrRead(() => readCompileCommands(textOf(bytes), name).commands.entryOf('src/a.cu')),
    },
  ];
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

/** Null unless something other than a mistake of the user's is thrown. */
function toldOrRead(read: () => void): null {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
  }
  return null;
}

/** No kernel may vanish: each that the text shows is in the result, or a problem of the file says why not. */
function lostKernel(engines: Engines, { name, bytes }: Sample): string | null {
  const { kernels, problems } = analysed(engines, name, textOf(bytes), {
    ...DEFAULT_CHECK_OPTIONS,
    gridDim: [2, 1, 1],
    blockDim: [64, 1, 1],
  });
  if (problems.some(({ severity }) => severity === 'error')) return null;
  const tree = openTree({ kind: 'memory', files: new Map([[name, Buffer.from(bytes)]]) });
  const known = new Set(kernels.map(({ kernel }) => kernel.replace(/<.*$/s, '').replace(/^.*::/s, '')));
  const lost = kernelDefinitions(textOf(bytes), languageOf(tree, name, null)).filter((one) => !known.has(one.name));
  return lost.length === 0 ? null : `kernel ${lost[0]!.name} of line ${lost[0]!.line} is not in the result`;
}

function readTrace({ name, bytes }: Sample): string | null {
  const detection = detectTrace(DETECTORS);
  const reader = createTraceReader(detection.sink);
  // In two pieces, as a file that is longer comes.
  const half = bytes.length >> 1;
  if (reader.write(bytes.subarray(0, half)) && reader.write(bytes.subarray(half))) reader.end();
  const result = traceResult(detection, {
    file: name,
    detectors: DETECTORS,
    sourceLine: () => undefined,
    elapsedMs: 0,
    bounds: DETECT_DEFAULTS.bounds,
  });
  render(result, 'text', BARE_CONTEXT);
  return null;
}

function readLog({ name, bytes }: Sample): string | null {
  const kind = logKind(bytes);
  if (kind === null) return null;
  const reader = createLogReader(kind, { file: name, sourceLine: () => undefined });
  const half = bytes.length >> 1;
  reader.write(bytes.subarray(0, half));
  reader.write(bytes.subarray(half));
  render(reader.end(0), 'text', BARE_CONTEXT);
  return null;
}

function readResult({ bytes, name }: Sample): string | null {
  const foreign = readForeignResult(Buffer.from(bytes), HEAD);
  if (foreign.kind === 'read') render(foreign.result, 'markdown', BARE_CONTEXT);
  return toldOrRead(() => {
    const result = parseStoredResult(textOf(bytes), name);
    for (const format of Format.options) render(result, format, BARE_CONTEXT);
  });
}

function readPayloads({ bytes, name }: Sample): string | null {
  const read = <T>(schema: z.ZodType<T>) => toldOrRead(() => payloadOf(schema, readEvent(textOf(bytes), name), 'some'));
  return read(PullRequestEvent) ?? read(PushEvent) ?? read(MergeGroupEvent) ?? read(WorkflowRunEvent);
}
