import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../support/until.ts';
import type { MailTls, SmtpScript, TakenMessage } from './smtp-process.ts';

const PROGRAM = fileURLToPath(new URL('./smtp-process.ts', import.meta.url));

/** A real mail server in a process of its own. */
export interface MailServer {
  readonly port: number;
  /** Everything it took, in order. */
  readonly messages: readonly TakenMessage[];
  readonly logins: () => number;
  /** How it behaves from now on; without a script, it takes everything. */
  tell(script?: SmtpScript): Promise<void>;
  /** The messages to an address, once there are so many. */
  messagesTo(address: string, count?: number): Promise<readonly TakenMessage[]>;
  close(): Promise<void>;
}

/**
 * `login` asks for a password in the clear; `starttls` offers to speak TLS, `tls` speaks it from the first byte. Without
 * `tls` of their own, both show a certificate of nobody.
 */
export async function openMailServer(
  offer: 'open' | 'login' | 'starttls' | 'tls' = 'open',
  tls?: MailTls,
): Promise<MailServer> {
  const env = { ...process.env, ...(tls === undefined ? {} : { MAIL_TLS: JSON.stringify(tls) }) };
  const child = fork(PROGRAM, [offer], { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const messages: TakenMessage[] = [];
  let logins = 0;
  child.on('message', (said: unknown) => {
    if (isTaken(said)) messages.push(said.message);
    if (isSaid(said) && said.kind === 'login') logins += 1;
  });
  const ready = await saying(child, 'ready');
  const takenPort = Number(ready.port);
  const to = (address: string) => messages.filter((one) => one.to.includes(address));
  return {
    port: takenPort,
    messages,
    logins: () => logins,
    async tell(script = {}) {
      const told = saying(child, 'told');
      child.send(script);
      await told;
    },
    async messagesTo(address, count = 1) {
      await until(() => to(address).length >= count, `${count} messages to ${address}`);
      return to(address);
    },
    async close() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

interface Said {
  readonly kind: string;
  readonly port?: unknown;
}

function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function isTaken(value: unknown): value is { readonly message: TakenMessage } {
  return isSaid(value) && value.kind === 'message' && 'message' in value;
}

function saying(child: ChildProcess, kind: string): Promise<Said> {
  return new Promise((resolve) => {
    const listen = (said: unknown) => {
      if (!isSaid(said) || said.kind !== kind) return;
      child.off('message', listen);
      resolve(said);
    };
    child.on('message', listen);
  });
}
