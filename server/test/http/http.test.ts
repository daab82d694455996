/**
 * Rules for every operation: the accepted forms of a request, and the answers to invalid ones.
 *
 * @engine one
 */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read', 'event:create'] });
const json = { 'content-type': 'application/json' };
const post = (body: unknown, headers: Record<string, string> = json) =>
  organiser.request('POST /api/v1/events', { body, headers });

describe('a body', () => {
  it.each(['{', '{"name":}', '{"a":1}}', "{'a':1}", '\ufeff'])(
    'that is the malformed JSON %j is a 400',
    async (text) => {
      const { status, body } = await post(text);
      expect(status).toBe(400);
      expect(body.issues).toEqual([{ detail: 'The body is not valid JSON.', pointer: '', location: 'body' }]);
    },
  );

  it.each(['', undefined])('that is missing (%j) is a 400', async (text) => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ detail: 'A JSON body is required.', pointer: '', location: 'body' }]);
  });

  it.each(['null', '5', '"text"', '[]', 'true'])('that is %s instead of an object is a 400', async (text) => {
    expect((await post(text)).status).toBe(400);
  });

  it.each(['__proto__', 'constructor'])('cannot reach a prototype by %s', async (name) => {
    const { status } = await post(`{"name":"x","${name}":{"prototype":{"admin":true}}}`);
    expect(status).toBe(400);
    expect({}).not.toHaveProperty('admin');
  });

  it.each([
    'text/plain',
    'text/csv',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'json',
  ])('of the type %s is a 415', async (type) => {
    const { status, body } = await post('{}', { 'content-type': type });
    expect(status).toBe(415);
    expect(body.type).toBe('/problems/unsupported-media-type');
  });

  it('without a type is a 415', async () => {
    const { status } = await post('name=x', {});
    expect(status).toBe(415);
  });

  it.each(['iso-8859-1', 'utf-16', '"windows-1252"', 'x'])('in the charset %s is a 415', async (charset) => {
    const { status, body } = await post('{}', { 'content-type': `application/json; charset=${charset}` });
    expect([status, body.detail]).toEqual([415, 'The body must be UTF-8.']);
  });

  it.each([
    ['Latin-1', Buffer.from('{"name":"M\xfcnchen"}', 'latin1')],
    ['UTF-16', Buffer.from('{"name":"a"}\u0fff\ud800', 'utf16le')],
    ['UTF-8 that is cut', Buffer.from('{"name":"ü"}').subarray(0, 10)],
    ['a surrogate', Buffer.from([0x7b, 0xed, 0xa0, 0x80, 0x7d])],
  ])('of bytes that are not UTF-8 (%s) is a 400', async (_name, bytes) => {
    const { status, body } = await post(bytes);
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ detail: 'Must be UTF-8.', pointer: '', location: 'body' }]);
  });

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'may be of the type %s',
    async (type) => {
      const { status, body } = await post('{}', { 'content-type': type });
      expect(status).toBe(400);
      expect(body.issues.length).toBeGreaterThan(1);
    },
  );

  it('that is compressed is a 415, which names the accepted encoding', async () => {
    for (const encoding of ['gzip', 'br', 'GZIP, identity', 'x']) {
      const { status, body, headers } = await post('{}', { ...json, 'content-encoding': encoding });
      expect([status, body.detail]).toEqual([415, 'The body must not be compressed.']);
      expect(headers['accept-encoding']).toBe('identity');
    }
    expect((await post('{}', { ...json, 'content-encoding': 'identity' })).status).toBe(400);
  });

  it.each([
    ['{"name":"a","slug":"b","name":"c"}', '/name'],
    ['{"n\\u0061me":"a","name":"c"}', '/name'],
    ['{"location":{"name":"a" , "name":null}}', '/location/name'],
    ['[0,{"a":["x:",{"b~/":1,"b~/":2}]}]', '/1/a/1/b~0~1'],
  ])('that holds a field twice is a 400 that names it: %s', async (text, pointer) => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ detail: 'Must not occur twice.', pointer, location: 'body' }]);
  });

  it('is ignored by an operation without a body', async () => {
    for (const body of ['', '{}', undefined]) {
      const answer = await organiser.request('POST /api/v1/playback/sessions', { headers: json, body });
      expect(answer.status).toBe(201);
    }
  });

  it.each(['[', '{"a":'])('is refused when it nests %s too deeply', async (open) => {
    const close = open === '[' ? ']' : '}';
    const text = `{"name":${open.repeat(900)}1${close.repeat(900)}}`;
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(body.issues).toContainEqual(
      expect.objectContaining({ detail: 'Must not be nested more than 50 deep.', location: 'body' }),
    );
  });

  it('is refused with text that no database can store', async () => {
    const { status, body } = await post(
      '{"name":"a\\u0000b","slug":"x","description":"\\ud83e","location":{"name":"\\udc00"}}',
    );
    expect(status).toBe(400);
    expect(body.issues).toEqual(
      expect.arrayContaining([
        { detail: 'Must not contain a NUL character.', pointer: '/name', location: 'body' },
        { detail: 'Must be well-formed Unicode.', pointer: '/description', location: 'body' },
        { detail: 'Must be well-formed Unicode.', pointer: '/location/name', location: 'body' },
      ]),
    );
  });

  it('keeps every valid character', async () => {
    const name = '🥊 Łódź — "O’Neill" \\ %_ <b> \u200d \u202e';
    const created = await post({
      name,
      slug: 'characters',
      startDate: '2027-01-01T00:00:00Z',
      endDate: '2027-01-01T00:00:00Z',
      timezone: 'Europe/Warsaw',
      location: {},
    });
    expect(created.status).toBe(201);
    const { body } = await organiser.request(`GET /api/v1/events/${created.body.id}`);
    expect(body.name).toBe(name.trim());
  });
});

