/** Numbers in an outline: sums of what nobody changes while a kernel runs. */

/** `constant` and so many times each of the terms. */
export interface Sum {
  readonly kind: 'sum';
  readonly constant: bigint;
  readonly terms: ReadonlyMap<string, bigint>;
  /** It depends on which thread of the block it is. */
  readonly isOfThread: boolean;
}

export function constantSum(constant: bigint): Sum {
  return { kind: 'sum', constant, terms: new Map(), isOfThread: false };
}

/** Something that has one value for each thread of a launch. */
export function termSum(name: string, isOfThread: boolean): Sum {
  return { kind: 'sum', constant: 0n, terms: new Map([[name, 1n]]), isOfThread };
}

export function isConstantSum({ terms }: Sum): boolean {
  return terms.size === 0;
}

export function addSums(a: Sum, b: Sum, times = 1n): Sum {
  const terms = new Map(a.terms);
  for (const [name, count] of b.terms) {
    const sum = (terms.get(name) ?? 0n) + times * count;
    if (sum === 0n) terms.delete(name);
    else terms.set(name, sum);
  }
  const isOfThread = terms.size > 0 && (a.isOfThread || b.isOfThread);
  return { kind: 'sum', constant: a.constant + times * b.constant, terms, isOfThread };
}

export function scaleSum(a: Sum, times: bigint): Sum {
  return addSums(constantSum(0n), a, times);
}

/** The same text for the same sum. */
export function sumText({ constant, terms }: Sum): string {
  const parts = [...terms].map(([name, count]) => `${count}*${name}`).sort();
  return [...parts, `${constant}`].join('+');
}
