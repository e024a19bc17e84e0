import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  computeRollingHashes,
  type Location,
  type Notification,
  type ReportingDescriptor,
  type SarifLog,
  type Result as SarifResult,
} from '@microsoft/sarif';
import { type LineReader, lineReader } from '../lexical/lines.ts';
import { messageOf } from '../model/finding-message.ts';
import {
  MAX_DESCRIPTION,
  MAX_GZIP_BYTES,
  MAX_LOCATIONS_SHOWN,
  MAX_RESULTS,
  MAX_RESULTS_SHOWN,
  MAX_TAGS_SHOWN,
} from '../model/platform-limits.ts';
import { reasonText } from '../model/reason.ts';
import type { Finding, KernelResult, Language, Launch, Problem, Result } from '../model/result.ts';
import { RULE_NATURE } from '../model/rules.ts';
import { type CauseWithFindings, causesOf, kernelOfCause, levelOfCause } from '../result/causes/index.ts';
import { openKernels, plural } from '../result/kernels.ts';
import { isSilenced } from '../result/level.ts';
import { branchReader } from './branches.ts';
import { headlineText, pairsInWords } from './cause.ts';
import { conditionInWords } from './condition.ts';
import type { ReportContext } from './context.ts';
import { evidenceInWords } from './evidence.ts';
import { changeInWords } from './explaining-line.ts';
import { launchSizes } from './launch-text.ts';
import { PROJECT, rulePageUrl } from './links.ts';
import type { Rule } from './rules/rule.ts';
import { RULES, ruleById, ruleHelp } from './rules.ts';
import { sarifFixes } from './sarif-fixes.ts';
import { codeFlows } from './sarif-flows.ts';
import { accessLocation, artifact, contextOf, lineLocation, SOURCE_ROOT, unlinked } from './sarif-locations.ts';
import { jsonText, visible } from './untrusted.ts';
import { accessInWords, dim3, meetingInWords, placeOf, witnessLaunch } from './witness.ts';

/** The text before the last `/` is the category under which code scanning keeps these alerts apart from others. */
const AUTOMATION_ID = 'gpurace/static/';
const LEVELS = ['error', 'warning', 'note'] as const;
/** Pairs of one cause that its properties list; the JSON result has them all. */
const MAX_PAIRS = 100;

export interface SarifOptions {
  /** Code scanning keeps the alerts of each category apart; empty: that of the whole repository. */
  readonly category?: string;
  /**
   * For code scanning, which does not know suppressions and would open an alert for each: what a comment in the source
   * or the configuration silences is left out. Other readers get it, marked.
   */
  readonly forCodeScanning?: boolean;
  readonly limits?: SarifLimits;
}

export interface SarifLimits {
  readonly results: number;
  readonly locations: number;
  readonly gzipBytes: number;
}

const GITHUB_LIMITS: SarifLimits = {
  results: MAX_RESULTS,
  locations: MAX_LOCATIONS_SHOWN,
  gzipBytes: MAX_GZIP_BYTES,
};

/**
 * Renders a result as SARIF, with a result for each cause. Causes that the change fixed are left out: a result in the file is an open alert.
 * What does not fit GitHub's limits is left out from the weakest on, and a notification says so.
 */
export function renderSarif(result: Result, context: ReportContext, options: SarifOptions = {}): string {
  return sarifFile(result, context, options).text;
}

/** The same, with what was left out in words. */
export function sarifFile(
  result: Result,
  context: ReportContext,
  options: SarifOptions = {},
): { readonly text: string; readonly notices: readonly string[] } {
  const { limits = GITHUB_LIMITS, category = '', forCodeScanning = false } = options;
  const causes = causesOf(result).filter(({ explains }) => !forCodeScanning || !explains.every(isSilenced));
  const all = sarifResults(result, causes, context, limits);
  const places = all.some(({ cut }) => cut > 0)
    ? [`Of some causes only the first ${limits.locations} places are listed.`]
    : [];
  const results = all.map(({ sarif }) => sarif);
  const notices = (count: number): string[] => [...places, ...leftOut(results.length, count)];
  const render = (count: number): string =>
    serialise(result, results.slice(0, count), notices(count).map(limitNotice), category);
  const most = Math.min(results.length, limits.results);
  const whole = render(most);
  if (fits(whole, limits.gzipBytes)) return { text: whole, notices: notices(most) };
  const count = largestFitting(most, (kept) => fits(render(kept), limits.gzipBytes));
  return { text: render(count), notices: notices(count) };
}

