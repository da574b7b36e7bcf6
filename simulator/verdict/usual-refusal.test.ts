import { expect, it } from 'vitest';
import { TEXT_BY_CODE } from './refusal.ts';
import { usualRefusal } from './usual-refusal.ts';

it('knows of each code what it is usually said of, in the words of the manual', () => {
  for (const [code, text] of Object.entries(TEXT_BY_CODE)) {
    if (code === '001' || code === '002') continue;
    const { codigoMsg, descripcionMsg } = usualRefusal(code);
    expect([codigoMsg, descripcionMsg.replace(/^\[\S+\] /, '')]).toEqual([code, text]);
  }
  expect(usualRefusal('009')).toEqual({
    clasificaMsg: '13',
    codigoMsg: '009',
    descripcionMsg: '[receptor.nit] NIT CONTRIBUYENTE NO EXISTE',
    observaciones: [],
  });
  expect(usualRefusal('777')).toMatchObject({ clasificaMsg: '99', codigoMsg: '777', observaciones: [] });
});
