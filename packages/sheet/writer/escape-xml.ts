/** More does not go into a cell of Excel's. */
const longest = 32_767

// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const asCode = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** For an attribute or the words of a cell. Signs that XML cannot hold stand as _x0001_, as Excel writes them. */
export const escapeXml = (text: string) =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(unwritable, asCode)
    .replaceAll(/[&<>"]/g, (mark) => marks[mark]!)
