import type { NotaCreditoOrder } from '../../src/core/drafting/nota-credito-draft.ts';
import { exampleIssuer } from './example-issuer.ts';
import { exampleLine } from './example-order.ts';
import { codeOf, nitOf, nrcOf } from './identifiers.ts';

/** A note on one CCF over one bread at 1.13, VAT included, with the changes given. */
export function exampleNote(changes: Partial<NotaCreditoOrder> = {}): NotaCreditoOrder {
  return {
    issuer: exampleIssuer(),
    receptor: {
      nit: nitOf('06140101900020'),
      nrc: nrcOf('1234567'),
      nombre: 'Ferretería Ejemplo, S.A. de C.V.',
      codActividad: '46631',
      descActividad: 'Venta al por mayor de puertas, ventanas, vitrinas y similares',
      nombreComercial: null,
      direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 9' },
      telefono: null,
      correo: 'compras@ejemplo.com',
    },
    adjusted: {
      codigoGeneracion: codeOf('AB12CD34-0000-4000-8000-000000000001'),
      fechaEmision: '2026-11-02',
      carriedRetention: false,
      carriedPerception: false,
    },
    lines: [exampleLine()],
    transactionCondition: 1,
    observations: null,
    ...changes,
  };
}
