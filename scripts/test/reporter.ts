/**
 * Node's `spec` report, ending with its counts whether tests failed or not, written as every other report of node's
 * writes them: `# tests 12`.
 */
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { stripVTControlCharacters } from 'node:util';

const COUNT = /^ℹ ((?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+)$/;

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts: string[] = [];
  for await (const chunk of Readable.from(events).pipe(new spec())) {
    for (const line of String(chunk).split(/(?<=\n)/)) {
      const count = COUNT.exec(stripVTControlCharacters(line).trim())?.[1];
      if (count === undefined) yield line;
      else counts.push(`# ${count}\n`);
    }
  }
  yield counts.join('');
}
