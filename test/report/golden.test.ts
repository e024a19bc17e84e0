import { test } from 'node:test';
import { EXTENSION, Format, render } from '../../src/report/index.ts';
import { assertGolden } from '../golden.ts';
import { context, result, sampleResult } from './sample-result.ts';

for (const format of Format.options) {
  test(`${format} of the sample result`, () => {
    assertGolden(`report/sample.${EXTENSION[format]}`, render(sampleResult(), format, context()));
  });

  test(`${format} of an empty result`, () => {
    assertGolden(`report/empty.${EXTENSION[format]}`, render(result(), format, context()));
  });
}

test('text of the sample result in colour', () => {
  assertGolden('report/sample.color.txt', render(sampleResult(), 'text', context({ color: true })));
});

test('text of the sample result without sources', () => {
  assertGolden('report/sample.no-source.txt', render(sampleResult(), 'text', context({ source: () => undefined })));
});
