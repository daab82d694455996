/**
 * The counters of each limit. The contract says which operation has which limit (`x-ringside.limited`);
 * attempt.rules.ts has the figures and their reasons.
 */
import type { FastifyRequest } from 'fastify';
import type { NotImplementedId } from '../../contract/not-implemented.ts';
import type { Call, OperationId } from '../../contract/operation.ts';
import type { LimitedOperations } from '../../contract/operation-facts.ts';
import { signedInUser } from '../../contract/security.ts';
import type { ProblemError } from '../../http/problems.ts';
import {
  failuresOfNetwork,
  guessesAtOnePlace,
  guessesFromEverywhere,
  type Limit,
  mailsOfNetwork,
  mailsToAddress,
  networkOf,
  providerCallsOfNetwork,
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
}

export interface OperationLimit<Id extends OperationId> {
  counters: (call: Call<Id>) => Counter[];
  /** Which refusals count as failures; undefined: every call counts. */
  isFailure?: (refusal: ProblemError) => boolean;
}

/** Every limit of the contract, except those of operations that are not implemented yet. */
type Limits = {
  [Name in keyof LimitedOperations as LimitedOperations[Name] extends NotImplementedId
    ? never
    : Name]: OperationLimit<LimitedOperations[Name]>;
};

/** The name of a device that has signed in to the account before, or undefined. */
export type KnownDevice = (request: FastifyRequest, email: string) => string | undefined;

const network = (request: FastifyRequest, kind: string, limit: Limit): Counter => ({
  name: [kind, networkOf(request.ip)],
  limit,
});
const failing = (request: FastifyRequest) => network(request, 'failures-of-network', failuresOfNetwork);
const mailing = (operation: string, address: string): Counter => ({
  name: ['mails', operation, address],
  limit: mailsToAddress,
});
const isIssueOf = (pointer: string) => (refusal: ProblemError) =>
  refusal.issues?.some((issue) => issue.pointer === pointer) ?? false;

export function limitsOf(knownDevice: KnownDevice): Limits {
  return {
    'sign-in': {
      isFailure: ({ code }) => code === 'invalid-credentials',
      counters({ body: { email }, request }) {
        const guesses = (...place: string[]): Counter => ({
          name: ['guesses', email, ...place],
          limit: guessesAtOnePlace,
          endsWithSuccess: true,
        });
        // The owner's devices have their own counter, so strangers and neighbours never slow them down.
        const device = knownDevice(request, email);
        if (device !== undefined) return [guesses('device', device)];
        return [
          guesses('network', networkOf(request.ip)),
          { name: ['guesses', email], limit: guessesFromEverywhere, endsWithSuccess: true },
          failing(request),
        ];
      },
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
    'provider-call': {
      counters: ({ request }) => [network(request, 'provider-calls', providerCallsOfNetwork)],
    },
    'provider-code': {
      isFailure: ({ status }) => status === 400 || status === 401,
      counters: ({ request }) => [failing(request)],
    },
  };
}
