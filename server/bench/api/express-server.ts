/** Serves the same contract and statements with Express: its validator, its router, its JSON. */
import { fileURLToPath } from 'node:url';
import express, { type Request } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { isTimezone } from '../../src/contract/timezone.ts';

export interface ReplayedRoute {
  method: 'GET' | 'POST';
  path: string;
  answer: (authorization: string | undefined) => Promise<ReplayedAnswer>;
}

export interface ReplayedAnswer {
  status: number;
  body?: unknown;
}

const contract = fileURLToPath(import.meta.resolve('@ringside/openapi/openapi.json'));

/** @param isSignedIn verifies an access token, as Ringside does before it looks up the session. */
export function createExpressServer(
  routes: ReplayedRoute[],
  isSignedIn: (accessToken: string) => Promise<boolean>,
): express.Express {
  const app = express();
  const handlers = {
    bearerAuth: (request: Request) =>
      isSignedIn((request.headers.authorization ?? '').replace(/^Bearer /, '')),
    sessionCookie: () => false,
  };
  app.use(express.json());
  app.use(
    OpenApiValidator.middleware({
      apiSpec: contract,
      validateApiSpec: false,
      validateRequests: true,
      validateSecurity: { handlers },
      formats: { timezone: { type: 'string', validate: isTimezone } },
    }),
  );
  for (const { method, path, answer } of routes) {
    app[method === 'GET' ? 'get' : 'post'](path, (request, response, next) => {
      answer(request.headers.authorization).then(
        ({ status, body }) =>
          body === undefined ? response.sendStatus(status) : response.status(status).json(body),
        next,
      );
    });
  }
  return app;
}
