/** In: a kernel that was left open, and how it is checked. Out: the facts under which it is free of races, where simple ones are. */
export { conditionsOf, conditionsSoFar, timeForCheck } from './conditions-of.ts';
export { provedLikeOthers } from './like-others.ts';
export type { FoundCondition, ProvedUnder } from './proved-under.ts';
export { TriedFacts } from './tried-facts.ts';
