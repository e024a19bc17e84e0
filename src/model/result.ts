/**
 * The result of a run: what every command produces and every report renders. `result/stored-form.ts` says how it stands
 * in JSON, where reasons and assumptions are texts. That shape is fixed by the project's contract; it is extended only by
 * adding, and `SCHEMA_VERSION` is raised when an existing reader could break.
 */
import { z } from 'zod';
import { Assumption } from './assumption.ts';
import { Place } from './place.ts';
import { Reason } from './reason.ts';

export const SCHEMA_VERSION = 2;

/** A dimension of a launch or a thread coordinate: x, y, z. */
export const Dim3 = z.tuple([z.int(), z.int(), z.int()]);
export type Dim3 = z.infer<typeof Dim3>;

export const Language = z.enum(['cuda', 'opencl', 'hip']);
export type Language = z.infer<typeof Language>;

export const RuleId = z.enum([
  'inter-block-race',
  'intra-block-race',
  'intra-warp-race',
  'async-copy-race',
  'proxy-fence-race',
  'scoped-atomic-race',
  'scoped-fence-race',
  'scoped-lock-race',
  'barrier-divergence',
  'redundant-barrier',
]);
export type RuleId = z.infer<typeof RuleId>;

export const Scope = z.enum(['block', 'device', 'system']);
export type Scope = z.infer<typeof Scope>;

/** How a finding is known, strongest first. Only the first three are errors by default. */
export const EVIDENCE = ['trace', 'replayed', 'predicted', 'witness', 'possible'] as const;
export const Evidence = z.enum(EVIDENCE);
export type Evidence = z.infer<typeof Evidence>;

/** How loud a rule is, where the configuration says so. */
export const Severity = z.enum(['error', 'warning', 'note', 'off']);
export type Severity = z.infer<typeof Severity>;

/** `conditional`: race-free if all of the kernel's `conditions` hold, of which nobody says that they do. */
export const Verdict = z.enum(['race-free', 'conditional', 'racy', 'inconclusive']);
export type Verdict = z.infer<typeof Verdict>;

/** In which iteration of a loop something happens, as the source names it. */
export const Iteration = z.strictObject({
  /** Where the loop stands. */
  file: z.string(),
  line: z.int().min(1),
  /** The variable that the loop steps, e.g. `d0`. */
  variable: z.string(),
  value: z.string(),
});
export type Iteration = z.infer<typeof Iteration>;

/** A call on the way from the kernel to where something happens. */
export const Call = z.strictObject({
  /** Where the call stands. */
  file: z.string(),
  line: z.int().min(1),
  /** What is called. */
  function: z.string(),
});
export type Call = z.infer<typeof Call>;

/** One side of a race, or the barrier of a barrier finding. Lines and columns count from 1; `endColumn` is exclusive. */
export const Access = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  endLine: z.int().min(1),
  endColumn: z.int().min(1),
  kind: z.enum(['read', 'write', 'atomic', 'barrier']),
  scope: Scope.nullable(),
  /** The source text of the access, e.g. `A[j*cols+i]`. */
  text: z.string(),
  /** The iterations of the loops around it in the witness, outermost first; empty where nothing is known of them. */
  iterations: z.array(Iteration),
  /** The calls that it is reached by, outermost first. */
  calls: z.array(Call),
});
export type Access = z.infer<typeof Access>;

export const WitnessThread = z.strictObject({ block: Dim3, thread: Dim3 });
export type WitnessThread = z.infer<typeof WitnessThread>;

/** Where one side of a race stands in the execution that the witness is of. */
export const WitnessSide = z.strictObject({
  /** The bytes that it touches, counted from where the object begins. */
  offset: z.int(),
  size: z.int().min(1),
  /** How many barriers of its block the thread has passed by then. */
  barriers: z.int().min(0),
});
export type WitnessSide = z.infer<typeof WitnessSide>;

/** A cell of memory that the witness takes to hold this value when the kernel begins. */
export const MemoryContent = z.strictObject({
  object: z.string(),
  /** In elements, from where the object begins. */
  index: z.int(),
  /** Of elements that are structs: `number`, `keys[3]`, or the place `@24` of a member whose name is not known. */
  member: z.string().optional(),
  value: z.string(),
});
export type MemoryContent = z.infer<typeof MemoryContent>;

/** As in C: `order[3]`, `boxes[3].number`; `boxes[3]@24` where the member has no name. */
export function cellName({ object, index, member }: Omit<MemoryContent, 'value'>): string {
  const of = member === undefined || member.startsWith('@') ? (member ?? '') : `.${member}`;
  return `${object}[${index}]${of}`;
}

