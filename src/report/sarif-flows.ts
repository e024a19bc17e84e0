/** The way to a race as code flows: both threads in one flow, in an order in which it can happen, and each by itself. */

import type { Location } from '@microsoft/sarif';
import type { LineReader } from '../lexical/lines.ts';
import { iterationInWords } from '../model/finding-message.ts';
import type { Access, Finding, KernelResult, Witness } from '../model/result.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import type { BranchReader } from './branches.ts';
import { nothingBetween } from './interleaving.ts';
import { accessLocation, lineLocation, type PhysicalLocation, unlinked } from './sarif-locations.ts';
import { threadNames } from './story.ts';
import { accessInWords, dim3, plainAccess } from './witness.ts';

/** Of the standard (3.36 to 3.38); the package of its types leaves them out. */
type FlowLocation = {
  readonly location: Omit<Location, 'id'>;
  readonly nestingLevel?: number;
  readonly executionOrder?: number;
  readonly importance?: 'essential';
};
type CodeFlow = {
  readonly message?: { readonly text: string };
  readonly threadFlows: {
    readonly id: string;
    readonly message: { readonly text: string };
    readonly locations: FlowLocation[];
  }[];
};

/** What is known of the sources: lines, and the branches around a place. */
export interface FlowSources {
  readonly readLine: LineReader;
  readonly branches: BranchReader;
}

/** Empty where there are no two threads. GitHub shows the first flow first. */
export function codeFlows(finding: Finding, kernel: KernelResult | undefined, sources: FlowSources): CodeFlow[] {
  const { witness } = finding;
  if (witness === null) return [];
  return [interleaved(finding, witness, kernel, sources), threads(finding, witness, kernel, sources.readLine)];
}

/** One step of the flow of both: where, what happens, and how deep in calls. */
interface Step {
  readonly place: PhysicalLocation;
  readonly text: string;
  readonly nestingLevel: number;
  readonly importance?: 'essential';
}

/** From the launch to where the two meet: what both do, then A's way and access, then B's. */
function interleaved(
  finding: Finding,
  witness: Witness,
  kernel: KernelResult | undefined,
  sources: FlowSources,
): CodeFlow {
  const { readLine } = sources;
  const words = vocabularyOf(kernel?.language ?? null);
  const [a, b] = threadNames(witness, words);
  const at = (file: string, line: number, text: string): Step => {
    return { place: lineLocation(file, line, readLine), text, nestingLevel: 0 };
  };
  const launch = kernel?.launches.find(({ line }) => line > 0);
  const steps: Step[] = [];
  if (launch !== undefined) steps.push(at(launch.file, launch.line, 'The kernel is launched'));
  if (kernel !== undefined && kernel.line > 0) {
    steps.push(at(kernel.file, kernel.line, `A, ${a}, and B, ${b}, enter ${kernel.kernel}`));
  }
  const { gap, accesses, otherWay } = finding;
  if (gap?.since != null) steps.push(at(gap.since.file, gap.since.line, 'Both have passed this barrier'));
  const [first, second] = accesses;
  const address = witness.address === '' ? '' : ` (${witness.address})`;
  if (first !== undefined) {
    steps.push(
      ...roundOf(finding, 0, at),
      ...stepsTo(first, 'A', sources),
      meeting(first, `A: ${plainAccess(first)}${address}`, readLine),
    );
  }
  if (second !== undefined) {
    const why = `B: ${plainAccess(second)}${address}: ${nothingBetween(finding, witness)}`;
    steps.push(...roundOf(finding, 1, at), ...stepsTo(second, 'B', sources), meeting(second, why, readLine));
  } else if (otherWay !== undefined) {
    const { parted, waits } = otherWay;
    if (parted !== null) steps.push(at(parted.file, parted.line, 'B takes the other branch here'));
    if (waits !== null) steps.push(at(waits.file, waits.line, 'B waits here, A there'));
  }
  return {
    message: { text: 'How the two threads race' },
    threadFlows: [
      { id: 'A and B', message: { text: unlinked(`A is ${a}, B is ${b}`) }, locations: steps.map(asLocation) },
    ],
  };
}

