/**
 * The counters of each limit. The contract says which operation has which limit (`x-ringside.limited`);
 * attempt.rules.ts has the figures and their reasons.
 */

import type { FastifyRequest } from 'fastify';
import type { Call, OperationId } from '../../contract/operation.ts';
import type { LimitedOperations } from '../../contract/operation-facts.ts';
import { signedInUser } from '../../contract/security.ts';
import { networkOf } from '../../http/network.ts';
import type { ProblemError } from '../../http/problems.ts';
import {
  codesFromEverywhere,
  failuresOfNetwork,
  guessedPromotions,
  guessesAtOnePlace,
  guessesFromEverywhere,
  type Limit,
  mailsOfCallerLimit,
  mailsOfNetwork,
  mailsToAddress,
  provenAttemptsOfNetwork,
  providerCallsOfNetwork,
  registrationsOfNetwork,
  unpaidPurchases,
} from './attempt.rules.ts';

export interface Counter {
  /** The counter's owner; counters of the same name and owner are one, in all operations. */
  name: string[];
  limit: Limit;
  /**
   * True when a success proves the right person and so resets the counter. A success proves nothing about a network.
   */
  endsWithSuccess?: boolean;
  /** Which refusals count here, if not all failures of the operation. */
  isFailure?: (refusal: ProblemError) => boolean;
  /** Set where a proof of work takes the place of the wait. */
  work?: {
    /** The proof that the caller sends. */
    proof: string | undefined;
    /** What a challenge is good for. */
    purpose: string[];
    /** Counts attempts with a proof, in place of this counter. */
    budget: Counter;
  };
}

export interface OperationLimit<Id extends OperationId> {
  counters: (call: Call<Id>) => Counter[] | Promise<Counter[]>;
  /** Which refusals count as failures; undefined: every call counts. */
  isFailure?: (refusal: ProblemError) => boolean;
}

/** Streams are counted while they are open, by `streams/open-streams.ts`. */
export const countedElsewhere = 'open-streams' satisfies keyof LimitedOperations;

/** Every limit of the contract, except those that are counted elsewhere. */
type Limits = {
  [Name in Exclude<keyof LimitedOperations, typeof countedElsewhere>]: OperationLimit<
    LimitedOperations[Name]
  >;
};

export interface LimitSources {
  /** True for a device that has signed in to the account of the address before. */
  isKnownDevice: (request: FastifyRequest, email: string) => Promise<boolean>;
  addressOf: (userId: string) => Promise<string | undefined>;
  hasConfirmedAddress: (userId: string) => Promise<boolean>;
  /** True for a promotion code that the platform has seen at the payment provider. */
  isKnownCode: (code: string) => Promise<boolean>;
  /** The account that the link of a verification mail belongs to. */
  accountOfLink: (token: string) => Promise<{ id: string; email: string } | undefined>;
}

const network = (request: FastifyRequest, kind: string, limit: Limit): Counter => ({
  name: [kind, networkOf(request.ip)],
  limit,
});
const failing = (request: FastifyRequest) => network(request, 'failures-of-network', failuresOfNetwork);
/** A caller whose network has to wait may send a proof of work instead. @param subject the e-mail address of the call. */
const orWork = (counter: Counter, proof: string | undefined, subject = ''): Counter => {
  const [kind = '', owner = ''] = counter.name;
  const budget = { ...counter, name: [`proven-${kind}`, owner], limit: provenAttemptsOfNetwork };
  return { ...counter, work: { proof, purpose: [kind, owner, subject], budget } };
};
/** @param target an address, or the id of what has one. Every tag leads to the same mailbox. */
const mailing = (operation: string, target: string): Counter => ({
  name: ['mails', operation, target.replace(/\+[^@]*(?=@)/, '')],
  limit: mailsToAddress,
});
/** Of those who need no permission to choose who gets a mail; the others are counted by their account. */
const mailsFrom = (request: FastifyRequest) => network(request, 'mails', mailsOfNetwork);
const mailsOfCaller = (request: FastifyRequest): Counter => ({
  name: ['mails-of-caller', signedInUser(request).userId],
  limit: mailsOfCallerLimit,
});
const isIssueOf = (pointer: string) => (refusal: ProblemError) =>
  refusal.issues?.some((issue) => issue.pointer === pointer) ?? false;

/** A wrong password does not count here, and so cannot make the owner wait. */
const guessedCodes = (email: string, ...devices: 'known'[]): Counter => ({
  name: ['codes', email, ...devices],
  limit: codesFromEverywhere,
  endsWithSuccess: true,
  isFailure: ({ code }) => code === 'invalid-code',
});

/** The first counter is given back at the payment: `purchaseCounter` of the order. */
function purchaseLimit({
  hasConfirmedAddress,
  isKnownCode,
}: Pick<LimitSources, 'hasConfirmedAddress' | 'isKnownCode'>): OperationLimit<'buyProduct'> {
  return {
    async counters({ body: { promotion }, request }) {
      const userId = request.user?.userId;
      const hasOwn = userId !== undefined && (await hasConfirmedAddress(userId));
      const isGuess = promotion !== undefined && !(await isKnownCode(promotion));
      const guesses = network(request, 'promotions', guessedPromotions);
      return [
        hasOwn
          ? { name: ['purchases', userId], limit: unpaidPurchases }
          : network(request, 'purchases', unpaidPurchases),
        ...(isGuess ? [{ ...guesses, isFailure: isIssueOf('/promotion') }] : []),
      ];
    },
  };
}

