/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The HTML report as a reader gets it: laid out and looked at by a real browser. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { Finding, Result } from '../../src/model/result.ts';
import { renderHtml } from '../../src/report/html.ts';
import { startBrowser } from './browser.ts';
import { access, context, finding, kernel, result, sampleResult } from './sample-result.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [390, 800, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

const LONG = `detail::outer<${'nested_type_with_a_long_name<int, 256>::'.repeat(12)}kernel>`;
const ATTACK =
  '</code></svg><script>window.hit = 1</script><img src=x onerror="window.hit = 1">" onload="window.hit = 1';

/** Both threads in one block behind some barriers, accesses of different widths. */
function withSides(overrides: Partial<Finding> = {}): Finding {
  return finding({
    raceId: 'wide',
    rule: 'intra-block-race',
    memory: { space: 'shared', object: 'tile' },
    witness: {
      gridDim: [65535, 65535, 65535],
      blockDim: [1024, 1, 1],
      arguments: { n: '9223372036854775807' },
      threads: [
        { block: [2147483647, 65535, 65535], thread: [1023, 1023, 63] },
        { block: [2147483647, 65535, 65535], thread: [0, 0, 0] },
      ],
      address: 'tile[1000000007]',
      contents: [],
      sides: [
        { offset: 4000000016, size: 16, barriers: 1234567 },
        { offset: 4000000028, size: 4, barriers: 1234567 },
      ],
    },
    ...overrides,
  });
}

const PAGES: Record<string, Result> = {
  sample: sampleResult(),
  empty: result(),
  'long names and numbers': result({
    kernels: [
      kernel({ kernel: LONG, file: `src/${'very_long_folder_name/'.repeat(9)}a.cu`, assumptions: [LONG.repeat(3)] }),
      kernel({ kernel: 'plain', verdict: 'race-free' }),
    ],
    findings: [
      withSides({
        kernel: LONG,
        message: LONG.repeat(2),
        accesses: [access({ text: LONG }), access({ text: LONG, kind: 'atomic', scope: 'block' })],
      }),
      finding({
        raceId: 'other-block',
        status: 'fixed',
        witness: {
          ...withSides().witness!,
          threads: [
            { block: [0, 0, 0], thread: [0, 0, 0] },
            { block: [1, 0, 0], thread: [0, 0, 0] },
          ],
        },
      }),
      finding({ raceId: 'fence', rule: 'scoped-fence-race', status: 'new' }),
      finding({
        raceId: 'barrier',
        rule: 'barrier-divergence',
        memory: null,
        accesses: [access({ kind: 'barrier', text: `__syncthreads_${LONG}()` })],
        witness: { ...withSides().witness!, address: '', sides: undefined },
      } as Partial<Finding>),
    ],
  }),
  hostile: result({
    kernels: [kernel({ kernel: ATTACK, file: `${ATTACK}.cu`, assumptions: [ATTACK] })],
    findings: [
      withSides({
        raceId: ATTACK,
        kernel: ATTACK,
        message: ATTACK,
        memory: { space: 'shared', object: ATTACK },
        accesses: [access({ file: ATTACK, text: ATTACK }), access({ file: ATTACK, text: ATTACK })],
        witness: { ...withSides().witness!, arguments: { [ATTACK]: ATTACK }, address: ATTACK },
        fixes: [{ kind: ATTACK, edits: [], diff: ATTACK, verified: true }],
      }),
    ],
    problems: [{ file: ATTACK, line: 1, column: 1, severity: 'error', message: ATTACK }],
  }),
};

const started = await startBrowser();
const skip = 'missing' in started ? started.missing : false;

