/**
 * Node's `spec` report, ending with its counts whether tests failed or not, written as every other report of node's
 * writes them: `# tests 12`.
 */
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours.
const COUNT =
  /^(?:\x1b\[\d+m)*ℹ ((?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+)(?:\x1b\[\d+m)*\n?/gm;

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts: string[] = [];
  for await (const chunk of Readable.from(events).pipe(new spec())) {
    yield String(chunk).replace(COUNT, (_line, count: string) => {
      counts.push(`# ${count}\n`);
      return '';
    });
  }
  yield counts.join('');
}
