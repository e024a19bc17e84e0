/** A result in, the same result with verified fixes out, and for each kernel what became of it. */
import { bareName } from '../lexical/kernel-names.ts';
import { reasonText } from '../model/reason.ts';
import type { Finding, Fix, KernelRepair, KernelResult, Result } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import { type CauseWithFindings, causesWithinKernels, kernelOfCause } from '../result/causes/index.ts';
import { atLeast, isSilenced } from '../result/level.ts';
import type { CandidateContext } from './candidate.ts';
import { cooperativeLaunches } from './cooperative-launch.ts';
import { jointFix, jointTexts } from './joint-edits.ts';
import { OldWitness, type Replays } from './old-witness.ts';
import { leftOpenByBarrier } from './open-barriers.ts';
import { refusalOf } from './refusal.ts';
import { type CauseRepair, repairCause } from './repair-cause.ts';
import { SourceTexts } from './source-text.ts';
import { waitsForThreads } from './spin-loops.ts';
import { type AnalyseEdited, Verifier } from './verifier.ts';

export interface RepairRequest {
  /** The check of the texts as they are. */
  readonly result: Result;
  readonly read: (file: string) => string | undefined;
  readonly analyse: AnalyseEdited;
  /** Null: witnesses are not executed on the edited texts. */
  readonly replays: Replays | null;
  /** Which causes are to be repaired; those of which all findings are silenced never are. */
  readonly isWanted?: (cause: CauseWithFindings) => boolean;
  /** True when there is no time left. */
  readonly isOver?: () => boolean;
}

export interface Repaired {
  readonly result: Result;
  readonly repairs: readonly KernelRepair[];
  /** The texts with all fixes that were checked together, but for advice. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Repairs what a check has found, one kernel after the other. */
export async function repairResult(request: RepairRequest): Promise<Repaired> {
  return new ResultRepair(request).run();
}

/** Analyses for one kernel: a kernel with many causes must not take the time of all the others. */
const MAX_CALLS_OF_KERNEL = 48;

const SPENT = `no more than ${MAX_CALLS_OF_KERNEL} edited texts are checked for one kernel`;
const NOT_TOGETHER = 'each race has a fix of its own, but with all of them applied something is left';

/** The fixes that were checked together. */
interface Together {
  readonly texts: ReadonlyMap<string, string>;
  readonly taken: readonly FixedCause[];
}

interface FixedCause {
  readonly cause: CauseWithFindings;
  readonly fix: Fix;
  readonly texts: ReadonlyMap<string, string>;
}

class ResultRepair {
  readonly #request: RepairRequest;
  readonly #verifier: Verifier;
  readonly #sources: SourceTexts;
  readonly #witness: OldWitness;
  readonly #allKernels: ReadonlySet<string>;
  readonly #fixed: FixedCause[] = [];

  constructor(request: RepairRequest) {
    const { result, analyse, read, replays } = request;
    this.#request = request;
    this.#verifier = new Verifier(result, read, analyse);
    this.#sources = new SourceTexts(read);
    this.#witness = new OldWitness(replays, read);
    this.#allKernels = new Set(result.kernels.map(({ kernel }) => bareName(kernel)));
  }

