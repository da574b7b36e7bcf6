/** A paper of the gallery: the case it is of, and the name of its files. */
export interface Picture {
  readonly name: string;
  readonly file: string;
}

/** A page without anything from elsewhere: a picture of each paper, which opens its PDF. */
export function galleryPage(pictures: readonly Picture[]): string {
  const groups = Map.groupBy(pictures, ({ name }) => name.split('/')[0] ?? name);
  const sections = [...groups].map(
    ([group, members]) =>
      `<h2>${group}</h2>\n<div class="papers">\n${members.map(figureOf).join('\n')}\n</div>`,
  );
  return `<!doctype html>
<html lang="es-SV">
<meta charset="utf-8">
<title>Sello: representación gráfica</title>
<style>
  body { font: 14px sans-serif; background: #e9ecef; margin: 2rem; }
  .papers { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
  figure { margin: 0; max-width: 24rem; }
  img { max-width: 100%; background: #fff; box-shadow: 0 1px 4px #0003; }
</style>
<h1>Sello: representación gráfica</h1>
${sections.join('\n')}
</html>
`;
}

function figureOf({ name, file }: Picture): string {
  const caption = name.split('/')[1] ?? name;
  return `<figure><a href="${file}.pdf"><img src="${file}.png" alt="${file}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`;
}
