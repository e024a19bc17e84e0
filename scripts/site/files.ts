/** Everything the site is made of, in memory. */
import { indexPage, PAGE_STYLE } from '../../src/site/document.ts';
import { licenseTexts, shippedPackages } from '../packaging/notices.ts';
import { siteAssets, withDigest } from './assets.ts';
import { bundleScript } from './bundle.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M4 1v14M12 1v14" stroke="#0969da" stroke-width="2"/><path d="M4 8h8" stroke="#cf222e" stroke-width="2" stroke-dasharray="2 1.5"/></svg>\n';

/** Files by their path in the site. */
export async function siteFiles(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const worker = await bundleScript('scripts/site/worker-entry.ts', {});
  const workerPath = withDigest('worker.js', worker.text);
  const assets = await siteAssets();
  const paths = { 'worker.js': workerPath, ...Object.fromEntries(assets.map(({ name, path }) => [name, path])) };
  const page = await bundleScript('src/site/page.ts', paths);
  const pagePath = withDigest('page.js', page.text);
  const megabytes = assets.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  // Z3 stands there in any case.
  const packages = new Set([...worker.packages, ...page.packages].filter((name) => name !== 'z3-solver'));
  return new Map<string, string | Uint8Array>([
    ['index.html', indexPage({ script: pagePath, megabytes: Math.ceil(megabytes) })],
    ['style.css', PAGE_STYLE],
    ['icon.svg', ICON],
    [pagePath, page.text],
    [workerPath, worker.text],
    ['licenses.txt', licenseTexts(shippedPackages([...packages].map((name) => `${name}\n`)))],
    ...assets.map(({ path, bytes }) => [path, bytes] as const),
  ]);
}
