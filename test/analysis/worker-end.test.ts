import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causeOfEnd } from '../../src/analysis/worker-end.ts';

const error = (code: string, message: string) => Object.assign(new Error(message), { code });

test("a worker's heap is what V8's option says, where there is one", () => {
  const full = error('ERR_WORKER_OUT_OF_MEMORY', 'Worker terminated due to reaching memory limit');
  assert.equal(causeOfEnd(full, 2048, []), 'more than 2048 MiB of memory');
  assert.equal(causeOfEnd(full, 2048, ['--max-old-space-size=0', '--stack-size=9']), 'more than 2048 MiB of memory');
  const given = 'more than 24 MiB of memory, as --max-old-space-size has it';
  assert.equal(causeOfEnd(full, 2048, ['--max-old-space-size=100', '--max_old_space_size=24']), given);
});

test('a worker that may open no file says so', () => {
  assert.equal(
    causeOfEnd(error('ERR_WORKER_INIT_FAILED', 'Worker initialization failure: EMFILE'), 2048, []),
    'this process may not open more files; `ulimit -n` says how many (EMFILE)',
  );
  assert.equal(
    causeOfEnd(error('ERR_WORKER_INIT_FAILED', 'Worker initialization failure'), 2048, []),
    'Worker initialization failure',
  );
  assert.equal(causeOfEnd(new Error('step'), 2048, []), 'step');
});
