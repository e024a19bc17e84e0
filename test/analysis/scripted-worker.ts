/**
 * A worker that misbehaves on demand: each line of a job's file name after the first is one step. The pool cannot tell
 * it from the real one.
 *   found a b      kernels at lines 1, 2, …        begin a       kernel a       problem text
 *   settled a      race-free, and something is still done beside it      racy a      a race was found, and there is more
 *   so-far a       nothing but a note was found, and there is more
 *   hang   throw   exit   memory                   each also as `hang? a`: only when `a` is not to be skipped
 */
import { parentPort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../../src/analysis/messages.ts';
import type { KernelResult, Verdict } from '../../src/model/result.ts';
import type { UnitEvent } from '../../src/unit/event.ts';
import type { UnitJob } from '../../src/unit/job.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker');
const say = (message: FromWorker) => port.postMessage(message);
const emit = (event: UnitEvent) => say({ type: 'event', event });

port.on('message', (message: ToWorker) => {
  if (message.type === 'engines') return;
  say({ type: 'started' });
  try {
    for (const step of message.job.file.split('\n').slice(1)) perform(step, message.job);
    say({ type: 'done' });
  } catch (error) {
    say({ type: 'failed', error: String(error) });
  }
});

function perform(step: string, job: UnitJob): void {
  const [verb = '', ...words] = step.split(' ');
  const kernel = words[0] ?? '';
  if (verb.endsWith('?') && job.skip.has(kernel)) return;
  switch (verb.replace('?', '')) {
    case 'found':
      emit({ type: 'found', kernels: words.map((name, index) => ({ kernel: name, file: 'f', line: index + 1 })) });
      break;
    case 'begin':
      emit({ type: 'begin', kernel });
      break;
    case 'kernel':
      emit({ ...answerTo(kernel, job), type: 'kernel' });
      break;
    case 'settled':
    case 'racy':
    case 'so-far':
      emit({
        ...answerTo(kernel, job, verb === 'racy' ? 'racy' : 'race-free'),
        type: 'settled',
        isComplete: verb === 'settled',
      });
      break;
    case 'problem':
      emit({
        type: 'problem',
        problem: { file: 'f', line: null, column: null, severity: 'warning', message: words.join(' ') },
      });
      break;
    case 'hang':
      for (;;);
    case 'exit':
      process.exit(7);
      break;
    case 'memory':
      // With a pause each time: V8 gives up the whole process when a worker is far past its limit before it is told to end.
      for (const held: unknown[] = []; ; Atomics.wait(PAUSE, 0, 0, 0.2)) held.push(new Array(1000).fill(held.length));
    default:
      throw new Error(`step: ${step}`);
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

function answerTo(kernel: string, job: UnitJob, verdict: Verdict = 'race-free') {
  const line = 1 + (/\nfound (.*)/.exec(job.file)?.[1]?.split(' ').indexOf(kernel) ?? 0);
  const reason = job.skip.get(kernel);
  const result: KernelResult = {
    kernel,
    file: 'f',
    line,
    language: 'cuda',
    verdict: reason === undefined ? verdict : 'inconclusive',
    conditions: [],
    reasons: reason === undefined ? [] : [reason],
    assumptions: [],
    launches: [],
    accessPairs: 1,
    solverCalls: 0,
    elapsedMs: 0,
  };
  return { result, findings: [] };
}
