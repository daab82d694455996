/**
 * Handler types, derived from the contract alone: a handler takes what its operation declares and returns one of the
 * declared 2xx or 3xx answers. Problems are thrown.
 */
import type { Readable } from 'node:stream';
import type { operations } from '@ringside/openapi/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Subscription } from '../streams/feed.ts';

/** Without webhooks: the contract describes these calls, but other servers receive them. */
export type OperationId = Exclude<keyof operations, 'receiveStripeEvent'>;

type Parameters<K extends OperationId, In extends string> = operations[K] extends {
  parameters: Record<string, unknown>;
}
  ? In extends keyof operations[K]['parameters']
    ? NonNullable<operations[K]['parameters'][In]>
    : Record<string, never>
  : Record<string, never>;

/** JSON is a parsed value, server-sent events are a subscription; any other content is a stream of bytes. */
type ValueOf<Content> = Content extends { 'application/json': infer Json }
  ? Json
  : Content extends { 'text/event-stream': unknown }
    ? Subscription
    : Readable;

type BodyOf<R> = R extends { content: infer Content } ? ValueOf<Content> : undefined;

type Body<K extends OperationId> = operations[K] extends { requestBody?: infer R }
  ? BodyOf<NonNullable<R>> | (undefined extends R ? undefined : never)
  : undefined;

export interface Call<K extends OperationId> {
  path: Parameters<K, 'path'>;
  query: Parameters<K, 'query'>;
  body: Body<K>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type SuccessStatus = 200 | 201 | 202 | 204 | 206 | 302 | 303 | 304;
type Responses<K extends OperationId> = operations[K]['responses'];

type Answer<K extends OperationId> = {
  [S in keyof Responses<K> & SuccessStatus]: {
    status: S;
    headers?: Record<string, string>;
  } & (Responses<K>[S] extends { content: infer Content }
    ? [Content] extends [undefined]
      ? { body?: undefined }
      : { body: ValueOf<Content> }
    : { body?: undefined });
}[keyof Responses<K> & SuccessStatus];

type Handler<K extends OperationId> = (call: Call<K>) => Promise<Answer<K>> | Answer<K>;

export type Handlers<K extends OperationId = OperationId> = { [Id in K]: Handler<Id> };
