/** The text for a terminal when the server is ready: its address, and in the demo what to try first. */
import type { Config } from '../config.ts';
import { demoAccounts, demoPassword, liveDemoId, liveDemoSlug } from './demo-data.ts';
import { hasDemoAccounts, openedBy, showsDemoMail } from './demo-parts.ts';

/**
 * @param localUrl the address of the demo's mail page, which answers only on loopback.
 * @param paymentsUrl the dashboard of the payment stand-in.
 */
export function readyWords(
  config: Config,
  { url, localUrl, paymentsUrl }: { url: string; localUrl: string; paymentsUrl?: string },
): string {
  const lines = [`Ringside is ready at ${url}`];
  if (hasDemoAccounts(config)) {
    const [administrator, viewer, timekeeper] = demoAccounts;
    lines.push(
      '',
      'What to try first:',
      `  Watch the live fight    ${url}/competitions/${liveDemoSlug}/live  as ${viewer.email}`,
      `  Run the events          ${url}/admin  as ${administrator.email}`,
      `  Ring the bell           ${url}/admin/bell/${liveDemoId}  as ${timekeeper.email}`,
      `  Read the API docs       ${url}/docs`,
      '',
      `The password of these accounts is ${demoPassword}`,
    );
  } else if (config.demo) lines.push('', ...whyNoAccounts(openedBy(config)));
  if (showsDemoMail(config)) lines.push(`Mail that the demo sends is at ${localUrl}/demo/mail`);
  if (paymentsUrl) lines.push(`Payments move no money; refund and dispute them at ${paymentsUrl}`);
  return `${lines.join('\n')}\n`;
}

/** An operator who expects the demo's accounts learns here why they cannot sign in. */
function whyNoAccounts(variables: string[]): string[] {
  const opened = variables.length > 1 ? 'open' : 'opens';
  return [
    `The demo has no accounts, because ${variables.join(' and ')} ${opened} this server to others.`,
    '  To have an administrator, set ADMIN_EMAIL and ADMIN_PASSWORD.',
    '  To start without the events of the demo, set DEMO=0.',
  ];
}
