/** What keeps GitHub from answering as it should: missing permissions, limits, failures, answers that are lost. */
import type { KnownRequest } from './openapi.ts';
import { FORBIDDEN } from './pull-request.ts';
import type { Answer, Answers } from './server.ts';

export type Permission = 'contents' | 'pull-requests' | 'checks' | 'security-events';
export type Access = 'none' | 'read' | 'write';

/** Everything that the action can use. */
export const ALL_PERMISSIONS: Readonly<Record<Permission, Access>> = {
  contents: 'write',
  'pull-requests': 'write',
  checks: 'write',
  'security-events': 'write',
};

/** The token of a pull request from a fork. */
export const FORK_PERMISSIONS: Readonly<Record<Permission, Access>> = {
  contents: 'read',
  'pull-requests': 'read',
  checks: 'read',
  'security-events': 'read',
};

/** What each operation needs. GraphQL looks after itself: what it needs depends on the fields. */
const NEEDED: Readonly<Record<string, readonly [Permission, Access]>> = {
  'pulls/list-files': ['pull-requests', 'read'],
  'pulls/list-review-comments': ['pull-requests', 'read'],
  'pulls/create-review': ['pull-requests', 'write'],
  'pulls/create-review-comment': ['pull-requests', 'write'],
  'pulls/update-review-comment': ['pull-requests', 'write'],
  'checks/list-for-ref': ['checks', 'read'],
  'checks/list-annotations': ['checks', 'read'],
  'checks/create': ['checks', 'write'],
  'checks/update': ['checks', 'write'],
  'code-scanning/upload-sarif': ['security-events', 'write'],
  'code-scanning/get-sarif': ['security-events', 'read'],
};

const STRENGTH: readonly Access[] = ['none', 'read', 'write'];

/** As GitHub words it; `retry-after` in seconds, which must be 1 or more for octokit to believe it. */
export function secondaryLimit(seconds: number): Answer {
  return {
    status: 403,
    body: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' },
    headers: { 'retry-after': String(seconds) },
  };
}

/** The hour's requests are used up; `seconds` until there are new ones. */
export function primaryLimit(seconds: number): Answer {
  return {
    status: 403,
    body: { message: 'API rate limit exceeded for installation ID 1.' },
    headers: {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + seconds),
    },
  };
}

export const BAD_GATEWAY: Answer = { status: 502, body: { message: 'Server Error' } };

export class Faults {
  permissions: Readonly<Record<Permission, Access>> = ALL_PERMISSIONS;
  /** Says of a request that it fails, and how; the request then has no effect. */
  fails: (operation: string, count: number) => Answer | null = () => null;
  /** Says of a request that its answer is lost: it has its effect all the same. */
  loses: (operation: string, count: number) => Answer | null = () => null;
  readonly #counts = new Map<string, number>();

  may(permission: Permission, access: Access): boolean {
    return STRENGTH.indexOf(this.permissions[permission]) >= STRENGTH.indexOf(access);
  }

  /** The answers with the faults before them. */
  guard(answers: Answers): Answers {
    return Object.fromEntries(
      Object.entries(answers).map(([operation, answer]) => [
        operation,
        (request: KnownRequest) => {
          const count = (this.#counts.get(operation) ?? 0) + 1;
          this.#counts.set(operation, count);
          const [permission, access] = NEEDED[operation] ?? [];
          if (permission !== undefined && access !== undefined && !this.may(permission, access)) return FORBIDDEN;
          const failure = this.fails(operation, count);
          if (failure !== null) return failure;
          const real = answer(request);
          return this.loses(operation, count) ?? real;
        },
      ]),
    );
  }
}
