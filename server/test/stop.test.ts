/**
 * @engine both
 */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startApi } from './harness.ts';

const api = await startApi();

it('answers requests that are in flight or redirectOf while it stops, and then closes their connections', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  // With half a request, the connection is not idle.
  const slow = connect(port, '127.0.0.1');
  slow.write('GET /readyz HTTP/1.1\r\n');
  await once(api.app.server, 'connection');
  const busy = connect(port, '127.0.0.1');
  const received = [textOf(busy), textOf(slow)];
  // A login hashes a password, so that the stop begins while it runs.
  const body = JSON.stringify({ email: 'nobody@example.test', password: 'x' });
  const login =
    'POST /api/v1/identity/auth/credentials/login HTTP/1.1\r\nhost: localhost\r\n' +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const begun = once(api.app.server, 'request');
  busy.write(login);
  await begun;
  const stopped = api.app.close();
  slow.write('host: localhost\r\n\r\n');
  await Promise.all([stopped, once(busy, 'close'), once(slow, 'close')]);

  const answers = received.map((text) => text().toLowerCase());
  expect(answers.map((answer) => Number(answer.split(' ')[1]))).toEqual([401, 503]);
  for (const answer of answers) {
    expect(answer).toContain('content-type: application/problem+json');
    expect(answer).toContain('connection: close');
  }
  expect(answers[1]).toContain('the server is shutting down.');
});

function textOf(socket: Socket): () => string {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  return () => text;
}
