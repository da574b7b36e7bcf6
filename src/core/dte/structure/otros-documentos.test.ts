import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import {
  otrosDocumentosCreditoFiscalV2,
  otrosDocumentosFacturaV2,
  otrosDocumentosV1,
} from './otros-documentos.ts';

const DESCRIBED = {
  codDocAsociado: 1,
  descDocumento: 'Contrato',
  detalleDocumento: 'Número 7',
  medico: null,
};
const DOCTOR = { nombre: 'Quien Cura', nit: '06140101900018', docIdentificacion: null, tipoServicio: 1 };
const MEDICAL = { codDocAsociado: 3, descDocumento: null, detalleDocumento: null, medico: DOCTOR };

describe('the other documents of v1', () => {
  it('are none, described, or of a doctor', () => {
    const byOther = { ...DOCTOR, nit: null, docIdentificacion: 'P1' };
    expect(foundBy(otrosDocumentosV1, null)).toEqual([]);
    expect(foundBy(otrosDocumentosV1, [DESCRIBED, MEDICAL, { ...MEDICAL, medico: byOther }])).toEqual([]);
  });

  it.each([
    [{ ...DESCRIBED, descDocumento: null }, '/descDocumento'],
    [{ ...DESCRIBED, detalleDocumento: null }, '/detalleDocumento'],
    [{ ...DESCRIBED, medico: DOCTOR }, '/medico'],
    [{ ...MEDICAL, medico: null }, '/medico'],
    [{ ...MEDICAL, descDocumento: 'x' }, '/descDocumento'],
    [{ ...MEDICAL, detalleDocumento: 'x' }, '/detalleDocumento'],
    [{ ...DESCRIBED, codDocAsociado: 5 }, '/codDocAsociado'],
    [{ ...MEDICAL, medico: { ...DOCTOR, nit: null } }, '/medico/docIdentificacion'],
    [{ ...MEDICAL, medico: { ...DOCTOR, nit: 'x' } }, '/medico/nit'],
    [{ ...MEDICAL, medico: { ...DOCTOR, tipoServicio: 7 } }, '/medico/tipoServicio'],
    [{ ...MEDICAL, medico: { ...DOCTOR, docIdentificacion: 'P' } }, '/medico/docIdentificacion'],
  ])('are not %j', (document, place) => {
    expect(placesFoundBy(otrosDocumentosV1, [document])).toEqual([`#/0${place}`]);
  });

  it('are ten at most, and no empty list', () => {
    expect(foundBy(otrosDocumentosV1, Array(10).fill(DESCRIBED))).toEqual([]);
    expect(foundBy(otrosDocumentosV1, Array(11).fill(DESCRIBED))).toEqual(['# must have at most 10 entries']);
    expect(foundBy(otrosDocumentosV1, [])).toEqual(['# must have at least 1 entries']);
  });
});

describe('the other documents of v2', () => {
  const both = { ...DESCRIBED, codDocAsociado: null, medico: { ...DOCTOR, nit: null, nombre: null } };

  it('have no conditions', () => {
    expect(foundBy(otrosDocumentosFacturaV2, [both, MEDICAL])).toEqual([]);
    expect(foundBy(otrosDocumentosCreditoFiscalV2, [both, MEDICAL])).toEqual([]);
  });

  it('have short texts in a Factura only', () => {
    const short = { ...DESCRIBED, descDocumento: '', detalleDocumento: 'ab' };
    expect(foundBy(otrosDocumentosFacturaV2, [short])).toEqual([]);
    expect(placesFoundBy(otrosDocumentosCreditoFiscalV2, [short])).toEqual([
      '#/0/descDocumento',
      '#/0/detalleDocumento',
    ]);
  });

  it('may leave the kind of service open in a Factura only', () => {
    const open = { ...MEDICAL, medico: { ...DOCTOR, tipoServicio: null } };
    expect(foundBy(otrosDocumentosFacturaV2, [open])).toEqual([]);
    expect(placesFoundBy(otrosDocumentosCreditoFiscalV2, [open])).toEqual(['#/0/medico/tipoServicio']);
  });
});
