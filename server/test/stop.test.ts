import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { startApi } from './harness.ts';

const api = await startApi();

it('answers what comes on an open connection while it stops, with a problem where it must, and closes it', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  // A login takes the time of a hash: long enough for the stop to begin meanwhile.
  const body = JSON.stringify({ email: 'nobody@example.test', password: 'x' });
  const login =
    'POST /api/v1/identity/auth/credentials/login HTTP/1.1\r\nhost: localhost\r\n' +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const begun = once(api.app.server, 'request');
  socket.write(login);
  await begun;
  const stopped = api.app.close();
  socket.write('GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await Promise.all([stopped, once(socket, 'close')]);

  const answers = received.split(/(?=HTTP\/1\.1 )/);
  expect(answers.map((answer) => Number(answer.split(' ')[1]))).toEqual([401, 503]);
  const last = String(answers.at(-1)).toLowerCase();
  expect(last).toContain('content-type: application/problem+json');
  expect(last).toContain('connection: close');
  expect(last).toContain('the server is shutting down.');
});
