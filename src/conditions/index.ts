/** In: a kernel that was left open, and how it is checked. Out: the facts under which it is free of races, where simple ones are. */
export { conditionsOf, type FoundCondition, type ProvedUnder, timeForCheck } from './search.ts';
