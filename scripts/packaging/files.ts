/** Everything `dist/` is made of, in memory. */
import { type Asset, collectAssets } from './assets.ts';
import { bundle } from './bundle.ts';
import { compile } from './compile.ts';
import { licenseTexts, notices, shippedPackages } from './notices.ts';

export interface BuildResult {
  /** Text files by their path in `dist/`. */
  readonly files: ReadonlyMap<string, string>;
  /** The files of `dist/assets/`, not yet compressed. */
  readonly assets: readonly Asset[];
}

export async function buildFiles(): Promise<BuildResult> {
  compile();
  const bundles = await bundle();
  const packages = shippedPackages(bundles.licenses);
  const files = new Map(bundles.files);
  files.set('licenses.txt', licenseTexts(packages));
  files.set('THIRD_PARTY_NOTICES.md', notices(packages));
  return { files, assets: await collectAssets() };
}
