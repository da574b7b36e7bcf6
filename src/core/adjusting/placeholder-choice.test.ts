import { expect, it } from 'vitest';
import { placeholderAfter } from './placeholder-choice.ts';

const said = (codigoMsg: string, message: string, observaciones: readonly string[] = []) =>
  placeholderAfter({ codigoMsg, message, observaciones });

it('is the issuer for the first event', () => {
  expect(placeholderAfter(null)).toBe('issuer');
  expect(said('', '')).toBe('issuer');
});

it.each([
  ['[documento.tipoDocumento] DATO NO COINCIDE CON DTE', []],
  ['[documento.numDocumento] DATO NO COINCIDE CON DTE', []],
  ['[Documento.Nombre] DATO NO COINCIDE CON DTE', []],
  ['[documento.tipoDocumento/numDocumento] DATO NO COINCIDE CON DTE', []],
  ['DATO NO COINCIDE CON DTE', ['[documento.tipoDocumento] DATO NO COINCIDE CON DTE']],
])('is the other one after 027 with %s %j', (message, observaciones) => {
  expect(said('027', message, observaciones)).toBe('nobody');
});

it.each([
  ['027', '[documento.selloRecibido] DATO NO COINCIDE CON DTE'],
  ['027', '[documento.tipoDte] DATO NO COINCIDE CON DTE'],
  ['027', 'DATO NO COINCIDE CON DTE'],
  ['003', '[documento.tipoDocumento] VALOR NO VALIDO'],
])('is the issuer after %s with %s', (code, message) => {
  expect(said(code, message)).toBe('issuer');
});
