/**
 * What the contract lets a page of another origin use, in the words of CORS.
 * Our own lines send them, not `@fastify/cors`: it allows every origin by default, answers every `OPTIONS`, and
 * leaves cookies alone.
 */
import { contractOperations } from './document.ts';

export const methods = [...new Set(contractOperations.map(({ method }) => method)), 'HEAD'].toSorted();

/** Services sign their calls, pages never do. */
const ofServices = /-signature$/i;

export const requestHeaders = [
  'Authorization',
  'Content-Type',
  ...distinct(
    contractOperations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
    ),
  ).filter((name) => !ofServices.test(name)),
];

/** `Date` is the clock of the server, which clients go by. Cookies are for no page to read. */
export const answerHeaders = [
  'Date',
  ...distinct(
    contractOperations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers)),
    ),
  ).filter((name) => name !== 'Set-Cookie'),
];

function distinct(names: string[]): string[] {
  return [...new Set(names)].toSorted();
}
