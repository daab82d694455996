/** The picture of an event must exist. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertEvent, insertImage } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read', 'event:create', 'event:update'] });
const unknownPicture = { detail: 'There is no such picture.', pointer: '/pictureId', location: 'body' };
const event = {
  name: 'Summer Slam',
  slug: 'summer-slam',
  startDate: '2027-06-01T19:00:00+02:00',
  endDate: '2027-06-01T23:00:00+02:00',
  timezone: 'Europe/Amsterdam',
  location: {},
};

it('refuses an unknown picture for a new event', async () => {
  const body = { ...event, pictureId: randomUUID() };
  const answer = await organiser.request('POST /api/v1/events', { body });
  expect(answer.status).toBe(400);
  expect(answer.body.issues).toEqual([unknownPicture]);
});

it('accepts an existing picture for a new event', async () => {
  const pictureId = await insertImage(api.db);
  const created = await organiser.request('POST /api/v1/events', { body: { ...event, pictureId } });
  expect(created.status).toBe(201);
  const { body } = await organiser.request(`GET /api/v1/events/${created.body.id}`);
  expect(body.pictureId).toBe(pictureId);
});

it('keeps the picture when an update names an unknown one', async () => {
  const pictureId = await insertImage(api.db);
  const target = `/api/v1/events/${await insertEvent(api.db, { pictureId })}`;
  const body = { name: 'Another name', pictureId: randomUUID() };
  const answer = await organiser.request(`PATCH ${target}`, { body });
  expect(answer.status).toBe(400);
  expect(answer.body.issues).toEqual([unknownPicture]);
  expect((await organiser.request(`GET ${target}`)).body).toMatchObject({ name: 'Test Night', pictureId });
  expect((await organiser.request(`PATCH ${target}`, { body: { pictureId: null } })).status).toBe(204);
  expect((await organiser.request(`GET ${target}`)).body.pictureId).toBeNull();
});
