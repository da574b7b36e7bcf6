import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { codeOf } from '../../../test/support/identifiers.ts';
import { officialSchema, officialSchemasArePresent } from '../../../test/support/official-schemas.ts';
import { type ContingencyReport, contingencyEventText } from './evento-contingencia.ts';

const REPORT: ContingencyReport = {
  ambiente: '00',
  generation: 'v2',
  codigoGeneracion: codeOf('A1B2C3D4-0000-4000-8000-000000000001'),
  contingencia: { tipo: 1, motivo: null },
  startsMs: Date.UTC(2026, 10, 20, 5, 59, 58),
  endsMs: Date.UTC(2026, 10, 20, 6, 30),
  documents: [
    { codigoGeneracion: codeOf('A1B2C3D4-0000-4000-8000-00000000000A'), tipoDte: '01' },
    { codigoGeneracion: codeOf('A1B2C3D4-0000-4000-8000-00000000000B'), tipoDte: '03' },
  ],
  sentMs: Date.UTC(2026, 10, 20, 6, 31),
};
const RESPONSIBLE = { name: 'Ana Ficticia', document_type: '13', document_number: '012345678' };

function eventOf(changes: Partial<ContingencyReport> = {}, file = {}): Record<string, unknown> {
  return JSON.parse(contingencyEventText(exampleCompany(file), { ...REPORT, ...changes }));
}

describe('a contingency event', () => {
  it('lists its documents in order and covers their time, in local time', () => {
    expect(eventOf()).toMatchObject({
      identificacion: { version: 4, fTransmision: '2026-11-20', hTransmision: '00:31:00' },
      detalleDTE: [
        { noItem: 1, codigoGeneracion: REPORT.documents[0]?.codigoGeneracion, tipoDoc: '01' },
        { noItem: 2, codigoGeneracion: REPORT.documents[1]?.codigoGeneracion, tipoDoc: '03' },
      ],
      motivo: {
        fInicio: '2026-11-19',
        hInicio: '23:59:58',
        fFin: '2026-11-20',
        hFin: '00:30:00',
        tipoContingencia: 1,
        motivoContingencia: null,
      },
    });
  });

  it('names the company’s responsible person, else that of invalidations, else the company itself', () => {
    const named = eventOf({}, { contingency: { responsible: RESPONSIBLE } });
    expect(named).toMatchObject({ emisor: { nombreResponsable: 'Ana Ficticia', tipoDocResponsable: '13' } });
    const borrowed = eventOf({}, { invalidation: { responsible: RESPONSIBLE } });
    expect(borrowed).toMatchObject({ emisor: { nombreResponsable: 'Ana Ficticia' } });
    expect(eventOf({}, { name: 'Ñ'.repeat(200) })).toMatchObject({
      emisor: {
        nombreResponsable: 'Ñ'.repeat(100),
        tipoDocResponsable: '36',
        numeroDocResponsable: '06140101900018',
      },
    });
  });

  it('names an establishment of the kind that only v1 has as head office in v2', () => {
    const file = {
      establishments: [{ code: 'AB12', kind: '20', points_of_sale: ['X001'] }],
      schema_generation: 'v1',
    };
    expect(eventOf({}, file)).toMatchObject({
      emisor: { tipoEstablecimiento: '02', codEstableMH: 'AB12', codPuntoVentaMH: 'X001' },
    });
    expect(eventOf({ generation: 'v1' }, file)).toMatchObject({
      emisor: { tipoEstablecimiento: '20', codEstableMH: 'AB12', codPuntoVenta: 'X001' },
    });
  });

  it('fills up what is too short for v1', () => {
    const person = { ...RESPONSIBLE, document_type: '03', document_number: 'A12' };
    const file = { name: 'ABC', contingency: { responsible: person } };
    expect(eventOf({ generation: 'v1' }, file)).toMatchObject({
      emisor: { nombre: 'ABC..', numeroDocResponsable: 'A12..' },
    });
    expect(eventOf({}, file)).toMatchObject({ emisor: { nombre: 'ABC', numeroDocResponsable: 'A12' } });
  });

  it('gives the reason of type 5', () => {
    const event = eventOf({ contingencia: { tipo: 5, motivo: 'Inundación' } });
    expect(event).toMatchObject({ motivo: { tipoContingencia: 5, motivoContingencia: 'Inundación' } });
  });
});

describe.skipIf(!officialSchemasArePresent)('a contingency event against the official schemas', () => {
  const many = Array.from(
    { length: 1_000 },
    () => REPORT.documents[0] ?? { codigoGeneracion: codeOf(''), tipoDte: '01' as const },
  );
  const cases: readonly Partial<ContingencyReport>[] = [
    {},
    { documents: many },
    { contingencia: { tipo: 5, motivo: 'Inundación del local' } },
  ];

  const files = [
    {},
    { contingency: { responsible: RESPONSIBLE } },
    {
      name: 'ABC',
      contingency: { responsible: { ...RESPONSIBLE, document_type: '37', document_number: '1' } },
    },
    { schema_generation: 'v1', establishments: [{ code: '0A1Z', kind: '20', points_of_sale: ['9999'] }] },
  ];

  it.each(['v1', 'v2'] as const)('is valid in %s', (generation) => {
    const name = generation === 'v1' ? 'v1/contingencia-schema-v3' : 'v2/contingencia-schema-v4';
    const validate = officialSchema(name);
    for (const changes of cases) {
      for (const file of files) {
        validate?.(eventOf({ ...changes, generation }, file));
        expect(validate?.errors ?? null).toBeNull();
      }
    }
  });
});