/** A concrete launch under which two threads (one per access, in the order of `accesses`) meet at one address. */
export const Witness = z.strictObject({
  gridDim: Dim3,
  blockDim: Dim3,
  /** Scalar kernel arguments by parameter name; 64-bit values beyond 2^53 are decimal strings. */
  arguments: z.record(z.string(), z.union([z.number(), z.string()])),
  threads: z.array(WitnessThread).min(1).max(2),
  /** The contested place, e.g. `A[33]`. */
  address: z.string(),
  /** What memory has to hold for it; empty where nothing hangs on that. */
  contents: z.array(MemoryContent),
  /** One for each access of a race, in their order; left out where another run than the solver's is what was seen. */
  sides: z.array(WitnessSide).length(2).optional(),
});
export type Witness = z.infer<typeof Witness>;

export const Edit = z.strictObject({
  file: z.string(),
  startLine: z.int().min(1),
  startColumn: z.int().min(1),
  endLine: z.int().min(1),
  endColumn: z.int().min(1),
  text: z.string(),
});
export type Edit = z.infer<typeof Edit>;

/** The kind of a fix that brings a line of the base back. */
export const RESTORE_LINE = 'restore-line';

export const Fix = z.strictObject({
  /** What it does, e.g. `insert-barrier`. */
  kind: z.string(),
  edits: z.array(Edit),
  diff: z.string(),
  verified: z.literal(true),
  /** What whoever takes it should know. */
  note: z.string().optional(),
});
export type Fix = z.infer<typeof Fix>;

/** The place in a diff where a reader learns most about a new finding. */
export const Anchor = z.strictObject({
  file: z.string(),
  /** `base` for a line that the change deleted. */
  side: z.enum(['base', 'head']),
  /** Null: the file as a whole. */
  line: z.int().min(1).nullable(),
  /** The line as it stands there, to find it again in another diff of the same change; empty for a file. */
  text: z.string(),
  /**
   * What the place is: an access that the change wrote, a line that the change deleted or wrote and that explains the
   * finding, an untouched access that the diff shows, or none of them.
   */
  kind: z.enum(['written-access', 'deleted-line', 'written-line', 'access', 'file']),
});
export type Anchor = z.infer<typeof Anchor>;

/** What can keep two accesses apart beside their addresses. */
export const KeptApartBy = z.enum(['barrier', 'warp-barrier', 'lock', 'fence', 'atomic', 'guard', 'size']);
export type KeptApartBy = z.infer<typeof KeptApartBy>;

/** The changed line that took away what kept two accesses apart. */
export const OrderLost = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  /** `LEFT` for a line that the change deleted, with the base's number; `RIGHT` for one that it wrote. */
  side: z.enum(['LEFT', 'RIGHT']),
  text: z.string(),
  /** What it was that kept them apart. */
  keptApartBy: KeptApartBy.optional(),
  /** From one iteration of their loop to the next alone; within one, nothing ordered the two before either. */
  isAcrossIterations: z.literal(true).optional(),
});
export type OrderLost = z.infer<typeof OrderLost>;

const Line = z.strictObject({ file: z.string(), line: z.int().min(1) });

/**
 * The stretch of code between two accesses of one barrier interval, in the order in which one thread comes to them. A
 * barrier anywhere in it would keep the two apart.
 */
export const BarrierGap = z.strictObject({
  /** The access that comes first or, where the two are in different calls of one function, the call that leads to it. */
  from: Line,
  to: Line,
  /** Which of the two accesses comes later. */
  later: z.union([z.literal(0), z.literal(1)]),
  /** The outermost loop that goes round in between; null: none does. */
  round: Line.nullable(),
  /** How often it goes round: 1 to the next iteration; null where no loop does. */
  passes: z.int().min(1).nullable(),
  /** The barrier of the block before it; null: the kernel begins there. */
  since: Line.nullable(),
  /** Set where that barrier orders the two within one pass of `round`, and so looks as if it helped. */
  sinceIsBetween: z.literal(true).optional(),
});
export type BarrierGap = z.infer<typeof BarrierGap>;

