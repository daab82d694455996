/** Puts what was chosen into the calls of the page: a delay, a fault of the network, or the header `Prefer`. */
import { type Choices, choiceFor, preferenceFor } from './choices.ts';
import { operations } from './operations.ts';

const slowMs = 3000;
const video = /^\/media\/(hls|segments)\//;

/** @param onCall hears of each call of an operation, and of `video`. */
export function interceptCalls(choices: Choices, onCall: (call: string) => void) {
  const send = window.fetch.bind(window);

  window.fetch = async (input, init) => {
    const { method, url } = input instanceof Request ? input : new Request(input, init);
    const { pathname, href } = new URL(url, window.location.href);
    const operation = operations.find((each) => each.method === method && each.pattern.test(pathname));
    if (!operation) return send(input, init);
    onCall(operation.operationId);
    const choice = choiceFor(choices, operation.operationId, href);
    if (choice === undefined) return send(input, init);
    const request = new Request(input, init);
    if (choice === 'offline') throw new TypeError('Failed to fetch');
    if (choice === 'never') return unanswered(request.signal);
    if (choice === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
    const preference = preferenceFor(operation, choice);
    if (preference) request.headers.set('Prefer', preference);
    return send(request);
  };

  const choice = choices.video;
  const { open, send: sendRequest } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function openMedia(method: string, url: string | URL, ...rest: unknown[]) {
    Reflect.apply(open, this, [method, url, ...rest]);
    if (!video.test(new URL(url, window.location.href).pathname)) return;
    onCall('video');
    if (choice !== undefined && /^\d{3}$/.test(choice)) this.setRequestHeader('Prefer', `code=${choice}`);
    if (choice === 'slow' || choice === 'never') delayed.add(this);
  };
  const delayed = new WeakSet<XMLHttpRequest>();
  XMLHttpRequest.prototype.send = function sendMedia(body) {
    if (!delayed.has(this)) return sendRequest.call(this, body);
    if (choice === 'slow') setTimeout(() => this.readyState === 1 && sendRequest.call(this, body), slowMs);
  };
}

/** A server that has taken the call and says nothing. */
function unanswered(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
}
