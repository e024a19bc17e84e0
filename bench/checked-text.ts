/** One generated kernel, checked on this thread. */
import { analyseUnit } from '../src/analysis/analyse-unit.ts';
import type { Engines } from '../src/analysis/engines.ts';
import type { CheckOptions } from '../src/model/options.ts';
import type { KernelResult } from '../src/model/result.ts';
import { openTree } from '../src/source/index.ts';
import type { UnitJob } from '../src/unit/job.ts';

export interface CheckedText {
  readonly result: KernelResult;
  /** What this thread computed after the front end, in milliseconds: other work on the machine does not count. */
  readonly cpuMs: number;
}

export function checkedText(engines: Engines, text: string, options: CheckOptions): CheckedText {
  const tree = openTree({ kind: 'memory', files: new Map([['k.cu', Buffer.from(text)]]) });
  const job: UnitJob = { file: 'k.cu', language: 'cuda', options, skip: new Map() };
  const checked: CheckedText[] = [];
  let begun = process.threadCpuUsage();
  analyseUnit(job, tree, engines, (event) => {
    if (event.type === 'begin') begun = process.threadCpuUsage();
    if (event.type !== 'kernel') return;
    const { user, system } = process.threadCpuUsage(begun);
    checked.push({ result: event.result, cpuMs: Math.round((user + system) / 1000) });
  });
  const [first] = checked;
  if (first === undefined) throw new Error(`no kernel was analysed in\n${text}`);
  return first;
}
