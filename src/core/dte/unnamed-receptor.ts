import { firstCodePoints } from './field-texts.ts';
import { type Members, membersAt, textAt } from './official-json.ts';
import type { ReceptorData } from './receptor-data.ts';

/** Which of the two stands in the place of a receiver that the document does not name. */
export type Placeholder = 'issuer' | 'nobody';

interface Issuer {
  readonly nit: string;
  readonly name: string;
}

interface Named {
  readonly tipoDocumento: string;
  readonly numDocumento: string;
  readonly nombre: string;
}

/**
 * anulacion-schema-v2 demands kind, number and name of the receiver also where the document names nobody, and no text of
 * the Ministry says which. One report alone is known (file 63573939725 of a public code index, not confirmed): `37` with
 * zeros was refused with 027 `[documento.tipoDocumento] DATO NO COINCIDE CON DTE`, `36` with the issuer's own NIT and name
 * was accepted. So this is sent first, and the other after a 027 about these data.
 */
const PLACEHOLDERS: Readonly<Record<Placeholder, (issuer: Issuer) => Named>> = {
  issuer: ({ nit, name }) => ({ tipoDocumento: '36', numDocumento: nit, nombre: name }),
  nobody: () => ({ tipoDocumento: '37', numDocumento: 'SIN DOCUMENTO', nombre: 'Consumidor Final' }),
};

const SHORTEST_NUMBER = 3;
const NAME_LIMITS = { min: 5, max: 200 };

/**
 * A receiver as anulacion-schema-v2 demands one: with a number of at least 3 and a name of 5 to 200 characters. What is
 * too short for it is filled up with points.
 */
export function namedReceptor(receptor: ReceptorData, issuer: Issuer, placeholder: Placeholder): Named {
  const stand = PLACEHOLDERS[placeholder](issuer);
  const nombre = receptor.nombre ?? stand.nombre;
  return {
    tipoDocumento: receptor.tipoDocumento ?? stand.tipoDocumento,
    numDocumento: (receptor.numDocumento ?? stand.numDocumento).padEnd(SHORTEST_NUMBER, '.'),
    nombre: firstCodePoints(nombre, NAME_LIMITS.max).padEnd(NAME_LIMITS.min, '.'),
  };
}

const NOBODY: ReceptorData = {
  tipoDocumento: null,
  numDocumento: null,
  nombre: null,
  telefono: null,
  correo: null,
};

/** The members of `documento` that an event of invalidation does not have from its document: placeholders, and nulls. */
export function untoldIn(event: Members): readonly (keyof Named)[] {
  const [emisor, documento] = [membersAt(event, 'emisor'), membersAt(event, 'documento')];
  const issuer = { nit: textAt(emisor, 'nit') ?? '', name: textAt(emisor, 'nombre') ?? '' };
  const stands = [namedReceptor(NOBODY, issuer, 'issuer'), namedReceptor(NOBODY, issuer, 'nobody')];
  const isUntold = (key: keyof Named) =>
    documento?.[key] === null || stands.some((stand) => documento?.[key] === stand[key]);
  return [
    ...(isUntold('numDocumento') ? (['tipoDocumento', 'numDocumento'] as const) : []),
    ...(isUntold('nombre') ? (['nombre'] as const) : []),
  ];
}
