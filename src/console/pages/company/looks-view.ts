import type { Branding } from '../../../core/company/company.ts';
import { alertOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { sheetView } from '../../sheet-view.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';

export function looksPage(
  visit: CompanyVisit,
  {
    branding,
    problem,
    done,
  }: { readonly branding: Branding; readonly problem: string | null; readonly done: string },
): Markup {
  const sample = (paper: string) => addressIn(visit, `/empresa/imagen/muestra?papel=${paper}`);
  const main = html`<main id="main">
<p><a href="${addressIn(visit, '/empresa')}">Empresa</a></p>
<h1>Logo y color</h1>
${done === 'imagen' && html`<p class="done" role="status">Se guardó. Así salen sus documentos desde ahora.</p>`}
${alertOf(problem === null ? null : `No se guardó nada. ${problem}`)}
<div class="grid"><section class="card" aria-labelledby="cambiar"><h2 id="cambiar">Cambiar</h2>
<form method="post" enctype="multipart/form-data" action="${addressIn(visit, '/empresa/imagen')}">${csrfField(visit.csrf)}
<div class="field"><label for="logo">Logo <span class="optional">(opcional)</span></label><input id="logo" name="logo" type="file" accept="image/png,image/jpeg" aria-describedby="logo-hint">
<p class="hint" id="logo-hint">PNG o JPEG de hasta 190 kB. ${branding.logo === null ? 'Ahora no hay.' : 'Sin elegir otro, queda el que está.'}</p></div>
${branding.logo !== null && html`<label class="check"><input type="checkbox" name="without_logo" value="1"> Quitar el logo</label>`}
${textField({ name: 'color', label: 'Color', value: visit.form.one('color') || (branding.color ?? ''), isOptional: true, hint: 'Como #12508f. Vacío: sin color.' })}
<p class="actions"><button>Guardar y ver</button></p></form></section>
<section class="card" aria-labelledby="papel"><h2 id="papel">Así se ve</h2>
<p class="soft">Una venta de muestra, que no vale y no se guarda.</p>
${sheetView(sample('carta'), 'Muestra en carta')}
<p class="actions"><a href="${sample('carta')}">Abrir en carta</a><a href="${sample('tiquete')}">Abrir en tiquete</a></p></section></div>
</main>`;
  return companyLayout(visit, { title: 'Logo y color', body: main, active: 'company' });
}
