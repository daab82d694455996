import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startApi } from '../harness.ts';

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
  location: { cityName: ' Rotterdam ' },
};

const slugTaken = {
  detail: 'Another event has this slug already.',
  pointer: '/slug',
  location: 'body',
};

const endBeforeStart = { detail: 'Must not be before the start.', pointer: '/endDate', location: 'body' };

const read = async (id: string) => (await organiser.request(`GET /api/v1/events/${id}`)).body;

describe('createEvent', () => {
  it('stores an event and returns its location', async () => {
    const created = await organiser.request('POST /api/v1/events', { body: draft });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`/api/v1/events/${created.body.id}`);
    expect(await read(created.body.id)).toEqual({
      id: created.body.id,
      name: 'Summer Slam',
      slug: 'summer-slam',
      description: null,
      content: null,
      startDate: '2027-06-01T17:00:00+00:00',
      endDate: '2027-06-01T21:00:00+00:00',
      timezone: 'Europe/Amsterdam',
      location: { name: null, address: null, cityName: 'Rotterdam', countryName: null },
      pictureId: null,
      status: 'draft',
      stripePriceId: null,
      saleStartDate: null,
      saleEndDate: null,
    });
  });

  it('refuses a sale that ends before it starts', async () => {
    const sale = { saleStartDate: '2027-05-01T10:00:00Z', saleEndDate: '2027-05-01T09:59:59Z' };
    const refused = await organiser.request('POST /api/v1/events', {
      body: { ...draft, ...sale, slug: 'sold-backwards' },
    });
    expect([refused.status, refused.body.issues]).toEqual([
      400,
      [{ detail: 'Must not be before the start.', pointer: '/saleEndDate', location: 'body' }],
    ]);
    const created = await organiser.request('POST /api/v1/events', {
      body: { ...draft, ...sale, saleEndDate: '2027-05-01T10:00:00Z', slug: 'sold-for-a-moment' },
    });
    expect(await read(created.body.id)).toMatchObject({ saleStartDate: '2027-05-01T10:00:00+00:00' });
    const patched = await organiser.request(`PATCH /api/v1/events/${created.body.id}`, {
      body: { saleStartDate: '2027-05-02T10:00:00Z' },
    });
    expect(patched.body.issues).toEqual([
      { detail: 'Must not be after the end.', pointer: '/saleStartDate', location: 'body' },
    ]);
  });

  it('lists every issue at once', async () => {
    const { status, body } = await organiser.request('POST /api/v1/events?with=blocks', {
      body: {
        ...draft,
        slug: 'No Slug',
        timezone: 'Mars/Base',
        startDate: 'soon',
        colour: 'red',
        name: ' ',
        description: 'x'.repeat(256),
        location: { city: 'Rotterdam' },
        status: 'secret',
      },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      type: '/problems/validation-error',
      title: 'Validation Error',
      instance: '/api/v1/events',
    });
    expect(body.issues).toHaveLength(9);
    expect(body.issues).toEqual(
      expect.arrayContaining([
        {
          detail: "Invalid slug format. Must be URL-friendly, for example 'my-great-event'.",
          pointer: '/slug',
          location: 'body',
        },
        { detail: 'Unknown timezone.', pointer: '/timezone', location: 'body' },
        {
          detail: 'Must be an ISO date-time with an offset, for example 2026-11-20T19:00:00+01:00.',
          pointer: '/startDate',
          location: 'body',
        },
        { detail: 'Is not a known field.', pointer: '/colour', location: 'body' },
        { detail: 'Must not be empty.', pointer: '/name', location: 'body' },
        { detail: 'Must be at most 255 characters long.', pointer: '/description', location: 'body' },
        { detail: 'Is not a known field.', pointer: '/location/city', location: 'body' },
        { detail: 'Must be one of "public", "draft", "hidden".', pointer: '/status', location: 'body' },
        { detail: 'Is not a known field.', pointer: '/with', location: 'query' },
      ]),
    );
  });

  it.each([
    ['marks', '*_'.repeat(10_000), /^Too much markup: line 1 exceeds the 3,000 marks/],
    ['quotes', `# Tonight\n${'>'.repeat(5_000)}`, /^Line 2 is nested too deep/],
    ['images', '![a](/b)\n'.repeat(25), /^Too many images: line 25/],
    [
      'cells',
      `${'a|'.repeat(100)}\n${'-|'.repeat(100)}\n${'b\n'.repeat(2_000)}`,
      /^The tables are too large/,
    ],
    ['length', 'x'.repeat(20_001), /^Must be at most 20,000 characters long\.$/],
    ['length of 100 KB', '>'.repeat(100_000), /^Must be at most 20,000 characters long\.$/],
  ])('refuses a text that has too much of: %s', async (_, content, detail) => {
    const { status, body } = await organiser.request('POST /api/v1/events', { body: { ...draft, content } });
    expect(status).toBe(400);
    const issue = { detail: expect.stringMatching(detail), pointer: '/content', location: 'body' };
    expect(body.issues).toEqual([issue]);
  });

  it('refuses a slug that looks like an id', async () => {
    const { status, body } = await organiser.request('POST /api/v1/events', {
      body: { ...draft, slug: '00000000-0000-4000-8000-00000000abcd' },
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { detail: 'Must not look like an id.', pointer: '/slug', location: 'body' },
    ]);
  });

  it('names every required field that is missing', async () => {
    const { body } = await organiser.request('POST /api/v1/events', { body: {} });
    expect(body.issues.map((issue: { pointer: string }) => issue.pointer).sort()).toEqual([
      '/endDate',
      '/location',
      '/name',
      '/slug',
      '/startDate',
      '/timezone',
    ]);
  });

  it('counts the characters of a text after trimming it', async () => {
    const name = 'n'.repeat(255);
    const { status, body } = await organiser.request('POST /api/v1/events', {
      body: { ...draft, slug: '  trimmed-slam ', name: `  ${name}  ` },
    });
    expect(status).toBe(201);
    expect(await read(body.id)).toMatchObject({ name, slug: 'trimmed-slam' });
  });

  it.each(['Upper', 'with space', '-start', 'end-', 'two--hyphens', 'ümlaut', '', 'a/b'])(
    'refuses the slug %j',
    async (slug) => {
      const { status, body } = await organiser.request('POST /api/v1/events', { body: { ...draft, slug } });
      expect(status).toBe(400);
      expect(body.issues).toEqual([expect.objectContaining({ pointer: '/slug' })]);
    },
  );

  it.each([
    '2027-06-01',
    '2027-06-01T19:00:00',
    '2027-13-01T19:00:00Z',
    '2027-02-30T19:00:00Z',
    'tomorrow',
    '2027-06-30T23:59:60Z',
    '2027-06-01 19:00:00Z',
    '2027-06-01T19:00:00.1234567Z',
    '0000-01-01T00:00:00Z',
    '2027-06-01T19:00:00+23:59',
    '9999-12-31T23:59:59-00:01',
  ])('refuses the date %j', async (endDate) => {
    const { status, body } = await organiser.request('POST /api/v1/events', {
      body: { ...draft, endDate },
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual([expect.objectContaining({ pointer: '/endDate' })]);
  });

  it.each([
    ['2027-06-01T19:00:00.123456+02:00', '2027-06-01T17:00:00.123456+00:00'],
    ['2027-06-01T23:59:59.999999-11:00', '2027-06-02T10:59:59.999999+00:00'],
    ['2027-06-01t19:00:00.5z', '2027-06-01T19:00:00.5+00:00'],
    // That night clocks in Amsterdam jump from 2:00 to 3:00; in October 2:30 occurs twice.
    ['2027-03-28T02:30:00+01:00', '2027-03-28T01:30:00+00:00'],
    ['2027-10-31T02:30:00+02:00', '2027-10-31T00:30:00+00:00'],
    ['2027-10-31T02:30:00+01:00', '2027-10-31T01:30:00+00:00'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+00:00'],
  ])('stores the date %s exactly', async (startDate, stored) => {
    const body = { ...draft, startDate, endDate: '9999-12-31T23:59:59.999999Z' };
    const created = await organiser.request('POST /api/v1/events', {
      body: { ...body, slug: `exact-${randomUUID()}` },
    });
    expect(created.status).toBe(201);
    expect(await read(created.body.id)).toMatchObject({
      startDate: stored,
      endDate: '9999-12-31T23:59:59.999999+00:00',
    });
  });

  it('refuses an end before the start also for dates in lower case', async () => {
    const body = { ...draft, startDate: '2027-06-01t23:00:00z', endDate: '2027-06-01T22:00:00Z' };
    const { status, body: refused } = await organiser.request('POST /api/v1/events', { body });
    expect([status, refused.issues]).toEqual([400, [endBeforeStart]]);
  });

  it.each(['Mars/Base', '+02:00', 'UTC+2', '', 'Europe/Amsterdam ', '../etc'])(
    'refuses the timezone %j',
    async (timezone) => {
      const { status, body } = await organiser.request('POST /api/v1/events', {
        body: { ...draft, timezone },
      });
      expect([status, body.issues]).toEqual([
        400,
        [{ detail: 'Unknown timezone.', pointer: '/timezone', location: 'body' }],
      ]);
    },
  );

  it('refuses an end before the start and accepts one at the start', async () => {
    const period = { startDate: '2027-06-01T19:00:00+02:00', endDate: '2027-06-01T16:59:59Z' };
    const refused = await organiser.request('POST /api/v1/events', {
      body: { ...draft, slug: 'backwards', ...period },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.issues).toEqual([endBeforeStart]);

    const taken = await organiser.request('POST /api/v1/events', {
      body: { ...draft, slug: 'no-length', ...period, endDate: '2027-06-01T17:00:00Z' },
    });
    expect(taken.status).toBe(201);
  });

  it('gives a slug to one of many simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        organiser.request('POST /api/v1/events', { body: { ...draft, slug: 'wanted-by-many' } }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      type: '/problems/conflict',
      issues: [slugTaken],
    });
  });
});
