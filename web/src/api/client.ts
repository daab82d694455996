/**
 * The contract's types over fetch: the bare typed client. `query-api.ts` has the same as TanStack Query options.
 * The browser sends its cookies by itself, so no header is set; the native shell sets one. An expired access token is renewed by the
 * session, which plugs itself in at start (`connectSession`): this room knows no area.
 */
import { callsIgnoringExpiredToken } from '@ringside/openapi/operation-facts';
import { noteServerTime } from '../clock.ts';
import { serverOrigin } from '../config.ts';
import { native } from '../native.ts';
import { answerWork } from './answer-work.ts';
import { contractClient } from './contract-client.ts';
import { hasType, proofsRequired } from './problem.ts';

interface SessionDoor {
  isAccessTokenExpired: () => boolean;
  /** True when there is a fresh access token afterwards. */
  refresh: () => Promise<boolean>;
  /** The server refuses a token that should be good: the session has been ended elsewhere. */
  tokenRefused: () => Promise<void>;
}

const nobody: SessionDoor = {
  isAccessTokenExpired: () => false,
  refresh: async () => false,
  tokenRefused: async () => {},
};

let door = nobody;
/** `fresh-second-factor-required`: only a passkey or a code is enough. */
export type ProofRequired = (typeof proofsRequired)[number];
/** Resolves with true when the viewer has proved who they are. */
let proveIdentity: (required: ProofRequired) => Promise<boolean> = async () => false;

/** @param prove asks the viewer for the proof that the server wants before a dangerous change. */
export function connectStepUp(prove: typeof proveIdentity) {
  proveIdentity = prove;
}

/** @param session nothing: nobody is signed in. */
export function connectSession(session: SessionDoor = nobody) {
  door = session;
}

/** Signing in, out and refreshing must never wait for a refresh of their own: the contract says which calls. */
function ignoresExpiredToken({ method, url }: Request) {
  return callsIgnoringExpiredToken.includes(`${method} ${new URL(url).pathname}`);
}

async function fetchRefreshing(request: Request) {
  if (ignoresExpiredToken(request)) return noted(await native().fetch(request));
  return sendRefreshing(() => native().fetch(request.clone()));
}

/** For calls that are not made by `api`, such as an upload with progress. */
export async function sendRefreshing(send: () => Promise<Response>) {
  // Calls that are open to everybody would answer an expired token as if nobody were signed in.
  if (door.isAccessTokenExpired()) await door.refresh();
  const response = noted(await send());
  if (response.status !== 401) return response;
  if (door.isAccessTokenExpired()) return (await door.refresh()) ? send() : response;
  await door.tokenRefused();
  return response;
}

function noted(response: Response) {
  noteServerTime(response.headers);
  return response;
}

/** Asks for the proof and repeats the call, so that no page has to know which calls need one. */
async function fetchProving(request: Request) {
  const again = request.clone();
  const response = await fetchRefreshing(request);
  if (response.status !== 403) return response;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const required = proofsRequired.find((type) => hasType(problem, type));
  return required && (await proveIdentity(required)) ? fetchRefreshing(again) : response;
}

export const api = contractClient(serverOrigin, (request) => answerWork(request, fetchProving));
