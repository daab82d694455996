import { describe, expect, it } from 'vitest';
import { startApi } from './harness.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});

const draft = {
  name: '  Summer Slam ',
  slug: 'summer-slam',
  startDate: '2027-06-01T19:00:00+02:00',
  endDate: '2027-06-01T23:00:00+02:00',
  timezone: 'Europe/Amsterdam',
  location: { cityName: 'Rotterdam' },
};

describe('createEvent', () => {
  it('stores an event and answers where it is', async () => {
    const created = await organiser.request('POST /api/v1/events', { body: draft });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`/api/v1/events/${created.body.id}`);

    const { body } = await organiser.request(`GET /api/v1/events/${created.body.id}`);
    expect(body).toMatchObject({
      name: 'Summer Slam',
      status: 'draft',
      startDate: '2027-06-01T17:00:00+00:00',
      location: { name: null, address: null, cityName: 'Rotterdam', countryName: null },
    });
  });

  it('lists every issue at once', async () => {
    const { status, body } = await organiser.request('POST /api/v1/events?with=blocks', {
      body: { ...draft, slug: 'No Slug', timezone: 'Mars/Base', startDate: 'soon', colour: 'red', name: ' ' },
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual(
      expect.arrayContaining([
        {
          detail: "Invalid slug format. Must be URL-friendly, for example 'my-great-event'.",
          pointer: '/slug',
          location: 'body',
        },
        { detail: 'Unknown timezone.', pointer: '/timezone', location: 'body' },
        { detail: 'Is not a known field.', pointer: '/colour', location: 'body' },
        { detail: 'Must not be empty.', pointer: '/name', location: 'body' },
        { detail: 'Is not a known field.', pointer: '/with', location: 'query' },
      ]),
    );
    expect(body.issues).toHaveLength(6);
  });
});