describe('a path', () => {
  it.each(['/api/v1/nope', '/api/v2/events', '/api', '/nope', '/api/v1/events/a/b/c/d'])(
    '%s that does not exist is a 404',
    async (path) => {
      const { status, body, headers } = await organiser.request(`GET ${path}`);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('application/problem+json');
      expect(body).toEqual({
        type: '/problems/not-found',
        status: 404,
        title: 'Not Found',
        detail: 'The requested resource was not found.',
        instance: path,
      });
    },
  );

  it('is returned without its query, which may contain secrets', async () => {
    const { body } = await organiser.request('GET /api/v1/nope?code=secret');
    expect(body.instance).toBe('/api/v1/nope');
  });

  it.each(['PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    'without an operation for %s is a 404',
    async (method) => {
      expect((await organiser.request(`${method} /api/v1/kickboxing/competitions`)).status).toBe(404);
    },
  );

  it.each(['/api/v1/events/%', '/api/v1/events/%zz', '/api/v1/events/%E0%A4%A'])(
    'with the bad escape %s is a 400',
    async (path) => {
      const { status, body } = await organiser.request(`GET ${path}`);
      expect(status).toBe(400);
      expect(body.issues).toEqual([{ detail: 'The address is not valid.', pointer: '', location: 'path' }]);
    },
  );

  it('with a very long part is refused', async () => {
    const { status, headers } = await organiser.request(
      `GET /api/v1/kickboxing/competitions/${'a'.repeat(300)}`,
    );
    expect([400, 404, 414]).toContain(status);
    expect(headers['content-type']).toBe('application/problem+json');
  });

  it('may end with a slash', async () => {
    expect((await organiser.request('GET /api/v1/events/')).status).toBe(200);
  });

  it('is refused when a field of the filter occurs twice', async () => {
    const filter = '{"name":{"eq":"a"},"name":{"eq":"b"}}';
    const { status, body } = await organiser.request(
      `GET /api/v1/events?filter=${encodeURIComponent(filter)}`,
    );
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { detail: 'Must not occur twice.', pointer: '/filter/name', location: 'query' },
    ]);
  });

  it('is refused when a parameter with one value occurs twice', async () => {
    const { status, body } = await organiser.request('GET /api/v1/events?limit=1&limit=2');
    expect(status).toBe(400);
    expect(body.issues[0].pointer).toBe('/limit');
  });
});

describe('a HEAD request', () => {
  it('answers like GET, but without a body', async () => {
    const get = await organiser.request('GET /api/v1/events');
    const head = await organiser.request('HEAD /api/v1/events');
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  });

  it('needs the same token, the same scopes and the same parameters', async () => {
    expect((await api.request('HEAD /api/v1/events')).status).toBe(401);
    expect((await (await api.signInAs()).request('HEAD /api/v1/events')).status).toBe(403);
    expect((await organiser.request('HEAD /api/v1/events?limit=0')).status).toBe(400);
    expect((await organiser.request('HEAD /api/v1/events/no-id')).status).toBe(400);
    expect((await organiser.request('HEAD /api/v1/identity/users')).status).toBe(403);
  });
});

