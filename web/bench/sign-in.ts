/** Signs the demo viewer in, for a browser without a context of its own. @returns cookies as DevTools takes them. */
export async function signIn(url: string) {
  const answer = await fetch(`${url}/api/v1/identity/auth/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'viewer@ringside.test', password: 'Ringside-demo-1!' }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}`);
  return answer.headers.getSetCookie().map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name, value, url, httpOnly: /; *httponly/i.test(line) };
  });
}
