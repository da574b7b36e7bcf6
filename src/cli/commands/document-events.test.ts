import { describe, expect, it } from 'vitest';
import { codeOf, idOf } from '../../../test/support/identifiers.ts';
import { standInProgram, surroundingsOf } from '../../../test/support/stand-in-program.ts';
import { documentEvents } from './document-events.ts';

describe('the life of a document', () => {
  const run = (idOrRef: string) => {
    const at = Date.UTC(2026, 10, 21, 12);
    const { program } = standInProgram({
      folder: '/nowhere',
      companies: ['00'],
      life: {
        documentId: idOf('sold'),
        externalRef: 'venta-1',
        events: [{ kind: 'sealed', atMs: at, detail: { reception_stamp: 'SELLO' } }],
      },
      attempts: [
        {
          number: 1,
          codigoGeneracion: codeOf('sold'),
          outcome: 'stamped',
          sends: 1,
          sha256: 'ab12',
          sentMs: at,
          answerStatus: 200,
          answerBody: '{"estado":"PROCESADO"}',
        },
      ],
    });
    const invocation = {
      command: documentEvents,
      places: ['empresa-0', idOrRef],
      options: new Map(),
      json: false,
    };
    return documentEvents.run(invocation, surroundingsOf(program));
  };

  it('is told with every version of its bytes', async () => {
    const { text, json } = await run('venta-1');
    expect(text[1]).toMatch(/^2026-11-21T\S+ +sealed +\{"reception_stamp":"SELLO"\}$/);
    expect(text.at(-1)).toMatch(/^1 +\S+ +stamped +1 +ab12 +200 \{"estado":"PROCESADO"\}$/);
    expect(json).toMatchObject({
      external_ref: 'venta-1',
      events: [{ event: 'sealed' }],
      attempts: [{ sha256: 'ab12', answer: '{"estado":"PROCESADO"}' }],
    });
  });

  it('is nobody’s where the company has no such document', async () => {
    await expect(run('venta-2')).rejects.toThrow('The company empresa-0 has no document venta-2.');
  });
});
