/// <reference lib="dom" />
/** What is shown of a result: a line for each kernel, then what the HTML report has. */
import type { Result, Verdict } from '../model/result.ts';
import { htmlSections } from '../report/index.ts';
import { trustedMarkup } from './trusted.ts';

const MARK: Readonly<Record<Verdict, string>> = { racy: '✗', inconclusive: '?', conditional: '✓?', 'race-free': '✓' };

/** @param text the file that was checked */
export function showResult(place: HTMLElement, result: Result, text: string): void {
  const sections = htmlSections(result, { source: () => text, minEvidence: 'predicted', color: false });
  const head = document.createElement('h2');
  head.textContent = 'Verdict';
  const verdicts = document.createElement('ul');
  verdicts.className = 'verdicts';
  verdicts.append(...result.kernels.map(verdictOf));
  const body = document.createElement('div');
  body.innerHTML = trustedMarkup(sections);
  place.replaceChildren(head, verdicts, body);
}

function verdictOf({ kernel, verdict }: Result['kernels'][number]): HTMLElement {
  const item = document.createElement('li');
  item.className = verdict;
  const badge = document.createElement('strong');
  badge.className = 'badge';
  badge.textContent = `${MARK[verdict]} ${verdict}`;
  const name = document.createElement('code');
  name.textContent = kernel;
  item.append(badge, ': ', name);
  return item;
}
