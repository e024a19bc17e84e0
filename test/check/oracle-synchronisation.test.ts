/**
 * Locks, flags and counters against runs: random kernels with protocols that are right or nearly so are executed under
 * many schedules, and races of the runs by the definition of happens-before are held against the verdict. `ORACLE_PROTOCOLS` and
 * `ORACLE_SEED` make it run longer, or elsewhere.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Engines } from '../../src/analysis/engines.ts';
import type { Program } from '../../src/ir/program.ts';
import { recordTrace } from '../../src/simulate/index.ts';
import { createNdjsonWriter } from '../../src/trace/index.ts';
import { checkProgram, compileSource, startEngines } from './oracle/checker.ts';
import { hasRace } from './oracle/happens-before.ts';
import { generateProtocol, isDataLine, type Protocol } from './oracle/protocols.ts';

const PROTOCOLS = Number(process.env.ORACLE_PROTOCOLS ?? 400);
const SEED = Number(process.env.ORACLE_SEED ?? 1);
const BATCH = 40;
/** Null: threads in their order. */
const SCHEDULES = [null, 1, 2, 3, 4, 5, 6, 7];
const SHOWN = 3;

describe('synchronisation against runs', () => {
  let engines: Engines;
  before(async () => {
    engines = await startEngines();
  });

  test(`${PROTOCOLS} random protocols from seed ${SEED}`, (t) => {
    const counts = new Map<string, number>();
    const missed: string[] = [];
    for (let done = 0; done < PROTOCOLS; done += BATCH) {
      const size = Math.min(BATCH, PROTOCOLS - done);
      const protocols = Array.from({ length: size }, (_, i) =>
        generateProtocol(SEED + done + i, `k${SEED + done + i}`),
      );
      const source = protocols.map((p) => p.text).join('');
      const lines = source.split('\n');
      const program = compileSource(engines, source);
      const launches = new Map(protocols.map((p) => [p.name, { grid: p.grid, block: p.block, assume: [] }]));
      const answers = checkProgram(engines, program, source, launches);
      for (const protocol of protocols) {
        const { answer, error } = answers.get(protocol.name)!;
        assert.equal(error, null);
        const isRacy = SCHEDULES.some((seed) => racesIn(program, protocol, seed, lines));
        const what = `${isRacy ? 'a race' : 'nothing'} seen, found ${answer!.verdict}`;
        counts.set(what, (counts.get(what) ?? 0) + 1);
        if (isRacy && answer!.verdict === 'race-free')
          missed.push(`<<<${protocol.grid}, ${protocol.block}>>>\n${protocol.text}`);
      }
    }
    for (const [what, n] of [...counts].sort()) t.diagnostic(`${what}: ${n}`);
    assert.equal(missed.length, 0, missed.slice(0, SHOWN).join('\n'));
  });
});

/** Does a run under the schedule show two accesses of data without an order? */
function racesIn(
  program: Program,
  { name, grid, block }: Protocol,
  seed: number | null,
  lines: readonly string[],
): boolean {
  const kernel = [...program.functions.values()].find((fn) => fn.sourceName === name)!;
  let trace = '';
  const writer = createNdjsonWriter((text) => {
    trace += text;
  });
  const memory = { kind: 'region', size: 4096 } as const;
  recordTrace(
    program,
    {
      name,
      fileName: (file) => file,
      kernel: kernel.name,
      gridDim: [grid, 1, 1],
      blockDim: [block, 1, 1],
      arguments: new Map([0, 1, 2, 3].map((i) => [i, memory])),
      seed,
      stepBudget: 20_000,
      eventLimit: 20_000,
    },
    writer,
  );
  return hasRace(trace.trim().split('\n'), (line) => isDataLine(lines[line - 1] ?? ''));
}
