interface Answer {
  error?: unknown;
  response: Response;
}

/** The answer of a call that has worked. @throws the problem; also when a proxy has refused the call without a body. */
export async function done<A extends Answer>(call: Promise<A>): Promise<A> {
  const answer = await call;
  if (!answer.response.ok) throw answer.error || new Error(`The server answered ${answer.response.status}`);
  return answer;
}
