import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient } from './client.ts';
import { checkOptions } from './options.ts';

const GOOD = { baseUrl: 'https://sello.example.com', apiKey: 'sello_test_x' };

describe('the options of a client', () => {
  it.for<readonly [keyof ClientOptions, unknown]>([
    ...[
      '127.0.0.1:8159',
      'localhost:8080',
      'sello.example.com',
      '',
      '/invoice',
      'ftp://127.0.0.1',
      'http://',
    ].map((text) => ['baseUrl', text] as const),
    ...['http://127.0.0.1\n', 'http://127.0.0.1/a b', 'http://me:secret@127.0.0.1', undefined].map(
      (text) => ['baseUrl', text] as const,
    ),
    ...['http://127.0.0.1/?a=b', 'http://127.0.0.1/#a'].map((text) => ['baseUrl', text] as const),
    ...['', 'sello_test_x\n', 'sello_test_x\r\nx: y', 'sello test', 'sello_test_…', undefined, null].map(
      (text) => ['apiKey', text] as const,
    ),
    ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31].map((number) => ['timeoutMs', number] as const),
    ...[0, -1, Number.NaN].map((number) => ['patienceMs', number] as const),
  ])('are refused by name where nothing could be sent: %s %j', ([name, value]) => {
    const options = { ...GOOD, [name]: value };
    expect(() => createClient(options)).toThrow(TypeError);
    expect(() => createClient(options)).toThrow(new RegExp(`^${name}: `));
  });

  it('never show the key', () => {
    expect(() => createClient({ ...GOOD, apiKey: 'sello_live_secret\n' })).not.toThrow(/secret/);
  });

  it('keep a path before the paths of the service, and know their defaults', () => {
    expect(checkOptions({ ...GOOD, baseUrl: 'HTTP://127.0.0.1:8159/dte//' })).toEqual({
      baseUrl: 'http://127.0.0.1:8159/dte',
      apiKey: 'sello_test_x',
      timeoutMs: 35_000,
      patienceMs: 120_000,
    });
    expect(checkOptions({ ...GOOD, patienceMs: Number.POSITIVE_INFINITY }).baseUrl).toBe(GOOD.baseUrl);
  });
});
