/** The PTX around an instruction that records it. Registers of its own in braces, so that none of the program's is touched. */
import type { PtxInstruction, PtxOperand } from '../frontend/index.ts';
import type { AddressSpace, Recorded, Step } from './describe.ts';
import { RECORD, WHERE } from './device-function.ts';
import { LANES, LOCAL_BIT, SHARED_BIT } from './ring.ts';

/** What goes before an instruction, and what behind it. */
export interface Around {
  readonly before: string;
  readonly behind: string;
}

interface Instruction {
  readonly instruction: PtxInstruction;
  /** As it stands in the module. */
  readonly text: string;
  /** The width of a register. */
  readonly widthOf: (register: number) => number;
  /** A generic address may be one of another block's shared memory. */
  readonly hasClusters: boolean;
}

/** The call of the record, with what it needs before it; `success` is what lanes have swapped. */
type Call = (prepared: readonly string[], success: string) => readonly string[];

/** @returns null where the operands are none that could be recorded */
export function around(recorded: Recorded, site: number, given: Instruction): Around | null {
  const { instruction, text } = given;
  const skipped = skips(recorded, text);
  const call: Call = (prepared, success) => [
    ...skipped.flatMap(({ lines, condition }) => [...lines, `@${condition} bra $GPURACE_SKIP_${site};`]),
    ...prepared,
    `st.param.b32 [gpurace_site], ${site};`,
    'st.param.b64 [gpurace_address], %gpurace_n;',
    `st.param.b32 [gpurace_success], ${success};`,
    `call ${RECORD}, (gpurace_site, gpurace_address, gpurace_success);`,
    ...(skipped.length > 0 ? [`$GPURACE_SKIP_${site}:`] : []),
  ];
  if (recorded.at === 'nothing') return { before: braces(call(['mov.u64 %gpurace_n, 0;'], '0')), behind: '' };
  if (recorded.at === 'values') {
    const values = valueLines(recorded.operands, instruction, text);
    return values === null ? null : { before: braces(call(values, '0')), behind: '' };
  }
  if (recorded.at === 'size') {
    const size = sizeLines(recorded, given);
    return size === null ? null : { before: braces(call(size, '0')), behind: '' };
  }
  if (recorded.at === 'cluster') {
    const lines = braces(call(CLUSTER, '0'));
    return recorded.isBehind ? { before: '', behind: `\n\t${lines.trimEnd()}` } : { before: lines, behind: '' };
  }
  const address = addressLines(recorded, given);
  if (address === null) return null;
  if (!recorded.isBehind) return { before: braces(call(address, '0')), behind: '' };
  return behind(recorded.swaps, { address, call, text });
}

/** Which lanes do not do it: those that the instruction's own guard leaves out, and those that only come along. */
function skips(recorded: Recorded, text: string): { readonly lines: readonly string[]; readonly condition: string }[] {
  const skipped: { readonly lines: readonly string[]; readonly condition: string }[] = [];
  const guard = /^@\s*(!?)\s*([%$\w]+)/.exec(text);
  if (guard) skipped.push({ lines: [], condition: `${guard[1] === '!' ? '' : '!'}${guard[2]}` });
  if (recorded.at !== 'address') return skipped;
  if (recorded.lanes !== undefined && recorded.lanes < LANES) {
    const lines = ['mov.u32 %gpurace_r0, %laneid;', `setp.ge.u32 %gpurace_p, %gpurace_r0, ${recorded.lanes};`];
    skipped.push({ lines, condition: '%gpurace_p' });
  }
  if (recorded.isIfTrue) skipped.push({ lines: [], condition: `!${operandTexts(text)[0]}` });
  return skipped;
}

/** Memory that no program can name: eight bytes for each cluster of the grid. */
const CLUSTER_MEMORY = 2n ** 51n;
const CLUSTER = [
  'mov.u32 %gpurace_r0, %clusterid.z;',
  'mov.u32 %gpurace_r1, %nclusterid.y;',
  'mov.u32 %gpurace_r2, %clusterid.y;',
  'mad.lo.u32 %gpurace_r0, %gpurace_r0, %gpurace_r1, %gpurace_r2;',
  'mov.u32 %gpurace_r1, %nclusterid.x;',
  'mov.u32 %gpurace_r2, %clusterid.x;',
  'mad.lo.u32 %gpurace_r0, %gpurace_r0, %gpurace_r1, %gpurace_r2;',
  'mul.wide.u32 %gpurace_a, %gpurace_r0, 8;',
  `add.s64 %gpurace_n, %gpurace_a, ${CLUSTER_MEMORY};`,
];

