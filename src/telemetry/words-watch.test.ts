import { describe, expect, it } from 'vitest';
import { nitOf } from '../../test/support/identifiers.ts';
import { upTo } from '../../test/support/storage-bench.ts';
import type { AuthorityAccount } from '../operations/authority/ports.ts';
import { createWordsWatch } from './words-watch.ts';

const ACCOUNT: AuthorityAccount = { companyId: 'c', ambiente: '00', nit: nitOf('06140101900018') };
const TOKEN = { code: '107', text: 'TOKEN INVÁLIDO' };

function watched() {
  const lines: (readonly unknown[])[] = [];
  return { lines, tell: createWordsWatch({ warn: (...line) => void lines.push(line) }) };
}

describe('the words of answers without a verdict', () => {
  it('are logged with company, environment, code and text', () => {
    const { lines, tell } = watched();
    tell(ACCOUNT, TOKEN);
    expect(lines).toEqual([
      ['authority_words_without_verdict', { companyId: 'c', environment: '00', ...TOKEN }],
    ]);
  });

  it('are logged once for each company, environment, code and text', () => {
    const { lines, tell } = watched();
    for (const _ of upTo(3))
      for (const account of [
        ACCOUNT,
        { ...ACCOUNT, companyId: 'd' },
        { ...ACCOUNT, ambiente: '01' } as const,
      ])
        for (const words of [TOKEN, { ...TOKEN, code: '108' }, { ...TOKEN, text: 'TOKEN REQUERIDO' }])
          tell(account, words);
    expect(lines).toHaveLength(9);
  });

  it('are the same where only a code of generation, a number or an instant differs', () => {
    const { lines, tell } = watched();
    for (const text of [
      'A1B2C3D4-0000-4000-8000-00000000000A a las 10:00 falló',
      'FFFFFFFF-1111-4000-8000-00000000000B a las 11:59 falló',
    ])
      tell(ACCOUNT, { code: '', text });
    expect(lines).toHaveLength(1);
  });

  it('are forgotten when they are too many', () => {
    const { lines, tell } = watched();
    const several = upTo(1_001).map((number) => 'x'.repeat(number));
    for (const text of several) tell(ACCOUNT, { code: '', text });
    tell(ACCOUNT, { code: '', text: 'x' });
    expect(lines).toHaveLength(1_002);
  });
});
