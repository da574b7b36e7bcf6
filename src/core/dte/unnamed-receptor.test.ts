import { describe, expect, it } from 'vitest';
import type { ReceptorData } from './receptor-data.ts';
import { namedReceptor, untoldIn } from './unnamed-receptor.ts';

const ISSUER = { nit: '06140101900018', name: 'ABC' };
const NOBODY = { tipoDocumento: null, numDocumento: null, nombre: null, telefono: null, correo: null };
const ANA = { ...NOBODY, tipoDocumento: '13', numDocumento: '00000001-8', nombre: 'Ana Ficticia' };

/** What an event of this issuer says of its receiver. */
const eventWith = (documento: Readonly<Record<string, string | null>>) => ({
  emisor: { nit: ISSUER.nit, nombre: ISSUER.name },
  documento,
});

describe.each(['issuer', 'nobody'] as const)('the placeholder %s', (placeholder) => {
  it('is found again in an event, and only where it stands', () => {
    const event = (receptor: ReceptorData) =>
      untoldIn(eventWith({ ...namedReceptor(receptor, ISSUER, placeholder) }));
    expect(event(NOBODY)).toEqual(['tipoDocumento', 'numDocumento', 'nombre']);
    expect(event({ ...ANA, tipoDocumento: null, numDocumento: null })).toEqual([
      'tipoDocumento',
      'numDocumento',
    ]);
    expect(event({ ...ANA, nombre: null })).toEqual(['nombre']);
    expect(event(ANA)).toEqual([]);
  });
});

it('is no matter of an event that may leave a receiver out', () => {
  const { telefono: _telefono, correo: _correo, ...untold } = NOBODY;
  expect(untoldIn(eventWith(untold))).toEqual(['tipoDocumento', 'numDocumento', 'nombre']);
  expect(untoldIn(eventWith({ ...untold, nombre: 'Ana Ficticia' }))).toEqual([
    'tipoDocumento',
    'numDocumento',
  ]);
});