/** Gzip never makes text longer by more than a few bytes, so a short file needs no trial. */
function fits(text: string, gzipBytes: number): boolean {
  return Buffer.byteLength(text) < gzipBytes || gzipSync(text).length <= gzipBytes;
}

/** The largest count below `upper` for which `test` holds; 0 when there is none. */
function largestFitting(upper: number, test: (count: number) => boolean): number {
  let low = 0;
  let high = upper;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (test(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function leftOut(total: number, kept: number): string[] {
  const notices: string[] = [];
  if (kept < total) {
    notices.push(`${total - kept} of ${plural(total, 'cause')} are left out: the file would be refused.`);
  }
  if (kept > MAX_RESULTS_SHOWN) {
    notices.push(`GitHub shows ${MAX_RESULTS_SHOWN} of these ${kept} causes; the result file has them all.`);
  }
  return notices;
}

function limitNotice(text: string): Notification {
  return { level: 'warning', message: { text }, descriptor: { id: 'limit' } };
}

function serialise(
  result: Result,
  results: readonly SarifResult[],
  notices: readonly Notification[],
  category: string,
): string {
  const log: SarifLog = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'gpurace',
            version: result.tool.version,
            semanticVersion: result.tool.version,
            informationUri: PROJECT,
            rules: RULES.map(ruleDescriptor),
            notifications: NOTIFICATIONS,
          },
        },
        automationDetails: { id: `${AUTOMATION_ID}${category === '' ? '' : `${category}/`}` },
        originalUriBaseIds: { [SOURCE_ROOT]: { description: { text: 'The root of the checked-out repository.' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [
              ...openKernels(result).map(kernelNotification),
              ...result.kernels.filter(({ verdict }) => verdict === 'conditional').map(conditionalNotification),
              ...result.problems.map(problemNotification),
              ...notices,
            ],
          },
        ],
        results: [...results],
      },
    ],
  };
  return jsonText(log);
}

const NOTIFICATIONS: ReportingDescriptor[] = [
  notificationDescriptor(
    'left-open',
    'KernelLeftOpen',
    'A kernel was proved neither racy nor race-free.',
    'The kernel could not be analysed, or not completely. The reasons say why.',
  ),
  notificationDescriptor(
    'conditional',
    'RaceFreeUnderConditions',
    'A kernel is race-free under conditions that the code does not state.',
    'The kernel is race-free if the named conditions hold. State them, and the verdict becomes race-free.',
  ),
  notificationDescriptor(
    'problem',
    'InputProblem',
    'A file could not be read or compiled as it is.',
    'A file was not analysed, or only with a guess that the message names.',
  ),
  notificationDescriptor(
    'limit',
    'LimitReached',
    'A limit of code scanning was reached.',
    'Causes or places were left out of this file because of a limit of code scanning. The JSON result has them all.',
  ),
];

function notificationDescriptor(id: string, name: string, short: string, full: string): ReportingDescriptor {
  return { id, name, shortDescription: { text: short }, fullDescription: { text: full }, help: { text: full } };
}

function ruleDescriptor(rule: Rule): ReportingDescriptor {
  const { level } = RULE_NATURE[rule.id];
  return {
    id: rule.id,
    name: rule.name,
    shortDescription: { text: cut(rule.short, MAX_DESCRIPTION) },
    fullDescription: { text: cut(rule.full, MAX_DESCRIPTION) },
    helpUri: rulePageUrl(rule.id),
    help: { text: `${rule.full}\n\n${rule.what}\n\n${rule.why}`, markdown: `# ${rule.id}\n\n${ruleHelp(rule)}` },
    defaultConfiguration: { level },
    properties: {
      tags: rule.tags.slice(0, MAX_TAGS_SHOWN),
      precision: rule.precision,
      'problem.severity': level === 'note' ? 'recommendation' : level,
    },
  };
}

