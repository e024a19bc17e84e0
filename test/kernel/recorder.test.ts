/** What an execution logs, and what is left of it when a pass was only for learning or an attempt failed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Recorder } from '../../src/kernel/recorder.ts';
import type { Assumption } from '../../src/model/assumption.ts';
import { Terms } from '../../src/terms/index.ts';

function assumption(text: string): Assumption {
  return { kind: 'other', text, place: null };
}

/** Everything that is no access, barrier or copy: what a transaction is easily forgotten for. */
function logEverything(recorder: Recorder, terms: Terms, n: number): void {
  recorder.refuse({ kind: 'unsupported', text: `refused ${n}`, place: null });
  recorder.assume(assumption(`assumed ${n}`));
  recorder.assumeNoOverflow(32, { term: terms.constant(n), low: 0n, high: 10n });
  recorder.parameter(`parameter ${n}`, terms.constant(n));
  recorder.loop({ round: terms.zero, entered: terms.true, goesOn: terms.true, isPartial: false, left: terms.true });
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
    const recorder = new Recorder(terms);
    assert.equal(
      recorder.explore(() => {
        logEverything(recorder, terms, 1);
        return 'what it learned';
      }),
      'what it learned',
    );
    assert.deepEqual(logged(recorder), NOTHING);
  });

  test('an attempt that fails leaves nothing, one that succeeds leaves everything', () => {
    const terms = new Terms();
    const recorder = new Recorder(terms);
    const attempt = (n: number, result: string | null) =>
      recorder.attempt(() => {
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
    const recorder = new Recorder(terms);
    const n = terms.symbol('n', 'launch', 'input', { low: 0n, high: 9n });
    const bound = { term: n, low: 0n, high: 10n };
    recorder.here = terms.eq(n, terms.one);
    recorder.assumeNoOverflow(32, bound);
    const before = recorder.log.bounds;
    recorder.attempt(() => {
      recorder.here = terms.eq(n, terms.zero);
      recorder.assumeNoOverflow(32, bound);
      return null;
    });
    assert.deepEqual(recorder.log.bounds, before);
  });

  test('transactions nest', () => {
    const terms = new Terms();
    const recorder = new Recorder(terms);
    recorder.attempt(() => {
      recorder.assume(assumption('outer'));
      recorder.attempt(() => {
        recorder.assume(assumption('inner, kept'));
        return true;
      });
      recorder.attempt(() => {
        recorder.assume(assumption('inner, given up'));
        return null;
      });
      recorder.explore(() =>
        recorder.attempt(() => {
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
    const recorder = new Recorder(terms);
    assert.throws(() =>
      recorder.attempt(() => {
        recorder.assume(assumption('so far'));
        throw new Error('too large');
      }),
    );
    assert.deepEqual(logged(recorder).assumptions, ['so far']);
  });
});
