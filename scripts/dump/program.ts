/** A kernel as the front end hands it on, with the functions that it calls: `Program` as text, a line an instruction. */
import {
  AddressSpace,
  type GlobalVariable,
  type Instruction,
  type Operand,
  type Program,
  type ProgramFunction,
  type SourceLocation,
  type Terminator,
  type Type,
} from '../../src/ir/program.ts';

export function printProgram(program: Program, kernel: ProgramFunction): string[] {
  const functions = new Set([kernel]);
  const globals = new Set<GlobalVariable>();
  // A set is gone through in the order in which it grows.
  for (const fn of functions) {
    for (const name of namesIn(fn)) {
      const called = program.functions.get(program.aliases.get(name) ?? name);
      const global = program.globals.get(name);
      if (called?.isDefinition) functions.add(called);
      if (global !== undefined) globals.add(global);
    }
  }
  return [
    ...(globals.size === 0 ? [] : ['']),
    ...[...globals].map((global) => `@${global.name}: ${variableText(global)}`),
    ...[...functions].flatMap((fn) => ['', ...functionLines(fn, program)]),
  ];
}

/** Functions and variables that a body names. */
function namesIn({ blocks }: ProgramFunction): string[] {
  const names: string[] = [];
  JSON.stringify(blocks, (_key, value: unknown) => {
    if (isGlobalOperand(value)) names.push(value.name);
    return typeof value === 'bigint' ? `${value}` : value;
  });
  return names;
}

function isGlobalOperand(value: unknown): value is Operand & { kind: 'global' } {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'global' && 'name' in value;
}

function variableText({ type, space, isConstant, isExternal, initializer }: GlobalVariable): string {
  const words = [
    spaceName(space),
    ...(isConstant ? ['constant'] : []),
    ...(isExternal ? ['external'] : []),
    typeText(type),
    ...(initializer === null || initializer.kind === 'undef' ? [] : [`= ${operandText(initializer)}`]),
  ];
  return words.join(' ');
}

function functionLines(fn: ProgramFunction, program: Program): string[] {
  const parameters = fn.parameters.map(
    ({ name, type, byValue }, i) =>
      `%${i} ${name}: ${byValue === null ? typeText(type) : `by value ${typeText(byValue)}`}`,
  );
  const lines = [
    `${fn.isKernel ? 'kernel' : 'function'} ${fn.name}(${parameters.join(', ')}): ${typeText(fn.returnType)}`,
  ];
  const body = fn.blocks.map(({ instructions, terminator }) => [
    ...instructions.map((instruction) => {
      const result = instruction.result === null ? '' : `%${instruction.result} = `;
      return [placeText(program, instruction.location), `${result}${instructionText(instruction)}`] as const;
    }),
    [placeText(program, terminator.location), terminatorText(terminator)] as const,
  ]);
  const width = Math.max(...body.flat().map(([place]) => place.length));
  for (const [number, { label }] of fn.blocks.entries()) {
    lines.push(`  ${number} ${label}`, ...body[number]!.map(([place, text]) => `    ${place.padEnd(width)}  ${text}`));
  }
  return lines;
}

/** In another file than the unit's with its name. */
function placeText({ files }: Program, location: SourceLocation | null): string {
  if (location === null) return '';
  const file = location.file === 0 ? '' : `${files[location.file]?.split('/').at(-1)}:`;
  return `${file}${location.line}:${location.column}`;
}

type Printers = { readonly [Op in Instruction['op']]: (instruction: Instruction & { op: Op }) => string };

