import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
import type { UserRow } from '../identity.tables.ts';
import { deviceName } from '../sessions/device-name.ts';
import type { KnownDevices } from '../sessions/known-device.ts';
import { hasSession } from '../sessions/session.repository.ts';
import { countReportTokens } from './mail-token.repository.ts';
import { notifyOwner } from './notify-owner.ts';

const hourMs = 3_600_000;
/**
 * Somebody with the password must not be able to fill the owner's mailbox. An address that nobody has confirmed may belong
 * to a stranger, who learns of it by one mail.
 */
const mailsPerHour = { confirmed: 10, unconfirmed: 1 };

/**
 * Mails the owner about a sign-in on a device that has not signed in to the account before. Call it before the session
 * is stored. The first sign-in right after the registration is the owner's own.
 */
export async function notifyNewDevice(
  trx: Db,
  {
    user,
    request,
    knownDevices,
    origin,
    now,
  }: { user: UserRow; request: FastifyRequest; knownDevices: KnownDevices; origin: string; now: Date },
): Promise<void> {
  if (knownDevices.isKnown(request, user)) return;
  const hourAgo = now.getTime() - hourMs;
  if (Date.parse(user.createdAt) > hourAgo && !(await hasSession(trx, user.id))) return;
  const mails = await countReportTokens(trx, user.id, new Date(hourAgo).toISOString());
  if (mails >= mailsPerHour[user.emailVerifiedAt === null ? 'unconfirmed' : 'confirmed']) return;
  const device = deviceName(request.headers['user-agent'] ?? null);
  await notifyOwner(trx, { user, change: { kind: 'new-device', deviceName: device }, origin, now });
}
