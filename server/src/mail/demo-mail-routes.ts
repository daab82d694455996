/**
 * `/demo/mail`: what the demo would have sent, since nobody else delivers it. It shows live links to accounts, so it
 * exists only where the demo accounts do, and only for who asks this machine by its own name: a site that has pointed
 * its name here (DNS rebinding) sees nothing.
 */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { isLoopback } from '../http/loopback.ts';
import { problem } from '../http/problems.ts';
import { demoMailPolicy, listPage, mailPage } from './demo-mail-pages.ts';
import { listStoredMails, readStoredMail } from './mail-folder.ts';

const shownAtMost = 100;

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': demoMailPolicy,
  'referrer-policy': 'no-referrer',
};

export const demoMailRoutes: FastifyPluginAsync<{ folder: string }> = async (app, { folder }) => {
  app.get('/demo/mail', async (request, reply) => {
    assertOwnName(request);
    reply.headers(headers).type('text/html; charset=utf-8');
    return listPage(await listStoredMails(folder, shownAtMost));
  });

  // For programs, such as the workflows of the contract, that follow the link of a mail.
  app.get<{ Querystring: { to?: string } }>('/demo/mail.json', async (request, reply) => {
    assertOwnName(request);
    reply.headers(headers);
    const mails = await listStoredMails(folder, shownAtMost);
    const data = mails
      .filter(({ to }) => request.query.to === undefined || to === request.query.to)
      .map(({ to, subject, text }) => ({ to, subject, token: tokenOf(text) }));
    return { data };
  });

  app.get<{ Params: { name: string } }>('/demo/mail/:name', async (request, reply) => {
    assertOwnName(request);
    const mail = await readStoredMail(folder, request.params.name);
    if (mail === undefined) throw problem('not-found');
    reply.headers(headers).type('text/html; charset=utf-8');
    return mailPage(mail);
  });
};

/** What its link brings to the client; null where it has none. */
function tokenOf(text: string): string | null {
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? null;
}

function assertOwnName(request: FastifyRequest): void {
  if (!isLoopback(request.hostname)) throw problem('not-found');
}
