import { describe, expect, it } from 'vitest';
import type { Found } from './find-datum.ts';
import { asked, computed, filed, OF_CCF, OF_DOCUMENT, OF_SELLO, type Owner } from './owner.ts';
import { remedyFor } from './remedy.ts';

const at = (owner: Owner): Found => ({ official: 'x', owner, indexes: [2], value: null });
const WHY = { why: 'x' };

describe('what to do', () => {
  it.each([
    [
      asked('lines[].unit lines[].measure', 'un código', 'sin él, 99'),
      WHY,
      'Corrija lines[2].unit (o lines[2].measure, si lo envió con ese nombre): un código. Sin él, 99. Luego repita la misma referencia.',
    ],
    [asked('reason'), { ...WHY, mending: 'send' }, 'Envíe reason. Luego repita la misma referencia.'],
    [
      asked('reason'),
      { ...WHY, mending: 'remove' },
      'Quite, o cambie, reason. Luego repita la misma referencia.',
    ],
    [
      computed('lines[].a lines[].b', 'lines'),
      WHY,
      /lo calcula Sello de lines\[2\]\.a y lines\[2\]\.b\. Revise/,
    ],
    [
      filed('nrc'),
      WHY,
      /es nrc del archivo de la empresa\. .*«sello company apply»; después repita la misma referencia\.$/,
    ],
    [OF_CCF, WHY, /la nota lo copia del crédito fiscal/],
    [OF_DOCUMENT, WHY, /la invalidación lo copia del documento/],
    [OF_SELLO, WHY, /lo pone Sello, y su solicitud está bien\. Avise/],
    [asked('reason'), { ...WHY, remedy: 'Espere.' }, /^Espere\.$/],
  ] as const)('about %j', (owner, meaning, expected) => {
    const remedy = remedyFor({ meaning, subject: '01', found: at(owner), isLost: false });
    if (typeof expected === 'string') expect(remedy).toBe(expected);
    else expect(remedy).toMatch(expected);
  });

  it('names the request that is repeated, and says where nothing is known', () => {
    const trouble = { meaning: WHY, subject: 'invalidation', found: null } as const;
    expect(remedyFor({ ...trouble, isLost: false })).toMatch(
      /^Hacienda no dice en qué dato\. .*repita la misma solicitud/,
    );
    expect(remedyFor({ ...trouble, isLost: true })).toMatch(/^Sello no reconoce el dato/);
    const signature = {
      why: 'x',
      remedy: 'Repita la misma referencia; si no, avise y repita la misma referencia.',
    };
    expect(remedyFor({ ...trouble, meaning: signature, isLost: false })).toBe(
      'Repita la misma solicitud; si no, avise y repita la misma solicitud.',
    );
  });
});