export function limitsOf({ isKnownDevice, addressOf, accountOfLink, ...sources }: LimitSources): Limits {
  /** Guesses at one account. @param atMany the counters of a caller that may try many accounts; a known device does not. */
  const guessing = async (
    { email, proof }: { email: string; proof?: string | undefined },
    request: FastifyRequest,
    {
      codes = [],
      atMany = [orWork(failing(request), proof, email)],
    }: { codes?: Counter[]; atMany?: Counter[] } = {},
  ): Promise<Counter[]> => {
    const guesses = (...place: string[]): Counter => ({
      name: ['guesses', email, ...place],
      limit: guessesAtOnePlace,
      endsWithSuccess: true,
    });
    // The owner's devices have a counter of their own, so strangers and neighbours never slow them down. They have one
    // together: who knows the password can make any number of them.
    if (await isKnownDevice(request, email))
      return [guesses('known'), ...(codes.length > 0 ? [guessedCodes(email, 'known')] : [])];
    return [
      guesses('network', networkOf(request.ip)),
      { name: ['guesses', email], limit: guessesFromEverywhere, endsWithSuccess: true },
      ...codes,
      ...atMany,
    ];
  };
  return {
    'sign-in': {
      // `code-required` is no failure, and like every refusal no success that would reset a counter.
      isFailure: ({ code }) => code === 'invalid-credentials' || code === 'invalid-code',
      counters: ({ body, request }) =>
        guessing(body, request, { codes: body.code === undefined ? [] : [guessedCodes(body.email)] }),
    },
    // Like a sign-in, except that a right password ends no count: the code is still to be guessed.
    'factor-removal': {
      isFailure: ({ code }) => code === 'invalid-credentials',
      counters: async ({ body, request }) =>
        (await guessing(body, request)).map((counter) => ({ ...counter, endsWithSuccess: false })),
    },
    registration: {
      counters: ({ body, request }) => [
        mailing('register', body.email),
        orWork(network(request, 'registrations', registrationsOfNetwork), body.proof, body.email),
      ],
    },
    'password-reset': {
      counters: ({ body, request }) => [
        mailing('password-reset', body.email),
        orWork(mailsFrom(request), body.proof, body.email),
      ],
    },
    // A password that is tried with a link is a guess like any other, except that neighbours have no such link, and so make
    // nobody wait. The own session needs no password, so it ends no count.
    'email-confirmation': {
      isFailure: isIssueOf('/password'),
      async counters({ body: { token, password }, request }) {
        const account = password === undefined ? undefined : await accountOfLink(token);
        const isGuess = account !== undefined && account.id !== request.user?.userId;
        return isGuess ? guessing(account, request, { atMany: [] }) : [];
      },
    },
    // By the address, which an account can give up and the next one take.
    'verification-mail': {
      async counters({ request }) {
        const { userId } = signedInUser(request);
        return [mailing('verification', (await addressOf(userId)) ?? userId), mailsFrom(request)];
      },
    },
    // It mails the old and the new address, and it accepts the password as proof.
    'email-change': {
      counters: ({ body, request }) => [
        mailing('change', signedInUser(request).userId),
        mailing('change-to', body.email),
        mailsFrom(request),
      ],
    },
    'own-password': {
      isFailure: isIssueOf('/currentPassword'),
      counters: ({ request }) => [
        {
          name: ['own-password', signedInUser(request).userId],
          limit: guessesAtOnePlace,
          endsWithSuccess: true,
        },
      ],
    },
    'authenticator-code': {
      isFailure: isIssueOf('/code'),
      counters: ({ request }) => [
        {
          name: ['authenticator-code', signedInUser(request).userId],
          limit: guessesAtOnePlace,
          endsWithSuccess: true,
        },
      ],
    },
    // One caller at a stolen session must not flood strangers with mail.
    invitation: {
      counters: ({ body, request }) => [mailing('invitation', body.email), mailsOfCaller(request)],
    },
    'user-mail': {
      counters: ({ path, request }) => [
        mailing('user-mail', path.userId.toLowerCase()),
        mailsOfCaller(request),
      ],
    },
    purchase: purchaseLimit(sources),
    'receipt-mail': {
      counters: ({ path, request }) => [
        mailing('receipt', path.orderId.toLowerCase()),
        mailsOfCaller(request),
      ],
    },
    // Each change is a mail to the buyer; many orders are taken back in one evening.
    'order-revocation': { counters: ({ path }) => [mailing('order-revocation', path.orderId.toLowerCase())] },
    // Both buyers get a mail: one order that goes to and fro floods both.
    'order-move': {
      counters: ({ body, request }) => [
        ...[body.email, body.from].map((email) => mailing('order-move', email)),
        mailsOfCaller(request),
      ],
    },
    'test-mail': { counters: ({ request }) => [mailing('test-mail', signedInUser(request).userId)] },
    // Each call costs ten hashes and a mail.
    'recovery-codes': {
      counters: ({ request }) => [mailing('recovery-codes', signedInUser(request).userId)],
    },
    'step-up': {
      // A missing code too: the answer says that the password is right.
      isFailure: (refusal) => ['/password', '/code', '/passkey'].some((field) => isIssueOf(field)(refusal)),
      counters: ({ body: { code }, request }) => {
        const { userId } = signedInUser(request);
        const own = { name: ['step-up', userId], limit: guessesAtOnePlace, endsWithSuccess: true };
        // Somebody at a stolen session must not find a code by patience.
        const codes = { ...own, name: ['step-up-codes', userId], limit: codesFromEverywhere };
        return code === undefined ? [own] : [own, { ...codes, isFailure: isIssueOf('/code') }];
      },
    },
    'provider-call': {
      counters: ({ query, request }) => [
        orWork(network(request, 'provider-calls', providerCallsOfNetwork), query.proof),
      ],
    },
  };
}
