/** The limit of a cell in Excel. */
const longest = 32_767

// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const asCode = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** Escapes an attribute or text. Characters that XML cannot contain are written as _x0001_, as in Excel. */
export const escapeXml = (text: string) =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(unwritable, asCode)
    .replaceAll(/[&<>"]/g, (mark) => marks[mark]!)
