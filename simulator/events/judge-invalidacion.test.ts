import { describe, expect, it } from 'vitest';
import { withValues } from '../../test/support/simulator/edit.ts';
import {
  type Draft,
  TEST_NIT,
  validFacturaV1,
  validFacturaV2,
} from '../../test/support/simulator/facturas.ts';
import { validInvalidacionV2, validInvalidacionV3 } from '../../test/support/simulator/invalidation.ts';
import { signDocument, testKey } from '../../test/support/simulator/signing.ts';
import type { LedgerEntry } from '../state/ledger.ts';
import type { InvalidationBench } from './invalidacion-rules.ts';
import { invalidatedDocument, namedDocument } from './invalidation-facts.ts';
import { judgeInvalidacion } from './judge-invalidacion.ts';

const key = testKey();

const CODE = '0A1B2C3D-4E5F-4071-8293-A4B5C6D7E8F9';

const ENTRY: LedgerEntry = {
  state: 'stamped',
  nit: TEST_NIT,
  ambiente: '00',
  codigoGeneracion: CODE,
  sha256: '',
  facts: {
    tipoDte: '01',
    version: 2,
    numeroControl: 'DTE-01-M001P001-000000000000001',
    fecEmi: '2026-11-20',
    montoTotal: '37.6',
  },
  verdict: {
    selloRecibido: `2026${'A'.repeat(36)}`,
    fhProcesamiento: '20/11/2026 10:16:00',
    clasificaMsg: '10',
    codigoMsg: '001',
    descripcionMsg: 'RECIBIDO',
    observaciones: [],
  },
  judgedAt: '2026-11-20T16:16:00.000Z',
  position: { at: 0, length: 0 },
};

const target = invalidatedDocument(ENTRY, signDocument(validFacturaV2(), key));

const bench: InvalidationBench = {
  issuer: { nit: TEST_NIT, ambiente: '00', user: TEST_NIT, passwordHash: '', key: key.publicKey },
  ledger: { stampedAs: () => null, notesOn: () => [] },
  invalidations: { isInvalidated: () => false, isSealed: () => false },
  target,
  nowMs: Date.parse('2026-11-20T18:00:00Z'),
  versions: [2, 3],
  anonymous: 'any',
};

function said(event: Draft, version: number, changes: Partial<InvalidationBench> = {}): string {
  const envelope = { ambiente: '00', version, documento: signDocument(event, key) };
  const { refusal } = judgeInvalidacion(envelope, { ...bench, ...changes });
  return refusal === null
    ? 'sealed'
    : `${refusal.clasificaMsg}/${refusal.codigoMsg} ${refusal.descripcionMsg}`;
}

const GENERATIONS = [
  [2, validInvalidacionV2()],
  [3, validInvalidacionV3()],
] as const;

describe.each(GENERATIONS)('version %i', (version, valid) => {
  it('is sealed, with the facts for the ledger', () => {
    const envelope = { ambiente: '00', version, documento: signDocument(valid, key) };
    expect(judgeInvalidacion(envelope, bench)).toEqual({
      codigoGeneracion: '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B',
      facts: { documento: CODE, tipoDte: '01', codigoGeneracionR: null },
      refusal: null,
    });
  });

  it('looks at the state of the document before anything in the event', () => {
    const wrong = withValues(valid, { 'documento.fecEmi': '2026-11-01', 'motivo.numDocSolicita': '123' });
    const answers = [
      said(wrong, version, { target: null }),
      said(wrong, version, { invalidations: { isInvalidated: () => true, isSealed: () => true } }),
      said(wrong, version, { invalidations: { isInvalidated: () => false, isSealed: () => true } }),
      said(wrong, version),
      said(withValues(wrong, { 'documento.fecEmi': '2026-11-20' }), version),
    ];
    expect(answers).toEqual([
      '11/014 [documento.codigoGeneracion] NO EXISTE UN REGISTRO CON ESTE DATO',
      '11/015 [documento.codigoGeneracion] DOCUMENTO SE ENCUENTRA ANULADO',
      '11/004 [identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR',
      '11/027 [documento.fecEmi] DATO NO COINCIDE CON DTE',
      '11/003 [motivo.numDocSolicita] VALOR NO VALIDO',
    ]);
  });

  it('takes a document with notes only when they are invalid', () => {
    const ledger = { ...bench.ledger, notesOn: () => [{ codigoGeneracion: 'NOTE', net: '1' }] };
    const isInvalidated = (_: string, code: string) => code === 'NOTE';
    expect(said(valid, version, { ledger })).toContain('14/028');
    const invalidations = { ...bench.invalidations, isInvalidated };
    expect(said(valid, version, { ledger, invalidations })).toBe('sealed');
  });

  it('has a structure', () => {
    const changed = (path: string, value: unknown) => said(withValues(valid, { [path]: value }), version);
    expect(changed('emisor.correo', 'x')).toContain('98/096');
    expect(changed('documento.selloRecibido', 'x')).toContain('98/096');
    for (const nit of ['06149999994040', '0614-999999-101-0'])
      expect(changed('emisor.nit', nit)).toContain('12/008 [emisor.nit] NO CORRESPONDE A USUARIO');
  });
});

