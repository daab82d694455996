/**
 * The error catalogue: every response between 400 and 599, as an RFC 9457 problem. `type` is a stable relative
 * reference; docs/product.md, 7.3 lists the titles and details that are exact. Throw the result of `problem()`;
 * `error-handler.ts` turns it into the body.
 */
export interface Issue {
  detail: string;
  /** JSON Pointer (RFC 6901) into the body, or `/<name>` of a parameter. */
  pointer: string;
  location: 'body' | 'query' | 'header' | 'path';
}

const catalogue = {
  'validation-error': [400, 'Validation Error', 'The request does not fit the contract.'],
  unauthorized: [401, 'Unauthorized', 'Authorization required.'],
  'invalid-credentials': [401, 'Unauthorized', 'The e-mail address or the password is wrong.'],
  'code-required': [401, 'Code Required', 'Enter the code of your authenticator app, or a recovery code.'],
  'invalid-code': [401, 'Invalid Code', 'This code is wrong, has expired, or was used already.'],
  forbidden: [403, 'Forbidden', 'You do not have the permission that this needs.'],
  'second-factor-required': [
    403,
    'Second Factor Required',
    'Your permissions need a second factor. Set one up, or prove the one that you have.',
  ],
  'step-up-required': [403, 'Step-Up Required', 'Prove again who you are, then repeat the call.'],
  'fresh-second-factor-required': [
    403,
    'Fresh Second Factor Required',
    'Prove your second factor again, then repeat the call.',
  ],
  'csrf-verification-failed': [
    403,
    'CSRF Verification Failed',
    'Cross Site Request Forgery (CSRF) verification failed.',
  ],
  'stream-inactive': [403, 'Stream Inactive', 'This live stream is currently not active.'],
  'access-required': [403, 'Access Required', 'You need access to this block to watch it.'],
  'access-not-started': [403, 'Access Not Started', 'Your access to this block has not started yet.'],
  'access-ended': [403, 'Access Ended', 'Your access to this block has ended.'],
  'device-limit': [
    403,
    'Device Limit',
    'Simultaneous viewing is limited to two devices. Start watching here again to go on.',
  ],
  'playback-shared': [
    403,
    'Playback Shared',
    'The video was opened elsewhere with your address. Start watching here again to go on.',
  ],
  'invalid-media-token': [403, 'Forbidden', 'This media address is not valid or has expired.'],
  'not-found': [404, 'Not Found', 'The requested resource was not found.'],
  'playback-ended-by-device-limit': [404, 'Playback Ended', 'Watching went on with two other devices.'],
  'playback-ended-by-replacement': [
    404,
    'Playback Ended',
    'A newer playback session of this device took over.',
  ],
  'playback-ended-by-expiry': [404, 'Playback Ended', 'The playback session was not pinged for 60 seconds.'],
  'playback-ended-by-stop': [404, 'Playback Ended', 'The playback session was stopped.'],
  'playback-ended-by-access': [
    404,
    'Playback Ended',
    'The access for this playback was revoked or has ended.',
  ],
  'playback-ended-by-shared': [
    404,
    'Playback Ended',
    'The video was opened elsewhere with the same address.',
  ],
  conflict: [409, 'Conflict', 'The request conflicts with what is stored.'],
  'broadcast-not-started': [
    409,
    'Broadcast Not Started',
    'The broadcast of this stream has not begun. Ask again when it is live.',
  ],
  'nothing-recorded': [409, 'Nothing Recorded', 'The broadcast has ended, and nothing of it was recorded.'],
  'two-devices-watch': [
    409,
    'Two Devices Watch',
    'Two other devices are watching. Stop one of them to watch here.',
  ],
  'already-owned': [409, 'Already Owned', 'You have access to this already.'],
  'payment-disputed': [409, 'Payment Disputed', 'The bank of the buyer is deciding about the payment.'],
  'payment-refused': [
    409,
    'Payment Refused',
    'The payment provider does not accept this purchase. Nothing was paid. Please tell the organiser.',
  ],
  'not-on-sale': [409, 'Not On Sale', 'This is not on sale now.'],
  'precondition-failed': [
    412,
    'Precondition Failed',
    'It was changed in the meantime. Read it again, then change it.',
  ],
  'payload-too-large': [413, 'Payload Too Large', 'The request body is larger than allowed.'],
  'unsupported-media-type': [415, 'Unsupported Media Type', 'The content type of the body is not supported.'],
  'range-not-satisfiable': [416, 'Range Not Satisfiable', 'The file ends before the requested range.'],
  'request-timeout': [408, 'Request Timeout', 'The request took too long to arrive.'],
  'request-headers-too-large': [
    431,
    'Request Header Fields Too Large',
    'The address or the headers are too long.',
  ],
  'too-many-requests': [429, 'Too Many Requests', 'Too many requests; try again later.'],
  'work-required': [
    429,
    'Work Required',
    'There were too many attempts from your network. Try again in a moment.',
  ],
  'internal-server-error': [500, 'Internal Server Error', 'Something went wrong on our side.'],
  'service-unavailable': [503, 'Service Unavailable', 'The service is busy or restarting; try again soon.'],
} as const satisfies Record<string, readonly [status: number, title: string, detail: string]>;

export type ProblemCode = keyof typeof catalogue;

export interface ProblemBody {
  type: string;
  status: number;
  title: string;
  detail: string;
  instance?: string;
  issues?: Issue[];
  work?: Work;
}

/** What a proof of work answers (`work-required`). */
export interface Work {
  challenge: string;
  /** The number of zero bits with which the SHA-256 of the proof begins. */
  bits: number;
}

export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly issues: Issue[] | undefined;
  readonly work: Work | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode,
    options: { detail?: string; issues?: Issue[]; headers?: Record<string, string>; work?: Work } = {},
  ) {
    const [status, title, detail] = catalogue[code];
    super(options.detail ?? detail);
    this.name = 'ProblemError';
    this.code = code;
    this.status = status;
    this.title = title;
    this.issues = options.issues;
    this.work = options.work;
    this.headers = options.headers ?? {};
  }

  /** The response body; `instance` names the failed request. */
  toBody(instance?: string): ProblemBody {
    return {
      type: `/problems/${this.code}`,
      status: this.status,
      title: this.title,
      detail: this.message,
      ...(instance === undefined ? {} : { instance }),
      ...(this.issues === undefined ? {} : { issues: this.issues }),
      ...(this.work === undefined ? {} : { work: this.work }),
    };
  }
}

/** Every code of the catalogue with its status and title, for the docs and the contract test. */
export const problemCatalogue = Object.entries(catalogue).map(([code, [status, title, detail]]) => ({
  code: code as ProblemCode,
  status,
  title,
  detail,
}));

/** `throw problem('not-found')` */
export function problem(code: ProblemCode, options?: ConstructorParameters<typeof ProblemError>[1]) {
  return new ProblemError(code, options);
}

/** A 400 that lists every issue at once. */
export function validationProblem(issues: Issue[]) {
  return new ProblemError('validation-error', { issues });
}

/** A 409 with one issue. */
export function conflict(issue: Issue) {
  return new ProblemError('conflict', { detail: issue.detail, issues: [issue] });
}

/** @param pointer JSON Pointer into the body; empty for the body as a whole. */
export function bodyIssue(pointer: string, detail: string): Issue {
  return { detail, pointer, location: 'body' };
}