const DECLARATIONS = [
  '.reg .pred %gpurace_p, %gpurace_q;',
  '.reg .b32 %gpurace_r<3>;',
  '.reg .b64 %gpurace_n, %gpurace_a, %gpurace_s, %gpurace_t, %gpurace_u, %gpurace_v, %gpurace_b;',
  '.param .b32 gpurace_site;',
  '.param .b64 gpurace_address;',
  '.param .b32 gpurace_success;',
  '.param .b64 gpurace_place;',
];

function braces(lines: readonly string[]): string {
  return `{\n${[...DECLARATIONS, ...lines].map((line) => `\t${line}\n`).join('')}\t}\n\t`;
}

/** The instruction may overwrite what its address was made of, and of a compare-and-swap what was compared. */
function behind(
  swaps: number | null,
  {
    address,
    call,
    text,
  }: {
    readonly address: readonly string[];
    readonly call: Call;
    readonly text: string;
  },
): Around | null {
  if (swaps === null) {
    const open = ['{', ...DECLARATIONS, ...address].join('\n\t');
    return { before: `${open}\n\t`, behind: `\n\t${call([], '0').join('\n\t')}\n\t}` };
  }
  const operands = /^(?:@\s*!?\s*[%$\w]+\s+)?\S+\s+([%$\w]+)\s*,\s*\[[^\]]*\]\s*,\s*([^,;]+?)\s*,/.exec(text);
  const [, result, expected] = operands ?? [];
  if (result === undefined || expected === undefined || swaps > 64) return null;
  const isUnused = result === '_';
  const own = [`.reg .b${swaps} %gpurace_e;`, `mov.b${swaps} %gpurace_e, ${expected};`];
  const compared = [`setp.eq.b${swaps} %gpurace_p, ${result}, %gpurace_e;`, 'selp.b32 %gpurace_r1, 1, 0, %gpurace_p;'];
  const open = ['{', ...DECLARATIONS, ...own, ...address].join('\n\t');
  const closing = call(isUnused ? ['mov.u32 %gpurace_r1, 1;'] : compared, '%gpurace_r1');
  return { before: `${open}\n\t`, behind: `\n\t${closing.join('\n\t')}\n\t}` };
}

/** Up to two words, the second one in the upper half. */
function valueLines(places: readonly number[], { operands }: PtxInstruction, text: string): string[] | null {
  const words = operandTexts(text);
  const values = places.map((place) => {
    const operand = operands[place];
    return operand?.kind === 'register' || operand?.kind === 'integer' ? (words[place] ?? null) : null;
  });
  const [low, high] = values;
  if (low == null || high === null) return null;
  return [
    `mov.b32 %gpurace_r0, ${low};`,
    `mov.b32 %gpurace_r1, ${high ?? '0'};`,
    'mov.b64 %gpurace_n, {%gpurace_r0, %gpurace_r1};',
  ];
}

/** Bytes that a copy reads: a number, or all or none of them. */
function sizeLines(
  { operand: place, bytes }: Extract<Recorded, { at: 'size' }>,
  { instruction, text, widthOf }: Instruction,
): string[] | null {
  const operand = instruction.operands[place];
  const word = operandTexts(text)[place];
  const isPredicate = operand?.kind === 'register' && widthOf(operand.register) === 0;
  if (word !== undefined && isPredicate) return [`selp.b64 %gpurace_n, 0, ${bytes}, ${word};`];
  return valueLines([place], instruction, text);
}

/** The operands as they are written; braces and brackets stay whole. */
function operandTexts(text: string): string[] {
  const list = /^(?:@\s*!?\s*[%$\w]+\s+)?\S+\s+([^;]*);?/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/(?:\{[^}]*\}|\[[^\]]*\]|[^,{[])+/g)].map(([word]) => word.trim());
}

