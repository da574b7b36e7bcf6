import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** RSA signatures of 2048 bits in a second that OpenSSL's own measure reaches in so many processes; null without it. */
export async function signaturesPerSecond(processes: number, seconds: number): Promise<number | null> {
  const several = processes === 1 ? [] : ['-multi', String(processes)];
  const options = ['speed', '-seconds', String(seconds), ...several, 'rsa2048'];
  const answer = await run('openssl', options).catch(() => null);
  const rate = /^rsa 2048 bits +[\d.]+s +[\d.]+s +([\d.]+)/m.exec(answer?.stdout ?? '')?.[1];
  return rate === undefined ? null : Number(rate);
}
