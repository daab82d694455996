/**
 * `/demo/mail`: the mails of the demo, which no mail server delivers. Their links give access to accounts, so the page
 * exists only together with the demo accounts, and only for requests of this machine: a proxy, and a site that resolves
 * its name to 127.0.0.1 (DNS rebinding), get a 404.
 */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { isLocal } from '../http/local-requests.ts';
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
    assertLocal(request);
    reply.headers(headers).type('text/html; charset=utf-8');
    return listPage(await listStoredMails(folder, shownAtMost));
  });

  // For programs, such as the workflows of the contract, that follow the link of a mail.
  app.get<{ Querystring: { to?: string } }>('/demo/mail.json', async (request, reply) => {
    assertLocal(request);
    reply.headers(headers);
    const mails = await listStoredMails(folder, shownAtMost);
    const data = mails
      .filter(({ to }) => request.query.to === undefined || to === request.query.to)
      .map(({ to, subject, text }) => ({ to, subject, token: tokenOf(text) }));
    return { data };
  });

  app.get<{ Params: { name: string } }>('/demo/mail/:name', async (request, reply) => {
    assertLocal(request);
    const mail = await readStoredMail(folder, request.params.name);
    if (mail === undefined) throw problem('not-found');
    reply.headers(headers).type('text/html; charset=utf-8');
    return mailPage(mail);
  });
};

/** The token in the mail's link; null without one. */
function tokenOf(text: string): string | null {
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? null;
}

function assertLocal(request: FastifyRequest): void {
  if (!isLocal(request)) throw problem('not-found');
}
