import { expect, it } from 'vitest';
import { TIPOS_DTE } from '../dte/kinds.ts';
import { emisorOf, receptorOf } from './owners-in-parties.ts';

it('tells for each type whose its issuer and its recipient are', () => {
  for (const tipoDte of TIPOS_DTE) {
    expect(emisorOf(tipoDte)['nrc']).toEqual({ origin: 'company', file: 'nrc' });
    const owners = new Set(Object.values(receptorOf(tipoDte)).map(({ origin }) => origin));
    expect([...owners]).toEqual([tipoDte === '05' ? 'ccf' : 'request']);
  }
});
