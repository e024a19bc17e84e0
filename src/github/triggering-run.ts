/**
 * The run whose end started this one. All of this comes from GitHub; only the names of the branch and of its repository
 * were chosen by whoever pushed.
 */
import { z } from 'zod';
import { payloadOf, Sha } from './event.ts';

const Name = z.string().min(1).max(500);

const FinishedRunEvent = z.looseObject({
  workflow_run: z.looseObject({
    id: z.int().min(1),
    event: z.string().max(100),
    conclusion: z.string().max(100).nullable(),
    head_sha: Sha,
    head_branch: Name.nullable(),
    /** Null when the fork is gone. */
    head_repository: z.looseObject({ full_name: Name, owner: z.looseObject({ login: Name }) }).nullish(),
  }),
});

export interface TriggeringRun {
  readonly id: number;
  /** The event that had started that run. */
  readonly event: string;
  readonly conclusion: string | null;
  readonly head: string;
  /** Where the commit came from; null when the branch or its repository is gone. */
  readonly branch: { readonly owner: string; readonly repository: string; readonly name: string } | null;
}

/** @throws ConfigurationError when the payload is not one of `workflow_run` */
export function triggeringRun(payload: unknown): TriggeringRun {
  const { workflow_run: run } = payloadOf(FinishedRunEvent, payload, 'workflow_run');
  const { head_branch: name, head_repository: repository } = run;
  return {
    id: run.id,
    event: run.event,
    conclusion: run.conclusion,
    head: run.head_sha,
    branch:
      name === null || !repository ? null : { owner: repository.owner.login, repository: repository.full_name, name },
  };
}
