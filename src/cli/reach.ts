import { connect } from 'node:net';

/** Why nothing answers at the URL's host and port; null when something accepts a connection. */
export function whyUnreachable(url: string, timeoutMs: number): Promise<string | null> {
  const { hostname, port, protocol } = new URL(url);
  const address = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  };
  return new Promise((resolve) => {
    const socket = connect(address);
    const done = (reason: string | null) => {
      socket.destroy();
      resolve(reason);
    };
    socket
      .setTimeout(timeoutMs, () => done('it does not answer'))
      .once('connect', () => done(null))
      .once('error', (error) => done('code' in error ? String(error.code) : error.message));
  });
}
