/** Reads HTML as a crawler does: only what the text says, and no script runs. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decode = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');

export function readPage(html: string) {
  const attributesOf = (tag: string) =>
    Object.fromEntries(
      [...tag.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, decode(value)]),
    );
  const tags = (name: string) =>
    [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))].map(([tag]) => attributesOf(tag));
  const metas = tags('meta');
  const links = tags('link');
  // A script ends at the first `</script`, whatever it holds.
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script/g)].map(
    ([, tag = '', text = '']) => ({
      ...attributesOf(` ${tag}`),
      text,
    }),
  ) as Array<{ type?: string; id?: string; text: string; 'data-at'?: string }>;
  const data = scripts.find(({ id }) => id === 'page-data');
  return {
    titles: [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => decode(title)),
    meta: (key: string) => {
      const found = metas.filter(({ name, property }) => name === key || property === key);
      if (found.length > 1) throw new Error(`${key} is there ${found.length} times`);
      return found[0]?.content;
    },
    canonical: links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href),
    preloads: links.filter(({ rel }) => rel === 'preload'),
    structuredData: scripts
      .filter(({ type }) => type === 'application/ld+json')
      .map(({ text }) => JSON.parse(text)),
    scriptTypes: scripts.map(({ type }) => type),
    at: data?.['data-at'],
    answers: data && JSON.parse(data.text).answers,
  };
}