describe('the HTML report in a browser', { skip }, () => {
  const browser = started as Browser;
  let page: Page;
  let complaints: string[];

  before(async () => {
    page = await browser.newPage();
    // A machine with much else to do is slow, and not wrong.
    page.setDefaultTimeout(120_000);
    page.on('console', (message) => complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('request', (request) => complaints.push(`request: ${request.url()}`));
  });
  after(() => browser.close());

  async function show(html: string, width = 800, colorScheme: (typeof SCHEMES)[number] = 'light'): Promise<void> {
    complaints = [];
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, media: 'screen' });
    await page.setContent(html);
    // Folded parts are laid out as well.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
  }

  for (const [name, shown] of Object.entries(PAGES)) {
    const html = renderHtml(shown, context());
    for (const width of WIDTHS) {
      test(`${name}, ${width} px: nothing is wider than the page, drawings keep inside their boxes`, async () => {
        await show(html, width);
        assert.deepEqual(await page.evaluate(layoutFaults), []);
        assert.deepEqual(complaints, []);
        assert.equal(await page.evaluate(() => 'hit' in window), false);
      });
    }
    for (const scheme of SCHEMES) {
      test(`${name}, ${scheme}: accessible, with enough contrast`, async () => {
        await show(html, 800, scheme);
        await page.evaluate(AXE);
        assert.deepEqual(await page.evaluate(axeViolations), []);
        assert.deepEqual(await page.evaluate(faintTextOfDrawings), []);
      });
    }
  }

  test('the drawings of the sample: what a screen reader says and what is seen', async () => {
    await show(renderHtml(sampleResult(), context()));
    const drawings = await page.evaluate(() =>
      [...document.querySelectorAll('svg[role=img]')].map((svg) => [
        svg.querySelector('title')?.textContent,
        svg.querySelector('desc')?.textContent,
      ]),
    );
    assert.deepEqual(drawings, [
      [
        'Timeline of the two threads',
        'A (block (1, 0, 0), thread (1, 0, 0)): write of A[i*rows+j] in line 7. B (block (0, 0, 0), thread (0, 16, 0)): read of A[j*cols+i] in line 7. Here nothing orders two blocks of a launch: either may come first.',
      ],
      ['Address map of A', 'A: write of A[i*rows+j], A[1056]; B: read of A[j*cols+i], A[1056]. They meet at A[1056].'],
      [
        'Timeline of the two threads',
        'A (block (0, 0, 0), thread (33, 0, 0)): write of s[threadIdx.x] in line 3 after no barrier. B (block (0, 0, 0), thread (0, 0, 0)): read of s[1] in line 7 after no barrier. Here no barrier orders the two: either may come first.',
      ],
      [
        'Address map of s',
        'A: write of s[threadIdx.x], bytes 4 to 7; B: read of s[1], bytes 4 to 7. They meet at s[1].',
      ],
    ]);
  });

  test('search by keyboard: what does not fit goes, groups too, and a link brings it back', async () => {
    await show(renderHtml(sampleResult(), context()));
    const articles = () => page.locator('article:visible').count();
    const groups = () => page.locator('.group:visible').count();
    const said = () => page.locator('#shown').textContent();
    assert.deepEqual([await articles(), await groups(), await said()], [3, 2, '3 of 3 causes']);
    await page.keyboard.press('/');
    await page.keyboard.type('threadIdx reduce');
    assert.deepEqual([await articles(), await groups(), await said()], [2, 1, '2 of 3 causes']);
    await page.keyboard.type(' nowhere');
    assert.deepEqual([await articles(), await groups(), await said()], [0, 0, '0 of 3 causes']);
    const [hidden] = await page.evaluate(() => [...document.querySelectorAll('article')].map(({ id }) => id));
    await page.evaluate((id) => {
      location.hash = `#${id}`;
    }, hidden!);
    await page.waitForFunction(() => document.querySelectorAll('article:not([hidden])').length === 3);
    await page.locator('#search').fill('reduce');
    assert.equal(await page.locator('.kernels tbody tr:visible').count(), 1);
    await page.locator('#search').press('Escape');
    assert.equal(await articles(), 3);
    await page.locator('#fold').click();
    assert.equal(await page.locator('article > details[open]').count(), 0);
    await page.locator('#unfold').click();
    assert.equal(await page.locator('article > details[open]').count(), 3);
    assert.deepEqual(complaints, []);
  });

  test('works as a file, and of scripts runs its own only', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'gpurace-page-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'races.html');
    const html = renderHtml(sampleResult(), context());
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    assert.ok(html.includes(`script-src 'sha256-${hash}'`), `SCRIPT_HASH is sha256-${hash}`);
    writeFileSync(file, html.replace('</main>', '<script>window.hit = 1</script></main>'));
    complaints = [];
    await page.goto(pathToFileURL(file).href);
    await page.locator('#search').fill('transpose');
    assert.equal(await page.locator('article:visible').count(), 1);
    assert.equal(await page.evaluate(() => 'hit' in window), false);
    assert.deepEqual(
      complaints.filter((one) => !one.startsWith('request: file:') && !one.includes('Content Security Policy')),
      [],
    );
  });

  test('places lead to the forge where their page is known, and to nothing else', async () => {
    const pageOf = (file: string, line: number) =>
      file === 'src/reduce.cu' ? 'javascript:window.hit=1' : `https://github.com/o/r/blob/abc/${file}#L${line}`;
    await show(renderHtml(sampleResult(), context({ page: pageOf })));
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('a:not([href^="#"])')].map((link) => [link.textContent, link.getAttribute('href')]),
    );
    assert.ok(links.length >= 4);
    for (const [, href] of links) assert.match(href ?? '', /^https:\/\/github\.com\/o\/r\/blob\/abc\/src\//);
    assert.deepEqual(links[0], ['src/transpose.cu:4', 'https://github.com/o/r/blob/abc/src/transpose.cu#L4']);
  });

  test('filters work by keyboard, without a script', async () => {
    await show(renderHtml(sampleResult(), context()));
    const rows = () => page.locator('.kernels tbody tr:visible').count();
    const articles = () => page.locator('article:visible').count();
    assert.equal(await rows(), 4);
    await page.locator('#verdict-all').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('#verdict-racy').isChecked(), true);
    assert.equal(await rows(), 2);
    await page.locator('label', { hasText: 'inconclusive (1)' }).click();
    assert.equal(await rows(), 1);
    assert.equal(await articles(), 3);
    await page.locator('label', { hasText: 'error (1)' }).click();
    assert.equal(await articles(), 1);
  });

  test('a link of a kernel leads to its finding', async () => {
    await show(renderHtml(sampleResult(), context()), 800);
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
    const targets = await page.evaluate(() =>
      [...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href')?.slice(1) ?? ''),
    );
    assert.ok(targets.length >= 3);
    assert.deepEqual(
      targets.filter((target) => !ids.includes(target)),
      [],
    );
  });

  test('printed, everything is there: nothing folded, nothing cut off, dark on light', async () => {
    await show(renderHtml(sampleResult(), context()), 800, 'dark');
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = false;
    });
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    const seen = await page.evaluate(() => ({
      folded: [...document.querySelectorAll('details pre, details svg')].filter(
        (part) => part.getBoundingClientRect().height === 0,
      ).length,
      background: getComputedStyle(document.body).backgroundColor,
    }));
    assert.deepEqual(seen, { folded: 0, background: 'rgb(255, 255, 255)' });
  });

  test('500 causes: below 10 KB each, and shown', async () => {
    const findings = Array.from({ length: 500 }, (_, index) =>
      withSides({ raceId: `r${index}`, memory: { space: 'global', object: `r${index}` } }),
    );
    const html = renderHtml(result({ kernels: [kernel()], findings }), context());
    assert.ok(Buffer.byteLength(html) < 500 * 10_000, `${Buffer.byteLength(html)} bytes`);
    complaints = [];
    await page.setViewportSize({ width: 800, height: 900 });
    const began = performance.now();
    await page.setContent(html);
    assert.equal(await page.locator('article').count(), 500);
    assert.equal(await page.locator('article details[open]').count(), 20);
    assert.ok(performance.now() - began < 60_000);
    const more = renderHtml(
      result({
        kernels: [kernel()],
        findings: [...findings, withSides({ raceId: 'last', memory: { space: 'global', object: 'last' } })],
      }),
      context(),
    );
    assert.match(more, /Only the first 500 causes have drawings\./);
    assert.equal(more.match(/<svg [^>]*role="img"/g)?.length, 1000);
  });
});