export const Finding = z.strictObject({
  /** Stable identity: survives moved lines, renamed files and unrelated edits. Never holds a line number. */
  raceId: z.string(),
  rule: RuleId,
  kernel: z.string(),
  memory: z.strictObject({ space: z.enum(['global', 'shared']), object: z.string() }).nullable(),
  accesses: z.array(Access).min(1).max(2),
  evidence: Evidence,
  witness: Witness.nullable(),
  /** True when the race hangs on a value loaded from memory that the analysis does not know. */
  dataDependent: z.boolean(),
  message: z.string(),
  fixes: z.array(Fix),
  /** Null: nothing was compared. A fixed finding names files and lines of the base. */
  status: z.enum(['new', 'unchanged', 'fixed']).nullable(),
  /** Of a race within a block; missing where no barrier could stand between the two, and where nobody knows. */
  gap: BarrierGap.optional(),
  /** Set where a flag hands the data over, and all that is missing is a fence on the reader's side. */
  lacks: z.literal('reader-fence').optional(),
  /** Of one that is only possible: why, in one clause, where that is known. */
  doubt: z.string().optional(),
  /** Of a divergence that was executed: where the second thread went instead. */
  otherWay: z
    .strictObject({
      /** The branch at which it parted from the first for good; null where that is not known. */
      parted: Line.nullable(),
      /** Where it waits; null: it has left the kernel. */
      waits: Line.nullable(),
    })
    .optional(),
  /** Of a new finding that a comparison brought. */
  anchor: Anchor.optional(),
  /**
   * Of a comparison: something kept the two accesses apart at the base, and nothing does at the head. With evidence of an
   * error it is one; otherwise it is a warning, and the run is incomplete.
   */
  orderLost: OrderLost.nullable().optional(),
  /** Set when a comment in the source asks to ignore it. Reports show it as a note, and it gates nothing. */
  suppressed: z.strictObject({ reason: z.string() }).nullable().optional(),
  /** What the configuration says of this rule at this place. `off`: shown as a note, and it gates nothing. */
  severity: Severity.optional(),
  /** Set when recorded runs show it and the static analysis does not: that the next run does not show it proves nothing. */
  traceOnly: z.literal(true).optional(),
  /** Set when whoever saw the race named one access only: both entries are that one. */
  oneSided: z.literal(true).optional(),
  /** Why executing the witness did not show the race, and where that was; `messageOf` puts it behind the message. */
  replay: z
    .strictObject({
      text: z.string(),
      place: Place.nullable(),
      /** The witness takes values that were made up; nobody expected it to happen. */
      isGuess: z.boolean(),
    })
    .optional(),
});
export type Finding = z.infer<typeof Finding>;

/** As whoever found it says it: `withRaceIds` gives the findings of a kernel their ids when all of them are known. */
export type FindingWithoutId = Omit<Finding, 'raceId'>;

/** The synchronisation that would keep the accesses of a cause apart. `none`: nothing is missing, something is too much. */
export const MissingSynchronisation = z.enum([
  'block-barrier',
  'grid-barrier',
  'warp-barrier',
  'fence',
  'atomic',
  'scope',
  'guard',
  'none',
]);
export type MissingSynchronisation = z.infer<typeof MissingSynchronisation>;

/** What findings have in common that one missing or changed synchronisation explains; people count these. */
export const Cause = z.strictObject({
  /** As stable as a `raceId`. */
  causeId: z.string(),
  kernel: z.string(),
  /** The other kernels of which it explains findings: they share the code in which something is missing. Instances of a template are one. */
  alsoIn: z.array(z.string()).min(1).optional(),
  /** One sentence. */
  headline: z.string(),
  /** Where a reader learns most about it. `LEFT`: a line of the base. */
  anchor: z.strictObject({ file: z.string(), line: z.int().min(1), side: z.enum(['LEFT', 'RIGHT']) }),
  missing: MissingSynchronisation,
  /** The `raceId` of each finding, the one that explains most first. */
  findings: z.array(z.string()).min(1),
  status: z.enum(['new', 'unchanged', 'fixed']).nullable(),
  fix: Fix.nullable(),
});
export type Cause = z.infer<typeof Cause>;

/** A fact under which a kernel is free of races, and that nobody states. */
export const Condition = z.strictObject({
  kind: z.enum(['relation', 'distinct', 'monotone', 'bound', 'disjoint', 'alignment', 'launch']),
  /** As it can be stated, e.g. `dimA.stride >= dimA.cols`. */
  text: z.string(),
  file: z.string(),
  line: z.int().min(1),
  /** The finding that shows a race without it. */
  raceId: z.string(),
});
export type Condition = z.infer<typeof Condition>;

