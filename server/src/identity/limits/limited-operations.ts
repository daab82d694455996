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
  passkeyOptionsOfNetwork,
  providerCallsOfNetwork,
  purchasesOfNetwork,
  registrationsOfNetwork,
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
  /** The name of a device that has signed in to the account before, or undefined. */
  knownDevice: (request: FastifyRequest, email: string) => string | undefined;
  /** The account that the link of a verification mail belongs to. */
  accountOfLink: (token: string) => Promise<{ id: string; email: string } | undefined>;
}

const network = (request: FastifyRequest, kind: string, limit: Limit): Counter => ({
  name: [kind, networkOf(request.ip)],
  limit,
});
const failing = (request: FastifyRequest) => network(request, 'failures-of-network', failuresOfNetwork);
const mailing = (operation: string, address: string): Counter => ({
  name: ['mails', operation, address],
  limit: mailsToAddress,
});
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

export function limitsOf({ knownDevice, accountOfLink }: LimitSources): Limits {
  const guessing = (email: string, request: FastifyRequest, codes: Counter[] = []): Counter[] => {
    const guesses = (...place: string[]): Counter => ({
      name: ['guesses', email, ...place],
      limit: guessesAtOnePlace,
      endsWithSuccess: true,
    });
    // The owner's devices have their own counter, so strangers and neighbours never slow them down.
    const device = knownDevice(request, email);
    // Their codes count together: somebody who once knew the password may have many of them.
    if (device !== undefined)
      return [guesses('device', device), ...(codes.length > 0 ? [guessedCodes(email, 'known')] : [])];
    return [
      guesses('network', networkOf(request.ip)),
      { name: ['guesses', email], limit: guessesFromEverywhere, endsWithSuccess: true },
      ...codes,
      failing(request),
    ];
  };
  return {
    'sign-in': {
      // `code-required` is no failure, and like every refusal no success that would reset a counter.
      isFailure: ({ code }) => code === 'invalid-credentials' || code === 'invalid-code',
      counters: ({ body: { email, code }, request }) =>
        guessing(email, request, code === undefined ? [] : [guessedCodes(email)]),
    },
    registration: {
      counters: ({ body, request }) => [
        mailing('register', body.email),
        network(request, 'registrations', registrationsOfNetwork),
      ],
    },
    'password-reset': {
      counters: ({ body, request }) => [
        mailing('password-reset', body.email),
        network(request, 'mails', mailsOfNetwork),
      ],
    },
    'mail-token': { isFailure: isIssueOf('/token'), counters: ({ request }) => [failing(request)] },
    // A password that is tried with a link is a guess like any other. The own session needs none, so it ends no count.
    'email-confirmation': {
      isFailure: (refusal) => isIssueOf('/token')(refusal) || isIssueOf('/password')(refusal),
      async counters({ body: { token, password }, request }) {
        const account = password === undefined ? undefined : await accountOfLink(token);
        const isGuess = account !== undefined && account.id !== request.user?.userId;
        return isGuess ? guessing(account.email, request) : [failing(request)];
      },
    },
    'verification-mail': {
      counters: ({ request }) => [mailing('verification', signedInUser(request).userId)],
    },
    // Its mails go to the address in the request, and it accepts the password as proof.
    'email-change': { counters: ({ request }) => [mailing('change', signedInUser(request).userId)] },
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
    purchase: {
      counters: ({ body, request }) => [
        network(request, 'purchases', purchasesOfNetwork),
        ...(body.promotion === undefined
          ? []
          : [
              {
                ...network(request, 'promotions', guessedPromotions),
                isFailure: isIssueOf('/promotion'),
              },
            ]),
      ],
    },
    'receipt-mail': {
      counters: ({ path, request }) => [
        mailing('receipt', path.orderId.toLowerCase()),
        mailsOfCaller(request),
      ],
    },
    'test-mail': { counters: ({ request }) => [mailing('test-mail', signedInUser(request).userId)] },
    // Each call costs ten hashes and a mail.
    'recovery-codes': {
      counters: ({ request }) => [mailing('recovery-codes', signedInUser(request).userId)],
    },
    'passkey-options': {
      counters: ({ request }) => [network(request, 'passkey-options', passkeyOptionsOfNetwork)],
    },
    'passkey-login': {
      isFailure: ({ status }) => status === 401,
      counters: ({ request }) => [failing(request)],
    },
    'step-up': {
      // A missing code too: the answer says that the password is right.
      isFailure: (refusal) => ['/password', '/code', '/passkey'].some((field) => isIssueOf(field)(refusal)),
      counters: ({ request }) => [
        { name: ['step-up', signedInUser(request).userId], limit: guessesAtOnePlace, endsWithSuccess: true },
      ],
    },
    'provider-call': {
      counters: ({ request }) => [network(request, 'provider-calls', providerCallsOfNetwork)],
    },
    'provider-code': {
      isFailure: ({ status }) => status === 400 || status === 401,
      counters: ({ request }) => [failing(request)],
    },
  };
}
