import { createServer } from 'node:net';
import type { Settings } from '../config/settings.ts';
import { CommandFailure, errorCode } from './failure.ts';
import type { Server } from './program.ts';

type Place = Pick<Settings, 'host' | 'port'>;

/** Refuses in time what would fail at the end of a long start: an address that is taken or forbidden. */
export async function refuseTakenPort(place: Place): Promise<void> {
  const probe = createServer();
  const listening = new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(place.port, place.host, resolve);
  });
  await listening.catch((error: unknown) => {
    throw listenFailure(error, place);
  });
  await new Promise<void>((resolve) => {
    probe.close(() => resolve());
  });
}

export async function listenOn(server: Server, place: Place): Promise<void> {
  await server.listen(place.host, place.port).catch((error: unknown) => {
    throw listenFailure(error, place);
  });
}

function listenFailure(error: unknown, { host, port }: Place): unknown {
  const sentence = LISTEN_SENTENCES[errorCode(error)];
  return sentence === undefined ? error : new CommandFailure('cannot_listen', sentence(host, port));
}

const LISTEN_SENTENCES: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use by another program, perhaps another Sello: end it, or set SELLO_PORT to another port.`,
  EACCES: (_host, port) => `No permission to listen on port ${port}: set SELLO_PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) => `SELLO_HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `SELLO_HOST ${host} is not a known host name.`,
};
