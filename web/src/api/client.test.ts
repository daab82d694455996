import { callsIgnoringExpiredToken } from '@ringside/openapi/operation-facts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../test/api-server.ts';
import { api, connectSession } from './client.ts';

const server = fakeApiServer();
const infoPath = '/api/v1/identity/auth/token/user-info';
const unauthorized = problemBody({ status: 401, type: '/problems/unauthorized', title: 'Unauthorized' });
const userInfo = {
  sub: '5f0a7c10-0000-4000-8000-000000000002',
  name: 'Mia Jansen',
  first_name: 'Mia',
  middle_name: null,
  last_name: 'Jansen',
  email: 'mia@ringside.test',
  email_verified: true,
  phone_number: null,
  phone_number_verified: false,
  updated_at: 0,
};

let isExpired = false;
const refresh = vi.fn(async () => {
  isExpired = false;
  return true;
});

const tokenRefused = vi.fn(async () => {});

beforeEach(() => {
  isExpired = false;
  refresh.mockClear();
  tokenRefused.mockClear();
  connectSession({ isAccessTokenExpired: () => isExpired, refresh, tokenRefused });
});

afterEach(() => connectSession());

describe('an expired access token', () => {
  it('is renewed before the call', async () => {
    isExpired = true;
    server.on('get', infoPath, { status: 200, body: userInfo });
    const { data } = await api.GET(infoPath);
    expect(data?.name).toBe('Mia Jansen');
    expect(refresh).toHaveBeenCalledOnce();
    expect(server.calls(infoPath)).toHaveLength(1);
  });

  it('is renewed once after a 401, and the call is repeated with its body', async () => {
    const path = '/api/v1/identity/profile';
    server.on('patch', path, () => {
      // The token expires during the call.
      isExpired = true;
      server.on('patch', path, { status: 204 });
      return { status: 401, body: unauthorized };
    });
    const body = { firstName: 'Mia' };
    const { response } = await api.PATCH(path, { body });
    expect(response.status).toBe(204);
    expect(server.calls().map((call) => call.body)).toEqual([body, body]);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('is not assumed when the token should still be valid: the session was ended elsewhere', async () => {
    server.on('get', infoPath, { status: 401, body: unauthorized });
    const { response } = await api.GET(infoPath);
    expect(response.status).toBe(401);
    expect(tokenRefused).toHaveBeenCalledOnce();
    expect(refresh).not.toHaveBeenCalled();
  });

  it('returns the 401 when it cannot be renewed', async () => {
    server.on('get', infoPath, () => {
      isExpired = true;
      return { status: 401, body: unauthorized };
    });
    refresh.mockResolvedValueOnce(false);
    const { error } = await api.GET(infoPath);
    expect(error).toMatchObject({ status: 401 });
    expect(server.calls(infoPath)).toHaveLength(1);
  });
});

it('does not refresh for a 401 while the access token is valid', async () => {
  server.on('get', infoPath, { status: 401, body: unauthorized });
  await api.GET(infoPath);
  expect(refresh).not.toHaveBeenCalled();
});

it('never refreshes for the token calls themselves', async () => {
  isExpired = true;
  const path = '/api/v1/identity/auth/token/refresh';
  server.on('post', path, { status: 401, body: unauthorized });
  await api.POST(path, { body: { remember: true } });
  expect(refresh).not.toHaveBeenCalled();
});

it.each(callsIgnoringExpiredToken)('never refreshes for %s', async (call) => {
  isExpired = true;
  // They differ in body and query, which do not matter here.
  const [method, path] = call.split(' ') as ['POST', '/api/v1/identity/auth/token/refresh'];
  const verb = method.toLowerCase() as 'post';
  server.on(verb, path, { status: 401, body: unauthorized });
  await api.request(verb, `${path}?tab=1` as typeof path, {});
  expect(server.calls()).toHaveLength(1);
  expect(refresh).not.toHaveBeenCalled();
});

it('refreshes for a call beside them', async () => {
  isExpired = true;
  const path = '/api/v1/identity/auth/credentials/email-verification';
  server.on('post', path, { status: 204 });
  await api.POST(path);
  expect(refresh).toHaveBeenCalledOnce();
});

it('sends the filter as JSON and repeats the key of a list', async () => {
  server.on('get', '/api/v1/kickboxing/competitions', { status: 200, body: { data: [], total: 0 } });
  const filter = { endDate: { gt: '2026-11-20T19:00:00+01:00' } };
  await api.GET('/api/v1/kickboxing/competitions', {
    params: { query: { filter, order: ['-startDate', 'name'], limit: 5 } },
  });
  const [call] = server.calls();
  expect(JSON.parse(call?.query.get('filter') ?? '')).toEqual(filter);
  expect(call?.query.getAll('order')).toEqual(['-startDate', 'name']);
  expect(call?.query.get('limit')).toBe('5');
});
