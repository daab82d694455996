import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertEvent, insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});
const newSlug = () => `slug-${randomUUID()}`;
const rename = (eventId: string, slug: string) =>
  organiser.request(`PATCH /api/v1/events/${eventId}`, { body: { slug } });
const open = async (slug: string) => {
  const { status, body } = await api.request(`GET /api/v1/kickboxing/competitions/${slug}`);
  return status === 200 ? { id: body.id, slug: body.slug } : status;
};

describe('an old slug', () => {
  it('finds the event, which answers its slug of today', async () => {
    const [first, second, third] = [newSlug(), newSlug(), newSlug()];
    const id = await insertEvent(api.db, { slug: first });
    await rename(id, second);
    await rename(id, third);
    for (const slug of [first, second, third]) expect(await open(slug)).toEqual({ id, slug: third });
  });

  it('leads to the access list and the video too', async () => {
    const { eventId, signedUrlPath } = await insertWatchable(api.db);
    const old = newSlug();
    await rename(eventId, old);
    await rename(eventId, newSlug());
    const access = await organiser.request(`GET /api/v1/kickboxing/competitions/${old}/access`);
    expect([access.status, access.body.blocks.length]).toEqual([200, 1]);
    const url = await organiser.request(`GET ${signedUrlPath.replace(eventId, old)}`);
    expect(url.status).toBe(200);
  });

  it('belongs to a new event that takes it, and comes back to nobody when that event goes', async () => {
    const slug = newSlug();
    const id = await insertEvent(api.db, { slug });
    await rename(id, newSlug());
    const other = await insertEvent(api.db, { slug });
    expect(await open(slug)).toEqual({ id: other, slug });
    await organiser.request(`DELETE /api/v1/events/${other}`);
    expect(await open(slug)).toBe(404);
  });

  it('belongs to the event that had it last', async () => {
    const slug = newSlug();
    const [first, second] = [await insertEvent(api.db, { slug }), await insertEvent(api.db)];
    const today = newSlug();
    await rename(first, newSlug());
    await rename(second, slug);
    await rename(second, today);
    expect(await open(slug)).toEqual({ id: second, slug: today });
  });

  it('becomes the slug again when its event takes it back', async () => {
    const slug = newSlug();
    const id = await insertEvent(api.db, { slug });
    await rename(id, newSlug());
    await rename(id, slug);
    expect(await open(slug)).toEqual({ id, slug });
    const rows = await api.db.selectFrom('oldSlugs').select('slug').where('slug', '=', slug).execute();
    expect(rows).toEqual([]);
  });

  it('of a draft opens nothing', async () => {
    const slug = newSlug();
    const id = await insertEvent(api.db, { slug });
    await rename(id, newSlug());
    await organiser.request(`PATCH /api/v1/events/${id}`, { body: { status: 'draft' } });
    expect(await open(slug)).toBe(404);
  });

  it('goes with its event', async () => {
    const slug = newSlug();
    const id = await insertEvent(api.db, { slug });
    await rename(id, newSlug());
    await organiser.request(`DELETE /api/v1/events/${id}`);
    expect(await open(slug)).toBe(404);
  });

  it('goes to one of sixty who want it at once', async () => {
    const slug = newSlug();
    const id = await insertEvent(api.db, { slug });
    await rename(id, newSlug());
    const others = await Promise.all(Array.from({ length: 60 }, () => insertEvent(api.db)));
    const answers = await Promise.all(others.map((other) => rename(other, slug)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(59);
    expect(await open(slug)).toEqual({ id: others[statuses.indexOf(204)], slug });
  });
});
