/**
 * What is true of every call, whatever it does. Each witness looks at one part of a scene (walk.ts) and compares it with
 * the contract; a failed test names the witness.
 */
import type { OperationId } from '../../src/contract/operation.ts';
import { canary, secretsOfAnswer, secretsOfCall } from './canaries.ts';
import { isPublic } from './visits.ts';
import type { Scene, Walk } from './walk.ts';

/** @returns undefined when the witness has nothing to say about this scene. */
type Witness = (scene: Scene, walk: Walk) => Claim | undefined | Promise<Claim | undefined>;

interface Claim {
  seen: unknown;
  expected: unknown;
  /** What helps to understand a difference. */
  hint?: unknown;
}

/** These look up their caller in a statement of their own. */
const checksItself: OperationId[] = ['pingPlaybackSession', 'createWatch', 'getLiveStreamSignedUrl'];

export const witnesses: Record<string, Witness> = {
  'the status': ({ answer, status }) => {
    if (status === undefined) return undefined;
    const expected = status === 'default' ? 500 : Number(status);
    return { seen: answer.status, expected, hint: answer.body };
  },

  'the problem of a caller without a sign-in': ({ operation, answer }) =>
    answer.status === 401 && !isPublic(operation)
      ? { seen: answer.body.type, expected: '/problems/unauthorized' }
      : undefined,

  /** Otherwise the call has failed before it came to its operation. */
  'the caller of a call that fails': ({ operation, scenario, hasCaller }) =>
    scenario.fault === undefined || isPublic(operation) || checksItself.includes(operation.operationId)
      ? undefined
      : { seen: hasCaller, expected: true },

  /** An audited call writes an entry when it succeeds; a refused or failed one and a dry run do not. */
  'the audit log': ({ operation, answer, call, audited }) => {
    if (call === undefined) return undefined;
    const isDone = answer.status < 300 && call.query.dryRun !== 'true';
    const isAudited = isDone && operation.facts.audited !== 'nothing';
    return { seen: audited, expected: isAudited ? [operation.operationId] : [] };
  },

  'the writes': ({ operation, answer, writes }) => {
    // Otherwise this witness is blind.
    if (answer.status === 201) return { seen: writes.length > 0, expected: true };
    const isRefused = [400, 401, 403, 412, 413, 415].includes(answer.status);
    // A limit counts what it refuses, and `refreshToken` looks for the token with the statement that would spend it.
    const mayCount = operation.facts.limited !== 'none' || isPublic(operation);
    const mayWrite = isRefused ? mayCount : operation.facts.stores !== 'nothing';
    return mayWrite ? undefined : { seen: writes, expected: [], hint: writes };
  },

  'the secrets in the log': ({ call, answer, tokens, log }) => {
    const secrets = [canary, ...tokens, ...(call ? secretsOfCall(call) : []), ...secretsOfAnswer(answer)];
    return { seen: secrets.filter((secret) => log.includes(secret)), expected: [], hint: log };
  },

  'the line in the log': ({ answer, log }) => {
    const isNamed = answer.status !== 500 || log.includes('the statement failed');
    return { seen: log.includes(`"status":${answer.status}`) && isNamed, expected: true, hint: log };
  },

  'the answer to HEAD': async (scene, walk) => {
    if (!scene.hasHead) return undefined;
    const head = await walk.playHead(scene);
    const [seen, expected] = [head, scene.answer].map(({ status, headers }) => ({
      status,
      type: headers['content-type'],
      tag: headers.etag,
      cache: headers['cache-control'],
    }));
    return { seen: { ...seen, body: head.body }, expected: { ...expected, body: '' } };
  },
};
