/** What one request asks; `{ref}` in path and body stands for a fresh reference each time. */
export interface Target {
  readonly hostname: string;
  readonly port: number;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: string;
  /** The address that it is sent on behalf of; empty where it is the generator's own. */
  readonly from: string;
  /** That of a browser, whose body is a form; empty for a program. */
  readonly cookie: string;
}

export interface Plan {
  /** Asked by turns. */
  readonly targets: readonly Target[];
  /** Connections of a closed loop; of an open one the most at a time. */
  readonly connections: number;
  /** Arrivals of an open loop; 0 is a closed one. */
  readonly perSecond: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
  /** The address from which the connections come. */
  readonly localAddress: string;
}

/** A plan as it came over from the starter, which is a program of the bench and trusted. */
export function toPlan(options: Readonly<Record<string, unknown>>): Plan {
  const { targets, connections, perSecond, warmUpMs, durationMs, localAddress } = options;
  if (!Array.isArray(targets)) throw new Error('a plan names its targets');
  return {
    targets: targets.map(toTarget),
    connections: Number(connections),
    perSecond: Number(perSecond),
    warmUpMs: Number(warmUpMs),
    durationMs: Number(durationMs),
    localAddress: String(localAddress ?? '127.0.0.1'),
  };
}

function toTarget(order: Readonly<Record<string, unknown>>): Target {
  const url = new URL(String(order['url']));
  return {
    hostname: url.hostname,
    port: Number(url.port),
    host: url.host,
    method: String(order['method'] ?? 'GET'),
    path: String(order['path']),
    key: String(order['key']),
    body: String(order['body'] ?? ''),
    from: String(order['from'] ?? ''),
    cookie: String(order['cookie'] ?? ''),
  };
}
