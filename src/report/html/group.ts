/** The causes of one kernel: its verdict and what that rests on, once, above all of them. */
import { assumptionText } from '../../model/assumption.ts';
import type { KernelResult } from '../../model/result.ts';
import { plural } from '../../result/kernels.ts';
import { launchSizes } from '../launch-text.ts';
import { escapeMarkup } from '../untrusted.ts';
import { type CausePart, causeArticle } from './cause.ts';
import { code, joined, list, type PageOf, placeLink } from './elements.ts';

/** Causes of one kernel, in the order of the page. */
export interface Group {
  readonly kernel: KernelResult | undefined;
  /** The kernel as the causes call it. */
  readonly name: string;
  readonly parts: readonly CausePart[];
}

/** @param index from 0, unique in the page */
export function groupSection({ kernel, name, parts }: Group, index: number): string {
  const id = `group-${index + 1}`;
  const isHere = parts.some(({ cause }) => cause.status !== 'fixed');
  const { readLine, pageOf } = parts[0]!;
  const where =
    kernel === undefined
      ? ''
      : ` <span class="at">${placeLink(kernel, pageOf)}</span> <span class="badge ${kernel.verdict}">${kernel.verdict}</span>`;
  return joined([
    `<section class="group" aria-labelledby="${id}">`,
    `<h3 id="${id}"><code>${escapeMarkup(name)}</code>${where} <span class="count">${plural(parts.length, 'cause')}</span></h3>`,
    kernel === undefined || !isHere ? '' : basis(kernel, readLine, pageOf),
    ...parts.map(causeArticle),
    '</section>',
  ]);
}

/** Launches and assumptions, folded away. */
function basis(
  { launches, assumptions, language }: KernelResult,
  readLine: CausePart['readLine'],
  pageOf: PageOf,
): string {
  if (launches.length + assumptions.length === 0) return '';
  const items = [
    ...launches.map(
      (launch) => `launched at ${placeLink(launch, pageOf)} with ${code(launchSizes(launch, language, readLine))}`,
    ),
    ...assumptions.map((assumption) => `assumed: ${code(assumptionText(assumption))}`),
  ];
  const counts = `${plural(launches.length, 'launch', 'launches')}, ${plural(assumptions.length, 'assumption')}`;
  return `<details class="basis"><summary>${counts}</summary>${list(items)}</details>`;
}
