/**
 * Binds the contract to its handlers. fastify-openapi-glue makes a Fastify route of each operation, calls the handler
 * named by the operationId, tries the security schemes in order with the scopes of each, and gives Fastify the
 * response schemas for serialisation. It does not validate requests (`validator.ts` does), does not know `x-ringside`
 * and does not check that each operation has a handler: this file adds that.
 * Boot fails when an operation has no handler or a handler no operation; the types fail before that.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import glue from 'fastify-openapi-glue';
import { bodyIssue, type Issue, problem, validationProblem } from '../http/problems.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { type ContractOperation, contract, contractOperations } from './document.ts';
import { findDuplicateField, occursTwice } from './duplicate-fields.ts';
import { isOversized, valueLimit } from './issues.ts';
import type { Handlers } from './operation.ts';
import { type Authentication, type SignedInUser, securityHandlers, signedInUser } from './security.ts';
import { type Authorize, isStream, toStreamRoute } from './stream-route.ts';
import { requestValidator } from './validator.ts';

interface Options {
  handlers: Handlers;
  authentication: Authentication;
  /** @throws problem csrf-verification-failed. */
  verifySameOrigin: (request: FastifyRequest) => void;
  /** @throws problem step-up-required unless the user has proved lately who they are. */
  requireStepUp: (user: SignedInUser) => void;
  /** @throws problem step-up-required, or fresh-second-factor-required for a user who has a second factor. */
  requireFreshFactor: (user: SignedInUser) => Promise<void>;
  /** Sheds a call while the server is overloaded. @throws problem 503. */
  admit: (operation: ContractOperation) => Promise<void>;
  streams: OpenStreams;
}

export async function bindContract(app: FastifyInstance, options: Options): Promise<void> {
  assertComplete(options.handlers);
  const operations = new Map(contractOperations.map((operation) => [routeKey(operation), operation]));

  app.decorateRequest('user', undefined);
  app.decorateRequest('requireStepUp', function requireStepUp(this: FastifyRequest) {
    options.requireStepUp(signedInUser(this));
  });
  app.addHook('onRoute', (route) => {
    // Fastify makes a HEAD route of every GET, from the options as they were before this hook.
    const method = route.method === 'HEAD' ? 'GET' : String(route.method);
    const operation = operations.get(routeKey({ method, path: route.url }));
    if (operation !== undefined) guard(route, operation, options);
  });
  acceptDeclaredMediaTypes(app);

  const toRoute = (operation: ContractOperation) => {
    const handler = options.handlers[operation.operationId];
    return isStream(operation)
      ? toStreamRoute(handler as Parameters<typeof toStreamRoute>[0], options.streams)
      : toRouteHandler(handler as AnyHandler);
  };
  await app.register(glue, {
    specification: routingCopy(),
    serviceHandlers: Object.fromEntries(
      contractOperations.map((operation) => [operation.operationId, toRoute(operation)]),
    ),
    securityHandlers: securityHandlers(options.authentication),
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it arrived, of operations whose contract says `x-fastify-config: { rawBody: true }`. */
    rawBody?: string;
    /** For operations whose contract says `stepUp: conditional`. @throws problem step-up-required. */
    requireStepUp(): void;
  }
  interface FastifyContextConfig {
    rawBody?: boolean;
  }
}

type AnyHandler = (call: object) => Promise<{
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}>;

function toRouteHandler(handler: AnyHandler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { params: path, query, body } = request;
    const answer = await handler({ path, query, body, request, reply });
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body);
  };
}

/** Authorises before it validates: a 401 or 403 must not reveal the request's own faults. */
function guard(route: RouteOptions, operation: ContractOperation, options: Options): void {
  const authorize = route.preHandler as Authorize | undefined;
  const validate = requestValidator(operation);
  delete route.preHandler;
  const isPrivate = operation.security.length > 0;
  if (operation.requestBody) {
    const { limit, mediaTypes } = operation.requestBody;
    route.bodyLimit = limit;
    route.config = { ...route.config, isUpload: !mediaTypes.includes('application/json') };
  }
  if (isStream(operation))
    route.config = { ...route.config, isStream: true, ...(authorize ? { authorize } : {}) };
  route.onRequest = async (request, reply) => {
    // Private answers must not stay in a proxy's cache, or in the browser for the next person at the machine.
    if (isPrivate) reply.header('cache-control', 'no-store');
    await options.admit(operation);
    if (operation.facts.crossSite === 'refuse') options.verifySameOrigin(request);
    await authorize?.call(request.server, request, reply);
    if (operation.facts.stepUp === 'required') options.requireStepUp(signedInUser(request));
    if (operation.facts.stepUp === 'second-factor') await options.requireFreshFactor(signedInUser(request));
    assertMediaType(request, operation);
  };
  route.preValidation = async (request) => validate(request);
}

