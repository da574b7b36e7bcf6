import { expect, it } from 'vitest';
import { openBooks } from '../../test/support/simulator/books.ts';
import { createLotesMemory, type Lote } from './lotes.ts';
import type { Judged } from './submission.ts';

const LOTE: Lote = {
  codigoLote: 'L1',
  nit: '012345678',
  ambiente: '00',
  idEnvio: 'E1',
  version: 3,
  size: 3,
  receivedAt: '2026-11-20T16:00:00.000Z',
};

function judged(index: number, changes: Partial<Judged> = {}): Judged {
  return {
    type: 'stamped',
    nit: '012345678',
    ambiente: '00',
    codigoGeneracion: `code ${index}`,
    sha256: `hash ${index}`,
    facts: null,
    verdict: {
      selloRecibido: 'S',
      fhProcesamiento: '',
      clasificaMsg: '10',
      codigoMsg: '001',
      descripcionMsg: 'RECIBIDO',
      observaciones: [],
    },
    judgedAt: '2026-11-20T16:00:01.000Z',
    jws: `jws ${index}`,
    lote: { codigoLote: 'L1', index },
    ...changes,
  };
}

const bench = (lines: unknown[] = []) => ({ lotes: openBooks(createLotesMemory(), lines), lines });

it('waits for every document until its verdict is there, and shows verdicts in the order of the lote', async () => {
  const { lotes } = bench();
  await lotes.keep(LOTE, ['jws 0', 'jws 1', 'jws 2']);
  expect(lotes.waiting('L1')).toEqual([0, 1, 2].map((index) => ({ index, documento: `jws ${index}` })));
  lotes.settle(judged(2));
  lotes.settle(judged(0, { type: 'rejected' }));
  expect(lotes.waiting('L1')).toEqual([{ index: 1, documento: 'jws 1' }]);
  expect(lotes.find('L1')).toMatchObject({
    ...LOTE,
    judged: [
      { index: 0, type: 'rejected', codigoGeneracion: 'code 0' },
      { index: 2, type: 'stamped' },
    ],
  });
});

it('takes no note of documents of no lote, or of an unknown one', async () => {
  const { lotes } = bench();
  await lotes.keep(LOTE, ['jws 0']);
  const { lote: _, ...alone } = judged(0);
  lotes.settle(alone);
  lotes.settle(judged(0, { lote: { codigoLote: 'L2', index: 0 } }));
  expect(lotes.waiting('L1')).toHaveLength(1);
  expect([lotes.find('L2'), lotes.waiting('L2')]).toEqual([null, []]);
});

it('is the same after it was read again, waiting documents included', async () => {
  const first = bench();
  await first.lotes.keep(LOTE, ['jws 0', 'jws 1', 'jws 2']);
  first.lotes.settle(judged(1));
  const { lotes } = bench([...first.lines, judged(1)]);
  expect(lotes.all()).toEqual(first.lotes.all());
  expect(lotes.waiting('L1')).toEqual(first.lotes.waiting('L1'));
});

it('reads only entries that it could have written', () => {
  const good = { type: 'lote', ...LOTE, documentos: [] };
  expect(bench([good]).lotes.all()).toHaveLength(1);
  const bad = [null, {}, { ...good, type: 'seed' }, { ...good, nit: 5 }, { ...good, size: '3' }];
  expect(bench(bad).lotes.all()).toEqual([]);
});
