/** What was read, with the version that a change sends back as `If-Match`. */
export interface Versioned<T> {
  value: T;
  /** `*` behind a proxy that removes it: a change is then made to any version. */
  etag: string;
}

/** @throws the problem of the call. */
export async function versioned<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<Versioned<T>> {
  const { data, error, response } = await call;
  if (data === undefined) throw error;
  return { value: data, etag: response.headers.get('ETag') ?? '*' };
}
