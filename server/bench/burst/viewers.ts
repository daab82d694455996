/** Viewers who watch: each has a device whose player pings. */
import type { Db } from '../../src/db/database.ts';
import { createKeyring } from '../../src/identity/sessions/keyring.ts';
import { loadSigningKeys } from '../../src/identity/sessions/signing-keys.ts';
import { createTokens } from '../../src/identity/sessions/tokens.ts';
import { insertAccess, insertWatchable } from '../../test/factories.ts';
import { type BenchRequest, signIn } from '../api/bench-requests.ts';
import { sized } from '../size.ts';

const viewers = sized(100, 10);

/** @param url of the server, which has made its signing keys. */
export async function watchingPings(db: Db, url: string): Promise<BenchRequest[]> {
  const now = new Date();
  const keys = await loadSigningKeys(db, now);
  const onError = (error: unknown) => {
    throw error;
  };
  const tokens = createTokens(createKeyring(db, { ...keys, now: () => new Date(), onError }));
  const { eventId, signedUrlPath } = await insertWatchable(db);
  const requests: BenchRequest[] = [];
  for (let viewer = 0; viewer < viewers; viewer += 1) {
    const { userId, headers } = await signIn(db, tokens, [], now);
    await insertAccess(db, { eventId, userId });
    const answer = await fetch(`${url}${signedUrlPath}`, { headers });
    const { playbackSessionId } = (await answer.json()) as { playbackSessionId: string };
    const path = `${url}/api/v1/playback/sessions/${playbackSessionId}/ping`;
    requests.push({ name: 'ping', method: 'POST', path, headers });
  }
  return requests;
}
