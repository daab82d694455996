import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { ownOrigin } from '../../http/return-url.ts';
import { listProviderUse } from '../provider-identity.repository.ts';
import { type OidcClient, OidcError } from './oidc-client.ts';
import { callbackUrl } from './provider.rules.ts';

interface Deps {
  db: Db;
  providers: readonly OidcClient[];
  publicUrl: string | undefined;
}

/** The providers as administrators see them. People who sign in see `listProviders`. */
export function configuredProviderHandlers({
  db,
  providers,
  publicUrl,
}: Deps): Handlers<'listConfiguredProviders'> {
  return {
    async listConfiguredProviders({ request }) {
      const origin = ownOrigin(request, publicUrl);
      const issuers = providers.map(({ settings: { issuer, identityIssuer = issuer } }) => identityIssuer);
      // The first check of a provider asks it, within 5 seconds; later ones answer from memory.
      const [use, states] = await Promise.all([
        listProviderUse(db, issuers),
        Promise.all(providers.map(stateOf)),
      ]);
      const data = providers.map(({ settings: { code, name, issuer, identityIssuer = issuer } }, index) => ({
        code,
        name,
        issuer,
        callbackUrl: callbackUrl(origin, code),
        ...(states[index] ?? { state: 'failed' as const, detail: 'unknown' }),
        users: use.get(identityIssuer)?.users ?? 0,
        lastSignInAt: use.get(identityIssuer)?.lastUsedAt ?? null,
      }));
      return { status: 200, headers: { 'cache-control': 'no-store' }, body: { data, total: data.length } };
    },
  };
}

async function stateOf(provider: OidcClient) {
  try {
    await provider.check();
    return { state: 'ok' as const, detail: 'The provider answers.' };
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    return { state: 'failed' as const, detail: error.reason };
  }
}
