import { createServer, type Socket } from 'node:net';
import { portOf } from './http-server.ts';

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** How many connections were opened. */
  connections(): number;
  /** How many are open. */
  open(): number;
  close(): Promise<void>;
}

export interface RawBehaviour {
  /** Runs when a connection opens. */
  readonly onOpen?: (socket: Socket) => void;
  /** Runs with every piece of text that arrives. */
  readonly onText?: (socket: Socket, text: string) => void;
}

/** A TCP server on a free port of the loopback interface, for answers that no HTTP library would send. */
export async function startRawServer(behaviour: RawBehaviour): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (data) => behaviour.onText?.(socket, data.toString('latin1')));
    behaviour.onOpen?.(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server.address());
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    connections: () => opened,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
