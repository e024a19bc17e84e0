/** GitHub's GraphQL: a query is held against GitHub's own schema, and answered by it. */
import { schema as github } from '@octokit/graphql-schema';
import { buildSchema, executeSync, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { z } from 'zod';
import type { Answer } from './server.ts';

const Body = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).optional(),
  operationName: z.string().optional(),
});

let known: GraphQLSchema | null = null;

/** Put together when the first query arrives: it has 1.2 MB. */
function schema(): GraphQLSchema {
  known ??= buildSchema(github.idl, { assumeValid: true, assumeValidSDL: true });
  return known;
}

/** What is wrong with a query, or null. */
export function queryProblem(body: unknown): string | null {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return parsed.error.message;
  try {
    const problems = validate(schema(), parse(parsed.data.query));
    return problems.length === 0 ? null : problems.map(({ message }) => message).join('; ');
  } catch (error) {
    return String(error);
  }
}

/** Answers with resolvers for the fields of the root; always 200, whatever went wrong. */
export function answerQuery(body: unknown, rootValue: Readonly<Record<string, unknown>>): Answer {
  const { query, variables } = Body.parse(body);
  const { data, errors } = executeSync({
    schema: schema(),
    document: parse(query),
    rootValue,
    ...(variables === undefined ? {} : { variableValues: variables }),
  });
  const told = (errors ?? []).map((error) => ({
    type: error.extensions.type,
    path: error.path,
    message: error.message,
  }));
  return { status: 200, body: { data: data ?? null, ...(told.length === 0 ? {} : { errors: told }) } };
}

/** What a token without the permission is told. */
export function forbidden(): GraphQLError {
  return new GraphQLError('Resource not accessible by integration', { extensions: { type: 'FORBIDDEN' } });
}
