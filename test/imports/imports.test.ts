/** Logs of compute-sanitizer racecheck and of iGUARD: what comes of them, and that a tool that did not run is never clean. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLogReader, logKind } from '../../src/imports/index.ts';
import type { Result } from '../../src/model/result.ts';
import { exitCode } from '../../src/result/exit-code.ts';
import { joinTraces } from '../../src/result/join-traces.ts';
import { ANALYSIS, BANNER, HAZARDS, IGUARD, OLD_ANALYSIS, summary, WITHOUT_LINES, XML } from './logs.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string, piece = 1 << 20): Result {
  const kind = logKind(bytes(text));
  assert.ok(kind !== null, 'a log');
  const reader = createLogReader(kind, { file: 'run.log', sourceLine: () => undefined });
  const all = bytes(text);
  for (let at = 0; at < all.length; at += piece) reader.write(all.subarray(at, at + piece));
  return reader.end(0);
}

const pairs = ({ findings }: Result): string[] =>
  findings.map(
    ({ rule, kernel, accesses }) =>
      `${rule} ${kernel} ${accesses.map(({ kind, file, line }) => `${kind} ${file}:${line}`).join(', ')}`,
  );
const code = (result: Result): number =>
  exitCode(result, { failOn: 'any', minEvidence: 'predicted', isUncompared: true });
const errors = ({ problems }: Result): string[] =>
  problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);

describe('racecheck', () => {
  test('analysis reports: a race with each of the other places', () => {
    const result = read(ANALYSIS);
    assert.deepEqual(pairs(result), [
      'intra-block-race sumUp write sum.cu:4, read sum.cu:5',
      'intra-block-race sumUp write sum.cu:4, write sum.cu:6',
    ]);
    assert.deepEqual(errors(result), []);
    assert.equal(result.findings[0]?.evidence, 'trace');
    assert.equal(code(result), 1);
  });

  test('the same in pieces of any size', () => {
    for (const piece of [1, 7, 100]) assert.deepEqual(pairs(read(HAZARDS, piece)), pairs(read(HAZARDS)));
  });

  test('reports of earlier versions', () => {
    assert.deepEqual(pairs(read(OLD_ANALYSIS)), ['intra-block-race sumUp write ./src/sum.cu:4, read ./src/sum.cu:5']);
  });

  test('functions without their parameters, and names that the tool cut', () => {
    const text = `${BANNER}========= Error: Race reported between Read access at fold+0x860 in fold.py:8
=========     and Write access at scan_of_shared_memory_...+0x140 in fold.py:9 [400 hazards]
=========
${summary(1)}`;
    assert.deepEqual(pairs(read(text)), ['intra-block-race scan_of_shared_memory_... read fold.py:8, write fold.py:9']);
  });

  test('what cuda-memcheck prints of a byte, between what the program prints', () => {
    const text = `========= CUDA-MEMCHECK
one line of the program
========= WARN:(Warp Level Programming) Potential WAR hazard detected at __shared__ 0x3 in block (0, 0, 0) :
=========     Read Thread (31, 0, 0) at 0x00000170 in ./sum.cu:5:sumUp(int*, int*)
another
=========     Write Thread (0, 0, 0) at 0x000001a8 in ./sum.cu:6:sumUp(int*, int*)
=========     Current Value : 0, Incoming Value : 0
=========     Saved host backtrace up to driver entry point at kernel launch time
=========     Host Frame:/lib64/libcuda.so.1 (cuLaunchKernel + 0x346) [0x297db6]
=========
${summary(1)}`;
    assert.deepEqual(pairs(read(text)), ['intra-warp-race sumUp read ./sum.cu:5, write ./sum.cu:6']);
  });

  test('hazards of single bytes: one finding for each pair of places, warps by the threads; information is none', () => {
    const result = read(HAZARDS);
    assert.deepEqual(pairs(result), [
      'intra-block-race sumUp write sum.cu:4, read sum.cu:5',
      'intra-warp-race sumUp read sum.cu:5, write sum.cu:6',
    ]);
    assert.match(result.findings[0]?.message ?? '', /RAW hazard at byte 0x10 .* 2 reports of it/);
  });

  test('no line information: the place is the line of the log, and the finding says so', () => {
    const result = read(WITHOUT_LINES);
    assert.deepEqual(pairs(result), ['intra-block-race fold write run.log:2, read run.log:2']);
    assert.match(result.findings[0]?.message ?? '', /-lineinfo/);
  });

  test('hazards of single bytes without line information: one finding for each pair of instructions', () => {
    const hazard = (
      byte: string,
      read: string,
    ) => `========= Error: Potential RAW hazard detected at __shared__ ${byte} in block (0,0,0) :
=========     Write Thread (0,0,0) at rotate(const int *, int *)+0xe0
=========     Read Thread (32,0,0) at rotate(const int *, int *)+${read}
=========     Current Value : 0
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame:  [0xe063] in rotate
=========
`;
    const result = read(
      `${BANNER}${hazard('0x400', '0xf0')}${hazard('0x401', '0xf0')}${hazard('0x402', '0x120')}${summary(3)}`,
    );
    assert.equal(result.findings.length, 2);
    assert.match(result.findings[0]?.message ?? '', /2 reports of it\. The program was built without line information/);
  });

  test('copies that nobody waited for', () => {
    const text = `${BANNER}========= Error: Potential RAW hazard detected (invalid memcpy_async synchronization) at __shared__ 0x47c in block (0,0,0) :
=========     Write Thread (31,0,0) at ahead(const int *, int *)+0x160 in ahead.cu:9
=========     Read Thread (32,0,0) at ahead(const int *, int *)+0x1e0 in ahead.cu:14
=========     Current Value : 31
=========
${summary(1)}`;
    assert.deepEqual(pairs(read(text)), ['intra-block-race ahead write ahead.cu:9, read ahead.cu:14']);
  });

  test('no hazards and a summary: clean', () => {
    const result = read(`${BANNER}done\n${summary(0)}`);
    assert.deepEqual([result.findings.length, result.problems.length, code(result)], [0, 0, 0]);
  });

  test('what is not whole is an error', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      [`${BANNER}done\n`, /no RACECHECK SUMMARY/],
      [summary(0), /no first line/],
      [
        `${BANNER}========= Error: Target application terminated before first instrumented API call\n`,
        /terminated before/,
      ],
      [
        `${BANNER}========= Error: Target application terminated before first instrumented API call\n${summary(0)}`,
        /terminated before/,
      ],
      [`${BANNER}========= ERROR SUMMARY: 0 errors\n`, /another tool/],
      [`${BANNER}${summary(3)}`, /none of them/],
      [`${BANNER}========= Error: Race reported between Write access at elsewhere\n${summary(1)}`, /not understood/],
      [ANALYSIS.slice(0, ANALYSIS.indexOf('    and Read')), /no RACECHECK SUMMARY/],
      [HAZARDS.slice(0, HAZARDS.indexOf('    Read Thread')), /was not understood/],
      [`${BANNER}========= Program hit cudaErrorNoDevice (error 100)\n${summary(0)}`, /cudaErrorNoDevice/],
      [`${BANNER}${BANNER}${summary(0)}`, /for each run/],
      [`${ANALYSIS}========= RACECHECK SUMMARY: 2 hazards were not printed. Use --print-limit option\n`, /not printed/],
      [`${BANNER}========= Error: process didn't terminate successfully\n${summary(0)}`, /didn't terminate/],
      [`${BANNER}========= Target application returned an error\n${summary(0)}`, /returned an error/],
      [`${BANNER}========= Internal Sanitizer Error: out of memory\n${summary(0)}`, /Internal/],
    ];
    for (const [text, wanted] of cases) {
      const result = read(text);
      assert.match(errors(result).join('\n'), wanted);
      assert.notEqual(code(result), 0);
    }
  });

  test('XML', () => {
    const result = read(XML);
    assert.deepEqual(pairs(result), ['intra-block-race sumUp write src/sum.cu:4, read src/sum.cu:5']);
    assert.deepEqual(errors(result), []);
    assert.match(errors(read(XML.slice(0, -30))).join(), /ends before its end/);
    assert.match(errors(read(XML.replace('</access>', '</acess>'))).join(), /not well-formed/);
    const unknown = '<ComputeSanitizerOutput><record><kind>New</kind></record></ComputeSanitizerOutput>';
    assert.match(errors(read(unknown)).join(), /no two accesses: New/);
  });

  test('XML without a record may be that of any tool', () => {
    for (const text of ['<ComputeSanitizerOutput>\n</ComputeSanitizerOutput>\n', '<ComputeSanitizerOutput/>']) {
      const result = read(text);
      assert.match(errors(result).join(), /does not say that racecheck ran/);
      assert.equal(code(result), 3);
    }
  });
});

describe('iGUARD', () => {
  test('a race has the one place that is named', () => {
    const result = read(IGUARD);
    assert.deepEqual(pairs(result), ['inter-block-race sumAll write sum.cu:14, write sum.cu:14']);
    assert.equal(result.findings[0]?.oneSided, true);
    assert.deepEqual(errors(result), []);
  });

  test('no launch, a cut report, a time-out: errors', () => {
    assert.match(errors(read(`${'-'.repeat(100)}\n`)).join(), /did not run/);
    assert.match(errors(read(IGUARD.slice(0, IGUARD.indexOf('sum.cu')))).join(), /within a report/);
    assert.match(errors(read(`${IGUARD}\nKernel timed out.\n`)).join(), /timed out/);
  });
});

test('hostile logs end, in bounded memory, and are not clean', () => {
  const long = `========= Error: Race reported between Write access at ${'<'.repeat(1 << 22)}\n`;
  const many = Array.from(
    { length: 20_000 },
    (_, i) =>
      `========= Error: Race reported between Write access at k()+0x1 in a.cu:${i + 1}\n========= and Read access at k()+0x2 in b.cu:1 [1 hazard]\n`,
  ).join('');
  const deep = `<ComputeSanitizerOutput>${'<a>'.repeat(100_000)}`;
  const odd = `========= Error: Race reported between Write access at \u001b[31m|\`<b>()+0x1 in \u202e"x".cu:9999999999\n`;
  for (const text of [long, many, deep, odd].map((one) => `${BANNER}${one}`)) {
    const result = read(text);
    assert.notEqual(code(result), 0);
    assert.ok(result.findings.length <= 10_000 && result.problems.length <= 110);
  }
});

test('traces are no logs', () => {
  for (const text of ['{"format":"gpurace-trace"}\n', '', 'hello\n']) assert.equal(logKind(bytes(text)), null);
  assert.equal(logKind(Uint8Array.of(0x89, 0x47)), null);
});

test('joined by site: a name without folders, an inlined function, one access only', () => {
  const stated = (kernel: string, space: 'shared' | 'global', lines: readonly [number, number]): Result => {
    const [finding] = read(ANALYSIS).findings;
    const [a, b] = finding!.accesses;
    return {
      ...read(`${BANNER}${summary(0)}`),
      kernels: [{ ...read(ANALYSIS).kernels[0]!, kernel, file: 'src/sum.cu', verdict: 'race-free' }],
      findings: [
        {
          ...finding!,
          kernel,
          memory: { space, object: 'part' },
          rule: space === 'shared' ? 'intra-block-race' : 'inter-block-race',
          evidence: 'witness',
          message: 'Stated.',
          accesses: [
            { ...a!, file: 'src/sum.cu', line: lines[0], endLine: lines[0] },
            { ...b!, file: 'src/sum.cu', line: lines[1], endLine: lines[1] },
          ],
        },
      ],
    };
  };
  const inlined = joinTraces(stated('outer', 'shared', [4, 5]), read(ANALYSIS));
  assert.equal(inlined.findings[0]?.evidence, 'trace');
  assert.match(inlined.findings[0]?.message ?? '', /Stated\. Seen in a recorded run: racecheck/);
  assert.equal(inlined.kernels.find(({ kernel }) => kernel === 'outer')?.verdict, 'racy');
  const half = joinTraces(stated('sumAll', 'global', [14, 15]), read(IGUARD));
  assert.deepEqual(
    half.findings.map(({ evidence, accesses }) => [evidence, accesses.map(({ line }) => line)]),
    [['trace', [14, 15]]],
  );
});
