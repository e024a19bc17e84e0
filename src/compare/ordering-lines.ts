/** What lines of a change can be about, as far as their text says. */

/** Lines whose loss can make a race of accesses that nobody touched. */
export const ORDERING =
  /(?<![a-z])sync\w*\s*\(|\bbarrier\s*\(|\.sync\s*\(|\bsync\s*\(|\.wait\s*\(|__threadfence|mem_fence|\batomic|\bassert|\b__assume|__builtin_assume|<<<|\bfence\b|\block\b|\bvolatile\b/i;
/** Lines that say who gets somewhere. */
export const CONDITION = /\b(?:if|else|while|for|switch|case|return|continue|break)\b|\?|&&|\|\|/;
/** A line that is a barrier of the block or of the warp, and nothing else. */
export const BARRIER_ALONE =
  /^\s*(?:__sync(?:threads|warp)|(?:work_group_|sub_group_)?barrier|[A-Za-z_]\w*\.sync)\s*\([^(){};]*\)\s*;\s*(?:\/\/.*)?\r?$/;
