import { expect, it } from 'vitest';
import { codeOf, controlNumberOf } from '../../../test/support/identifiers.ts';
import { documentText } from './document-text.ts';
import type { Identity } from './identificacion.ts';

const IDENTITY: Identity = {
  tipoDte: '01',
  generation: 'v2',
  ambiente: '00',
  numeroControl: controlNumberOf('DTE-01-M001P001-000000000000001'),
  codigoGeneracion: codeOf('A1B2C3D4-0000-4000-8000-000000000001'),
  postedMs: Date.UTC(2026, 10, 21, 5, 59, 59),
};

it('puts the identification in front and leaves every byte of the draft as it was', () => {
  const draft = '{"emisor":{"nombre":"Niño \\u007f, S.A."},"resumen":{"totalPagar":1.10}}';
  const text = documentText(draft, IDENTITY);
  expect(text).toBe(
    '{"identificacion":{"version":2,"ambiente":"00","tipoDte":"01",' +
      '"numeroControl":"DTE-01-M001P001-000000000000001",' +
      '"codigoGeneracion":"A1B2C3D4-0000-4000-8000-000000000001","tipoModelo":1,"tipoOperacion":1,' +
      '"tipoContingencia":null,"motivoContin":null,"fecEmi":"2026-11-20","horEmi":"23:59:59",' +
      '"tipoMoneda":"USD"},"emisor":{"nombre":"Niño \\u007f, S.A."},"resumen":{"totalPagar":1.10}}',
  );
});
