/** Everybody who may call an operation, and what the contract says of them (docs/product.md, 9.11, 9.16 and 11.1). */

import type { ContractOperation } from '../../src/contract/document.ts';
import { insertUser } from '../factories.ts';
import type { Device } from '../harness.ts';
import type { Stage } from './stage.ts';
import { isPublic } from './visits.ts';

export interface Caller {
  name: string;
  stage: Stage;
  /** Whether their server requires a second factor for permissions, and they have not proved one. */
  lacksSecondFactor: boolean;
  userId: string;
  scopes: string[];
  /** Since the sign-in. */
  seconds: number;
}

type Scheme = 'bearerAuth' | 'sessionCookie';

/** One call of an operation. */
export interface Attempt {
  caller: Caller;
  scheme: Scheme;
  /** What a browser says of the page that sends the call; undefined for this site. */
  from?: Record<string, string>;
}

/** Just before and just after a sign-in stops being a recent proof. */
export const [stillRecent, tooLate] = [599, 601];

export async function newCaller(
  name: string,
  stage: Stage,
  scopes: string[],
  change: Partial<Caller> = {},
): Promise<Caller> {
  const userId = await insertUser(stage.api.db);
  return { name, stage, userId, scopes, lacksSecondFactor: false, seconds: 0, ...change };
}

/** With all permissions, by their role. */
export async function newAdministrator(
  name: string,
  stage: Stage,
  scopes: string[],
  change: Partial<Caller> = {},
): Promise<Caller> {
  const caller = await newCaller(name, stage, scopes, change);
  const role = { userId: caller.userId, roleCode: 'administrator' };
  await stage.api.db.insertInto('userRoles').values(role).execute();
  return caller;
}

const devices = new Map<Caller, Device>();

/** Signs them in once, and again after `forgetDevice`. */
export async function deviceOf(caller: Caller): Promise<Device> {
  const known = devices.get(caller);
  if (known) return known;
  const { stage, userId, scopes, seconds, lacksSecondFactor } = caller;
  const { api } = stage;
  api.clock.advance(-seconds * 1_000);
  const device = await api.signInAs({ userId, scopes });
  api.clock.advance(seconds * 1_000);
  const session = api.db.updateTable('loginSessions').where('id', '=', device.sessionId);
  await session.set({ secondFactor: !lacksSecondFactor }).execute();
  devices.set(caller, device);
  return device;
}

/** After a call that may have ended the session. */
export function forgetDevice(caller: Caller): void {
  devices.delete(caller);
}

/** Whether every call needs one; the description of a conditional one says when. */
export const needsProof = ({ facts }: ContractOperation) =>
  facts.stepUp === 'required' || facts.stepUp === 'second-factor';

/** The refusal that the contract wants, or 'admitted'. */
export function expectedOf(operation: ContractOperation, { caller, scheme, from }: Attempt): string {
  const { security, facts } = operation;
  if (from && scheme === 'sessionCookie' && facts.crossSite === 'refuse')
    return '403 csrf-verification-failed';
  if (isPublic(operation)) return 'admitted';
  const alternatives = security.flatMap(({ [scheme]: wanted }) => (wanted ? [wanted] : []));
  if (alternatives.length === 0) return '401 unauthorized';
  const isHeldBy = (scopes: string[]) =>
    alternatives.some((wanted) => wanted.every((scope) => scopes.includes(scope)));
  if (!isHeldBy(caller.scopes)) return '403 forbidden';
  if (caller.lacksSecondFactor && !isHeldBy([])) return '403 second-factor-required';
  if (needsProof(operation) && caller.seconds >= tooLate) return '403 step-up-required';
  return 'admitted';
}
