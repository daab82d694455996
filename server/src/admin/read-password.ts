import type { ReadStream } from 'node:tty';
import { passwordFault } from '../config-values.ts';
import { OperatorError } from '../operator-error.ts';

const maxLength = 1024;

/**
 * Reads a password: typed twice without echo, or the first line of the piped input. Never an argument, because every
 * user of the machine can see arguments, and the shell keeps them in its history.
 */
export async function readPassword(input: NodeJS.ReadStream, output: { write(text: string): unknown }) {
  const password = input.isTTY ? await askTwice(input, output) : await readLine(input);
  const fault = passwordFault(password);
  if (fault !== undefined) throw new OperatorError(`The password ${fault}.`);
  return password;
}

async function askTwice(input: ReadStream, output: { write(text: string): unknown }): Promise<string> {
  const first = await askHidden(input, output, 'Password: ');
  if ((await askHidden(input, output, 'Again: ')) !== first)
    throw new OperatorError('The two passwords differ. Nothing was done.');
  return first;
}

function askHidden(
  input: ReadStream,
  output: { write(text: string): unknown },
  label: string,
): Promise<string> {
  output.write(label);
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (settle: () => void) => {
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const onData = (text: string | Buffer) => {
      for (const character of String(text)) {
        if (character === '\r' || character === '\n') return end(() => resolve(typed));
        if (character === '\u0003' || character === '\u0004')
          return end(() => reject(new OperatorError('Interrupted. Nothing was done.')));
        if (character === '\u007f' || character === '\b') typed = [...typed].slice(0, -1).join('');
        else if (typed.length < maxLength) typed += character;
      }
    };
    input.on('data', onData);
  });
}

async function readLine(input: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += chunk;
    if (text.includes('\n') || text.length > maxLength) break;
  }
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line === '') {
    throw new OperatorError(
      'There is no password: type it, pipe it in, or set ADMIN_PASSWORD in the environment.',
    );
  }
  return line;
}
