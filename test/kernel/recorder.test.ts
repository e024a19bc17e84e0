/** What an execution logs, and what is left of it when a pass was only for learning or an attempt failed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BarrierCounters } from '../../src/kernel/barrier-counters.ts';
import { Places } from '../../src/kernel/places.ts';
import { Recorder } from '../../src/kernel/recorder.ts';
import { Symbols } from '../../src/kernel/symbols.ts';
import { Terms } from '../../src/terms/index.ts';

/** Of a kernel that nothing is known of. */
function recorderOf(terms: Terms): Recorder {
  const program = { files: ['kernel.cu'], globals: new Map() };
  const input = { terms, program, kernel: { location: null }, host: null, headerPrefix: '/' };
  return new Recorder(input, new Symbols(terms), new BarrierCounters(terms), new Places(input));
}

/** Everything that is no access, barrier or copy: what a transaction is easily forgotten for. */
function logEverything(recorder: Recorder, terms: Terms, n: number): void {
  recorder.refuse(`refused ${n}`, null);
  recorder.assume('other', `assumed ${n}`);
  recorder.assumeNoOverflow(32, { term: terms.constant(n), low: 0n, high: 10n });
  recorder.parameter(`parameter ${n}`, terms.constant(n));
  recorder.loop({
    iteration: terms.zero,
    entered: terms.true,
    goesOn: terms.true,
    isPartial: false,
    left: terms.true,
    leftBy: terms.true,
  });
  recorder.hideOrder();
}

function logged(recorder: Recorder) {
  const { refusals, assumptions, bounds, parameters, loops, hidesOrder } = recorder.log;
  return {
    refusals: refusals.map((r) => r.text),
    assumptions: assumptions.map((a) => a.text),
    bounds: bounds.map((b) => [b.term.constant, b.path.kind]),
    parameters: [...parameters.keys()],
    loops: loops.length,
    hidesOrder,
  };
}

const NOTHING = { refusals: [], assumptions: [], bounds: [], parameters: [], loops: 0, hidesOrder: false };

describe('the record of an execution', () => {
  test('a pass that explores leaves nothing', () => {
    const terms = new Terms();
    const recorder = recorderOf(terms);
    assert.equal(
      recorder.journal.explore(() => {
        logEverything(recorder, terms, 1);
        return 'what it learned';
      }),
      'what it learned',
    );
    assert.deepEqual(logged(recorder), NOTHING);
  });

  test('an attempt that fails leaves nothing, one that succeeds leaves everything', () => {
    const terms = new Terms();
    const recorder = recorderOf(terms);
    const attempt = (n: number, result: string | null) =>
      recorder.journal.attempt(() => {
        logEverything(recorder, terms, n);
        return result;
      });
    assert.equal(attempt(1, null), null);
    assert.deepEqual(logged(recorder), NOTHING);
    assert.equal(attempt(2, 'done'), 'done');
    const second = {
      refusals: ['refused 2'],
      assumptions: ['assumed 2', '32-bit index arithmetic does not overflow'],
      bounds: [[2n, 'true']],
      parameters: ['parameter 2'],
      loops: 1,
      hidesOrder: true,
    };
    assert.deepEqual(logged(recorder), second);
    attempt(3, null);
    assert.deepEqual(logged(recorder), second);
  });

  test('what an attempt changes is as it was when it fails', () => {
    const terms = new Terms();
    const recorder = recorderOf(terms);
    const n = terms.symbol('n', 'launch', 'input', { low: 0n, high: 9n });
    const bound = { term: n, low: 0n, high: 10n };
    recorder.here = terms.eq(n, terms.one);
    recorder.assumeNoOverflow(32, bound);
    const before = recorder.log.bounds;
    recorder.journal.attempt(() => {
      recorder.here = terms.eq(n, terms.zero);
      recorder.assumeNoOverflow(32, bound);
      return null;
    });
    assert.deepEqual(recorder.log.bounds, before);
  });

  test('transactions nest', () => {
    const terms = new Terms();
    const recorder = recorderOf(terms);
    recorder.journal.attempt(() => {
      recorder.assume('other', 'outer');
      recorder.journal.attempt(() => {
        recorder.assume('other', 'inner, kept');
        return true;
      });
      recorder.journal.attempt(() => {
        recorder.assume('other', 'inner, given up');
        return null;
      });
      recorder.journal.explore(() =>
        recorder.journal.attempt(() => {
          logEverything(recorder, terms, 1);
          return true;
        }),
      );
      assert.deepEqual(logged(recorder).assumptions, ['outer', 'inner, kept']);
      return null;
    });
    assert.deepEqual(logged(recorder), NOTHING);
  });

  test('an attempt that is cut short keeps what it came to', () => {
    const terms = new Terms();
    const recorder = recorderOf(terms);
    assert.throws(() =>
      recorder.journal.attempt(() => {
        recorder.assume('other', 'so far');
        throw new Error('too large');
      }),
    );
    assert.deepEqual(logged(recorder).assumptions, ['so far']);
  });
});