  async run(): Promise<Repaired> {
    const { result, isWanted = () => true } = this.#request;
    const repairs: KernelRepair[] = [];
    const causes = causesWithinKernels(result).filter(
      (cause) => cause.status !== 'fixed' && !cause.explains.every(isSilenced) && isWanted(cause),
    );
    // Who has a fix already is not looked at, unless a new fix has an edit in common with it.
    const open = causes.filter(({ fix }) => fix === null);
    const given = causes.filter(({ fix }) => fix !== null);
    for (const kernels of definitionsOf(result.kernels)) {
      const own = open.filter((cause) => kernels.includes(kernelOfCause(cause, result)!));
      repairs.push(await this.#repairKernel(kernels, own));
    }
    this.#fixed.push(...this.#givenBeside(given));
    await this.#withOneFixForEachEdit();
    let { texts, taken } = await this.#together();
    const isApart = (one: FixedCause) => one.cause.explains.some(isDefect) && !taken.includes(one);
    if (this.#fixed.some(isApart) && (await this.#oneOnTopOfTheOther(repairs, this.#fixed.filter(isApart)))) {
      ({ texts, taken } = await this.#together());
    }
    const apart = this.#fixed.filter(isApart);
    for (const { cause } of apart) {
      const at = repairs.findIndex(({ kernel }) => bareName(kernel) === bareName(cause.kernel));
      const repair = repairs[at];
      if (repair?.status === 'repaired') repairs[at] = { ...repair, status: 'refused', reason: NOT_TOGETHER };
    }
    const fixes = new Map<Finding, Fix>();
    for (const { cause, fix } of this.#fixed) for (const finding of cause.explains) fixes.set(finding, fix);
    const findings = result.findings.map((finding) => {
      const fix = fixes.get(finding);
      return fix === undefined ? finding : { ...finding, fixes: [fix] };
    });
    return { result: { ...result, findings }, repairs, texts };
  }

  /** @param kernels the instances of one definition */
  async #repairKernel(kernels: readonly KernelResult[], causes: readonly CauseWithFindings[]): Promise<KernelRepair> {
    const [kernel] = kernels as readonly [KernelResult, ...KernelResult[]];
    const startedAt = performance.now();
    const callsBefore = this.#verifier.calls;
    const { isOver = () => false } = this.#request;
    const isConditional = kernels.every(({ verdict }) => verdict === 'conditional');
    const ofOneValue = storedAtOnce(kernels);
    // What holds where a fact about sizes or arguments does needs no edit. That one value is stored at once is no such fact.
    const isToMend = ({ memory }: Finding) => !isConditional || (memory !== null && ofOneValue.has(memory.object));
    const defects = causes.filter(({ explains }) => explains.some((one) => isDefect(one) && isToMend(one)));
    const advice = causes.filter(({ explains }) => !explains.some(isDefect));
    const findings = defects.flatMap(({ explains }) => explains);
    const contextOf = (cause: CauseWithFindings) => ({ cause, kernel, sources: this.#sources, findings });
    const contexts = defects.map(contextOf);
    const refused: { readonly cause: CauseWithFindings; readonly why: string }[] = [];
    let isLate = false;
    // What orders blocks orders the threads of a block as well.
    const isOfGrid = ({ missing }: CauseWithFindings) => missing === 'grid-barrier';
    const inOrder = [...defects.filter(isOfGrid), ...defects.filter((one) => !isOfGrid(one)), ...advice];
    for (const cause of inOrder) {
      if (await this.#isFixedAlready(cause)) continue;
      const whyOpen = leftOpenByBarrier(cause, kernel, this.#sources);
      if (whyOpen !== null) {
        refused.push({ cause, why: whyOpen });
        continue;
      }
      const isSpent = () => this.#verifier.calls - callsBefore >= MAX_CALLS_OF_KERNEL;
      const repair = await this.#repair(contextOf(cause), contexts, { isSpent });
      if (repair.fix !== null) this.#fixed.push({ cause, fix: repair.fix, texts: repair.texts });
      else if (defects.includes(cause)) {
        const { why: whyOrdinary } = cooperativeLaunches(kernel, this.#sources);
        const why = refusalOf(cause, repair.objection, { isWaiting: this.#isWaiting(cause), whyOrdinary });
        refused.push({ cause, why: repair.objection === null && isSpent() ? SPENT : why });
        isLate ||= repair.isCut && isOver();
      }
    }
    return {
      kernel: kernel.kernel,
      ...outcomeOf(kernels, defects, refused, isLate),
      verifierCalls: this.#verifier.calls - callsBefore,
      elapsedMs: Math.round(performance.now() - startedAt),
    };
  }

  /**
   * Fixes of one kernel that do not go together, such as two that part one branch, are made anew: each in the text with those
   * before it.
   * @param repairs are told how many analyses it took
   * @returns true when there is another fix for one of the kernels
   */
  async #oneOnTopOfTheOther(repairs: KernelRepair[], apart: readonly FixedCause[]): Promise<boolean> {
    let isOther = false;
    for (const name of new Set(apart.map(({ cause }) => bareName(cause.kernel)))) {
      const own = this.#fixed.filter(({ cause }) => bareName(cause.kernel) === name && cause.explains.some(isDefect));
      const [first, ...others] = own.map(({ cause }) => cause);
      const kernel = first === undefined ? undefined : kernelOfCause(first, this.#request.result);
      if (first === undefined || kernel === undefined || others.length === 0) continue;
      const callsBefore = this.#verifier.calls;
      const gone = own.flatMap(({ cause }) => cause.explains);
      const contextOf = (cause: CauseWithFindings) => ({ cause, kernel, sources: this.#sources, findings: gone });
      const { fix, texts } = await this.#repair(contextOf(first), [first, ...others].map(contextOf), { gone });
      const at = repairs.findIndex((one) => bareName(one.kernel) === name);
      const repair = repairs[at]!;
      repairs[at] = { ...repair, verifierCalls: repair.verifierCalls + this.#verifier.calls - callsBefore };
      if (fix === null) continue;
      for (const one of own) this.#fixed[this.#fixed.indexOf(one)] = { cause: one.cause, fix, texts };
      isOther = true;
    }
    return isOther;
  }

  /**
   * An edit that mends two causes makes one of them: both get the fix that is enough for both, and `causesOf` has them as one
   * from then on. What was checked already is taken first.
   */
  async #withOneFixForEachEdit(): Promise<void> {
    for (const group of groupsWithCommonEdits(this.#fixed)) {
      const shared = await this.#fixOfAll(group);
      if (shared === null) continue;
      for (const one of group) this.#fixed[this.#fixed.indexOf(one)] = { cause: one.cause, ...shared };
    }
  }

  /** Those of the causes with a fix that has an edit in common with a new one. */
  #givenBeside(given: readonly CauseWithFindings[]): FixedCause[] {
    return given.flatMap((cause): FixedCause[] => {
      const fix = cause.fix!;
      const isBeside = this.#fixed.some((one) => haveCommonEdit(one.fix, fix));
      const texts = isBeside ? jointTexts([fix], this.#request.read) : null;
      return texts === null ? [] : [{ cause, fix, texts }];
    });
  }

  async #fixOfAll(group: readonly FixedCause[]): Promise<Pick<FixedCause, 'fix' | 'texts'> | null> {
    const largestFirst = [...group].sort((a, b) => b.fix.edits.length - a.fix.edits.length);
    const gone = group.flatMap(({ cause }) => cause.explains);
    for (const { fix, texts } of largestFirst) {
      if (await this.#isKnownToMend(texts, gone)) return { fix, texts };
    }
    if (this.#request.isOver?.() === true) return null;
    const texts = await this.#joint(group);
    return texts === null
      ? null
      : {
          fix: jointFix(
            largestFirst.map(({ fix }) => fix),
            texts,
            this.#request.read,
          ),
          texts,
        };
  }

  /** Without `gone` what the cause explains has to be gone. */
  #repair(
    context: CandidateContext,
    contexts: readonly CandidateContext[],
    {
      gone = context.cause.explains,
      isSpent = () => false,
    }: { readonly gone?: readonly Finding[]; readonly isSpent?: () => boolean },
  ): Promise<CauseRepair> {
    const { isOver = () => false } = this.#request;
    return repairCause({
      ...context,
      contexts,
      gone,
      verifier: this.#verifier,
      witness: this.#witness,
      allKernels: this.#allKernels,
      isOver: () => isOver() || isSpent(),
    });
  }

  #isWaiting({ explains }: CauseWithFindings): boolean {
    const at = explains[0]?.accesses[0];
    const source = at === undefined ? null : this.#sources.get(at.file);
    const place = source?.placeAt(source.offsetAt(at!.line, at!.column)) ?? null;
    return place !== null && waitsForThreads(place);
  }

  /** What repairs one cause may have repaired another, also one of another kernel: that costs no analysis. */
  async #isFixedAlready(cause: CauseWithFindings): Promise<boolean> {
    for (const { fix, texts } of this.#fixed) {
      if (!(await this.#isKnownToMend(texts, cause.explains))) continue;
      this.#fixed.push({ cause, fix, texts });
      return true;
    }
    return false;
  }

  async #isKnownToMend(texts: ReadonlyMap<string, string>, gone: readonly Finding[]): Promise<boolean> {
    const kernels = [...new Set(gone.map(({ kernel }) => bareName(kernel)))];
    // A check of one kernel says nothing of another.
    const scopes = kernels.length === 1 ? [null, kernels] : [null];
    const known = scopes.map((scope) => this.#verifier.known(texts, gone, scope));
    if (!known.some((judged) => judged !== null && judged.objection === null)) return false;
    return (await this.#witness.objectionTo(texts, gone)) === null;
  }

  /** All fixes at once; where they do not go together, as many of them as do, in their order. */
  async #together(): Promise<Together> {
    const wanted = this.#fixed.filter(({ cause }) => cause.explains.some(isDefect));
    const all = await this.#joint(wanted);
    if (all !== null || wanted.length === 0) return { texts: all ?? new Map(), taken: wanted };
    let taken: FixedCause[] = [];
    let texts: ReadonlyMap<string, string> = new Map();
    for (const one of wanted) {
      const more = await this.#joint([...taken, one]);
      if (more === null) continue;
      taken = [...taken, one];
      texts = more;
    }
    return { texts, taken };
  }

  async #joint(some: readonly FixedCause[]): Promise<ReadonlyMap<string, string> | null> {
    if (some.length === 0) return new Map();
    const texts = jointTexts(
      some.map(({ fix }) => fix),
      (file) => this.#request.read(file),
    );
    if (texts === null) return null;
    const gone = some.flatMap(({ cause }) => cause.explains);
    const { objection } = await this.#verifier.verify(texts, gone, null);
    return objection === null && (await this.#witness.objectionTo(texts, gone)) === null ? texts : null;
  }
}

/** Of defects: those that have an edit in common, and not the same fix. */
function groupsWithCommonEdits(fixed: readonly FixedCause[]): FixedCause[][] {
  const groups: FixedCause[][] = [];
  for (const one of fixed.filter(({ cause }) => cause.explains.some(isDefect))) {
    const isLike = (other: FixedCause) => haveCommonEdit(one.fix, other.fix);
    const like = groups.filter((group) => group.some(isLike));
    for (const group of like) groups.splice(groups.indexOf(group), 1);
    groups.push([...like.flat(), one]);
  }
  return groups.filter((group) => new Set(group.map(({ fix }) => fix.diff)).size > 1);
}

function haveCommonEdit(a: Fix, b: Fix): boolean {
  const ofA = new Set(a.edits.map((edit) => JSON.stringify(edit)));
  return b.edits.some((edit) => ofA.has(JSON.stringify(edit)));
}

type Outcome = Pick<KernelRepair, 'status' | 'reason'>;

/** What is no more than possible, and often rests on a launch that nobody writes, makes no kernel unrepaired. */
function outcomeOf(
  kernels: readonly KernelResult[],
  defects: readonly CauseWithFindings[],
  refused: readonly { readonly cause: CauseWithFindings; readonly why: string }[],
  isLate: boolean,
): Outcome {
  if (isLate) return { status: 'timeout', reason: 'there was no time left' };
  const reasons = (of: typeof refused) => [...new Set(of.map(({ why }) => why))].join('; ');
  const isLikely = ({ explains }: CauseWithFindings) => explains.some(({ evidence }) => atLeast(evidence, 'witness'));
  const likely = refused.filter(({ cause }) => isLikely(cause));
  if (likely.length > 0) return { status: 'refused', reason: reasons(likely) };
  if (refused.length > 0 && refused.length === defects.length) return { status: 'refused', reason: reasons(refused) };
  if (refused.length > 0) return { status: 'repaired', reason: `a possible race is left: ${reasons(refused)}` };
  if (defects.length > 0) return { status: 'repaired', reason: null };
  const open = kernels.flatMap(({ verdict, reasons: ofKernel }) => (verdict === 'inconclusive' ? ofKernel : []));
  const [first] = open;
  if (first === undefined) return { status: 'clean', reason: null };
  return { status: 'refused', reason: `no race is shown, and something is left open: ${reasonText(first)}` };
}

/** The memory to which several threads store one value at once, in kernels that have no other race. */
function storedAtOnce(kernels: readonly KernelResult[]): ReadonlySet<string> {
  const conditions = kernels.flatMap((kernel) => kernel.conditions);
  return new Set(conditions.flatMap(({ text }) => /^idempotent\((.*)\)$/.exec(text)?.[1] ?? []));
}

/** Instances of one template are one definition. */
function definitionsOf(kernels: readonly KernelResult[]): KernelResult[][] {
  const byPlace = new Map<string, KernelResult[]>();
  for (const kernel of kernels) {
    const key = JSON.stringify([kernel.file, kernel.line, bareName(kernel.kernel)]);
    byPlace.set(key, [...(byPlace.get(key) ?? []), kernel]);
  }
  return [...byPlace.values()];
}
