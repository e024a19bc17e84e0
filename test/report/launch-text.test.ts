import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineReader } from '../../src/lexical/lines.ts';
import { launchSizes, speltSizes } from '../../src/report/launch-text.ts';

const SOURCE = `void go(float *x, int n) {
  scale<<<(n + 255) / 256, 256>>>(x, n);
  scale<<<
      blocks, threads,
      0, stream>>>(x, n);
  first<<<1, 1>>>(x); second<<<2, 2>>>(x);
  prepare(); scale<<<1, 32>>>(x, n);
  cudaLaunchKernel(f, blocks, threads, args, 0, 0);
  scale<<<blocks /* all */, threads>>>(x, n);
}
void goOn(float *x, int n) { scale<<<n / 256, 256>>>(x, n); }
void goAround(float *x, int n) { for (int i = 0; i < n; i++) scale<<<i, 256>>>(x, n); }
void notHere() {
  scale<<<1, 64>>>(x, n); }
`;
const readLine = lineReader(() => SOURCE);
const spelt = (line: number) => speltSizes({ file: 'a.cu', line }, readLine);

test('sizes are told as the source writes them', () => {
  assert.equal(spelt(2), '<<<(n + 255) / 256, 256>>>');
  assert.equal(spelt(3), '<<< blocks, threads, 0, stream>>>');
  assert.equal(spelt(11), '<<<n / 256, 256>>>');
  assert.equal(spelt(12), '<<<i, 256>>>');
});

test('nothing is told where it is not certain which launch is meant', () => {
  for (const line of [0, 1, 6, 7, 8, 9, 13, 99]) assert.equal(spelt(line), null, String(line));
});

test('what the source does not tell was computed', () => {
  const launch = { file: 'a.cu', line: 8, gridDim: ['n/256', '1', '1'], blockDim: ['256', '1', '1'] };
  assert.equal(launchSizes(launch, 'cuda', readLine), '<<<(n/256, 1, 1), (256, 1, 1)>>>');
  assert.equal(launchSizes(launch, 'opencl', readLine), 'work-groups (n/256, 1, 1), local size (256, 1, 1)');
  assert.equal(launchSizes({ ...launch, line: 2 }, 'cuda', readLine), '<<<(n + 255) / 256, 256>>>');
});
