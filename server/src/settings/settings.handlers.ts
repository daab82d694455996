import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import type { Db } from '../db/database.ts';
import { assertMatch, hasMatch, splitVersion } from '../http/entity-tag.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { findSettings, lockSettings, updateSettings } from './settings.repository.ts';

/** Pages may show a change late by this much; every visitor of the site asks. */
const siteCache = 'public, max-age=60';

interface Deps {
  db: Db;
  isQuiet: () => Promise<boolean>;
}

export function settingsHandlers({
  db,
  isQuiet,
}: Deps): Handlers<'getSite' | 'getSettings' | 'updateSettings'> {
  return {
    async getSite({ request }) {
      const { etag, fields } = splitVersion(await findSettings(db));
      const refundPolicyHtml = renderMarkdown(fields.refundPolicy);
      const body = { ...fields, refundPolicyHtml };
      // Neither the version nor a minute in a cache says that it ended.
      if (await isQuiet())
        return { status: 200, headers: { 'cache-control': 'no-store' }, body: { ...body, isQuiet: true } };
      const headers = { etag, 'cache-control': siteCache };
      return hasMatch(request, etag) ? { status: 304, headers } : { status: 200, headers, body };
    },

    async getSettings() {
      const { etag, fields } = splitVersion(await findSettings(db));
      return { status: 200, headers: { etag }, body: fields };
    },

    async updateSettings({ body, request }) {
      return db.transaction().execute(async (trx) => {
        const settings = await lockSettings(trx);
        assertMatch(request, settings.version);
        const { etag, fields: after } = splitVersion(await updateSettings(trx, settings, body));
        const before = splitVersion(settings).fields;
        await recordChange(trx, request, { action: 'updateSettings', entityId: 'settings', before, after });
        return { status: 204, headers: { etag } };
      });
    },
  };
}