const INSTRUCTIONS: Printers = {
  binary: ({ operator, left, right }) => `${operator} ${typed(left)}, ${operandText(right)}`,
  fneg: ({ operand }) => `fneg ${typed(operand)}`,
  cast: ({ operator, operand, type }) => `${operator} ${typed(operand)} to ${typeText(type)}`,
  icmp: ({ predicate, left, right }) => `icmp ${predicate} ${typed(left)}, ${operandText(right)}`,
  fcmp: ({ predicate, left, right }) => `fcmp ${predicate} ${typed(left)}, ${operandText(right)}`,
  select: ({ condition, ifTrue, ifFalse }) =>
    `select ${operandText(condition)}, ${typed(ifTrue)}, ${operandText(ifFalse)}`,
  freeze: ({ operand }) => `freeze ${typed(operand)}`,
  phi: ({ type, incoming }) =>
    `phi ${typeText(type)} ${incoming.map(({ value, block }) => `[${operandText(value)} from ${block}]`).join(', ')}`,
  alloca: ({ allocated, count }) => `alloca ${typeText(allocated)}, ${operandText(count)}`,
  load: ({ type, pointer, ...how }) => `load ${typeText(type)}, ${operandText(pointer)}${accessText(how)}`,
  store: ({ pointer, value, ...how }) => `store ${typed(value)}, ${operandText(pointer)}${accessText(how)}`,
  getelementptr: ({ source, pointer, indices }) =>
    `getelementptr ${typeText(source)}, ${operandText(pointer)}, ${indices.map(operandText).join(', ')}`,
  atomicrmw: ({ operator, pointer, value, ...how }) =>
    `atomicrmw ${operator} ${operandText(pointer)}, ${typed(value)}${accessText(how)}`,
  cmpxchg: ({ pointer, expected, replacement, successOrdering, ...how }) =>
    `cmpxchg ${operandText(pointer)}, ${typed(expected)}, ${operandText(replacement)}${accessText({ ...how, ordering: successOrdering })}`,
  fence: ({ ordering, syncScope }) => `fence${accessText({ volatile: false, ordering, syncScope })}`,
  call: ({ callee, arguments: given }) => `call ${operandText(callee)}(${given.map(operandText).join(', ')})`,
  extractelement: ({ vector, index }) => `extractelement ${typed(vector)}, ${operandText(index)}`,
  insertelement: ({ vector, element, index }) =>
    `insertelement ${typed(vector)}, ${operandText(element)}, ${operandText(index)}`,
  shufflevector: ({ left, right, mask }) =>
    `shufflevector ${typed(left)}, ${operandText(right)}, <${mask.map((lane) => (lane < 0 ? 'undef' : lane)).join(', ')}>`,
  extractvalue: ({ aggregate, indices }) => `extractvalue ${typed(aggregate)}, ${indices.join(', ')}`,
  insertvalue: ({ aggregate, element, indices }) =>
    `insertvalue ${typed(aggregate)}, ${operandText(element)}, ${indices.join(', ')}`,
  va_arg: ({ operand, type }) => `va_arg ${typed(operand)}, ${typeText(type)}`,
  unknown: ({ text }) => `unknown ${text}`,
};

function instructionText(instruction: Instruction): string {
  const print = INSTRUCTIONS[instruction.op] as (one: Instruction) => string;
  return print(instruction);
}

function terminatorText(terminator: Terminator): string {
  switch (terminator.op) {
    case 'ret':
      return terminator.value === null ? 'ret' : `ret ${typed(terminator.value)}`;
    case 'br':
      return `br ${terminator.target}`;
    case 'condbr':
      return `br ${operandText(terminator.condition)} ? ${terminator.ifTrue} : ${terminator.ifFalse}`;
    case 'switch': {
      const cases = terminator.cases.map(({ value, target }) => `${value}: ${target}`);
      return `switch ${operandText(terminator.value)} ${[...cases, `else: ${terminator.defaultTarget}`].join(', ')}`;
    }
    case 'unreachable':
      return 'unreachable';
    case 'unknown':
      return `unknown ${terminator.text}`;
  }
}

interface HowAccessed {
  readonly volatile: boolean;
  readonly ordering: string | null;
  readonly syncScope: string | null;
}

function accessText({ volatile, ordering, syncScope }: HowAccessed): string {
  const words = [
    ...(volatile ? ['volatile'] : []),
    ...(ordering === null ? [] : [`scope ${syncScope ?? 'system'}`, ordering]),
  ];
  return words.map((word) => `, ${word}`).join('');
}

function typed(operand: Operand): string {
  return `${typeText(operand.type)} ${operandText(operand)}`;
}

function operandText(operand: Operand): string {
  switch (operand.kind) {
    case 'register':
      return `%${operand.register}`;
    case 'int':
    case 'float':
      return `${operand.value}`;
    case 'null':
    case 'undef':
    case 'zero':
      return operand.kind;
    case 'global':
      return `@${operand.name}`;
    case 'aggregate':
      return `{${operand.elements.map(operandText).join(', ')}}`;
    case 'bytes':
      return `bytes ${Buffer.from(operand.bytes).toString('hex')}`;
    case 'expression':
      return `(${instructionText(operand.instruction)})`;
    case 'asm':
      return `asm ${JSON.stringify(operand.text)}`;
    case 'metadata':
      return 'metadata';
  }
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'int':
      return `i${type.bits}`;
    case 'float':
      return type.format;
    case 'pointer':
      return type.space === AddressSpace.generic ? 'ptr' : `ptr ${spaceName(type.space)}`;
    case 'array':
      return `[${type.length} x ${typeText(type.element)}]`;
    case 'vector':
      return `<${type.length} x ${typeText(type.element)}>`;
    case 'struct':
      return type.name ?? `{${type.fields.map(typeText).join(', ')}}`;
    case 'opaque':
      return type.name;
  }
}

function spaceName(space: number): string {
  return Object.entries(AddressSpace).find(([, number]) => number === space)?.[0] ?? `space ${space}`;
}
