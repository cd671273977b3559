const part = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const fourParts = new RegExp(`^${part}(?:\\.${part}){3}$`)

/** 192.168.1.20; not 192.168.01.20, which some programs read as another address. */
export const isIpAddress = (text: string) => fourParts.test(text)

const maxPort = 65_535

/** 0 to 65535, without leading zeros. */
export const isPort = (text: string) => /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= maxPort

/** The error is not shown: callers only need to know whether the text is an address. */
export function parseWebAddress(text: string): URL {
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('仅支持 http 或 https 协议')
  return url
}

/** The address if it is a web address, otherwise undefined. */
export function findWebAddress(text: string): URL | undefined {
  try {
    return parseWebAddress(text)
  } catch {
    return undefined
  }
}
