const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as the content of an element or as an attribute in quotes. Also of XML. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/** JSON inside a `<script>`: nothing in it can end the script, begin a comment, or end a line of JavaScript. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
