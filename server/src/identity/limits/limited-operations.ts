/**
 * What each limit counts. Which operation has which limit stands in the contract (`x-ringside.limited`); the figures and
 * their reasons in attempt.rules.ts.
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
  /** Whose it is; counters of the same name and owner are one, whatever the operation. */
  name: string[];
  limit: Limit;
  /** What a success proves: it is the right person. Counters of networks prove nothing by one success. */
  endsWithSuccess?: boolean;
}

export interface OperationLimit<Id extends OperationId> {
  counters: (call: Call<Id>) => Counter[];
  /** Which refusals are failures; without it every call counts. */
  isFailure?: (refusal: ProblemError) => boolean;
}

/** Every limit of the contract, but for those of operations that the server cannot do yet. */
type Limits = {
  [Name in keyof LimitedOperations as LimitedOperations[Name] extends NotImplementedId
    ? never
    : Name]: OperationLimit<LimitedOperations[Name]>;
};

/** A proof that this device has signed in to the account before: a name for it, or undefined. */
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
        // Whatever strangers do to the account, or neighbours to the network: the owner's devices are not held back.
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
    // Its mails go to whatever address is typed, and it takes the password as proof.
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
