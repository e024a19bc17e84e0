/**
 * `node scripts/pictures.ts`: makes the pictures of `docs/images/` in a real browser, and writes down what each one was made of.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../test/report/browser.ts';
import { reportPage } from './pictures/report-page.ts';
import { reviewPage, THEMES } from './pictures/review-page.ts';

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url));

const browser = await startBrowser();
if ('missing' in browser) throw new Error(browser.missing);
const made: Record<string, string> = {};
mkdirSync(FOLDER, { recursive: true });
for (const theme of THEMES) {
  const name = `review-comment-${theme}.png`;
  const html = reviewPage(theme);
  const page = await browser.newPage({ viewport: { width: 820, height: 900 }, deviceScaleFactor: 1.5 });
  await page.setContent(html);
  await page.locator('main').screenshot({ path: join(FOLDER, name) });
  await page.close();
  made[name] = createHash('sha256').update(html).digest('hex');
}
const report = reportPage();
for (const theme of THEMES) {
  const name = `html-report-${theme}.png`;
  const page = await browser.newPage({ viewport: { width: 1280, height: 1180 }, colorScheme: theme });
  await page.setContent(report);
  await page.screenshot({ path: join(FOLDER, name) });
  await page.close();
  made[name] = createHash('sha256').update(report).digest('hex');
}
await browser.close();
writeFileSync(join(FOLDER, 'made-of.json'), `${JSON.stringify(made, null, 2)}\n`);
