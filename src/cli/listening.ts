import { createServer } from 'node:net';
import type { Settings } from '../config/settings.ts';
import { errorCode } from '../core/errors/error-code.ts';
import { CommandFailure } from './failure.ts';
import type { Server } from './program.ts';

/** An address to listen on, and the setting that its port comes from. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly setting: 'SELLO_PORT' | 'SELLO_OPERATOR_PORT';
}

/** Where callers reach the service. */
export function servicePlace({ host, port }: Settings): Place {
  return { host, port, setting: 'SELLO_PORT' };
}

/** Where whoever watches the node reaches it; null where that is turned off. */
export function operatorPlace({ host, operatorPort }: Settings): Place | null {
  return operatorPort === 0 ? null : { host, port: operatorPort, setting: 'SELLO_OPERATOR_PORT' };
}

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

function listenFailure(error: unknown, place: Place): unknown {
  const sentence = LISTEN_SENTENCES[errorCode(error)];
  return sentence === undefined ? error : new CommandFailure('cannot_listen', sentence(place));
}

const LISTEN_SENTENCES: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ host, port, setting }) =>
    `Port ${port} on ${host} is in use by another program, perhaps another Sello: end it, or set ${setting} to another port${setting === 'SELLO_PORT' ? '' : ' (0 turns it off)'}.`,
  EACCES: ({ port, setting }) => `No permission to listen on port ${port}: set ${setting} to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `SELLO_HOST ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `SELLO_HOST ${host} is not a known host name.`,
};
