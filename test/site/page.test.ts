/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The page on which gpurace can be tried, in a real browser: Clang and Z3 run there, in a worker. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { isDefect } from '../../src/model/rules.ts';
import { RULES } from '../../src/report/rules.ts';
import { startBrowser } from '../report/browser.ts';
import { type ServedSite, serveSite } from './served-site.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A machine with much else to do is slow, and not wrong. */
const PATIENCE = 120_000;

const ATTACK = '</textarea></code><script>window.hit = 1</script><img src=x onerror="window.hit = 1">';
/** Clang takes minutes for it: 2^26 additions. */
const ENDLESS = [
  '#define A0 1+1',
  ...Array.from({ length: 25 }, (_, i) => `#define A${i + 1} A${i}+A${i}`),
  '__global__ void slow(int *data) { data[threadIdx.x] = A25; }',
].join('\n');
/** A race of threads of one block, by two lines without a barrier between them. */
const REVERSE = `__global__ void reverse(int *data) {
  __shared__ int tile[256];
  int *mine = data + blockIdx.x * blockDim.x;
  tile[threadIdx.x] = mine[threadIdx.x];
  mine[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
`;
const OPENCL = `__kernel void twice(__global int *data) {
  size_t i = get_global_id(0);
  data[i] = 2 * data[i];
}
`;

const started = await startBrowser();
const skip = 'missing' in started ? started.missing : false;

