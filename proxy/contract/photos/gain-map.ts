// A gain map brightens a photo on screens with a high dynamic range. It is a second picture, and XMP says how to apply it
// (Ultra HDR image format 1.1).

/** What precedes XMP in a JPEG's segment. */
const xmpPrefix = 'http://ns.adobe.com/xap/1.0/\0';
const value = '[-+.\\dEe]{1,32}|True|False';
const names = 'Version|BaseRenditionIsHDR|GainMap(?:Min|Max)|Gamma|Offset[SH]DR|HDRCapacity(?:Min|Max)';
/** A property, as an attribute or an element, which may have a value for each colour. */
const properties = new RegExp(
  `\\bhdrgm:(${names})\\s*=\\s*["'](${value})["']|` +
    `<hdrgm:(${names})>\\s*(?:<rdf:Seq>\\s*)?((?:<rdf:li>(?:${value})</rdf:li>\\s*){1,3}|${value})`,
  'g',
);

/** Builds the content of a segment with the properties of a gain map, and of nothing else, from that of a segment; undefined if
 * there are none. */
export function gainMapXmp(segment: string): string | undefined {
  if (!segment.startsWith(xmpPrefix)) return undefined;
  const found = new Map<string, string>();
  for (const [, attribute, text, element, content = ''] of segment.matchAll(properties)) {
    found.set(attribute ?? element!, text ?? content);
  }
  if (!found.has('Version')) return undefined;
  const items = segment.match(/<Container:Item\b[^>]{0,400}/g) ?? [];
  const gainMap = items.find(item => /Item:Semantic\s*=\s*["']GainMap["']/.test(item));
  const length = /Item:Length\s*=\s*["'](\d{1,10})["']/.exec(gainMap ?? '')?.[1] ?? '';
  let [attributes, elements] = ['', ''];
  for (const [name, text] of found) {
    if (text.startsWith('<')) elements += `<hdrgm:${name}><rdf:Seq>${text}</rdf:Seq></hdrgm:${name}>`;
    else attributes += ` hdrgm:${name}="${text}"`;
  }
  if (length) elements += directory(length);
  const description = `rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"${attributes}`;
  const content = elements ? `<${description}>${elements}</rdf:Description>` : `<${description}/>`;
  const syntax = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  return `${xmpPrefix}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${syntax}">${content}</rdf:RDF></x:xmpmeta>`;
}

/** Says that a gain map of this length follows the photo. */
function directory(gainMapBytes: string): string {
  const google = 'http://ns.google.com/photos/1.0/container/';
  const item = (about: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic=${about}/></rdf:li>`;
  const items = item('"Primary"') + item(`"GainMap" Item:Length="${gainMapBytes}"`);
  const namespaces = `xmlns:Container="${google}" xmlns:Item="${google}item/"`;
  return `<Container:Directory ${namespaces}><rdf:Seq>${items}</rdf:Seq></Container:Directory>`;
}
