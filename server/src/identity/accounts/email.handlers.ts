import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../contract/operation.ts';
import { type SignedInUser, signedInUser } from '../../contract/security.ts';
import { brokenUnique } from '../../db/constraints.ts';
import type { Db } from '../../db/database.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import {
  confirmNewEmailMail,
  emailChangedMail,
  emailChangeRequestedMail,
  emailInUseMail,
  verifyEmailMail,
} from '../../mail/templates/account-mails.ts';
import type { UserRow } from '../identity.tables.ts';
import { findUser, findUserByEmail, lockUser, updateUser } from '../user.repository.ts';
import { requireCurrentPassword } from './current-password.ts';
import { deleteMailTokens } from './mail-token.repository.ts';
import {
  confirmations,
  findConfirmation,
  issueMailToken,
  mailTokenRefused,
  redeemMailToken,
} from './mail-tokens.ts';
import { isPasswordCorrect } from './passwords.ts';

interface Deps {
  db: Db;
  now: () => Date;
  /** The origin of the links in mails. */
  originOf: (request: FastifyRequest) => string;
  /** Called after the commit. */
  wakeOutbox: () => void;
}

const confirmedAlready = bodyIssue('', 'The e-mail address is confirmed already.');

/** Verifies that an address belongs to its owner, and changes it. */
export function emailHandlers({
  db,
  now,
  originOf,
  wakeOutbox,
}: Deps): Handlers<'requestEmailVerification' | 'getEmailVerification' | 'verifyEmail' | 'changeOwnEmail'> {
  return {
    async requestEmailVerification({ request }) {
      const { userId } = signedInUser(request);
      const origin = originOf(request);
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const user = await findUser(trx, userId);
        if (user === undefined) throw problem('unauthorized');
        if (user.emailVerifiedAt !== null) {
          throw problem('conflict', { issues: [confirmedAlready] });
        }
        const { email } = user;
        const token = await issueMailToken(trx, { userId, purpose: 'verify-email', email, now: now() });
        await enqueueMail(trx, email, verifyEmailMail({ origin, token }));
      });
      wakeOutbox();
      return { status: 204 };
    },

    async getEmailVerification({ query, request }) {
      const found = await findConfirmation(db, query.token, now());
      if (found === undefined) throw mailTokenRefused('query');
      const { user, token } = found;
      const isOwn = user !== undefined && request.user?.userId === user.id;
      return { status: 200, body: { email: token.email, isOwn, hasAccount: user !== undefined } };
    },

    async verifyEmail({ body, request }) {
      const instant = now();
      const origin = originOf(request);
      // A guessed token must not cost a hash.
      const found = await findConfirmation(db, body.token, instant);
      if (found?.user === undefined) throw mailTokenRefused();
      await requireOwner(found.user, request.user, body.password);
      const confirm = async (trx: Db) => {
        // A password or an owner that has changed since has made the token worthless.
        const { user, token } = await redeemMailToken(trx, body.token, confirmations, instant);
        const verified = { emailVerifiedAt: instant.toISOString(), updatedAt: instant.toISOString() };
        if (token.purpose === 'verify-email') {
          if (user.emailVerifiedAt === null) await updateUser(trx, user.id, verified);
          return;
        }
        await updateUser(trx, user.id, { ...verified, email: token.email });
        // Links in mails to the old address must not open the account any more.
        await deleteMailTokens(trx, user.id);
        await enqueueMail(trx, user.email, emailChangedMail(origin));
      };
      await db
        .transaction()
        .execute(confirm)
        .catch((error) => {
          // Another account has taken the address since the mail was sent.
          throw brokenUnique(error) === undefined ? error : mailTokenRefused();
        });
      wakeOutbox();
      return { status: 204 };
    },

    async changeOwnEmail({ body, request }) {
      const { userId } = signedInUser(request);
      const origin = originOf(request);
      const user = await findUser(db, userId);
      if (user === undefined) throw problem('unauthorized');
      await requireCurrentPassword(user, body.currentPassword);
      if (body.email === user.email) {
        throw validationProblem([bodyIssue('/email', 'This is the address of your account already.')]);
      }
      const { email } = body;
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const isTaken = (await findUserByEmail(trx, email)) !== undefined;
        // A taken address gets a token as well, and its owner another mail: the answer must not reveal the
        // difference.
        const token = await issueMailToken(trx, { userId, purpose: 'change-email', email, now: now() });
        await enqueueMail(
          trx,
          email,
          isTaken ? emailInUseMail(origin) : confirmNewEmailMail({ origin, token }),
        );
        await enqueueMail(trx, user.email, emailChangeRequestedMail(origin));
      });
      wakeOutbox();
      return { status: 204 };
    },
  };
}

/**
 * The mail proves the address; this proves the account. A person who registered with the address of somebody else lacks the
 * first, and the owner of the address, who may press the link, lacks the second. @throws problem 400 at the field.
 */
async function requireOwner(
  user: UserRow,
  caller: SignedInUser | undefined,
  password: string | undefined,
): Promise<void> {
  if (caller?.userId === user.id) return;
  if (password === undefined)
    throw passwordProblem('Is required, unless you are signed in to the account that the link belongs to.');
  if (!(await isPasswordCorrect(user.passwordHash, password)))
    throw passwordProblem('This is not the password of the account that the link belongs to.');
}

function passwordProblem(detail: string) {
  return validationProblem([bodyIssue('/password', detail)]);
}