describe('the page to try it', { skip }, () => {
  const browser = started as Browser;
  let site: ServedSite;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let requests: string[];

  before(async () => {
    site = await serveSite();
  });
  after(async () => {
    await browser.close();
    site.close();
  });
  beforeEach(async () => {
    [complaints, requests] = [[], []];
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(PATIENCE);
    context.on('request', (request) => requests.push(request.url()));
    context.on('console', (message) => complaints.push(message.text()));
    context.on('weberror', (error) => complaints.push(String(error.error())));
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    // Whatever a test did, the page asked for nothing but its own files and had nothing to complain of.
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(site.url) && !url.startsWith(`blob:${site.url}`)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  const open = (fragment = '') => page.goto(`${site.url}${fragment}`);
  const status = async () => (await page.locator('#status').textContent()) ?? '';
  /** What the page says once it has come to an end. */
  async function told(): Promise<string> {
    await page.waitForFunction(
      () => {
        const words = document.getElementById('status')?.textContent ?? '';
        return words !== '' && !words.endsWith('…');
      },
      undefined,
      { polling: 50 },
    );
    return status();
  }
  async function check(text: string, language = 'cuda'): Promise<string> {
    await page.selectOption('#language', language);
    await page.fill('#text', text);
    await page.click('#check');
    return told();
  }
  /** Waits until a field of the form has the value. Not by frames, which a busy machine leaves out. */
  async function holds(id: string, value: string): Promise<void> {
    const isThere = ([field, wanted]: readonly [string, string]) =>
      (document.getElementById(field) as HTMLInputElement).value === wanted;
    await page.waitForFunction(isThere, [id, value] as const, { polling: 50 });
  }
  const verdicts = () => page.locator('.verdicts li').allTextContents();
  const link = (text: string, more = '') =>
    `#language=cuda${more}&code=${deflateRawSync(Buffer.from(text)).toString('base64url')}`;

  test('the example of a rule page: verdict, timeline, fix; with the fix it is race-free', async (t: TestContext) => {
    await open('#example=intra-block-race');
    assert.match(await told(), /^1 kernel: 1 racy, after [\d.]+ s\. A fix was verified\.$/);
    assert.deepEqual(await verdicts(), ['✗ racy: reverse']);
    assert.equal(await page.locator('svg[role=img] title').first().textContent(), 'Timeline of the two threads');
    assert.match((await page.locator('pre[aria-label=Fix]').textContent()) ?? '', /^\+ {2}__syncthreads\(\);$/m);
    t.diagnostic(`first visit: ${await status()}`);
    await page.click('#fix');
    assert.match(await page.inputValue('#text'), /mine\[threadIdx\.x\];\n {2}__syncthreads\(\);\n/);
    await page.click('#check');
    assert.match(await told(), /^1 kernel: 1 race-free, after [\d.]+ s\.$/);
    assert.deepEqual(await verdicts(), ['✓ race-free: reverse']);
  });

  test('the next visit finds the files in the cache', async (t: TestContext) => {
    await open('#example=intra-block-race');
    await told();
    await page.goto('about:blank');
    const began = performance.now();
    await open('#example=inter-block-race');
    await page.locator('.verdicts li').first().waitFor();
    t.diagnostic(`from the address to the verdict: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    assert.match(await told(), /^1 kernel: 1 racy, /);
  });

  test('every example has the verdict that its rule page says', async () => {
    await open();
    for (const { id } of RULES) {
      for (const [name, verdict] of [
        [id, isDefect({ rule: id }) ? '✗ racy' : '✓ race-free'],
        [`${id}.corrected`, '✓ race-free'],
      ] as const) {
        await page.evaluate(leadTo, `#example=${name}`);
        await holds('example', name);
        await page.locator('.verdicts li').first().waitFor();
        assert.deepEqual(
          (await verdicts()).map((line) => line.split(':')[0]),
          [verdict],
          name,
        );
      }
    }
  });

  test('without a network: CUDA that takes the solver, HIP, OpenCL', async () => {
    await open('#example=intra-block-race.corrected');
    await told();
    await context.setOffline(true);
    const before = requests.length;
    await page.selectOption('#seconds', '60');
    await check(readFileSync(join(ROOT, 'examples', 'transpose.cu'), 'utf8'));
    assert.deepEqual(await verdicts(), ['✓ race-free: transpose']);
    await page.fill('#block', '256');
    assert.match(await check(`#include <hip/hip_runtime.h>\n${REVERSE}`, 'hip'), /A fix was verified\.$/);
    assert.deepEqual(await verdicts(), ['✗ racy: reverse']);
    await check(OPENCL, 'opencl');
    assert.deepEqual(await verdicts(), ['✓ race-free: twice']);
    assert.deepEqual(requests.slice(before), []);
  });

  test('neither the page nor its worker can ask another server', async () => {
    await open('#example=intra-block-race.corrected');
    await told();
    const [worker] = page.workers();
    assert.ok(worker);
    assert.equal(await page.evaluate(askElsewhere), 'connect-src');
    assert.equal(await worker.evaluate(askElsewhere), 'connect-src');
    // The browser says so, too.
    assert.ok(
      complaints.length > 0 && complaints.every((words) => /Content Security Policy/.test(words)),
      complaints.join(),
    );
    complaints = [];
  });

  test('a link keeps text and options; what others wrote is not run before somebody asks', async () => {
    const text = `// ${ATTACK} ü\n${REVERSE}`;
    await open();
    await page.fill('#block', '16,16');
    await page.selectOption('#seconds', '10');
    await page.fill('#text', text);
    await page.click('#link');
    assert.match(await told(), /^The link is /);
    const address = page.url();
    await page.close();
    page = await context.newPage();
    await page.goto(address);
    await holds('text', text);
    assert.deepEqual(await page.evaluate(fields), ['cuda', '', '16,16', '10', '']);
    assert.equal(await page.locator('#report').textContent(), '');
    await page.click('#check');
    assert.match(await told(), /^1 kernel: 1 racy, /);
    assert.match((await page.locator('#report').textContent()) ?? '', /blockDim = \(16, 16, 1\)/);
    assert.equal(await page.evaluate(() => 'hit' in window), false);
  });

  const DAMAGED: Readonly<Record<string, string>> = {
    'no such example': '#example=__proto__',
    'markup for a name': `#example=${encodeURIComponent(ATTACK)}`,
    'no such language': `#language=${encodeURIComponent(ATTACK)}&code=AwA`,
    'no such time': link('x', '&seconds=86400'),
    'a field that there is not': link('x', '&onload=alert(1)'),
    'no base64': '#language=cuda&code=%00%ff',
    'nothing that was packed': '#language=cuda&code=AAAA_-AA',
    'packed text that is no UTF-8': `#language=cuda&code=${deflateRawSync(Buffer.from([0xc3, 0x28])).toString('base64url')}`,
    'few bytes for 20 MB': link(' '.repeat(20 << 20)),
    'a long one': `#language=cuda&code=${'A'.repeat(40_000)}`,
  };
  test('links that nobody can have been given by the page are refused', async () => {
    await open('#example=no-such-example');
    for (const [what, fragment] of Object.entries(DAMAGED)) {
      await page.evaluate(leadTo, fragment);
      assert.match(await told(), /^The link is damaged/, what);
      assert.equal(await page.evaluate(() => 'hit' in window), false, what);
      assert.match(await page.inputValue('#text'), /void reverse/, what);
    }
  });

  test('text of a kernel never becomes markup', async () => {
    await open();
    const hostile = `__global__ void k(int *p) {\n  p[0] = threadIdx.x; /* ${ATTACK} */\n}\n#error ${ATTACK}\n`;
    await check(hostile);
    assert.match((await page.locator('#report').textContent()) ?? '', /onerror="window\.hit = 1"/);
    assert.equal(
      await page.evaluate(() => 'hit' in window || document.querySelector('main img, main script') !== null),
      false,
    );
  });

  test('Stop ends a check, and the next one begins anew', async () => {
    await open('#example=intra-block-race.corrected');
    await told();
    await page.fill('#text', ENDLESS);
    await page.click('#check');
    await page.waitForFunction(() => document.getElementById('status')?.textContent === 'Compiling…', undefined, {
      polling: 50,
    });
    await page.click('#stop');
    assert.match(await told(), /^Stopped: 1 kernel: 1 inconclusive, /);
    assert.deepEqual(await verdicts(), ['? inconclusive: slow']);
    await check(OPENCL, 'opencl');
    assert.deepEqual(await verdicts(), ['✓ race-free: twice']);
  });

  test('what the form does not take is said', async () => {
    await open();
    await page.fill('#block', '0');
    await page.click('#check');
    assert.equal(await told(), 'Block must be X[,Y[,Z]] with whole numbers above 0.');
    await page.fill('#block', '');
    assert.equal(await check(' '.repeat(200_001)), 'The text has more than 200000 characters.');
    assert.match(await check('int f();'), /^There is no kernel in the text/);
    assert.match(await check('__global__ void k() { nothing that compiles }'), /^1 kernel: 1 inconclusive, /);
  });

  test('by keyboard alone', async () => {
    await open();
    await page.focus('#text');
    await page.keyboard.press('Control+Enter');
    assert.match(await told(), /^1 kernel: 1 racy, /);
    const reached: string[] = [];
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.id ?? ''));
    }
    // Stop has nothing to stop.
    assert.deepEqual(reached, ['check', 'link', 'fix']);
    await page.keyboard.press('Enter');
    assert.match(await page.inputValue('#text'), /__syncthreads/);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'text');
  });

  test('narrow and wide, light and dark: nothing sticks out, and it is accessible', async () => {
    await open('#example=intra-block-race');
    await told();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // By the debugger, which no policy of the page holds back.
        assert.deepEqual(
          await page.evaluate(`${AXE}; (${String(axeViolations)})()`),
          [],
          `${width} px, ${colorScheme}`,
        );
      }
    }
  });
});

/** Run in the page: as a click on a link within it. */
function leadTo(fragment: string): void {
  document.getElementById('status')?.replaceChildren();
  location.hash = fragment;
}

/** Run in the page. */
function fields(): string[] {
  return ['language', 'grid', 'block', 'seconds', 'example'].map(
    (id) => (document.getElementById(id) as HTMLInputElement).value,
  );
}

/** Run in the page or in its worker. @returns the part of the policy that forbids it */
async function askElsewhere(): Promise<string> {
  const forbidden = new Promise<string>((resolve) => {
    globalThis.addEventListener('securitypolicyviolation', (event) =>
      resolve((event as SecurityPolicyViolationEvent).effectiveDirective),
    );
  });
  const answered = fetch('https://example.com/').then(
    () => 'answered',
    () => forbidden,
  );
  return answered;
}

/** Run in the page. */
async function axeViolations(): Promise<string[]> {
  const axe = (
    window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
  ).axe;
  const { violations } = await axe.run();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
