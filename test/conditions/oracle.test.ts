/**
 * slow: conditions of random kernels against brute force. Of every launch that keeps to what a kernel's verdict names, no two
 * threads write one place; of those that do not, some race, and the one that the finding shows does.
 * CI runs 60 kernels from seed 1; `ORACLE_CONDITIONS` and `ORACLE_SEED` make it run longer, or elsewhere.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { parseAssumption } from '../../src/host/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import { Evaluator, Terms } from '../../src/terms/index.ts';
import { Random } from '../check/oracle/random.ts';

const KERNELS = Number(process.env.ORACLE_CONDITIONS ?? 60);
const SEED = Number(process.env.ORACLE_SEED ?? 1);
const LAUNCHES = 400;

interface Launch {
  readonly grid: number;
  readonly block: number;
  readonly n: number;
  readonly m: number;
  readonly s: number;
}

type Thread = Launch & { readonly b: number; readonly t: number };

/** Text, and beside it what it computes. */
interface Expression {
  readonly text: string;
  readonly value: (thread: Thread) => number;
}

interface RandomKernel {
  readonly name: string;
  readonly text: string;
  /** The places that a thread writes. */
  readonly writes: (thread: Thread) => readonly number[];
}

const I: Expression = { text: 'i', value: ({ b, t, block }) => b * block + t };
const T: Expression = { text: '(int)threadIdx.x', value: ({ t }) => t };
const B: Expression = { text: '(int)blockIdx.x', value: ({ b }) => b };
const SCALARS: readonly Expression[] = [
  { text: 'n', value: ({ n }) => n },
  { text: 'm', value: ({ m }) => m },
  { text: 's', value: ({ s }) => s },
];

function generate(random: Random, name: string): RandomKernel {
  const scalar = () => random.pick(SCALARS);
  const [m, s] = [scalar(), scalar()];
  const k = random.pick([1, 1, 2, 3, 4, 16]);
  const forms: readonly (() => Expression)[] = [
    // Rows of a stride, a block or a part of the threads for each.
    () => ({ text: `${B.text} * ${s.text} + ${T.text}`, value: (x) => x.b * s.value(x) + x.t }),
    () => ({ text: `${B.text} * ${s.text} * ${k} + ${T.text}`, value: (x) => x.b * s.value(x) * k + x.t }),
    () => ({ text: `${T.text} * ${s.text} + ${B.text}`, value: (x) => x.t * s.value(x) + x.b }),
    () => ({ text: `i * ${s.text}`, value: (x) => I.value(x) * s.value(x) }),
    () => ({ text: `i * ${k} + ${s.text}`, value: (x) => I.value(x) * k + s.value(x) }),
    () => ({ text: `${B.text} * ${32 * k} + ${T.text}`, value: (x) => x.b * 32 * k + x.t }),
  ];
  const to = random.pick(forms)();
  const guards: readonly (Expression | null)[] = [
    null,
    { text: `${T.text} < ${m.text}`, value: (x) => Number(x.t < m.value(x)) },
    { text: `i < ${m.text}`, value: (x) => Number(I.value(x) < m.value(x)) },
    { text: `${B.text} < ${m.text}`, value: (x) => Number(x.b < m.value(x)) },
  ];
  const guard = random.pick(guards);
  const second = random.chance(0.3) ? scalar() : null;
  const lines = [
    `  ${guard === null ? '' : `if (${guard.text}) `}a[${to.text}] = i;`,
    ...(second === null ? [] : [`  ${guard === null ? '' : `if (${guard.text}) `}a[${to.text} + ${second.text}] = i;`]),
  ];
  return {
    name,
    text: `__global__ void ${name}(int *a, int n, int m, int s) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n${lines.join('\n')}\n}\n`,
    writes: (x) => {
      if (guard !== null && guard.value(x) === 0) return [];
      const place = to.value(x);
      return second === null ? [place] : [place, place + second.value(x)];
    },
  };
}

function races({ writes }: RandomKernel, launch: Launch): boolean {
  const writers = new Map<number, number>();
  for (let b = 0; b < launch.grid; b++) {
    for (let t = 0; t < launch.block; t++) {
      const thread = b * launch.block + t;
      for (const place of writes({ ...launch, b, t })) {
        if ((writers.get(place) ?? thread) !== thread) return true;
        writers.set(place, thread);
      }
    }
  }
  return false;
}

function holds(texts: readonly string[], { grid, block, n, m, s }: Launch): boolean {
  const values = new Map(Object.entries({ n, m, s, 'gridDim.x': grid, 'blockDim.x': block }));
  const terms = new Terms();
  const evaluator = new Evaluator({ symbol: () => 0n, apply: () => 0n });
  return texts.every((text) => {
    const parsed = parseAssumption(terms, text, (name) => {
      const value = values.get(name);
      return value === undefined ? undefined : terms.constant(BigInt(value));
    });
    assert.ok(parsed.ok, text);
    return evaluator.cond(parsed.condition);
  });
}

function someLaunch(random: Random): Launch {
  const scalar = () => random.pick([0, 1, 2, 3, 4, 8, 16, 31, 32, 33, 64, 96, 128, 1600, random.between(0, 139)]);
  const block = random.pick([1, 2, 16, 32, 33, 64, 256, 1024, random.between(1, 600)]);
  return { grid: random.between(1, 5), block, n: scalar(), m: scalar(), s: scalar() };
}

test(`conditions of ${KERNELS} random kernels from seed ${SEED}`, async (t) => {
  const random = new Random(SEED);
  const kernels = Array.from({ length: KERNELS }, (_, at) => generate(random, `k${at}`));
  const launches = kernels.map(({ name }) => `  ${name}<<<g, b>>>(a, n, m, s);\n`).join('');
  const source = `${kernels.map(({ text }) => text).join('')}void go(int *a, int n, int m, int s, int g, int b) {\n${launches}}\n`;
  const { kernels: told, findings } = await analyse(
    { kind: 'memory', files: new Map([['k.cu', Buffer.from(source)]]) },
    ['k.cu'],
    { ...DEFAULT_CHECK_OPTIONS, timeoutMs: 60_000, jobs: 1 },
    SILENT,
  );
  let conditional = 0;
  for (const kernel of kernels) {
    const result = told.find((one) => one.kernel === kernel.name);
    if (result?.verdict !== 'conditional') continue;
    conditional++;
    const texts = result.conditions.map(({ text }) => text);
    const what = `${kernel.text}${texts.join(' && ')}`;
    let racing = 0;
    for (let round = 0; round < LAUNCHES; round++) {
      const launch = someLaunch(random);
      if (!holds(texts, launch)) racing += Number(races(kernel, launch));
      else assert.ok(!races(kernel, launch), `${what}\nraces with ${JSON.stringify(launch)}`);
    }
    assert.ok(racing > 0, `no launch without it races: ${what}`);
    for (const { raceId } of result.conditions) {
      const witness = findings.find((finding) => finding.raceId === raceId)?.witness;
      assert.ok(witness, what);
      const { n = 0, m = 0, s = 0 } = witness.arguments;
      const launch = { grid: witness.gridDim[0], block: witness.blockDim[0], n: Number(n), m: Number(m), s: Number(s) };
      assert.ok(races(kernel, launch) && !holds(texts, launch), `${what}\nis not shown by ${JSON.stringify(launch)}`);
    }
  }
  t.diagnostic(`${conditional} of ${KERNELS} are conditional`);
  assert.ok(conditional >= KERNELS / 3, `${conditional} of ${KERNELS}`);
});
