/** Node's `spec` report, its closing counts written as every other report of node's writes them: `# tests 12`. */
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const chunk of Readable.from(events).pipe(new spec())) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours.
    yield String(chunk).replace(/^(?:\x1b\[\d+m)*ℹ (.*?)(?:\x1b\[\d+m)*$/gm, '# $1');
  }
}
