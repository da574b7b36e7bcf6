import { Agent, request } from 'undici';

type Json = Readonly<Record<string, unknown>>;

/** What came back over HTTP. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as an object; a list under `list`; empty where it is no JSON. */
  readonly body: Json;
}

export interface CallOptions {
  /** Sent as JSON, unless it is bytes or text already. */
  readonly body?: unknown;
  /** Added to the key and the content type; undefined takes one of them away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Calls one node as the holder of one key. */
export interface Caller {
  readonly url: string;
  readonly key: string | null;
  call(method: Method, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string, headers?: CallOptions['headers']): Promise<Answer>;
  post(path: string, body: unknown, headers?: CallOptions['headers']): Promise<Answer>;
}

/** As many connections as a test may want at once. */
const CONNECTIONS = 128;

/** Connections that a test closes with its house. */
export function openConnections(): Agent {
  return new Agent({ connections: CONNECTIONS, keepAliveTimeout: 30_000 });
}

export function callerOf(dispatcher: Agent, url: string, key: string | null): Caller {
  const call: Caller['call'] = async (method, path, options = {}) => {
    const given: Readonly<Record<string, string | undefined>> = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const headers = Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const response = await request(url + path, { method, headers, body: bytesOf(options.body), dispatcher });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
      text,
      body: bodyOf(text),
    };
  };
  return {
    url,
    key,
    call,
    get: (path, headers = {}) => call('GET', path, { headers }),
    post: (path, body, headers = {}) => call('POST', path, { body, headers }),
  };
}

function bytesOf(body: unknown): string | Buffer | null {
  if (body === undefined) return null;
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

function bodyOf(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : { list: value };
  } catch {
    return {};
  }
}

/** Whether a value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of an answer's body that must be there. */
export function textOf({ body, status, text }: Answer, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new Error(`no ${name} in the answer ${status}: ${text}`);
  return value;
}
