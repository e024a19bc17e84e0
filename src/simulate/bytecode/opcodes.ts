/**
 * The instructions of the executor. A function is a run of 32-bit words: an opcode, then its operands (`OPERANDS`).
 *
 * The interpreter's `switch` needs literal labels to become a jump table; it writes `case 4 satisfies typeof Op.add32`,
 * so that the type checker compares the two.
 */
export const Op = {
  mov32: 0,
  mov64: 1,
  sreg: 2,
  lea: 3,
  add32: 4,
  sub32: 5,
  mul32: 6,
  and32: 7,
  or32: 8,
  xor32: 9,
  shl32: 10,
  lshr32: 11,
  ashr32: 12,
  andimm32: 13,
  sextin32: 14,
  add64: 15,
  sub64: 16,
  mul64: 17,
  and64: 18,
  or64: 19,
  xor64: 20,
  shl64: 21,
  lshr64: 22,
  ashr64: 23,
  sext32to64: 24,
  zext32to64: 25,
  eq32: 26,
  ne32: 27,
  slt32: 28,
  sle32: 29,
  ult32: 30,
  ule32: 31,
  eq64: 32,
  ne64: 33,
  slt64: 34,
  sle64: 35,
  ult64: 36,
  ule64: 37,
  eqptr: 38,
  neptr: 39,
  ltptr: 40,
  leptr: 41,
  select32: 42,
  select64: 43,
  gepimm: 44,
  gep32: 45,
  gepu32: 46,
  gep64: 47,
  ptrtoint: 48,
  inttoptr: 49,
  addf32: 50,
  subf32: 51,
  mulf32: 52,
  divf32: 53,
  negf32: 54,
  addf64: 55,
  subf64: 56,
  mulf64: 57,
  divf64: 58,
  negf64: 59,
  fcmp32: 60,
  fcmp64: 61,
  sitof32: 62,
  uitof32: 63,
  sitof64: 64,
  uitof64: 65,
  f32tosi: 66,
  f32toui: 67,
  f64tosi: 68,
  f64toui: 69,
  f32tof64: 70,
  f64tof32: 71,
  helper: 72,
  load8: 73,
  load16: 74,
  load32: 75,
  load64: 76,
  loadptr: 77,
  loadmany: 78,
  store8: 79,
  store16: 80,
  store32: 81,
  store64: 82,
  storeptr: 83,
  storemany: 84,
  sdiv32: 85,
  udiv32: 86,
  srem32: 87,
  urem32: 88,
  fallible: 89,
  alloca: 90,
  br: 91,
  brif: 92,
  breq32: 93,
  brslt32: 94,
  brsle32: 95,
  brult32: 96,
  brule32: 97,
  switch32: 98,
  switch64: 99,
  call: 100,
  callindirect: 101,
  ret: 102,
  atomicrmw: 103,
  cmpxchg: 104,
  fence: 105,
  memcpy: 106,
  memset: 107,
  sync: 108,
  trap: 109,
} as const;

export type OpName = keyof typeof Op;
export type Opcode = (typeof Op)[OpName];

/** Operations below this one only compute: without a use they can be left out. */
export const FIRST_EFFECT = Op.load8;

/**
 * The operands of each operation in their order, as kinds, with a name where anybody but the interpreter reads them:
 * `W`/`w` a result/operand by word index (two words per register), `F`/`f` a result/operand by register index
 * (doubles and pointers), `n` a number that stands for itself, `b` a block's address, `z` the function's frame size.
 * In a list every second entry is repeated as often as the operand before it says.
 */