function routeKey({ method, path }: { method: string; path: string }): string {
  return `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
}

function assertComplete(handlers: Handlers): void {
  const wanted = new Set<string>(contractOperations.map(({ operationId }) => operationId));
  const given = new Set(Object.keys(handlers));
  const missing = [...wanted.difference(given)];
  const extra = [...given.difference(wanted)];
  if (missing.length + extra.length > 0) {
    throw new Error(`The contract and the handlers differ: missing ${missing}; not in the contract ${extra}`);
  }
}

/** Nothing serialises anything else, and the glue would look for a parser of it. */
function isJson({ content }: ContractOperation['responses'][number]): boolean {
  return content === undefined || content['application/json'] !== undefined;
}

/** The part of the contract that the glue needs: paths, security, and the schemas of successful answers. */
function routingCopy(): object {
  const copy = structuredClone(contract) as Record<string, Record<string, unknown>>;
  for (const described of contractOperations) {
    const { path, method, responses } = described;
    const item = copy.paths?.[path] as Record<string, Record<string, unknown>>;
    const operation = item[method.toLowerCase()] as Record<string, unknown>;
    delete operation.requestBody;
    operation.parameters = [];
    operation.responses = Object.fromEntries(
      Object.entries(responses)
        .filter(([status]) => /^[23]/.test(status))
        .map(([status, response]) => [status, isJson(response) ? response : { description: 'Bytes.' }]),
    );
    item.parameters = [] as never;
  }
  delete copy.webhooks;
  return copy;
}

/**
 * Bodies that are not JSON reach their handlers as streams; a media type that the contract does not name is a 415.
 */
function acceptDeclaredMediaTypes(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // Many clients send a content type with every call, so an empty body is allowed here; the contract requires a body
  // or not.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body);
    if (!isUtf8(bytes)) return done(validationProblem([bodyIssue('', 'Must be UTF-8.')]));
    const text = bytes.toString();
    // Signatures are made over the text, not over the value.
    if (request.routeOptions.config.rawBody) request.rawBody = text;
    if (text === '') return done(null, undefined);
    // biome-ignore lint/nursery/noFloatingPromises: this parser answers by its callback
    parseJson(request, text, (error, value) => {
      const issue = error ? undefined : findTextIssue(text, value);
      if (issue === undefined) done(error, value);
      else done(validationProblem([issue]));
    });
  });
  const declared = new Set(contractOperations.flatMap(({ requestBody }) => requestBody?.mediaTypes ?? []));
  declared.delete('application/json');
  for (const mediaType of declared) {
    app.addContentTypeParser(mediaType, (_request, payload, done) => done(null, payload));
  }
}

/** A fault of the JSON as a whole, which makes every other check of it useless or slow. */
function findTextIssue(text: string, value: unknown): Issue | undefined {
  if (isOversized(value)) return bodyIssue('', `Must not hold more than ${valueLimit} values.`);
  const duplicate = findDuplicateField(text);
  return duplicate === undefined ? undefined : bodyIssue(duplicate, occursTwice);
}

/** Checks the media types of this operation: one accepts CSV, another a picture, the others neither. */
function assertMediaType({ headers, method }: FastifyRequest, { requestBody }: ContractOperation): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw problem('unsupported-media-type', {
      detail: 'The body must not be compressed.',
      // RFC 9110, 15.5.16: the header says that the coding was the fault, not the content type.
      headers: { 'accept-encoding': 'identity' },
    });
  }
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (mediaType === '' || method === 'GET' || method === 'HEAD') return;
  const readable = requestBody?.mediaTypes ?? ['application/json'];
  if (!readable.includes(mediaType.trim())) throw problem('unsupported-media-type');
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean);
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/.test(charset))
    throw problem('unsupported-media-type', { detail: 'The body must be UTF-8.' });
}