/** Results with the most severe first, because that is the end GitHub keeps; otherwise in the order of the result. */
function sarifResults(
  result: Result,
  causes: readonly CauseWithFindings[],
  context: ReportContext,
  limits: SarifLimits,
): { sarif: SarifResult; cut: number }[] {
  const readLine = lineReader(context.source);
  const branches = branchReader(context.source);
  const lineHash = lineHashes(context.source);
  return causes
    .filter(({ status }) => status !== 'fixed')
    .map((cause) => ({ cause, level: levelOfCause(cause, context.minEvidence) }))
    .sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
    .map(({ cause, level }) => {
      const finding = cause.explains[0]!;
      const kernel = kernelOfCause(cause, result);
      const related = relatedLocations(cause, kernel, readLine);
      // The primary location counts too.
      const kept = related.slice(0, Math.max(1, limits.locations - 1));
      const primary = finding.accesses[0]!;
      const sarif: SarifResult = {
        ruleId: finding.rule,
        ruleIndex: RULES.indexOf(ruleById(finding.rule)),
        level,
        message: { text: messageText(cause) },
        locations: [
          {
            physicalLocation: { ...accessLocation(primary, readLine), ...contextOf(primary, readLine) },
            logicalLocations: [{ fullyQualifiedName: visible(finding.kernel), kind: 'function' }],
          },
        ],
        ...(kept.length > 0 ? { relatedLocations: kept } : {}),
        ...(finding.witness === null ? {} : { codeFlows: codeFlows(finding, kernel, { readLine, branches }) }),
        partialFingerprints: {
          primaryLocationLineHash: lineHash(primary.file, primary.line) ?? fallbackHash(finding),
        },
        ...suppressions(cause),
        ...sarifFixes(cause.fixes, readLine, artifact),
        // Code scanning compares for itself and ignores this; other readers of SARIF know it.
        ...(finding.status === null ? {} : { baselineState: finding.status === 'new' ? 'new' : 'unchanged' }),
        properties: {
          causeId: cause.causeId,
          missing: cause.missing,
          raceId: finding.raceId,
          ...(finding.status === null ? {} : { status: finding.status }),
          kernel: finding.kernel,
          evidence: finding.evidence,
          ...(finding.orderLost == null ? {} : { orderLost: finding.orderLost }),
          dataDependent: finding.dataDependent,
          memory: finding.memory,
          witness: finding.witness,
          ...(cause.explains.length < 2 ? {} : { pairs: cause.explains.slice(0, MAX_PAIRS).map(pairProperties) }),
        },
      };
      return { sarif, cut: related.length - kept.length };
    });
}

/** Of one pair of several, with the same cause. */
function pairProperties({ raceId, rule, evidence, memory, accesses }: Finding): Record<string, unknown> {
  const places = accesses.map(({ file, line, column, kind, text }) => ({ file, line, column, kind, text }));
  return { raceId, rule, evidence, memory, accesses: places };
}

function suppressions({ explains }: CauseWithFindings): Pick<SarifResult, 'suppressions'> {
  if (!explains.every(isSilenced)) return {};
  const suppressed = explains[0]!.suppressed;
  if (!suppressed) return { suppressions: [{ kind: 'external', justification: 'switched off by the configuration' }] };
  const justification = visible(suppressed.reason);
  return { suppressions: [{ kind: 'inSource', ...(justification === '' ? {} : { justification }) }] };
}

/** One hash per line and file, the way GitHub's own action computes them; see `@microsoft/sarif`. */
function lineHashes(source: ReportContext['source']): (file: string, line: number) => string | undefined {
  const files = new Map<string, Map<number, string>>();
  return (file, line) => {
    let hashes = files.get(file);
    if (hashes === undefined) {
      const text = source(file);
      hashes = text === undefined ? new Map<number, string>() : computeRollingHashes(text);
      files.set(file, hashes);
    }
    return hashes.get(line);
  };
}

/** Without the source only our own identity is left; it is stable, which is all that GitHub asks. */
function fallbackHash(finding: Finding): string {
  return `${createHash('sha256').update(finding.raceId).digest('hex').slice(0, 16)}:1`;
}

