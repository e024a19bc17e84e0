/**
 * What is said of every conditional kernel of `test/kernels/`, whatever its conditions are: with all of them stated it is
 * race-free, without any one of them it is not, and each names a race on a launch that breaks it.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { analyse, WorkerReserve } from '../../src/analysis/index.ts';
import {
  alignmentLadders,
  contentLadders,
  fits,
  type Ladder,
  ladderPairs,
  ladders,
  oneBlock,
  partLadders,
  tileLadders,
  tileRowLadders,
  within,
} from '../../src/conditions/candidates.ts';
import { assumptionMistake, parseAssumption } from '../../src/host/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import { cellName, type Result, type Witness } from '../../src/model/result.ts';
import { Evaluator, Terms } from '../../src/terms/index.ts';
import { headerOf } from '../kernel-header.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = globSync('test/kernels/*.{cu,cl}', { cwd: ROOT })
  .sort()
  .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('// expect: conditional: '));

/** Whether a condition holds, by the parser that reads `--assume` and exact evaluation. */
function holds(stated: string, values: ReadonlyMap<string, bigint>): boolean {
  // What is asked of launches that pass one pointer for both: the one that races does.
  const text = stated.replace(/^disjoint\([^)]*\) \|\| /, '');
  // Which values are written makes no difference: it is broken by writing one at once.
  if (text.startsWith('idempotent(')) return false;
  // What a cache holds is said of none of them either.
  if (text.startsWith('fresh(')) return false;
  // How far a pointer leads into its memory is said of none of a witness's values.
  if (text.startsWith('aligned(')) return false;
  // Strides lie in a struct, which has no word for each of its numbers; pointers that lead to one memory are no values at all.
  if (text.startsWith('strided(')) return false;
  if (text.startsWith('disjoint(')) return true;
  const [, word, array = '', kept] = /^(distinct|monotone)\(([\w.@]+)(?: if ([\w.@]+))?\)$/.exec(text) ?? [];
  if (word !== undefined) {
    const flags = kept === undefined ? null : elementsOf(kept, values);
    const isKept = ({ struct, place }: Element) =>
      flags === null || flags.some((flag) => flag.struct === struct && flag.place === place && flag.value !== 0n);
    const of = elementsOf(array, values).filter(isKept);
    const isFine = (a: Element, b: Element) =>
      a === b ||
      a.struct !== b.struct ||
      (word === 'distinct' ? a.value !== b.value : a.place > b.place || a.value <= b.value);
    return of.every((a) => of.every((b) => isFine(a, b)));
  }
  const [, starts, lengths = ''] = /^segments\(([\w.@]+), ([\w.@]+)\)$/.exec(text) ?? [];
  if (starts !== undefined) {
    const ofEach = elementsOf(lengths, values);
    const common = /^\d+$/.test(lengths) ? BigInt(lengths) : values.get(lengths);
    const all = elementsOf(starts, values).map(({ struct, place, value }) => {
      const own = ofEach.find((one) => one.struct === struct && one.place === place)?.value;
      return { from: value, to: value + (common ?? own ?? 0n) };
    });
    return all.every((a, k) =>
      all.slice(k + 1).every((b) => a.to <= b.from || b.to <= a.from || a.to <= a.from || b.to <= b.from),
    );
  }
  const [, least, of, member = '', within = '', most] = BOUND.exec(text) ?? [];
  if (most !== undefined) {
    const elements = elementsOf(`${of}${member}`, values);
    const limit = /^\d+$/.test(most) ? BigInt(most) + 1n : values.get(most);
    assert.ok(elements.every(({ struct }) => (struct !== null) === (within !== '')));
    return elements.every(({ value }) => (least === undefined || value >= 0n) && value < (limit ?? value + 1n));
  }
  const terms = new Terms();
  const parsed = parseAssumption(
    terms,
    text,
    (name) => {
      const value = values.get(name);
      return value === undefined ? undefined : terms.constant(value);
    },
    // Of pointers, a witness names those that are null.
    (name) => (values.get(name) === 0n ? terms.true : terms.false),
  );
  assert.ok(parsed.ok, text);
  const evaluator = new Evaluator({ symbol: () => 0n, apply: () => 0n });
  return evaluator.cond(parsed.condition);
}

const BOUND = /^(?:([\w.@]+)\[i\][\w.@]*(?:\[j\])? >= 0 && )?(\w+)\[i\](\.\w+|@\d+)?(\[j\])? <=? (\w+)$/;

/** A number in memory: in the struct of an index, where a member is an array, and its place there; else all are of one row. */
interface Element {
  readonly struct: string | null;
  readonly place: number;
  readonly value: bigint;
}

/** @param array `order`, `boxes.number`, `nodes.keys` */
function elementsOf(array: string, values: ReadonlyMap<string, bigint>): Element[] {
  return [...values].flatMap(([cell, value]) => {
    const [, of, index, member = '', place] = /^(\w+)\[(\d+)\](\.\w+|@\d+)?(?:\[(\d+)\])?$/.exec(cell) ?? [];
    if (`${of}${member}` !== array) return [];
    return [{ struct: place === undefined ? null : index!, place: Number(place ?? index), value }];
  });
}

