/** The header that makes a browser save a file under this name (RFC 6266), with any characters. */
export function attachmentHeader(fileName: string): string {
  const name = fileName.toWellFormed()
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_') // for clients without the extended form
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`
}

// encodeURIComponent leaves ' ( ) * unescaped, which the header grammar does not allow.
const encodeExtended = (text: string) =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
