const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, in an element or in an attribute with quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character]!);
}
