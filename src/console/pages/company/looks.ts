import { companyFileOf } from '../../../core/company/company-file-of.ts';
import { FACTURA } from '../../../core/dte/types/factura.ts';
import { parseExternalRef } from '../../../core/identifiers/external-ref.ts';
import { identifier } from '../../../core/identifiers/text.ts';
import { ownOf } from '../../../core/records/by-name.ts';
import { previewDocument } from '../../../operations/documents/preview-document.ts';
import { readIssuing } from '../../../requests/read-issuing.ts';
import { alertOf, doneOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import { sendPreview, sheetView } from '../../paper.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { belowCompany, changeCompany } from './company-form.ts';

const PATH = '/empresa/imagen';
const access = 'manage_company';

const DONE: Readonly<Record<string, string>> = { imagen: 'Se guardó. Así salen sus documentos desde ahora.' };

/** `/app/e/:slug/empresa/imagen`: logo and colour, as they look on a letter and a ticket. */
export const LOOKS: readonly CompanyPage[] = [
  {
    path: PATH,
    access,
    get: (parts, visit) => looksPage(parts, visit),
    refill: (parts, visit) => looksPage(parts, visit),
    async post(parts, visit) {
      const { form } = visit;
      const problems = await changeCompany(parts, visit, 'imagen', (company) => {
        const file = companyFileOf(company);
        const logo = form.has('without_logo') ? null : form.one('logo') || file.branding.logo;
        return { ...file, branding: { logo, color: form.one('color').toLowerCase() || null } };
      });
      if (problems.length === 0) return addressIn(visit, `${PATH}?hecho=imagen`);
      const told = problems.map(({ message }) => message).join(' ');
      return { status: 422, page: await looksPage(parts, visit, `No se guardó nada. ${told}`) };
    },
  },
  {
    path: `${PATH}/muestra`,
    access,
    isWithoutCount: true,
    async get(parts, visit, reply) {
      const text = await sampleOf(parts, visit);
      if (text === null) return 'not_found';
      const isTicket = visit.query.one('papel') === 'tiquete';
      const form = isTicket ? ({ kind: 'ticket', widthMm: 80 } as const) : ({ kind: 'letter' } as const);
      return sendPreview(parts, visit, reply, { form, text });
    },
  },
];

const SAMPLE_REF = identifier(parseExternalRef, 'muestra');

/** A sale that nobody makes. */
const SAMPLE = {
  doc_type: FACTURA.code,
  lines: [
    { description: 'Producto de muestra', quantity: 2, unit_price: 5.65 },
    { description: 'Otro producto', quantity: 1, unit_price: 1.13 },
  ],
};

/** A sale as the company would issue it now; null where its data do not allow one. */
async function sampleOf({ own, desk }: ConsoleParts, { companyId }: CompanyVisit): Promise<string | null> {
  const company = await own.companies.company(companyId);
  const asked = readIssuing(SAMPLE, 'sale');
  if (company === null || asked.kind === 'refused') return null;
  const preview = await previewDocument(desk, {
    ...asked,
    externalRef: SAMPLE_REF,
    issuer: { companyId, company },
  });
  return preview.kind === 'refused' ? null : preview.text;
}

async function looksPage(
  { own }: ConsoleParts,
  visit: CompanyVisit,
  problem: string | null = null,
): Promise<Markup> {
  const { company } = await own.company.file(visit.companyId);
  const { logo, color } = company.branding;
  const sample = (paper: string) => addressIn(visit, `${PATH}/muestra?papel=${paper}`);
  const body = html`${doneOf(ownOf(DONE, visit.query.one('hecho')))}
${alertOf(problem)}
<div class="grid"><section class="card" aria-labelledby="cambiar"><h2 id="cambiar">Cambiar</h2>
<form method="post" enctype="multipart/form-data" action="${addressIn(visit, PATH)}">${csrfField(visit.csrf)}
<div class="field"><label for="logo">Logo <span class="optional">(opcional)</span></label><input id="logo" name="logo" type="file" accept="image/png,image/jpeg" aria-describedby="logo-hint">
<p class="hint" id="logo-hint">PNG o JPEG de hasta 190 kB. ${logo === null ? 'Ahora no hay.' : 'Sin elegir otro, queda el que está.'}</p></div>
${logo !== null && html`<label class="check"><input type="checkbox" name="without_logo" value="1"> Quitar el logo</label>`}
${textField({ name: 'color', label: 'Color', value: visit.form.one('color') || (color ?? ''), isOptional: true, hint: 'Como #12508f. Vacío: sin color.' })}
<p class="actions"><button>Guardar y ver</button></p></form></section>
<section class="card" aria-labelledby="papel"><h2 id="papel">Así se ve</h2>
<p class="soft">Una venta de muestra, que no vale y no se guarda.</p>
${sheetView(sample('carta'), 'Muestra en carta')}
<p class="actions"><a href="${sample('carta')}">Abrir en carta</a><a href="${sample('tiquete')}">Abrir en tiquete</a></p></section></div>`;
  return belowCompany(visit, { title: 'Logo y color', body });
}
