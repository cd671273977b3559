import { createHash, createHmac } from 'node:crypto'

export interface Acs3Request {
  method: string
  path: string
  /** Encoded and sorted, without the question mark. */
  query: string
  /** All signed headers: `host`, `content-type` and everything that begins with `x-acs-`, in lower case. */
  headers: Readonly<Record<string, string>>
  body: string
}

const algorithm = 'ACS3-HMAC-SHA256'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The `authorization` header of Alibaba Cloud's signature version 3 (ACS3). */
export function acs3Authorization(request: Acs3Request, accessKeyId: string, accessKeySecret: string) {
  const names = Object.keys(request.headers).toSorted()
  const lines = names.map((name) => `${name}:${request.headers[name]!.trim()}\n`).join('')
  const canonical = [request.method, request.path, request.query, lines, names.join(';'), sha256(request.body)].join(
    '\n',
  )
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${algorithm}\n${sha256(canonical)}`)
    .digest('hex')
  return `${algorithm} Credential=${accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`
}
