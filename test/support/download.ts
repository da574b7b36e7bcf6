import type { Caller } from './http-caller.ts';

/** What came back as bytes. */
export interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Reads a file to its end. Rejects where it is cut off. */
export async function download({ url, key }: Caller, path: string): Promise<Download> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
