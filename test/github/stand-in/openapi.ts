/** GitHub's own description of its API, as a judge of requests and answers. */
import { readFileSync } from 'node:fs';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { z } from 'zod';

const DOCUMENT = new URL('../../fixtures/github-openapi.json', import.meta.url);

const Reference = z.looseObject({ $ref: z.string() });
const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
  schema: z.looseObject({}),
});
type Parameter = z.infer<typeof Parameter>;
const Content = z.looseObject({ 'application/json': z.looseObject({ schema: z.looseObject({}) }).optional() });
const Response = z.looseObject({ content: Content.optional() });
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.union([Reference, Parameter])).optional(),
  requestBody: z.looseObject({ content: Content, required: z.boolean().optional() }).optional(),
  responses: z.record(z.string(), z.union([Reference, Response])),
});
type Operation = z.infer<typeof Operation>;
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/** A request that the description knows, with its parameters as the values they stand for. */
export interface KnownRequest {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export class GitHubDescription {
  readonly #root: unknown;
  readonly #document: z.infer<typeof Document>;
  readonly #bodies: Ajv;
  /** Parameters arrive as text, and are turned into what their schema says. */
  readonly #parameters: Ajv;

  constructor(text: string = readFileSync(DOCUMENT, 'utf8')) {
    this.#root = JSON.parse(text, nullInEnums);
    this.#document = Document.parse(this.#root);
    this.#bodies = this.#judge({});
    this.#parameters = this.#judge({ coerceTypes: true });
  }

  /** Recognises a request, or says what is wrong with it. */
  request(method: string, url: URL, body: unknown): KnownRequest | string {
    for (const [template, operations] of Object.entries(this.#document.paths)) {
      const path = matchPath(template, url.pathname);
      const operation = operations[method.toLowerCase()];
      if (path === null || operation === undefined) continue;
      const parameters = (operation.parameters ?? []).map((parameter) => this.#resolve(parameter, Parameter));
      const given: Record<string, unknown> = { ...path, ...Object.fromEntries(url.searchParams) };
      const problem =
        this.#check(this.#parameters, parametersSchema(parameters), given) ?? this.#checkBody(operation, body);
      if (problem !== null) return `${operation.operationId}: ${problem}`;
      return { operationId: operation.operationId, parameters: given, body };
    }
    return `${method} ${url.pathname} is none of the operations in ${DOCUMENT.pathname}`;
  }

  /** What is wrong with an answer, or null. */
  answer(operationId: string, status: number, body: unknown): string | null {
    const operation = Object.values(this.#document.paths)
      .flatMap((operations) => Object.values(operations))
      .find((candidate) => candidate.operationId === operationId);
    if (operation === undefined) return `${operationId} is not described`;
    const described = operation.responses[String(status)];
    // Any operation may be refused or fail; the description lists that only for some.
    if (described === undefined && ![401, 403, 404, 429, 500, 502, 503].includes(status))
      return `${operationId} never answers ${status}`;
    const schema =
      described === undefined
        ? { $ref: '#/components/schemas/basic-error' }
        : this.#resolve(described, Response).content?.['application/json']?.schema;
    return schema === undefined ? null : this.#check(this.#bodies, schema, body);
  }

  #checkBody(operation: Operation, body: unknown): string | null {
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (schema === undefined) return body === undefined ? null : 'takes no body';
    if (body === undefined) return operation.requestBody?.required === true ? 'needs a body' : null;
    return this.#check(this.#bodies, schema, body);
  }

  #check(judge: Ajv, schema: object, value: unknown): string | null {
    const validate: ValidateFunction = judge.compile(inDocument(schema));
    return validate(value) ? null : judge.errorsText(validate.errors, { dataVar: 'value' });
  }

  #judge(options: Options): Ajv {
    // OpenAPI's own keywords (`nullable`, `in`) are why it cannot be strict.
    const judge = new Ajv({ strict: false, allErrors: true, ...options });
    addFormats.default(judge);
    judge.addSchema({ $id: 'github', ...this.#document });
    return judge;
  }

  #resolve<T>(value: unknown, schema: z.ZodType<T>): T {
    const reference = Reference.safeParse(value);
    if (!reference.success) return schema.parse(value);
    let at: unknown = this.#root;
    for (const key of reference.data.$ref.slice(2).split('/')) at = z.looseObject({}).parse(at)[key];
    return schema.parse(at);
  }
}

/** OpenAPI means null by `nullable` also where `enum` does not list it; JSON Schema does not. */
function nullInEnums(_key: string, value: unknown): unknown {
  const parsed = z.looseObject({ nullable: z.literal(true), enum: z.array(z.unknown()) }).safeParse(value);
  return parsed.success ? { ...parsed.data, enum: [...parsed.data.enum, null] } : value;
}

function parametersSchema(parameters: readonly Parameter[]): object {
  const inUrl = parameters.filter((parameter) => parameter.in !== 'header');
  return {
    type: 'object',
    properties: Object.fromEntries(inUrl.map(({ name, schema }) => [name, schema])),
    required: inUrl.filter((parameter) => parameter.required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** A copy whose references point into the registered document. */
function inDocument(schema: object): object {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"github#/');
  return z.looseObject({}).parse(JSON.parse(text));
}

function matchPath(template: string, path: string): Record<string, string> | null {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = decodeURIComponent(given[index] ?? '');
    const name = /^\{(.*)\}$/.exec(part)?.[1];
    if (name !== undefined) found[name] = text;
    else if (part !== text) return null;
  }
  return found;
}
