/**
 * What a document of 2,000 lines costs a running service: how long its POST takes, and how long the event loop keeps
 * other callers waiting meanwhile, seen from outside as the slowest of many small requests.
 *
 * Usage: node bench/large-document.ts URL API_KEY   (against `npm start`, which prints both)
 */
const [, , url, key] = process.argv;
if (url === undefined || key === undefined) {
  process.stderr.write('usage: node bench/large-document.ts URL API_KEY\n');
  process.exit(2);
}

const ROUNDS = 15;
const LINES = 2000;
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

function body(round: number): string {
  const lines = Array.from({ length: LINES }, (_, index) => ({
    description: `Artículo ${index + 1} de la lista, con una descripción de tamaño corriente`,
    quantity: 1 + (index % 7),
    unit_price: Number(((index % 900) / 8 + 0.05).toFixed(4)),
    discount_percentage: index % 5,
  }));
  const customer = { name: 'Comercial Ficticia', document_type: '36', document_number: '06140101900018' };
  return JSON.stringify({ external_ref: `bench-${process.pid}-${round}`, customer, lines });
}

async function post(text: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${url}/invoice`, { method: 'POST', headers, body: text });
  const answer = await response.text();
  if (!answer.includes('"dte_success":true')) throw new Error(`not stamped: ${response.status} ${answer}`);
  return performance.now() - started;
}

/** Small requests one after the other until told to stop; the milliseconds each took. */
function pinger(): { stop(): Promise<readonly number[]> } {
  const times: number[] = [];
  let running = true;
  const done = (async () => {
    while (running) {
      const started = performance.now();
      await (await fetch(`${url}/no-such-path`)).arrayBuffer();
      times.push(performance.now() - started);
    }
  })();
  return {
    async stop() {
      running = false;
      await done;
      return times;
    },
  };
}

function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
}

async function quiet(milliseconds: number): Promise<readonly number[]> {
  const pings = pinger();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return pings.stop();
}

await post(body(0));
const before = await quiet(2000);
const posts: number[] = [];
const worst: number[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  const pings = pinger();
  posts.push(await post(body(round)));
  worst.push(Math.max(...(await pings.stop())));
}
process.stdout.write(
  [
    `${ROUNDS} documents of ${LINES} lines, ${(body(0).length / 1024).toFixed(0)} KiB of request each`,
    `POST /invoice until stamped: median ${quantile(posts, 0.5)} ms, worst ${quantile(posts, 1)} ms`,
    `slowest small request meanwhile: median ${quantile(worst, 0.5)} ms, worst ${quantile(worst, 1)} ms`,
    `small requests on the idle service: median ${quantile(before, 0.5)} ms, p99 ${quantile(before, 0.99)} ms`,
    '',
  ].join('\n'),
);
