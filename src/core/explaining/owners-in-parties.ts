import type { TipoDte } from '../dte/kinds.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import { SUJETO_EXCLUIDO } from '../dte/types/sujeto-excluido.ts';
import { asked, each, filed, OF_CCF, type Owners, under } from './owner.ts';

const EMISOR: Owners = {
  '': filed('nit, nrc, name, phone, email'),
  nit: filed('nit'),
  nrc: filed('nrc'),
  nombre: filed('name'),
  nombreComercial: filed('trade_name'),
  tipoEstablecimiento: filed('establishments[].kind'),
  direccion: filed('address'),
  'direccion.departamento': filed('department'),
  'direccion.municipio': filed('municipality'),
  'direccion.distrito': filed('district_code'),
  'direccion.complemento': filed('address'),
  telefono: filed('phone'),
  correo: filed('email'),
};

const DEFAULT_PLACE = 'si no lo envió, es el que dice por defecto el archivo de la empresa';

const CHOSEN_ACTIVITY = asked(
  'activity_code',
  'un código de GET /catalogs/activities que la empresa tenga registrado',
  'si no lo envió, es activity_code del archivo de la empresa',
);

/** The block `emisor` of a type: a note is issued where its CCF was, with the activity of that. */
export function emisorOf(tipoDte: TipoDte): Owners {
  const isNote = tipoDte === NOTA_CREDITO.code;
  const ownActivity = tipoDte === SUJETO_EXCLUIDO.code ? filed('activity_code') : CHOSEN_ACTIVITY;
  const place = (field: string) => (isNote ? OF_CCF : asked(field, undefined, DEFAULT_PLACE));
  return {
    ...EMISOR,
    ...each('codActividad descActividad', isNote ? OF_CCF : ownActivity),
    ...each('codEstableMH codEstable', place('establishment')),
    ...each('codPuntoVentaMH codPuntoVenta', place('point_of_sale')),
    ...(tipoDte === EXPORTACION.code ? EXPORTER : {}),
  };
}

export const DEFAULT_EXPORT = 'si no lo envió, es el de export_defaults en el archivo de la empresa';

const EXPORTER: Owners = {
  tipoItemExpor: asked('export.item_type', '1 bienes o 2 servicios', DEFAULT_EXPORT),
  recintoFiscal: asked('export.fiscal_precinct', 'un código de CAT-027, solo con bienes', DEFAULT_EXPORT),
  tipoRegimen: asked('export.regime_type', 'un código de CAT-033, solo con bienes', DEFAULT_EXPORT),
  regimen: asked('export.regime', 'un código de CAT-028, solo con bienes', DEFAULT_EXPORT),
};

/** The recipient of a type, under each name that its generations give it. */
export function receptorOf(tipoDte: TipoDte): Owners {
  switch (tipoDte) {
    case NOTA_CREDITO.code:
      return under('receptor', COPIED_RECEPTOR);
    case SUJETO_EXCLUIDO.code:
      return { ...under('receptor', party('subject')), ...under('sujetoExcluido', party('subject')) };
    default:
      return under('receptor', { ...party('customer'), ...customerOf(tipoDte) });
  }
}

const NUMBER = 'el número tal como está en el documento: NIT de 14 dígitos, DUI de 9';
const ISSUERS_PLACE =
  'si no envió ningún código de lugar, es el del emisor, o 00 en una factura con otro country que SV';

function party(name: 'customer' | 'subject'): Owners {
  const at = (field: string) => `${name}.${field}`;
  const activity = asked(at('activity_code'), 'un código de GET /catalogs/activities');
  const district = `${at('district_code')} ${at('district')}`;
  return {
    '': asked(name, 'revise cada uno de sus campos'),
    tipoDocumento: asked(at('document_type'), '02, 03, 13, 36 o 37; 36 para un NIT, 13 para un DUI'),
    numDocumento: asked(`${at('document_number')} ${at('nit')}`, NUMBER),
    nombre: asked(at('name'), 'de 1 a 250 caracteres'),
    ...each('codActividad descActividad', activity),
    direccion: asked(at('address'), undefined, ISSUERS_PLACE),
    'direccion.departamento': asked(at('department'), 'dos dígitos, de CAT-012', ISSUERS_PLACE),
    'direccion.municipio': asked(at('municipality'), 'un municipio de ese departamento', ISSUERS_PLACE),
    'direccion.distrito': asked(
      district,
      'un distrito de ese municipio, de GET /catalogs/districts/search',
      ISSUERS_PLACE,
    ),
    'direccion.complemento': asked(
      at('address'),
      'de 5 a 200 caracteres',
      'sin ella va el nombre del distrito',
    ),
    telefono: asked(at('phone'), 'de 8 a 30 caracteres'),
    correo: asked(at('email'), 'un correo completo, como nombre@empresa.com'),
  };
}

const FALLBACK_EMAIL = 'si no lo envió, es delivery.fallback_email o email del archivo de la empresa';
const EMAIL = 'un correo completo, como nombre@empresa.com';

/** What type 01, 03 or 11 says of a customer in other words than type 14 of its subject. */
function customerOf(tipoDte: TipoDte): Owners {
  const trade = asked('customer.trade_name', 'de 1 a 150 caracteres');
  const nrc = asked('customer.nrc', 'de 2 a 8 dígitos');
  const nit = asked(
    'customer.nit customer.document_number',
    'los 14 dígitos del NIT, o los 9 del DUI homologado',
  );
  switch (tipoDte) {
    case EXPORTACION.code:
      return {
        ...each(
          'codPais nombrePais',
          asked('customer.country', 'un país de CAT-020, como GT o US', DEFAULT_EXPORT),
        ),
        complemento: asked('customer.address', 'de 5 a 200 caracteres', 'sin ella va el país'),
        tipoPersona: asked('customer.person_type', '1 natural o 2 jurídica'),
        nombreComercial: trade,
        correo: asked('customer.email', EMAIL, FALLBACK_EMAIL),
      };
    case CREDITO_FISCAL.code:
      return { nit, nrc, nombreComercial: trade, correo: asked('customer.email', EMAIL, FALLBACK_EMAIL) };
    default:
      return { nrc, nombre: asked('customer.name customer_name', 'de 1 a 250 caracteres') };
  }
}

const COPIED_RECEPTOR: Owners = each(
  ' nit nrc tipoDocumento numDocumento nombre codActividad descActividad nombreComercial direccion ' +
    'direccion.departamento direccion.municipio direccion.distrito direccion.complemento telefono correo',
  OF_CCF,
);
