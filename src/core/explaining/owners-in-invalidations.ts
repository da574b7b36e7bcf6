import { type Members, membersAt } from '../dte/official-json.ts';
import { untoldIn } from '../dte/unnamed-receptor.ts';
import { asked, each, filed, OF_DOCUMENT, OF_SELLO, type Owners, PLACEHOLDER, under } from './owner.ts';

const DEFAULT_REASON = 'si no lo envió, es el de invalidation en el archivo de la empresa';
const NAME = 'de 5 a 100 caracteres';
const KIND = '02, 03, 13, 36 o 37; 36 para un NIT, 13 para un DUI';
const NUMBER = 'el número tal como está en el documento, de 3 caracteres o más';

const MOTIVO: Owners = {
  '': asked('type', '1 error, 2 rescisión o 3 otro', DEFAULT_REASON),
  tipoAnulacion: asked('type', '1 error, 2 rescisión o 3 otro', DEFAULT_REASON),
  motivoAnulacion: asked('reason', 'de 5 a 200 caracteres', DEFAULT_REASON),
  nombreResponsable: asked('responsible.name', NAME, DEFAULT_REASON),
  tipDocResponsable: asked('responsible.document_type', KIND, DEFAULT_REASON),
  numDocResponsable: asked('responsible.document_number', NUMBER, DEFAULT_REASON),
  nombreSolicita: asked('requester.name', NAME, DEFAULT_REASON),
  tipDocSolicita: asked('requester.document_type', KIND, DEFAULT_REASON),
  numDocSolicita: asked('requester.document_number', NUMBER, DEFAULT_REASON),
};

const REPLACEMENT = 'el identificador o external_ref de un documento sellado y vigente, del mismo tipo';

/** Where every datum of an invalidation comes from, in both generations: a key is the path of the datum. */
export const OWNERS_IN_INVALIDATIONS: Owners = {
  ...each('ambiente idEnvio version firma nit codigoGeneracion', OF_SELLO),
  ...under('identificacion', {
    ...each(' codigoGeneracion fecAnula horAnula fecEmi horEmi fusion', OF_SELLO),
    version: filed('schema_generation.events'),
    ambiente: filed('environment'),
  }),
  ...under('emisor', {
    '': filed('nit, name, phone, email'),
    nit: filed('nit'),
    nombre: filed('name'),
    telefono: filed('phone'),
    correo: filed('email'),
    tipoEstablecimiento: filed('establishments[].kind'),
    nomEstablecimiento: OF_SELLO,
    ...each('codEstableMH codEstable codPuntoVentaMH codPuntoVenta', OF_DOCUMENT),
  }),
  ...under('documento', {
    ...each(
      ' tipoDte codigoGeneracion selloRecibido numeroControl fecEmi montoIva tipoDocumento numDocumento nombre ' +
        'telefono correo',
      OF_DOCUMENT,
    ),
    codigoGeneracionR: asked('replacement_document_id', REPLACEMENT),
  }),
  ...under('motivo', MOTIVO),
};

/** Where every datum of this very event comes from: no document has what it does not tell of its receiver. */
export function ownersInInvalidation(event: Members): Owners {
  const documento = membersAt(event, 'documento');
  const untold = untoldIn(event).map((key) => [key, documento?.[key] === null ? OF_SELLO : PLACEHOLDER]);
  return { ...OWNERS_IN_INVALIDATIONS, ...under('documento', Object.fromEntries(untold)) };
}
