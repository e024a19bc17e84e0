/** With which template arguments kernels are launched, as the text shows it. */
import { withoutComments } from './kernel-definitions.ts';

/** The template arguments of launches, as written, by the kernel's bare name. */
export type TemplateLaunches = ReadonlyMap<string, readonly string[]>;

/** Launches of one template that are worth analysing; more say little new and cost time each. */
const LAUNCHES_KEPT = 4;

const INSTANCE =
  /(?<![\w\u0080-\uffff])([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)\s*<((?:[^<>;(){}]|<[^<>;(){}]*>){1,200})>\s*/
    .source;

const LAUNCH = new RegExp(`${INSTANCE}<<<`, 'g');

/** HIP's macro, which takes the kernel as an argument, mostly in parentheses or `HIP_KERNEL_NAME(…)`. */
const MACRO_LAUNCH = new RegExp(
  `\\bhip(?:Ext)?LaunchKernelGGL\\s*\\((?:\\s|\\(|HIP_KERNEL_NAME|[A-Za-z_\\u0080-\\uffff][\\w\\u0080-\\uffff]*::)*${INSTANCE}[,)]`,
  'g',
);

/** Collects `name<…><<<` and `hipLaunchKernelGGL(name<…>, ` in a text. */
export function templateLaunches(text: string, into: Map<string, string[]>): void {
  const patterns = [
    text.includes('<<<') ? [LAUNCH] : [],
    text.includes('LaunchKernelGGL') ? [MACRO_LAUNCH] : [],
  ].flat();
  if (patterns.length === 0) return;
  const code = withoutComments(text);
  for (const [, name, list] of patterns.flatMap((pattern) => [...code.matchAll(pattern)])) {
    const known = into.get(name!) ?? [];
    const spelt = list!.trim().replaceAll(/\s+/g, ' ');
    if (!known.includes(spelt) && known.length < LAUNCHES_KEPT) into.set(name!, [...known, spelt]);
  }
}
