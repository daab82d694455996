import type { Adapter, AdapterPayload } from 'oidc-provider';

const entryLimit = 5_000;

/** Keeps Demo ID's state between requests: in this process, for minutes, and never the person who has signed in. */
export function createMemoryStore(): (model: string) => Adapter {
  const entries = new Map<string, { payload: AdapterPayload; expiresAt: number }>();

  const find = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > Date.now() ? entry.payload : undefined;
  };
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) => {
    for (const [key, { payload }] of entries) {
      if (key.startsWith(`${model}:`) && payload[field] === value) return find(key);
    }
    return undefined;
  };

  return (model) => ({
    async upsert(id, payload, expiresIn = 600) {
      const [oldest] = entries.keys();
      if (entries.size >= entryLimit && oldest !== undefined) entries.delete(oldest);
      entries.set(`${model}:${id}`, {
        payload: model === 'Session' ? withoutPerson(payload) : payload,
        expiresAt: Date.now() + expiresIn * 1_000,
      });
    },
    find: async (id) => find(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, 'uid', uid),
    findByUserCode: async (userCode) => findBy(model, 'userCode', userCode),
    async consume(id) {
      const payload = find(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    },
  });
}

/** Otherwise the next sign-in in this browser would use the same person without asking. */
function withoutPerson({ accountId: _, authorizations: __, ...rest }: AdapterPayload): AdapterPayload {
  return rest;
}