const OPERANDS = {
  mov32: 'W w',
  mov64: 'W w',
  sreg: 'W n',
  lea: 'F n',
  add32: 'W w w',
  sub32: 'W w w',
  mul32: 'W w w',
  and32: 'W w w',
  or32: 'W w w',
  xor32: 'W w w',
  shl32: 'W w w',
  lshr32: 'W w w',
  ashr32: 'W w w',
  andimm32: 'W w n',
  sextin32: 'W w n',
  add64: 'W w w',
  sub64: 'W w w',
  mul64: 'W w w',
  and64: 'W w w',
  or64: 'W w w',
  xor64: 'W w w',
  shl64: 'W w w',
  lshr64: 'W w w',
  ashr64: 'W w w',
  sext32to64: 'W w',
  zext32to64: 'W w',
  eq32: 'W w w',
  ne32: 'W w w',
  slt32: 'W w w',
  sle32: 'W w w',
  ult32: 'W w w',
  ule32: 'W w w',
  eq64: 'W w w',
  ne64: 'W w w',
  slt64: 'W w w',
  sle64: 'W w w',
  ult64: 'W w w',
  ule64: 'W w w',
  eqptr: 'W f f',
  neptr: 'W f f',
  ltptr: 'W f f',
  leptr: 'W f f',
  select32: 'W w w w',
  select64: 'W w w w',
  gepimm: 'F f n',
  gep32: 'F f w n',
  gepu32: 'F f w n',
  gep64: 'F f w n',
  ptrtoint: 'W f',
  inttoptr: 'F w',
  addf32: 'W w w',
  subf32: 'W w w',
  mulf32: 'W w w',
  divf32: 'W w w',
  negf32: 'W w',
  addf64: 'F f f',
  subf64: 'F f f',
  mulf64: 'F f f',
  divf64: 'F f f',
  negf64: 'W w',
  fcmp32: 'W w w n',
  fcmp64: 'W f f n',
  sitof32: 'W w',
  uitof32: 'W w',
  sitof64: 'F w',
  uitof64: 'F w',
  f32tosi: 'W w n',
  f32toui: 'W w n',
  f64tosi: 'W f n',
  f64toui: 'W f n',
  f32tof64: 'F w',
  f64tof32: 'W f',
  // Behind these two stand the helper's results and operands: how many are results, the helper knows.
  helper: 'n:helper n:registers',
  fallible: 'n:helper n:registers',
  load8: 'W f n',
  load16: 'W f n',
  load32: 'W f n',
  load64: 'W f n',
  loadptr: 'F f n',
  loadmany: ['f:pointer n:site n:count', 'n:kind n:offset W:register'],
  store8: 'f w:value n',
  store16: 'f w:value n',
  store32: 'f w:value n',
  store64: 'f w:value n',
  storeptr: 'f f:value n',
  storemany: ['f:pointer n:site n:count', 'n:kind n:offset w:register'],
  sdiv32: 'W w w',
  udiv32: 'W w w',
  srem32: 'W w w',
  urem32: 'W w w',
  alloca: 'F w n n',
  br: 'n b',
  brif: 'n w b b',
  breq32: 'n w w b b',
  brslt32: 'n w w b b',
  brsle32: 'n w w b b',
  brult32: 'n w w b b',
  brule32: 'n w w b b',
  switch32: ['n w b n', 'n b'],
  switch64: ['n w b n', 'n n b'],
  call: ['n z n', 'w', 'n', 'W'],
  callindirect: ['f z n', 'w', 'n', 'W'],
  ret: ['n n', 'w'],
  atomicrmw: 'W:old f:pointer w:value n:site n:operator n:size',
  cmpxchg: 'W:old W:success f:pointer w:expected w:replacement n:site n:size',
  fence: 'n:site',
  memcpy: 'f:to f:from w:length n:read n:write',
  memset: 'f:to w:value w:length n:site',
  sync: ['n:operation n:operands', 'w', 'n:results', 'W'],
  trap: 'n',
} as const satisfies Readonly<Record<OpName, string | readonly string[]>>;

type Operands = typeof OPERANDS;
/** The names in a list of operands: `old` and `site` of `W:old f n:site`. */
type NamesIn<Text> = Text extends `${infer First} ${infer Rest}` ? NameOf<First> | NamesIn<Rest> : NameOf<Text>;
type NameOf<Word> = Word extends `${string}:${infer Name}` ? Name : never;
type First<Shape> = Shape extends readonly [infer Head, ...unknown[]] ? Head : Shape;
type Second<Shape> = Shape extends readonly [unknown, infer Repeated, ...unknown[]] ? Repeated : never;

/** Where the named operands stand, in words from the opcode on. */
export function positionsOf<Name extends OpName>(name: Name): Readonly<Record<NamesIn<First<Operands[Name]>>, number>> {
  return positions(partsOf(name)[0]!, 1);
}

/** Where the named operands of a repeated part stand, in words from its start. */
export function repeatedPositionsOf<Name extends OpName>(
  name: Name,
): Readonly<Record<NamesIn<Second<Operands[Name]>>, number>> {
  return positions(partsOf(name)[1]!, 0);
}

function positions<Name extends string>(text: string, from: number): Record<Name, number> {
  const found = text.split(' ').flatMap((word, i) => {
    const name = word.split(':')[1];
    return name === undefined ? [] : [[name, from + i]];
  });
  return Object.fromEntries(found);
}

function partsOf(name: OpName): readonly string[] {
  const parts: string | readonly string[] = OPERANDS[name];
  return typeof parts === 'string' ? [parts] : parts;
}

/** By opcode: kinds without names. */
const KINDS: readonly (readonly string[])[] = Object.keys(OPERANDS)
  .map((name) => name as OpName)
  .toSorted((a, b) => Op[a] - Op[b])
  .map((name) => partsOf(name).map((part) => part.replaceAll(/:\w+| /g, '')));

/** The kinds of an operation's operands; of some, the numbers among them say how many there are. */
export function kindsOf(op: Opcode, values: readonly number[]): string {
  const [first, ...others] = KINDS[op]!;
  let kinds = first!;
  for (let i = 0; i < others.length; i += 2) {
    const count = values[kinds.length - 1]!;
    kinds += others[i]!.repeat(count) + (others[i + 1] ?? '');
  }
  return kinds;
}
