/** An upload by XMLHttpRequest: fetch reports no progress of what it sends. The answer has the shape of the typed client's. */
import { sendRefreshing } from './client.ts';

interface Options {
  /** The address of the contract's operation. */
  path: string;
  form: FormData;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** @throws what fetch would throw when the server cannot be reached, or an AbortError. */
export async function upload(options: Options) {
  const response = await sendRefreshing(() => send(options));
  const body: unknown = await response.json().catch(() => undefined);
  return response.ok ? { data: body, response } : { error: body, response };
}

function send({ path, form, onProgress, signal }: Options): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', path);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('The server could not be reached.'));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    if (signal.aborted) return reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal.addEventListener('abort', stop);
    request.send(form);
  });
}