function messageText(cause: CauseWithFindings): string {
  const finding = cause.explains[0]!;
  const parts = [sentence(headlineText(cause)), sentence(messageOf(finding))];
  const second = finding.accesses[1];
  if (second !== undefined) parts.push(`See the [second access](1): ${unlinked(accessInWords(second))}.`);
  if (finding.witness !== null) {
    const launch = witnessLaunch(finding.witness, null).map(({ name, value }) => `${name} = ${value}`);
    const threads = finding.witness.threads.map(({ block, thread }) => `block ${dim3(block)} thread ${dim3(thread)}`);
    parts.push(unlinked(`Witness: ${launch.join(', ')}; ${meetingInWords(finding.witness, threads)}.`));
  }
  const change = changeInWords(finding);
  if (change !== null) parts.push(sentence(change));
  if (cause.explains.length > 1) parts.push(`${pairsInWords(cause)}.`);
  parts.push(`Evidence: ${evidenceInWords(finding)}.`);
  return parts.join(' ');
}

function sentence(text: string): string {
  const clean = unlinked(text).trim();
  return /[.!?]$/.test(clean) ? clean : `${clean}.`;
}

/** The other access (id 1, the link target of the message), the accesses of other pairs, then the launches. */
function relatedLocations(
  { explains }: CauseWithFindings,
  kernel: KernelResult | undefined,
  readLine: LineReader,
): Location[] {
  const [finding, ...others] = explains;
  const related: Omit<Location, 'id'>[] = finding!.accesses.slice(1).map((access) => ({
    physicalLocation: accessLocation(access, readLine),
    message: { text: `The second access: ${unlinked(accessInWords(access))}` },
  }));
  const told = new Set(finding!.accesses.map(placeOf));
  for (const access of others.flatMap(({ accesses }) => accesses)) {
    if (told.has(placeOf(access))) continue;
    told.add(placeOf(access));
    related.push({
      physicalLocation: accessLocation(access, readLine),
      message: { text: `Another pair with the same cause: ${unlinked(accessInWords(access))}` },
    });
  }
  for (const launch of kernel?.launches ?? []) {
    if (launch.line > 0) related.push(launchLocation(launch, kernel!.language, readLine));
  }
  return related.map((location, index) => ({ id: index + 1, ...location }));
}

function launchLocation(launch: Launch, language: Language, readLine: LineReader): Omit<Location, 'id'> {
  return {
    physicalLocation: lineLocation(launch.file, launch.line, readLine),
    message: { text: unlinked(`Launched with ${launchSizes(launch, language, readLine)}`) },
  };
}

function kernelNotification(kernel: KernelResult): Notification {
  const reasons = kernel.reasons.map((reason) => visible(reasonText(reason))).join('; ');
  const place = kernel.line > 0 ? placeOfLine(kernel.file, kernel.line) : [];
  return {
    level: 'warning',
    message: { text: `Kernel ${visible(kernel.kernel)} is ${kernel.verdict}; left open: ${reasons}` },
    ...(place.length > 0 ? { locations: place } : {}),
    descriptor: { id: 'left-open' },
  };
}

function conditionalNotification(kernel: KernelResult): Notification {
  const conditions = kernel.conditions.map((condition) => visible(conditionInWords(condition))).join(', and ');
  const place = kernel.line > 0 ? placeOfLine(kernel.file, kernel.line) : [];
  return {
    level: 'note',
    message: { text: `Kernel ${visible(kernel.kernel)} is race-free if ${conditions}` },
    ...(place.length > 0 ? { locations: place } : {}),
    descriptor: { id: 'conditional' },
  };
}

function problemNotification(problem: Problem): Notification {
  const place = problem.file === null ? [] : placeOfLine(problem.file, problem.line ?? 1);
  return {
    level: problem.severity,
    message: { text: visible(problem.message) },
    ...(place.length > 0 ? { locations: place } : {}),
    descriptor: { id: 'problem' },
  };
}

function placeOfLine(file: string, line: number): Location[] {
  return [{ physicalLocation: { artifactLocation: artifact(file), region: { startLine: line } } }];
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
