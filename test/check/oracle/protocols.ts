/** Random kernels in which blocks exclude each other or hand data over through memory: rightly, or nearly so. */
import { Random } from './random.ts';

export interface Protocol {
  readonly name: string;
  readonly text: string;
  readonly grid: number;
  readonly block: number;
}

const PARAMETERS = 'int *lock, int *turn, int *data, int *out';

/** Data is only touched on lines that say so; the rest is synchronisation. */
export function isDataLine(line: string): boolean {
  return /\bdata\[/.test(line);
}

export function generateProtocol(seed: number, name: string): Protocol {
  const random = new Random(seed);
  const body = random.pick([
    locked,
    locked,
    lockedTwice,
    lockedByBlock,
    ticket,
    flag,
    flag,
    chain,
    counter,
    counter,
    gridBarrier,
  ])(random);
  const text = `__global__ void ${name}(${PARAMETERS}) {\n${body.trim()}\n}\n`;
  return { name, text, grid: random.between(2, 3), block: random.between(2, 3) };
}

/** Mostly right. */
function fence(random: Random): string {
  return random.weighted([
    [6, '__threadfence();'],
    [1, '__threadfence_block();'],
    [2, ''],
  ]);
}

function scope(random: Random): string {
  return random.chance(0.1) ? '_block' : '';
}

function sometimes(random: Random, text: string, probability = 0.85): string {
  return random.chance(probability) ? text : '';
}

function locked(random: Random): string {
  const place = random.pick(['0', '0', 'blockIdx.x % 2', 'threadIdx.x']);
  const which = random.pick([place, place, '0', 'blockIdx.x % 2']);
  const [take, free] = random.pick([
    [`atomicCAS${scope(random)}(&lock[${which}], 0, 1)`, 0],
    [`atomicExch${scope(random)}(&lock[${which}], 1)`, 0],
    [`atomicCAS(&lock[${which}], 0, threadIdx.x + 1)`, 0],
  ] as const);
  const access = `data[${place}] = data[${place}] + 1;`;
  const give = `atomicExch${scope(random)}(&lock[${which}], ${free});`;
  const inside = random.chance(0.85)
    ? `${fence(random)}\n${access}\n${fence(random)}\n${give}`
    : `${fence(random)}\n${give}\n${access}`;
  const early = random.chance(0.1) ? `out[0] = data[${place}];\n` : '';
  if (random.chance(0.5)) {
    return `${early}bool done = false;
while (!done) {
if (${take} == ${free}) {
${inside}
done = true;
}
}`;
  }
  const who = random.pick(['threadIdx.x == 0', 'threadIdx.x == blockDim.x - 1', 'true']);
  return `${early}if (${who}) {
while (${take} ${random.pick([`!= ${free}`, `!= ${free}`, '== 1'])}) { }
${inside}
}`;
}

function lockedByBlock(random: Random): string {
  return `if (threadIdx.x == 0) {
while (atomicCAS${scope(random)}(lock, 0, 1) != 0) { }
${fence(random)}
}
${sometimes(random, '__syncthreads();')}
data[threadIdx.x] = data[threadIdx.x] + 1;
${sometimes(random, '__syncthreads();')}
if (threadIdx.x == 0) {
${fence(random)}
atomicExch${scope(random)}(lock, 0);
}`;
}

/** Two locks, taken in one order by all. */
function lockedTwice(random: Random): string {
  const [low, high] = random.pick([
    ['0', '1'],
    ['blockIdx.x % 2', '2 + blockIdx.x % 2'],
    ['min(blockIdx.x % 2, threadIdx.x % 2)', '2'],
  ] as const);
  const give = [`atomicExch(&lock[${high}], 0);`, `atomicExch(&lock[${low}], 0);`];
  const accesses = [`data[${low}] = data[${low}] + 1;`, `data[${high}] = data[${high}] + 1;`];
  const [first, second] = random.chance(0.5) ? give : give.toReversed();
  return `if (threadIdx.x == 0) {
while (atomicCAS(&lock[${low}], 0, 1) != 0) { }
while (atomicCAS(&lock[${random.chance(0.9) ? high : low}], 0, 1) != 0) { }
${fence(random)}
${accesses[0]}
${random.chance(0.8) ? accesses[1] : ''}
${fence(random)}
${first}
${random.chance(0.2) ? accesses[random.between(0, 1)] : ''}
${fence(random)}
${second}
}`;
}

function ticket(random: Random): string {
  const relation = random.pick(['!=', '!=', '!=', '<', '>']);
  const give = 'atomicAdd(turn, 1);';
  const access = 'data[0] = data[0] + 1;';
  return `if (${random.pick(['threadIdx.x == 0', 'true'])}) {
int mine = atomicAdd(lock, 1);
while (atomicAdd(turn, 0) ${relation} mine) { }
${fence(random)}
${random.chance(0.85) ? access : give}
${fence(random)}
${random.chance(0.85) ? give : access}
}`;
}

function flag(random: Random): string {
  const all = random.chance(0.5);
  const index = all ? 'threadIdx.x' : '0';
  const write = all ? `data[${index}] = 7;` : `if (threadIdx.x == 0) data[0] = 7;`;
  const set = `if (threadIdx.x == 0) {
${fence(random)}
${random.pick([`atomicExch${scope(random)}(&lock[0], 1);`, 'atomicAdd(&lock[0], 1);', 'atomicCAS(&lock[0], 0, 1);'])}
}`;
  const hand = random.chance(0.9)
    ? `${write}\n${sometimes(random, '__syncthreads();')}\n${set}`
    : `${set}\n${sometimes(random, '__syncthreads();')}\n${write}`;
  const awaited = random.weighted([
    [8, '== 0'],
    [1, '!= 1'],
    [1, '< 0'],
  ]);
  const wait = `while (atomicAdd${scope(random)}(&lock[${random.weighted([
    [8, '0'],
    [1, 'blockIdx.x - 1'],
    [1, '1'],
  ])}], 0) ${awaited}) { }`;
  const leader = random.chance(0.5);
  const read = `out[blockIdx.x * blockDim.x + threadIdx.x] = data[${random.pick([index, index, '0'])}];`;
  const take = leader
    ? `if (threadIdx.x == 0) {
${wait}
${fence(random)}
}
${sometimes(random, '__syncthreads();')}`
    : `${wait}
${fence(random)}`;
  const otherwise = random.weighted([
    [9, ''],
    [1, 'if (blockIdx.x == 1) return;\n'],
  ]);
  return `if (blockIdx.x == 0) {
${hand}
} else {
${otherwise}${take}
${read}
}`;
}

function chain(random: Random): string {
  const back = random.pick([1, 1, 1, 2]);
  return `int b = blockIdx.x;
if (threadIdx.x == 0) {
data[b] = b;
${fence(random)}
atomicExch(&lock[b], 1);
if (b >= ${back}) {
while (atomicAdd(&lock[b - 1], 0) == 0) { }
${fence(random)}
out[b] = data[b - ${back}];
}
}`;
}

function counter(random: Random): string {
  const short = random.pick([1, 1, 1, 2]);
  const reset = sometimes(random, 'lock[0] = 0;', 0.3);
  if (random.chance(0.4)) {
    return `int i = blockIdx.x * blockDim.x + threadIdx.x;
int n = gridDim.x * blockDim.x;
data[i] = i;
${fence(random)}
if (atomicAdd(&lock[0], 1) == n - ${short}) {
${fence(random)}
out[0] = data[n - 1 - i];
${reset}
}`;
  }
  const all = random.chance(0.5);
  const write = all
    ? 'data[blockIdx.x * blockDim.x + threadIdx.x] = 1;'
    : 'if (threadIdx.x == 0) data[blockIdx.x] = 1;';
  const count = random.pick([
    'atomicAdd(&lock[0], 1)',
    '(int)atomicInc((unsigned *)&lock[0], gridDim.x)',
    '(int)atomicInc((unsigned *)&lock[0], gridDim.x - 1)',
  ]);
  return `__shared__ int last;
${write}
${sometimes(random, '__syncthreads();', all ? 0.85 : 0.3)}
if (threadIdx.x == 0) {
${fence(random)}
last = ${count} == gridDim.x - ${short};
}
__syncthreads();
if (last) {
${fence(random)}
out[threadIdx.x] = data[${all ? 'threadIdx.x' : 'threadIdx.x % gridDim.x'}];
${reset === '' ? '' : `if (threadIdx.x == 0) ${reset}`}
}`;
}

function gridBarrier(random: Random): string {
  return `int i = blockIdx.x * blockDim.x + threadIdx.x;
data[i] = i;
${sometimes(random, '__syncthreads();')}
if (threadIdx.x == 0) {
${fence(random)}
atomicAdd(&lock[0], 1);
while (atomicAdd(&lock[0], 0) < ${random.pick(['gridDim.x', 'gridDim.x', 'gridDim.x', 'gridDim.x - 1', '1'])}) { }
${fence(random)}
}
${sometimes(random, '__syncthreads();')}
out[i] = data[gridDim.x * blockDim.x - 1 - i];`;
}
