/** Everything the site is made of, in memory. */
import { indexPage, PAGE_STYLE } from '../../src/site/document.ts';
import { licenseTexts, shippedPackages } from '../packaging/notices.ts';
import { siteAssets } from './assets.ts';
import { bundleSite } from './bundle.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M4 1v14M12 1v14" stroke="#0969da" stroke-width="2"/><path d="M4 8h8" stroke="#cf222e" stroke-width="2" stroke-dasharray="2 1.5"/></svg>\n';

/** Files by their path in the site. */
export async function siteFiles(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { files: scripts, packages } = await bundleSite();
  // Z3 stands there in any case.
  const named = packages.filter((name) => name !== 'z3-solver');
  return new Map<string, string | Uint8Array>([
    ['index.html', indexPage()],
    ['style.css', PAGE_STYLE],
    ['icon.svg', ICON],
    ...scripts,
    ['licenses.txt', licenseTexts(shippedPackages(named.map((name) => `${name}\n`)))],
    ...(await siteAssets()),
  ]);
}
