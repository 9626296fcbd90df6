// Makes the elements of one tree those of another, and hands Lit's parts over to them.

/** The members of Lit's parts that the takeover uses. Their private names are the same in all releases of Lit 3, because
 * its package for hydration, @lit-labs/ssr-client, is published separately. */
export interface LitPart {
  /** A child part's value: a template's instance, an array of child parts, a node or a primitive. An event part's listener. */
  _$AH?: unknown;
  /** The node after a child part. */
  _$AB?: Node | null;
  /** The element of any other part. */
  element?: Element;
  /** The event of an event part. */
  name?: string;
  /** Event parts listen themselves. */
  handleEvent?: (event: Event) => void;
}

/** Whether a part, and the parts inside it, have all that `movePart` uses. Otherwise Lit has changed. */
export function isMovable(part: LitPart): boolean {
  if (part.element) return !part.handleEvent || ('_$AH' in part && !!part.name);
  return '_$AB' in part && '_$AH' in part && !!partsIn(part)?.every(isMovable);
}

/** Gives a part, and the parts inside it, the elements that were kept in place of those that it was rendered with. */
export function movePart(part: LitPart, kept: ReadonlyMap<Node, Element>): void {
  const { element, handleEvent, name = '', _$AH: value } = part;
  if (!element) {
    if (part._$AB) part._$AB = kept.get(part._$AB) ?? part._$AB;
    for (const each of partsIn(part) ?? []) movePart(each, kept);
    return;
  }
  const own = kept.get(element);
  if (!own) return;
  part.element = own;
  if (handleEvent && typeof value === 'function') own.addEventListener(name, part as EventListenerObject);
}

/** The parts inside a child part. Undefined if its value is unknown. */
function partsIn({ _$AH: value }: LitPart): LitPart[] | undefined {
  if (value === null || typeof value !== 'object' || value instanceof Node) return [];
  const parts = Array.isArray(value) ? value : (value as { _$AV?: (LitPart | undefined)[] })._$AV;
  return parts?.filter(each => !!each);
}

/** Gives a parent the children of another, but keeps each of its elements that has a counterpart there. Notes them in
 * `kept`, by their counterparts. Comments and texts are replaced, because Lit knows its own by reference. The focused
 * element and the elements around it don't move, because they would lose the focus. */
export function adoptChildren(
  parent: ParentNode & Node,
  fresh: ParentNode & Node,
  kept: Map<Node, Element>,
  focused: Element | null,
): void {
  // Additions for pages without JavaScript have no counterpart.
  const own = [...parent.children].filter(element => !element.matches('[data-plain]'));
  const keys = own.map(keyOf);
  const wanted = [...fresh.childNodes].map(node => {
    const at = node instanceof Element ? keys.indexOf(keyOf(node)) : -1;
    const same = own[at];
    if (!same) return node;
    keys[at] = ''; // Taken.
    adopt(same, node as Element, kept, focused); // It has a key.
    kept.set(node, same);
    return same;
  });
  const isWanted = new Set<Node>(wanted);
  for (const node of [...parent.childNodes]) if (!isWanted.has(node)) node.remove();
  let next = parent.firstChild;
  for (const node of wanted) {
    // Nodes in front of the focused element are removed here, and inserted again where they belong.
    if (node !== next && node.parentNode === parent && node.contains(focused)) {
      while (next && next !== node) {
        const before: ChildNode = next;
        next = next.nextSibling;
        before.remove();
      }
    }
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

/** Gives an element the attributes and children of another. A control keeps its value, even if an attribute or a text sets
 * another one. */
function adopt(element: Element, fresh: Element, kept: Map<Node, Element>, focused: Element | null): void {
  const { value, checked } = element as HTMLInputElement; // Or another element, without a value.
  for (const { name } of [...element.attributes])
    if (!fresh.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value: text } of fresh.attributes)
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  adoptChildren(element, fresh, kept, focused);
  const control = element as HTMLInputElement;
  if (!control.matches('input, select, textarea')) return;
  if (control.value !== value) control.value = value;
  if (control.checked !== checked) control.checked = checked;
}

/** Elements with the same key are counterparts, in their order. A field has the id of its first control. */
function keyOf(element: Element): string {
  const { localName, classList } = element;
  const control =
    element.matches('.field, .choice, input') &&
    (element.querySelector('input, select, textarea') ?? element);
  const { id = '' } = element.matches('.field') && control ? control : {};
  const read = (name: string) => (control || element).getAttribute(name);
  const value = element.matches('.choice, option') ? read('value') : '';
  return [localName, classList[0], id, control ? read('type') : '', value].join(' ');
}