/** A launch as the host code writes it: source text of each dimension. */
export const Launch = z.strictObject({
  file: z.string(),
  line: z.int().min(0),
  gridDim: z.array(z.string()),
  blockDim: z.array(z.string()),
});
export type Launch = z.infer<typeof Launch>;

export const KernelResult = z.strictObject({
  kernel: z.string(),
  file: z.string(),
  line: z.int().min(0),
  language: Language,
  verdict: Verdict,
  /** What has to hold for a `conditional` kernel to be race-free. */
  conditions: z.array(Condition),
  /** Why the verdict is inconclusive. */
  reasons: z.array(Reason),
  /** What the verdict rests on. */
  assumptions: z.array(Assumption),
  launches: z.array(Launch),
  accessPairs: z.int().min(0),
  solverCalls: z.int().min(0),
  /** Those of the pairs that were not decided without the solver. */
  solverPairs: z.int().min(0).optional(),
  elapsedMs: z.number().min(0),
});
export type KernelResult = z.infer<typeof KernelResult>;

/** Something the run had to say about an input that is not a kernel: an unreadable file, a parse error, a guess made. */
export const Problem = z.strictObject({
  file: z.string().nullable(),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable(),
  /** `error`: something that had to be analysed was not. `warning`: it was, with a guess that is named. */
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  /** Set when the problem is that this fact, which the user states, is used by no kernel that was analysed. */
  unusedAssumption: z.string().optional(),
  /** True when the problem is a mistake in what the user states: the command line ends with 2 for it. */
  isMistake: z.literal(true).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** What became of a kernel that was to be repaired. */
export const KernelRepair = z.strictObject({
  kernel: z.string(),
  /** `repaired`: each cause of the kernel has a fix. `clean`: there was nothing to repair. */
  status: z.enum(['repaired', 'refused', 'timeout', 'clean']),
  /** Why it was not repaired, or not all of it. */
  reason: z.string().nullable(),
  /** How often edited texts were checked for it. */
  verifierCalls: z.int().min(0),
  elapsedMs: z.number().min(0),
});
export type KernelRepair = z.infer<typeof KernelRepair>;

/**
 * What the first half of the fork-safe pair (`mode: analyse`) hands to the second (`mode: publish`) beside the result.
 * It names no pull request: the second half asks GitHub which one its run belongs to.
 */
export const RunManifest = z.strictObject({
  /** The commit that the event named as the change; null: the event named none. */
  head: z.string().nullable(),
  /** The commit that the change was compared with; null: with nothing. */
  base: z.string().nullable(),
  /** What was compared with what, or why nothing was. */
  comparison: z.string(),
  /** The translation units that were analysed, each with the changed headers that lead to it. */
  units: z.array(z.strictObject({ file: z.string(), throughHeaders: z.array(z.string()) })),
  /** What had to be analysed and was not in the checkout. */
  missing: z.array(z.string()),
});
export type RunManifest = z.infer<typeof RunManifest>;

/** Lines of a source that follow one another, as they were when the result was stored. */
export const SourceLines = z.strictObject({
  file: z.string(),
  /** Of the first one. */
  line: z.int().min(1),
  text: z.array(z.string()).min(1),
});
export type SourceLines = z.infer<typeof SourceLines>;

export const Result = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  tool: z.strictObject({ name: z.literal('gpurace'), version: z.string() }),
  kernels: z.array(KernelResult),
  findings: z.array(Finding),
  problems: z.array(Problem),
  /** Of one job of a matrix: `gpurace merge` makes one result of them all, and sees when one is missing. */
  shard: z
    .strictObject({ index: z.int().min(1), count: z.int().min(1), plan: z.string().regex(/^[\w-]{1,64}$/) })
    .optional(),
  /** Of `gpurace trace`: for each detector the racing pairs of sites, each pair and the list sorted. */
  detectors: z.record(z.string(), z.array(z.tuple([z.int(), z.int()]))).optional(),
  summary: z.strictObject({
    files: z.int().min(0),
    kernels: z.int().min(0),
    raceFree: z.int().min(0),
    conditional: z.int().min(0),
    racy: z.int().min(0),
    inconclusive: z.int().min(0),
    elapsedMs: z.number().min(0),
  }),
  /** Lines around the accesses of findings: reports show them where the sources are not. */
  sources: z.array(SourceLines).optional(),
  /** Of `gpurace repair`: a definition of a kernel each. */
  repairs: z.array(KernelRepair).optional(),
  /** Of the action in `mode: analyse`. */
  handover: RunManifest.optional(),
});
export type Result = z.infer<typeof Result>;