describe('every answer', () => {
  it.each(['/api/v1/kickboxing/competitions', '/api/v1/nope', '/healthz'])(
    'of %s has the security headers',
    async (path) => {
      const { headers } = await api.request(`GET ${path}`);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).toContain("manifest-src 'self'");
      const permissions = String(headers['permissions-policy']).split(', ');
      expect(permissions).toEqual(
        expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'payment=()']),
      );
      expect(permissions).toEqual(
        expect.arrayContaining([
          'autoplay=(self)',
          'fullscreen=(self)',
          'picture-in-picture=(self)',
          'screen-wake-lock=(self)',
        ]),
      );
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server).toBeUndefined();
    },
  );

  it.each(['/media/nope', '/media/pictures/nope', '/api/%zz'])(
    'of %s is protected from content sniffing',
    async (path) => {
      const { headers } = await api.request(`GET ${path}`);
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('that is a problem is never cached', async () => {
    expect((await api.request('GET /api/v1/events')).headers['cache-control']).toBe('no-store');
    expect((await api.request('GET /nope')).headers['cache-control']).toBe('no-store');
  });
});

describe('a body with more values than any operation needs', () => {
  it.each([
    ['fields', Object.fromEntries(Array.from({ length: 3_000 }, (_, number) => [`f${number}`, 1]))],
    ['items', { permissionCodes: Array.from({ length: 3_000 }, (_, number) => `a:${number}`) }],
    ['fields of a field', { email: Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => 1)) }],
  ])('is refused with one issue, not with one per field: %s', async (_name, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([
      { detail: 'Must not hold more than 1000 values.', pointer: '', location: 'body' },
    ]);
  });
});

describe('an invalid HTTP request', () => {
  beforeAll(async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
  });

  async function send(
    text: string,
  ): Promise<{ status: number; headers: string; body: { type: string; status: number } }> {
    const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.end(text);
    await once(socket, 'close');
    const [headers = '', body = ''] = answer.split('\r\n\r\n');
    return { status: Number(headers.split(' ')[1]), headers, body: JSON.parse(body) };
  }

  it.each([
    ['nonsense', 'HELLO\r\n\r\n', 400, 'validation-error'],
    ['a header without a name', 'GET / HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n', 400, 'validation-error'],
    [
      'two lengths',
      'POST /api/v1/events HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      400,
      'validation-error',
    ],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'validation-error',
    ],
    // The path is refused first; the fault in the rest must not cause a second answer.
    [
      'a bad path with an unreadable body',
      'GET /api/v1/events/% HTTP/1.1\r\nhost: x\r\ntransfer-encoding: identity\r\n\r\n',
      400,
      'validation-error',
    ],
    [
      'an unreadable body',
      'GET /healthz HTTP/1.1\r\nhost: x\r\ntransfer-encoding: identity\r\n\r\n',
      400,
      'validation-error',
    ],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'validation-error'],
    ['a tunnel', 'CONNECT example.test:443 HTTP/1.1\r\nhost: example.test:443\r\n\r\n', 404, 'not-found'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'request-headers-too-large',
    ],
  ])('is answered with a problem: %s', async (_name, text, status, code) => {
    const answer = await send(text);
    expect(answer.status).toBe(status);
    expect(answer.headers).toContain('content-type: application/problem+json');
    expect(answer.headers).toContain('cache-control: no-store');
    expect(answer.headers).toContain('x-content-type-options: nosniff');
    expect(answer.body).toMatchObject({ type: `/problems/${code}`, status });
  });

  // An error that nothing catches fails the run.
  it.each([
    ['a tunnel', 'CONNECT example.test:443 HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['an upgrade', 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ['an expectation', 'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\n\r\n'],
    ['an unreadable request', 'GET / HTTP/9\r\n\r\n'],
  ])('ends nothing but its connection when it is reset: %s', async (_name, text) => {
    const { port } = api.app.server.address() as AddressInfo;
    for (let count = 0; count < 20; count++) {
      const client = connect(port, '127.0.0.1').on('error', () => {});
      client.write(text, () => client.resetAndDestroy());
      await once(client, 'close');
    }
    expect((await send('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('does not refuse an unknown expectation', async () => {
    const answer = await send(
      'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\nconnection: close\r\n\r\n',
    );
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
  });

  it('needs no host in HTTP/1.0', async () => {
    const answer = await send('GET /healthz HTTP/1.0\r\n\r\n');
    expect(answer.status).toBe(200);
  });
});
