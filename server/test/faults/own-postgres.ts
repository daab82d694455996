/** Starts a PostgreSQL for one test only, so that the test may stop, crash and freeze it. */
import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

export interface OwnPostgres {
  databaseUrl: string;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Resolves when PostgreSQL answers again. */
  start(): Promise<void>;
  /** Ends all connections, or those that match `condition`. */
  terminateBackends(condition?: string): Promise<number>;
  /** Suspends its processes, so that connections stay open without answers. @returns a function that resumes them. */
  freeze(): () => void;
  /** Opens a separate connection, to the database of the test or to another one. */
  connect(database?: string): Promise<pg.Client>;
  remove(): Promise<void>;
}

/** @returns the folder of pg_ctl; undefined if this machine has none. */
export function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(root, version, 'bin')),
    ...String(process.env.PATH).split(path.delimiter),
  ];
  return folders.find(
    (folder) => existsSync(path.join(folder, 'pg_ctl')) && existsSync(path.join(folder, 'initdb')),
  );
}

export async function createOwnPostgres(bin: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringside-postgres-'));
  const data = path.join(folder, 'data');
  const port = await freePort();
  const as = unprivileged(folder);
  const control = (...args: string[]) =>
    run(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-t', '60', ...args], { ...as, cwd: folder });
  const start = async () => {
    await control('-l', path.join(folder, 'log'), 'start');
  };
  const server = `postgres://ringside@127.0.0.1:${port}`;
  const name = `ringside_${randomUUID().slice(0, 8)}`;
  const connect = async (database = name) => {
    const client = new pg.Client({ connectionString: `${server}/${database}` });
    client.on('error', () => {});
    await client.connect();
    return client;
  };

  await run(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'ringside', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...as,
      cwd: folder,
    },
  );
  await run('sh', ['-c', `cat >> "${data}/postgresql.conf" <<'END'\n${settings(port, folder)}\nEND`], as);
  await start();
  const maintenance = await connect('postgres');
  await maintenance.query(`create database ${name}`);
  await maintenance.end();

  return {
    databaseUrl: `${server}/${name}`,
    start,
    async stop(mode) {
      await control('-m', mode, 'stop');
    },
    async terminateBackends(condition = 'true') {
      const client = await connect();
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and pid <> pg_backend_pid() and (${condition})`,
        [name],
      );
      await client.end();
      return rowCount ?? 0;
    },
    freeze() {
      const pids = processesOf(data);
      for (const pid of pids) signalIfRunning(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) signalIfRunning(pid, 'SIGCONT');
      };
    },
    connect,
    async remove() {
      if (existsSync(path.join(data, 'postmaster.pid'))) await control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settings(port: number, folder: string): string {
  return `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${folder}'`;
}

/** PostgreSQL and PgBouncer refuse to run as root. @returns another user, who then owns the folder. */
export function unprivileged(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) => {
    for (const user of ['postgres', 'nobody']) {
      try {
        return Number(execFileSync('id', [option, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
      } catch {
        // Try the next user.
      }
    }
    throw new Error('PostgreSQL needs a user other than root, but neither postgres nor nobody exists');
  };
  const as = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, as.uid, as.gid);
  return as;
}

/** Ignores missing processes: a backend may end by itself before the signal, and a resumed one may end others. */
function signalIfRunning(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The process ids of the postmaster of this cluster and of its children. */
function processesOf(data: string): number[] {
  const postmaster = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
