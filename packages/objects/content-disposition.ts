/** The header that makes a browser save a file under this name (RFC 6266), whatever characters the name has. */
export function attachmentHeader(fileName: string): string {
  const name = fileName.toWellFormed()
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_') // for clients that know nothing better
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`
}

// encodeURIComponent leaves ' ( ) * as they are, and the header's grammar does not.
const encodeExtended = (text: string) =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
