/**
 * A result of another workflow, which whoever opened the pull request may have rewritten: its shape is checked, every
 * text and every list is bounded, and its counts are made again.
 */
import { z } from 'zod';
import { Assumption } from '../model/assumption.ts';
import { Place } from '../model/place.ts';
import { Reason } from '../model/reason.ts';
import {
  Access,
  Anchor,
  BarrierGap,
  Call,
  Condition,
  Iteration,
  Launch,
  MemoryContent,
  OrderLost,
  Problem,
  type Result,
  RunManifest,
  Witness,
} from '../model/result.ts';
import { fromStored, StoredFinding, StoredKernel, StoredResult } from '../result/stored-form.ts';
import { summaryOf } from '../result/summary.ts';

export const MAX_RESULT_BYTES = 32 << 20;
/** GitHub lists 3,000 files of a pull request at most; a file has a few kernels. */
const MAX_KERNELS = 20_000;
const MAX_FINDINGS = 5_000;
const MAX_PROBLEMS = 5_000;
const MAX_FILES = 5_000;
const MAX_NOTES = 200;

const Path = z.string().min(1).max(1_024);
/** Names of instantiated templates are long. */
const KernelName = z.string().max(4_000);
const Words = z.string().max(4_000);
const Code = z.string().max(4_000);
const Size = z.string().max(500);
const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'must be a full commit id');

const ForeignPlace = Place.extend({ file: Path }).nullable();

const ForeignLine = BarrierGap.shape.from.extend({ file: Path });

const ForeignAccess = Access.extend({
  file: Path,
  text: Code,
  iterations: z.array(Iteration.extend({ file: Path, variable: Words, value: Words })).max(MAX_NOTES),
  calls: z.array(Call.extend({ file: Path, function: KernelName })).max(MAX_NOTES),
});

const ForeignFinding = StoredFinding.extend({
  causeId: z.string().max(200),
  raceId: z.string().regex(/^[\w.-]{1,200}$/, 'must be a plain name'),
  kernel: KernelName,
  memory: z.strictObject({ space: z.enum(['global', 'shared']), object: Words }).nullable(),
  accesses: z.array(ForeignAccess).min(1).max(2),
  witness: Witness.extend({
    arguments: z
      .record(z.string().max(200), z.union([z.number(), z.string().max(100)]))
      .refine((record) => Object.keys(record).length <= MAX_NOTES, 'has too many entries'),
    address: Words,
    contents: z.array(MemoryContent.extend({ object: Words, member: Words.optional(), value: Words })).max(MAX_NOTES),
  }).nullable(),
  message: Words,
  fixes: z.array(z.unknown()).max(MAX_NOTES),
  anchor: Anchor.extend({ file: Path, text: Code }).optional(),
  orderLost: OrderLost.extend({ file: Path, text: Code }).nullable().optional(),
  gap: BarrierGap.extend({
    from: ForeignLine,
    to: ForeignLine,
    round: ForeignLine.nullable(),
    since: ForeignLine.nullable(),
  }).optional(),
  suppressed: z.strictObject({ reason: Words }).nullable().optional(),
  replay: z.strictObject({ text: Words, place: ForeignPlace, isGuess: z.boolean() }).optional(),
});

const ForeignKernel = StoredKernel.extend({
  kernel: KernelName,
  file: Path,
  reasons: z.array(Words).max(MAX_NOTES),
  assumptions: z.array(Words).max(MAX_NOTES),
  reasonDetails: z
    .array(Reason.extend({ text: Words, place: ForeignPlace }))
    .max(MAX_NOTES)
    .optional(),
  assumptionDetails: z
    .array(Assumption.extend({ text: Words, place: ForeignPlace }))
    .max(MAX_NOTES)
    .optional(),
  conditions: z.array(Condition.extend({ text: Words, file: Path, raceId: Words })).max(MAX_NOTES),
  launches: z
    .array(Launch.extend({ file: Path, gridDim: z.array(Size).max(3), blockDim: z.array(Size).max(3) }))
    .max(MAX_NOTES),
});

const ForeignManifest = RunManifest.extend({
  head: Sha.nullable(),
  base: Sha.nullable(),
  comparison: Words,
  units: z.array(z.strictObject({ file: Path, throughHeaders: z.array(Path).max(MAX_FILES) })).max(MAX_FILES),
  missing: z.array(Path).max(MAX_FILES),
});

const ForeignResult = StoredResult.extend({
  tool: z.strictObject({ name: z.literal('gpurace'), version: z.string().regex(/^[\w.+-]{1,50}$/) }),
  kernels: z.array(ForeignKernel).max(MAX_KERNELS),
  findings: z.array(ForeignFinding).max(MAX_FINDINGS),
  // Made again of the findings.
  causes: z.array(z.unknown()).max(MAX_FINDINGS),
  problems: z
    .array(Problem.extend({ file: Path.nullable(), message: Words, unusedAssumption: Words.optional() }))
    .max(MAX_PROBLEMS),
  detectors: z.unknown().optional(),
  // Lines are read at the commit that GitHub names.
  sources: z.unknown().optional(),
  handover: ForeignManifest,
});

type ReadForeignResult =
  | {
      readonly kind: 'read';
      readonly result: Result;
      readonly manifest: RunManifest;
      /** How many proposed fixes are left out. */
      readonly fixes: number;
    }
  /** In words for people, which may quote the result. */
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * Reads a result that nobody vouches for.
 * @param head The commit that GitHub says the run was about; a result of another one is refused.
 */
export function readForeignResult(bytes: Buffer, head: string): ReadForeignResult {
  const shape = tooMuch(bytes);
  if (shape !== null) return unusable(shape);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return unusable(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = ForeignResult.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return unusable(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'unknown problem'}`);
  }
  const { handover: manifest, findings, detectors: _, sources: __, shard, ...rest } = parsed.data;
  if (shard !== undefined) {
    return unusable(
      `it is shard ${shard.index}/${shard.count} alone; the job with the input \`results\` puts them together`,
    );
  }
  if (manifest.head !== head) {
    return unusable(`it speaks of ${manifest.head ?? 'no commit'}, and the run was about ${head}`);
  }
  const own: StoredFinding[] = findings.map(({ severity: _severity, ...finding }) => ({ ...finding, fixes: [] }));
  const { kernels, summary } = rest;
  const counted = { ...summary, ...summaryOf(kernels, summary.files, summary.elapsedMs) };
  return {
    kind: 'read',
    result: fromStored({ ...rest, causes: [], findings: own, summary: counted }),
    manifest,
    fixes: findings.reduce((sum, finding) => sum + finding.fixes.length, 0),
  };
}

function unusable(why: string): ReadForeignResult {
  return { kind: 'unusable', why: why.length <= 500 ? why : `${why.slice(0, 500)}…` };
}

/** A result of 5,000 findings has some 300,000 lists and objects, six deep. */
const MAX_BRACKETS = 2_000_000;
const MAX_DEPTH = 64;

/** Why a JSON text would cost more than it is worth, before anything is made of it: each bracket becomes an object. */
function tooMuch(bytes: Uint8Array): string | null {
  let brackets = 0;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inText = false;
    } else if (byte === 0x22) inText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++brackets > MAX_BRACKETS) return `it has more than ${MAX_BRACKETS} lists and objects`;
      if (++depth > MAX_DEPTH) return `its lists and objects are nested deeper than ${MAX_DEPTH}`;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return null;
}