/** Run in the page. What is wider than the page, or lies outside of the drawing it belongs to, or on other text there. */
function layoutFaults(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} px wide`);
  for (const element of document.querySelectorAll('main *')) {
    const box = element.getBoundingClientRect();
    const inScrolled = element.closest('.scroll, pre, svg') !== null && !element.matches('.scroll, pre, svg');
    const hidden = element.matches('input');
    if (!inScrolled && !hidden && box.right > root.clientWidth + 0.5) {
      faults.push(`<${element.tagName} class="${element.getAttribute('class')}"> ends at ${box.right}`);
    }
  }
  for (const svg of document.querySelectorAll<SVGSVGElement>('svg[role=img]')) {
    const frame = svg.getBoundingClientRect();
    if (frame.width < 200 || frame.height < 80) faults.push(`a drawing of ${frame.width} by ${frame.height}`);
    const outside = (box: DOMRect) =>
      box.left < frame.left - 1 ||
      box.right > frame.right + 1 ||
      box.top < frame.top - 1 ||
      box.bottom > frame.bottom + 1;
    const texts = [...svg.querySelectorAll('text')].map((text) => ({
      words: text.lastChild?.textContent ?? '',
      box: text.getBoundingClientRect(),
    }));
    for (const shape of svg.querySelectorAll('rect')) {
      if (outside(shape.getBoundingClientRect())) faults.push(`${shape.getAttribute('class')} outside of its drawing`);
    }
    for (const [index, { words, box }] of texts.entries()) {
      if (outside(box)) faults.push(`"${words}" outside of its drawing`);
      for (const other of texts.slice(index + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        // Lines of text may touch with their ascenders' and descenders' room.
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > 4) faults.push(`"${words}" lies on "${other.words}"`);
      }
    }
  }
  return faults;
}

/** Run in the page, which has axe. */
async function axeViolations(): Promise<string[]> {
  const { axe } = globalThis as unknown as {
    axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> };
  };
  const { violations } = await axe.run();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Run in the page: text of drawings with less contrast to what it stands on than WCAG AA asks for. */
function faintTextOfDrawings(): string[] {
  const parse = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string): number => {
    const [r = 0, g = 0, b = 0] = parse(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint: string[] = [];
  const page = getComputedStyle(document.body).backgroundColor;
  for (const text of document.querySelectorAll('svg[role=img] text')) {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const under = [...(text.closest('svg')?.querySelectorAll('rect') ?? [])].filter((shape) => {
      const box = shape.getBoundingClientRect();
      return (
        box.left <= x && x <= box.right && box.top <= y && y <= box.bottom && getComputedStyle(shape).fill !== 'none'
      );
    });
    const last = under.at(-1);
    const ground = last === undefined ? page : getComputedStyle(last).fill;
    const [one, two] = [luminance(getComputedStyle(text).fill), luminance(ground)];
    const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (!(contrast >= 4.5)) faint.push(`"${text.textContent}" ${contrast.toFixed(2)} on ${ground}`);
  }
  return faint;
}