function valuesOf({ arguments: scalars, gridDim, blockDim, contents }: Witness): ReadonlyMap<string, bigint> {
  const sizes = { gridDim, blockDim };
  return new Map([
    ...Object.entries(scalars).map(([name, value]) => [name, BigInt(value)] as const),
    ...contents.map((cell) => [cellName(cell), BigInt(cell.value)] as const),
    ...Object.entries(sizes).flatMap(([name, dim]) =>
      dim.map((size, axis) => [`${name}.${'xyz'[axis]}`, BigInt(size)] as const),
    ),
  ]);
}

describe('conditions of kernels', () => {
  const reserve = new WorkerReserve();
  after(() => reserve.close());
  const checked = (file: string, assume: string[]): Promise<Result> => {
    const { gridDim, blockDim } = headerOf(readFileSync(join(ROOT, file), 'utf8'));
    const options = { ...DEFAULT_CHECK_OPTIONS, gridDim, blockDim, assume, reserve, timeoutMs: 120_000 };
    return analyse({ kind: 'disk', root: ROOT }, [file], options, SILENT);
  };

  test('there are some', () => assert.ok(FILES.length >= 5));

  for (const file of FILES) {
    test(file, async () => {
      const { kernels, findings } = await checked(file, []);
      for (const kernel of kernels.filter(({ verdict }) => verdict === 'conditional')) {
        assert.ok(kernel.conditions.length > 0);
        assert.deepEqual(kernel.reasons, []);
        for (const condition of kernel.conditions) {
          assert.deepEqual([condition.file, condition.line], [kernel.file, kernel.line]);
          // Instances of one template share the ids of their races.
          const finding = findings.find((one) => one.raceId === condition.raceId && one.kernel === kernel.kernel);
          assert.ok(finding?.witness != null, 'the race without it is there');
          assert.equal(finding.evidence, 'possible');
          const values = valuesOf(finding.witness);
          // That two pointers lead to one memory is none of the values of a launch.
          assert.ok(
            condition.kind === 'disjoint' || kernel.conditions.some(({ text }) => !holds(text, values)),
            'the launch of the race breaks a condition',
          );
        }
        const texts = kernel.conditions.map(({ text }) => text);
        const verdictWith = async (assume: string[]) =>
          (await checked(file, assume)).kernels.find((one) => one.kernel === kernel.kernel)?.verdict;
        assert.equal(await verdictWith(texts), 'race-free');
        for (const text of texts) {
          const rest = texts.filter((other) => other !== text);
          assert.notEqual(await verdictWith(rest), 'race-free', `${text} is not needed`);
        }
      }
    });
  }
});

describe('launches that are held against what is stated', () => {
  const source = `// gpurace: assume stride >= columns
__global__ void scale(float *a, int rows, int columns, int stride, float by) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) a[row * stride + column] *= by;
}
void keeps(float *a) { scale<<<dim3(4, 4), dim3(16, 16)>>>(a, 64, 64, 80, 2); }
void passes(float *a, int stride) { scale<<<dim3(4, 4), dim3(16, 16)>>>(a, 64, 64, stride, 2); }
`;
  const breaks = 'void breaks(float *a) { scale<<<dim3(4, 4), dim3(16, 16)>>>(a, 64, 64, 60, 2); }\n';
  const checked = (text: string, assume: string[]) =>
    analyse(
      { kind: 'memory', files: new Map([['scale.cu', Buffer.from(text)]]) },
      ['scale.cu'],
      { ...DEFAULT_CHECK_OPTIONS, assume, jobs: 1 },
      SILENT,
    );

  test('those that keep to it make the kernel race-free', async () => {
    const { kernels, problems } = await checked(source, []);
    assert.deepEqual(
      kernels.map(({ verdict }) => verdict),
      ['race-free'],
    );
    assert.deepEqual(problems, []);
  });

  test('one that breaks it is an error at the launch, and is checked without it', async () => {
    const { kernels, problems } = await checked(source + breaks, []);
    assert.deepEqual(
      kernels.map(({ verdict }) => verdict),
      ['racy'],
    );
    assert.deepEqual(
      problems.map(({ line, severity, message }) => [line, severity, message]),
      [[9, 'error', 'this launch of scale breaks an assumption: stride >= columns (stated in a comment, scale.cu:1)']],
    );
  });

  test('what an option states is held against every launch', async () => {
    const { problems } = await checked(source, ['rows <= 32']);
    assert.deepEqual(
      problems.map(({ line, message }) => [line, message]),
      [
        [7, 'this launch of scale breaks an assumption: rows <= 32 (given)'],
        [8, 'this launch of scale breaks an assumption: rows <= 32 (given)'],
      ],
    );
  });
});

/** Rows and columns; the second has one more column than it needs. */
const TILES = [
  [16n, 16n],
  [32n, 33n],
] as const;

