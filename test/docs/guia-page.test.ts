import { describe, expect, it } from 'vitest';
import { commandOf, stepsOf } from './guia-page.ts';
import { masked } from './guia-walk.ts';

const COMMAND = ['```bash', 'curl -sS "$API/x"', '```'];
const ANSWER = ['```json', '{ "a": 1 }', '```'];
const page = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('stepsOf', () => {
  it('pairs each command with the answer right after it', () => {
    const steps = stepsOf(page('# Page', ...COMMAND, '', ...ANSWER, 'text', ...COMMAND));
    expect(steps).toMatchObject([
      { kind: 'call', line: 2, shown: { status: 200, headers: {}, body: { a: 1 } } },
      { kind: 'call', line: 10, shown: null },
    ]);
  });

  it('reads status, headers and body of an answer with a head', () => {
    const answer = ['```http', 'HTTP/1.1 429 Too Many Requests', 'Retry-After: 7', '', '{"code":"x"}', '```'];
    expect(stepsOf(page(...COMMAND, ...answer))).toMatchObject([
      { shown: { status: 429, headers: { 'retry-after': '7' }, body: { code: 'x' } } },
    ]);
  });

  it('reads the note above a command', () => {
    const steps = stepsOf(page('<!-- espere -->', ...COMMAND, ...COMMAND));
    expect(steps).toMatchObject([
      { line: 2, waits: true },
      { line: 5, waits: false },
    ]);
  });

  it('keeps what the terminal is told in its place', () => {
    const steps = stepsOf(page(...COMMAND, '```sh', 'npm ci && npm start', '```', ...COMMAND));
    expect(steps.map(({ kind, line }) => [kind, line])).toEqual([
      ['call', 1],
      ['terminal', 4],
      ['call', 7],
    ]);
  });

  it.each<readonly [string, readonly string[], string]>([
    ['an answer without a command', ANSWER, 'line 1: an answer without a command'],
    ['an answer after another', [...COMMAND, ...ANSWER, ...ANSWER], 'line 7: an answer without a command'],
    ['another program', ['```bash', 'rm x', '```'], 'line 1: not one curl command'],
    ['two commands', ['```bash', 'curl a', 'curl b', '```'], 'line 1: not one curl command'],
    ['an unknown order', ['```sh', 'rm x', '```'], "line 1: the terminal's order cannot be read"],
    ['an unknown note', ['<!-- espera -->', ...COMMAND], 'line 2: the note "espera" is unknown'],
    ['broken JSON', [...COMMAND, '```json', '{', '```'], 'line 4: the answer cannot be read'],
  ])('refuses %s', (_, lines, message) => {
    expect(() => stepsOf(page(...lines))).toThrow(message);
  });
});

describe('commandOf', () => {
  const command = (text: string) => {
    const [step] = stepsOf(page('```bash', text, '```'));
    if (step?.kind !== 'call') throw new Error('a page of one command');
    return commandOf(step, { URL: 'http://x', KEY: 'k' });
  };

  it('fills variables in as a shell would', () => {
    expect(command(`curl -sS "$URL/a" \\\n  -H "Authorization: Bearer $KEY" -d '{ "b": "$KEY" }'`)).toEqual({
      method: 'POST',
      url: 'http://x/a',
      headers: { authorization: 'Bearer k' },
      body: '{ "b": "$KEY" }',
    });
  });

  it('puts together what quotes divide, as a shell would', () => {
    expect(command(`curl $URL/a-$KEY -d '{ "b": "c-'$KEY'" }'`)).toMatchObject({
      url: 'http://x/a-k',
      body: '{ "b": "c-k" }',
    });
  });

  it('takes the method that is named, and GET where nothing is sent', () => {
    expect(command('curl -X DELETE $URL/a')).toMatchObject({ method: 'DELETE', body: null });
    expect(command('curl -i -o file $URL/a')).toMatchObject({ method: 'GET', url: 'http://x/a' });
  });

  it('refuses an unknown option and an unknown variable', () => {
    expect(() => command('curl -k $URL')).toThrow('the option -k is unknown');
    expect(() => command('curl $OTHER')).toThrow('the variable OTHER is unknown');
  });
});

describe('masked', () => {
  it('hides what every run has anew, and nothing else', () => {
    const body = {
      id: '0f733647-eaeb-4456-b28a-04323913c14f',
      code: '8FDAE69A-82C0-46A6-92C2-3E21B5E5ED1A',
      stamp: '20264A649475A606787411DE32B358F2E8460003',
      link: 'http://localhost:8080/file/0f733647-eaeb-4456-b28a-04323913c14f?type=json&token=a.b-_',
      said: 'Terminó el 2026-11-19.',
      number: 'DTE-01-M001P001-000000000000001',
      ref: 'primera-1-1795176194',
      list: [{ at: '2026-11-20T05:51:27-06:00', amount: 1.5 }],
    };
    expect(masked({ status: 200, headers: { 'retry-after': '7', 'x-other': '7' }, body })).toEqual({
      status: 200,
      headers: { 'retry-after': '(número)', 'x-other': '7' },
      body: {
        id: '(uuid)',
        code: '(CODIGO)',
        stamp: '(sello)',
        link: 'http://localhost:8080/file/(uuid)?type=json&token=(token)',
        said: 'Terminó el (fecha).',
        number: 'DTE-01-M001P001-000000000000001',
        ref: 'primera-1-(vez)',
        list: [{ at: '(instante)', amount: 1.5 }],
      },
    });
  });

  it('counts control numbers from where the page began', () => {
    const answer = { status: 400, headers: {}, body: { detail: 'Antes DTE-05-M001P001-000000000000044.' } };
    expect(masked(answer, 42).body).toEqual({ detail: 'Antes DTE-05-M001P001-000000000000002.' });
  });
});