describe('versions', () => {
  it.each([
    [[3], '98/096', 'sealed'],
    [[2], 'sealed', '98/096'],
    [[2, 3], 'sealed', 'sealed'],
  ])('%j alone are taken', (versions, ofV2, ofV3) => {
    expect(said(validInvalidacionV2(), 2, { versions })).toContain(ofV2);
    expect(said(validInvalidacionV3(), 3, { versions })).toContain(ofV3);
  });
});

describe('a receiver that the document does not name', () => {
  const NOBODY = { tipoDocumento: null, numDocumento: null, nombre: null };
  const saidOf = (
    kind: string,
    number: string,
    anonymous: InvalidationBench['anonymous'],
    receptor = NOBODY,
  ) => {
    const event = withValues(validInvalidacionV2(), {
      'documento.tipoDocumento': kind,
      'documento.numDocumento': number,
      'documento.nombre': 'Comercial Ejemplo, S.A. de C.V.',
    });
    return said(event, 2, { anonymous, target: { ...target, receptor } });
  };

  it.each([
    ['37', '000', 'any', 'sealed'],
    ['37', '000', '37', 'sealed'],
    ['37', '000', '36', '13/027 [documento.tipoDocumento] DATO NO COINCIDE CON DTE'],
    ['36', TEST_NIT, 'any', 'sealed'],
    ['36', TEST_NIT, '36', 'sealed'],
    ['36', '06149999993030', '36', '13/027 [documento.numDocumento] DATO NO COINCIDE CON DTE'],
    ['36', TEST_NIT, '37', '13/027 [documento.tipoDocumento] DATO NO COINCIDE CON DTE'],
  ] as const)('is said to be %s %s where %s is taken: %s', (kind, number, anonymous, answer) => {
    expect(saidOf(kind, number, anonymous)).toBe(answer);
  });

  it('is none where the document names one, or the event leaves it out', () => {
    const known = { ...target.receptor, nombre: null };
    const event = withValues(validInvalidacionV2(), { 'documento.nombre': 'Ana Ficticia' });
    expect(said(event, 2, { anonymous: '37', target: { ...target, receptor: known } })).toBe('sealed');
    const untold = {
      'documento.tipoDocumento': null,
      'documento.numDocumento': null,
      'documento.nombre': null,
    };
    const newest = withValues(validInvalidacionV3(), untold);
    expect(said(newest, 3, { anonymous: '36', target: { ...target, receptor: NOBODY } })).toBe('sealed');
  });
});

describe('the receiver’s name', () => {
  const [LONG, LONGER] = ['N'.repeat(200), 'N'.repeat(250)];
  const saidOf = (known: string, given: string, version = 2) => {
    const valid = version === 2 ? validInvalidacionV2() : validInvalidacionV3();
    const event = withValues(valid, { 'documento.nombre': given });
    return said(event, version, { target: { ...target, receptor: { ...target.receptor, nombre: known } } });
  };

  it.each([
    ['Ana Pérez', 'Ana Pérez', 'sealed'],
    ['Ana Pérez', 'Ana Pérez.', '13/027'],
    ['Ana', 'Ana..', 'sealed'],
    ['Ana', 'Eva..', '13/027'],
    [LONG, `${LONG.slice(1)}M`, '13/027'],
    [LONGER, LONG, 'sealed'],
    [LONGER, LONG.slice(1), '13/027'],
    [LONGER, 'M'.repeat(200), '13/027'],
    ['Ana', 'Anabel', '13/027'],
  ])('%s is not another one: %s', (known, given, answer) => {
    expect(saidOf(known, given)).toContain(answer);
  });

  it('is said whole by the second generation’s', () => {
    expect([saidOf('Ana', 'Ana', 3), saidOf(LONGER, LONGER, 3)]).toEqual(['sealed', 'sealed']);
    expect([saidOf('Ana', 'Ana..', 3), saidOf(LONGER, LONG, 3)].every((one) => one.includes('13/027'))).toBe(
      true,
    );
  });
});

describe('the document as the ledger knows it', () => {
  const receptorOf = (document: Draft) => invalidatedDocument(ENTRY, signDocument(document, key)).receptor;

  it('names its receiver by what its type has', () => {
    expect(receptorOf(validFacturaV1())).toEqual({
      tipoDocumento: '13',
      numDocumento: '01234567-8',
      nombre: 'Persona Ficticia de Prueba',
    });
    const { receptor: _, ...rest } = validFacturaV1();
    const sujetoExcluido = { tipoDocumento: '13', numDocumento: '012345678', nombre: 'Persona Ficticia' };
    expect(receptorOf({ ...rest, sujetoExcluido })).toEqual(sujetoExcluido);
    const taxpayer = { nit: '06140202020024', nombre: 'Distribuidora Ficticia' };
    expect(receptorOf({ ...rest, receptor: taxpayer })).toEqual({
      tipoDocumento: '36',
      numDocumento: '06140202020024',
      nombre: 'Distribuidora Ficticia',
    });
    expect(receptorOf({ ...rest, receptor: null })).toEqual({
      tipoDocumento: null,
      numDocumento: null,
      nombre: null,
    });
  });

  it('is found by the code in the event', () => {
    expect(namedDocument(signDocument(validInvalidacionV3(), key))).toBe(CODE);
    expect(namedDocument('no JWS')).toBe('');
  });
});