const ARRAYS = [
  { name: 'p', isOfArrays: false },
  { name: 'q', isOfArrays: false },
  { name: 'boxes.first', isOfArrays: false },
  { name: 'boxes@8', isOfArrays: false },
  { name: 'nodes.keys', isOfArrays: true },
];
const CELLS = [
  ...['p[0]', 'p[3]', 'p[12]', 'q[2]', 'q[3]', 'q[12]'],
  ...['boxes[0].first', 'boxes[7].first', 'boxes[7]@8', 'boxes[9]@8'],
  ...['nodes[1].keys[0]', 'nodes[1].keys[1]', 'nodes[4].keys[0]', 'nodes[4].keys[8]'],
];

describe('candidates', () => {
  const names = ['n', 'd.stride', 'cols', 'blockDim.x', 'blockDim.y', 'gridDim.x', 'gridDim.y'];
  const all: readonly Ladder[] = [
    ...ladders(names, new Set(['d.stride'])),
    ...contentLadders(ARRAYS, ['n', 'cols'], [2n, 3n, 16n]),
    ...partLadders(['n', 'cols'], ['n', 'd.stride']),
    ...tileLadders(TILES, names),
    ...tileRowLadders(TILES, names),
    [oneBlock('gridDim.x')],
    [fits('gridDim.x', 'n')],
    [within('n')],
  ];
  let seed = 20261123;
  const random = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % limit;
  };
  const someValues = () =>
    new Map([
      ...names.map((name) => [name, BigInt(random(random(8) === 0 ? 3_000_000_000 : 40)) + 1n] as const),
      ...CELLS.map((name) => [name, BigInt(random(4))] as const),
    ]);

  test('each says what its text says', () => {
    for (let round = 0; round < 200; round++) {
      const values = someValues();
      for (const { text, isBrokenBy } of all.flat())
        assert.equal(isBrokenBy(values), !holds(text, values), `${text} with ${[...values].join(' ')}`);
    }
  });

  test('of a ladder each follows from the next', () => {
    for (let round = 0; round < 200; round++) {
      const values = someValues();
      for (const ladder of all) {
        const broken = ladder.map(({ isBrokenBy }) => isBrokenBy(values));
        assert.deepEqual(broken, [...broken].sort(), ladder.map(({ text }) => text).join(', '));
      }
    }
  });

  test('two that may be needed at once are of the same forms', () => {
    const forms = new Set(ladders(names, new Set()).map((ladder) => ladder.at(-1)?.text));
    for (const pair of ladderPairs(names, new Set()))
      for (const ladder of pair) assert.ok(forms.has(ladder.at(-1)?.text), ladder.at(-1)?.text);
  });

  test('no condition asks for a block of one or two threads along an axis that the kernel uses', () => {
    const texts = ladders(names, new Set(), new Set(['blockDim.x'])).flatMap((ladder) =>
      ladder.map(({ text }) => text),
    );
    const few = ['blockDim.x <= 1', 'blockDim.x <= 2', 'blockDim.y <= 1', 'blockDim.y <= 2', 'blockDim.x <= 4'];
    assert.deepEqual(
      few.filter((text) => texts.includes(text)),
      few.slice(2),
    );
  });

  test('a block for tiles is one fact of both axes, and padding makes none longer', () => {
    const texts = tileLadders(TILES, names).map((ladder) => ladder.map(({ text }) => text));
    assert.deepEqual(texts, [
      ['blockDim.x <= 16 && blockDim.y <= 16'],
      ['blockDim.x <= 33 && blockDim.y <= 32', 'blockDim.x <= 32 && blockDim.y <= 32'],
    ]);
    assert.deepEqual(tileLadders(TILES, ['n', 'blockDim.x']), []);
  });

  test('a row of tiles holds one for each block, where the block may be smaller than a tile', () => {
    const texts = tileRowLadders(TILES, names).map((ladder) => ladder.map(({ text }) => text));
    assert.deepEqual(texts[0], ['n >= gridDim.x * 16', 'n >= gridDim.x * 32']);
    assert.equal(texts.length, 3);
    assert.deepEqual(tileRowLadders(TILES, ['n', 'gridDim.x']), []);
    assert.deepEqual(tileRowLadders([], names), []);
  });

  test('pointers are aligned by powers of two, the least first', () => {
    const texts = alignmentLadders(['p', 'q']).map((ladder) => ladder.map(({ text }) => text));
    assert.deepEqual(
      texts.map(([first, second, ...rest]) => [first, second, rest.at(-1)]),
      ['p', 'q'].map((name) => [`aligned(${name}, 2)`, `aligned(${name}, 4)`, `aligned(${name}, 256)`]),
    );
    assert.ok(texts.flat().every((text) => assumptionMistake(text) === null));
  });

  test('nothing is said of a name without a value', () => {
    for (const { text, isBrokenBy } of all.flat()) assert.ok(!isBrokenBy(new Map()), text);
  });
});
