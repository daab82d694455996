/** What `pnpm demo:publish` asks of the demo: through the API, as its administrator. */
import type { components } from '../../openapi/generated/schema.d.ts';
import { demoAccounts, liveDemoSlug } from '../../server/src/demo/demo-data.ts';
import type { StreamKey } from './demo-encoder.ts';

/** Its message says what to do. */
export class CannotPublish extends Error {
  override name = 'CannotPublish';
}

export interface VenueCamera extends StreamKey {
  eventId: string;
  streamId: string;
  /** It was there before. */
  isKnown: boolean;
  state(): Promise<string>;
  end(): Promise<void>;
}

interface Demo {
  url: string;
  setUpCamera(): Promise<VenueCamera>;
}

const [administrator] = demoAccounts;
const camera = { name: 'Venue camera', videoId: 'demo', status: 'active', weight: 3 };

type Schemas = components['schemas'];
/** The body as the contract describes that of this operation, or a problem. */
type Answer = { status: number; body: unknown };
type Call = (target: string, body?: object) => Promise<Answer>;

export async function openDemo(address: string): Promise<Demo> {
  const url = address.replace(/\/+$/, '');
  if (!URL.canParse(url)) throw new CannotPublish(`${address} is no address, such as http://localhost:3000.`);
  let headers = await signIn(url);
  const call: Call = async (target, body) => {
    const answer = await send(url, target, { headers, body });
    if (answer.status !== 401) return answer;
    // A broadcast may last longer than a token.
    headers = await signIn(url);
    return send(url, target, { headers, body });
  };
  return { url, setUpCamera: () => setUpCamera(call) };
}

async function signIn(url: string): Promise<Record<string, string>> {
  const { email, password } = administrator;
  const target = 'POST /api/v1/identity/auth/credentials/login?includeTokens=true';
  const { status, body } = await send(url, target, { body: { email, password } });
  const tokens = status === 200 ? (body as Schemas['LoginResult']).tokens : undefined;
  if (tokens) return { authorization: `Bearer ${tokens.accessToken.value}` };
  if (status === 401)
    throw new CannotPublish(
      `${url} has no account ${email} with the password of the demo. Is it a demo that only this machine can reach?`,
    );
  throw new CannotPublish(
    `${url} answered ${status} to the sign-in of ${email}: ${detailOf(body) ?? 'it is no Ringside'}`,
  );
}

async function send(
  url: string,
  target: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object | undefined },
): Promise<Answer> {
  const [method = 'GET', path = '/'] = target.split(' ', 2);
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new CannotPublish(
      `Nothing answers at ${url}. Start the demo with \`npx -y pnpm@12 start\`, or name its address: pnpm demo:publish http://localhost:4000`,
    );
  });
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, body: isJson ? await answer.json() : undefined };
}

async function setUpCamera(call: Call): Promise<VenueCamera> {
  const competition = await must<Schemas['CompetitionDetail']>(
    call,
    `GET /api/v1/kickboxing/competitions/${liveDemoSlug}`,
  );
  const now = Date.now();
  const block = competition.blocks?.find(
    ({ startDate, endDate }) => Date.parse(startDate) <= now && now < Date.parse(endDate),
  );
  if (block === undefined)
    throw new CannotPublish('No block of the demo is live any more. Stop the demo and start it again.');
  const streams = `/api/v1/events/${competition.id}/blocks/${block.id}/live-streams`;
  const listed = await must<Schemas['LiveStreamList']>(call, `GET ${streams}`);
  const known = listed.data.find(({ name }) => name === camera.name);
  const streamId = known?.id ?? (await must<Schemas['LiveStream']>(call, `POST ${streams}`, camera)).id;
  const ingest = `${streams}/${streamId}/ingest`;
  const isNew = (await call(`GET ${ingest}`)).status === 404;
  const key = await must<Schemas['StreamKey']>(call, isNew ? `POST ${ingest}` : `PUT ${ingest}/stream-key`);
  const { warnings } = await must<Schemas['Ingest']>(call, `GET ${ingest}`);
  if (warnings.includes('port-closed'))
    throw new CannotPublish(
      `Something else has the port of ${key.rtmpUrl}. Stop it and run this again, or start the demo with another RTMP_PORT.`,
    );
  return {
    rtmpUrl: key.rtmpUrl,
    streamKey: key.streamKey,
    eventId: competition.id,
    streamId,
    isKnown: !isNew,
    state: async () => (await must<Schemas['Ingest']>(call, `GET ${ingest}`)).state,
    async end() {
      const { status } = await call(`POST ${ingest}/end`);
      // Stopped before it began.
      if (status !== 409 && status !== 204)
        throw new CannotPublish(`The demo answered ${status} to the end.`);
    },
  };
}

/** @returns the body of a success. */
async function must<Body>(call: Call, target: string, body?: object): Promise<Body> {
  const answer = await call(target, body);
  if (answer.status < 300) return answer.body as Body;
  throw new CannotPublish(`The demo answered ${answer.status} to ${target}: ${detailOf(answer.body) ?? ''}`);
}

function detailOf(body: unknown): string | undefined {
  return (body as Partial<Schemas['Problem']> | undefined)?.detail;
}
