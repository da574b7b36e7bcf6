import { jsonOrText } from '../../core/json/read-json.ts';

// To import this module by a name has Node load its own fetch as well, for 40 ms and 14 MB.
const { Agent, request } = process.getBuiltinModule('node:http');

export interface PostOptions {
  readonly url: string;
  readonly body: unknown;
  readonly bearer?: string;
  readonly timeoutMs: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Posts JSON to a program on this machine, past every proxy of the environment, and closes the connection. */
export function postJson({ url, body, bearer, timeoutMs }: PostOptions): Promise<PostAnswer> {
  const headers = {
    'content-type': 'application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };
  const options = { method: 'POST', headers, agent: new Agent(), signal: AbortSignal.timeout(timeoutMs) };
  return new Promise((resolve, reject) => {
    const sending = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('error', reject)
        .once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, body: jsonOrText(text) });
        });
    });
    sending.once('error', reject).end(JSON.stringify(body));
  });
}