/** The loop that goes round before the later of the two. */
function roundOf({ gap }: Finding, side: 0 | 1, at: (file: string, line: number, text: string) => Step): Step[] {
  if (gap?.round == null || gap.later !== side) return [];
  const times = gap.passes === 1 ? 'the next iteration' : `${gap.passes} iterations later`;
  return [
    at(gap.round.file, gap.round.line, `${side === 0 ? 'A' : 'B'} is ahead: ${times}, with no barrier on the way`),
  ];
}

function meeting(access: Access, text: string, readLine: LineReader): Step {
  return { place: accessLocation(access, readLine), text, nestingLevel: access.calls.length, importance: 'essential' };
}

/** The loops, branches and calls that a thread comes by. */
function stepsTo(access: Access, name: string, { readLine, branches }: FlowSources): Step[] {
  const { iterations, calls } = access;
  const step = (file: string, line: number, text: string, nestingLevel: number): Step => {
    return { place: lineLocation(file, line, readLine), text, nestingLevel };
  };
  const taken = (place: Parameters<BranchReader>[0], depth: number) =>
    branches(place).map(({ file, line, condition, holds }) => ({
      line,
      step: step(file, line, `${name}: ${holds ? 'if' : 'else of if'} (${condition})`, depth),
    }));
  const loops = iterations.map((one) => ({
    line: one.line,
    step: step(one.file, one.line, `${name}: ${iterationInWords(one)}`, 0),
  }));
  const inner = taken(access, calls.length);
  // In one function loops and branches come in the order of their lines.
  if (calls.length === 0)
    return [...loops, ...inner].sort((one, other) => one.line - other.line).map((one) => one.step);
  return [
    ...loops,
    ...calls.flatMap((call, depth) => [
      ...taken(call, depth),
      { step: step(call.file, call.line, `${name} calls ${call.function}`, depth) },
    ]),
    ...inner,
  ].map((one) => one.step);
}

function asLocation({ place, text, nestingLevel, importance }: Step, index: number): FlowLocation {
  return {
    location: { physicalLocation: place, message: { text: unlinked(text) } },
    nestingLevel,
    executionOrder: index + 1,
    ...(importance === undefined ? {} : { importance }),
  };
}

/** One flow of two threads, each from the kernel's entry to its access. */
function threads(finding: Finding, witness: Witness, kernel: KernelResult | undefined, readLine: LineReader): CodeFlow {
  return {
    threadFlows: witness.threads.map(({ block, thread }, index) => {
      const access = finding.accesses[index] ?? finding.accesses[0]!;
      const name = `block ${dim3(block)} thread ${dim3(thread)}`;
      const entry =
        kernel === undefined || kernel.line === 0
          ? []
          : [
              {
                location: {
                  physicalLocation: lineLocation(kernel.file, kernel.line, readLine),
                  message: { text: unlinked(`${name} enters ${kernel.kernel}`) },
                },
              },
            ];
      return {
        id: `thread ${index + 1}`,
        message: { text: name },
        locations: [
          ...entry,
          ...wayTo(access, name, readLine),
          {
            location: {
              physicalLocation: accessLocation(access, readLine),
              message: { text: unlinked(`${name}: ${accessInWords(access)} (${witness.address})`) },
            },
          },
        ],
      };
    }),
  };
}

/** The loops and calls that a thread comes by, as steps of its flow. */
function wayTo({ iterations, calls }: Access, name: string, readLine: LineReader): FlowLocation[] {
  const at = (file: string, line: number, text: string) => ({
    location: { physicalLocation: lineLocation(file, line, readLine), message: { text: unlinked(text) } },
  });
  return [
    ...iterations.map((one) => at(one.file, one.line, `${name}: ${iterationInWords(one)}`)),
    ...calls.map((call) => at(call.file, call.line, `${name} calls ${call.function}`)),
  ];
}