function addressLines(
  { space, bracket, step }: { readonly space: AddressSpace; readonly bracket: number; readonly step?: Step },
  { instruction: { operands }, text, widthOf, hasClusters }: Instruction,
): string[] | null {
  const address = operands.filter((operand) => operand.kind === 'address')[bracket];
  const base = [...text.matchAll(/\[\s*([%$\w]+)/g)][bracket]?.[1];
  if (address === undefined || base === undefined || address.offsets.length > 0) return null;
  const start = startLine(address.base, base, widthOf);
  const stepped = step === undefined ? [] : stepLines(step, operands, text);
  if (start === null || stepped === null) return null;
  const lines = [start, ...stepped];
  const inIt = hasClusters && space === 'generic' ? WHERE_LINES : inSpace(space);
  if (address.displacement === 0n) return [...lines, ...inIt];
  const moved = `add.s64 %gpurace_b, %gpurace_a, ${address.displacement};`;
  return [...lines, moved, ...inIt.map((line) => line.replaceAll('%gpurace_a', '%gpurace_b'))];
}

/** Each lane's line of a matrix. */
function stepLines({ bits, operand: place }: Step, operands: readonly PtxOperand[], text: string): string[] | null {
  const operand = place === null ? null : operands[place];
  const isGiven = operand?.kind === 'register' || operand?.kind === 'integer';
  const word = place === null ? '1' : operandTexts(text)[place];
  if (word === undefined || (operand !== null && !isGiven)) return null;
  return [
    'mov.u32 %gpurace_r0, %laneid;',
    `mov.b32 %gpurace_r1, ${word};`,
    'mul.wide.u32 %gpurace_s, %gpurace_r0, %gpurace_r1;',
    `mul.lo.u64 %gpurace_s, %gpurace_s, ${bits};`,
    'shr.u64 %gpurace_s, %gpurace_s, 3;',
    'add.s64 %gpurace_a, %gpurace_a, %gpurace_s;',
  ];
}

function startLine(operand: PtxOperand, text: string, widthOf: (register: number) => number): string | null {
  if (operand.kind === 'symbol' || operand.kind === 'integer') return `mov.u64 %gpurace_a, ${text};`;
  if (operand.kind !== 'register') return null;
  const width = widthOf(operand.register);
  if (width === 64) return `mov.u64 %gpurace_a, ${text};`;
  return width === 32 ? `cvt.u64.u32 %gpurace_a, ${text};` : null;
}

/** The address with the memory that it is in. */
function inSpace(space: AddressSpace): string[] {
  if (space === 'global') return ['or.b64 %gpurace_n, %gpurace_a, 0;'];
  if (space === 'shared') return [`or.b64 %gpurace_n, %gpurace_a, ${hex(SHARED_BIT)};`];
  if (space === 'cluster') return ['cvta.shared::cluster.u64 %gpurace_u, %gpurace_a;', ...OF_CLUSTER];
  return [
    'cvta.to.shared.u64 %gpurace_s, %gpurace_a;',
    `or.b64 %gpurace_u, %gpurace_s, ${hex(SHARED_BIT)};`,
    'isspacep.local %gpurace_p, %gpurace_a;',
    `selp.b64 %gpurace_t, ${hex(LOCAL_BIT)}, 0, %gpurace_p;`,
    'or.b64 %gpurace_v, %gpurace_a, %gpurace_t;',
    'isspacep.shared %gpurace_q, %gpurace_a;',
    'selp.b64 %gpurace_n, %gpurace_u, %gpurace_v, %gpurace_q;',
  ];
}

/** A function of the device's finds out whose memory a generic address leads to. */
const whereLines = (address: string) => [
  `st.param.b64 [gpurace_address], ${address};`,
  `call (gpurace_place), ${WHERE}, (gpurace_address);`,
  'ld.param.b64 %gpurace_v, [gpurace_place];',
  'or.b64 %gpurace_n, %gpurace_v, 0;',
];
const WHERE_LINES = whereLines('%gpurace_a');
const OF_CLUSTER = whereLines('%gpurace_u');

function hex(bits: bigint): string {
  return `0x${bits.toString(16)}`;
}
