/** Programs of `yuhc/gpu-rodinia` and `NVIDIA/cuda-samples`, each with a small input of our making. */

export interface Sample {
  readonly name: string;
  readonly run: readonly string[];
  /** The same for a GPU. */
  readonly large?: readonly string[];
  /** An input of our making, by its name beside the program. */
  readonly inputs?: Readonly<Record<string, string>>;
}

/** A graph of `nodes` in which node i leads to 2i + 1 and 2i + 2, as bfs reads it. */
function tree(nodes: number): string {
  const edges = Array.from({ length: nodes }, (_, i) => [2 * i + 1, 2 * i + 2].filter((to) => to < nodes));
  let from = 0;
  const rows = edges.map((to) => {
    const row = `${from} ${to.length}`;
    from += to.length;
    return row;
  });
  return `${nodes}\n${rows.join('\n')}\n\n0\n\n${from}\n${edges.flatMap((to) => to.map((one) => `${one} 1`)).join('\n')}\n`;
}

/** Rows of numbers that do not repeat soon. */
function numbers(rows: number, columns: number): string {
  const row = (y: number) => Array.from({ length: columns }, (_, x) => ((x * 7 + y * 13) % 97) / 8 + 1).join(' ');
  return `${Array.from({ length: rows }, (_, y) => row(y)).join('\n')}\n`;
}

const column = (count: number) => `${Array.from({ length: count }, (_, i) => 320 + (i % 17) / 4).join('\n')}\n`;

export const RODINIA: readonly Sample[] = [
  { name: 'backprop', run: ['./backprop', '256'], large: ['./backprop', '65536'] },
  { name: 'bfs', run: ['./bfs.out', 'tree'], inputs: { tree: tree(300) } },
  { name: 'gaussian', run: ['./gaussian', '-s', '16', '-q'], large: ['./gaussian', '-s', '128', '-q'] },
  {
    name: 'hotspot',
    run: ['./hotspot', '64', '2', '2', 'temp', 'power', 'out'],
    large: ['./hotspot', '256', '2', '20', 'temp', 'power', 'out'],
    inputs: { temp: column(65536), power: column(65536) },
  },
  { name: 'kmeans', run: ['./kmeans', '-i', 'points', '-o'], inputs: { points: points(200) } },
  { name: 'nw', run: ['./needle', '64', '10'], large: ['./needle', '2048', '10'] },
  { name: 'pathfinder', run: ['./pathfinder', '512', '20', '10'], large: ['./pathfinder', '100000', '100', '20'] },
  {
    name: 'srad/srad_v2',
    run: ['./srad', '64', '64', '0', '31', '0', '31', '0.5', '2'],
    large: ['./srad', '512', '512', '0', '127', '0', '127', '0.5', '4'],
  },
  { name: 'particlefilter', run: ['./particlefilter_float', '-x', '32', '-y', '32', '-z', '3', '-np', '64'] },
  { name: 'cfd', run: [] },
];

/** Points with their number in front, as kmeans reads them. */
function points(count: number): string {
  return numbers(count, 4)
    .trimEnd()
    .split('\n')
    .map((row, i) => `${i} ${row}\n`)
    .join('');
}

export const SAMPLES: readonly Sample[] = [
  { name: '0_Introduction/vectorAdd', run: ['./vectorAdd'] },
  { name: '0_Introduction/simpleTemplates', run: ['./simpleTemplates'] },
  { name: '0_Introduction/simpleCooperativeGroups', run: ['./simpleCooperativeGroups'] },
  { name: '0_Introduction/simpleVoteIntrinsics', run: ['./simpleVoteIntrinsics'] },
  { name: '0_Introduction/simpleAtomicIntrinsics', run: ['./simpleAtomicIntrinsics'] },
  { name: '0_Introduction/clock', run: ['./clock'] },
  { name: '0_Introduction/simpleAWBarrier', run: ['./simpleAWBarrier'] },
  { name: '0_Introduction/simpleTexture', run: ['./simpleTexture'] },
  { name: '0_Introduction/simplePitchLinearTexture', run: ['./simplePitchLinearTexture'] },
  {
    name: '3_CUDA_Features/globalToShmemAsyncCopy',
    run: ['./globalToShmemAsyncCopy', '-wA=64', '-hA=64', '-wB=64', '-hB=64'],
  },
];

/** Times are others each time. */
export function withoutTimes(text: string): string {
  return text
    .split('\n')
    .filter(
      (line) =>
        !/time|sec|GB\/s|\bms\b|GFlop|clock|^(?:Init|MemAlloc|HtoD|Exec|DtoH|Close|API|Total|Kernel)\b/i.test(line),
    )
    .join('\n');
}
