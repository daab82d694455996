import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { hasDemoAccounts, hasDemoId, hasPaymentStandIn, openedBy, showsDemoMail } from './demo-parts.ts';

const partsOf = (env: Record<string, string>) => {
  const config = readConfig(env);
  return [hasDemoAccounts(config), hasDemoId(config), showsDemoMail(config), hasPaymentStandIn(config)];
};

describe('the demo', () => {
  it.each<Record<string, string>>([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'https://127.0.0.1' },
    { PUBLIC_URL: 'http://[::1]:3000' },
  ])('has accounts, Demo ID, the mail page and the payment stand-in with %j', (env) => {
    expect(partsOf(env)).toEqual([true, true, true, true]);
  });

  it.each([
    [['HOST'], { HOST: '0.0.0.0' }],
    [['PUBLIC_URL'], { PUBLIC_URL: 'https://fights.test' }],
    [['PUBLIC_URL'], { PUBLIC_URL: 'http://127.fights.test' }],
    [['PUBLIC_URL'], { PUBLIC_URL: 'http://localhost.fights.test', DEMO: '1' }],
    [['PUBLIC_URL'], { PUBLIC_URL: 'http://192.168.1.5:3000' }],
    [['TRUST_PROXY'], { TRUST_PROXY: '127.0.0.1' }],
    [
      ['HOST', 'PUBLIC_URL', 'TRUST_PROXY'],
      { HOST: '::', PUBLIC_URL: 'https://a.test', TRUST_PROXY: '10.0.0.0/8' },
    ],
  ])('has none of them when opened by %j', (opened, env) => {
    expect(openedBy(readConfig(env))).toEqual(opened);
    expect(partsOf(env)).toEqual([false, false, false, false]);
  });

  it('has none of them when there is no demo', () => {
    expect(partsOf({ DEMO: '0' })).toEqual([false, false, false, false]);
  });

  it('has no payment stand-in beside a real key', () => {
    const config = readConfig({
      STRIPE_SECRET_KEY: 'sk_live_0123456789',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    });
    expect([hasDemoAccounts(config), hasPaymentStandIn(config)]).toEqual([true, false]);
  });
});
