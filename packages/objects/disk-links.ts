import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { WrongSize, type DiskParts } from './disk-parts.ts'
import { attachmentHeader } from './content-disposition.ts'
import { checkSeconds } from './validation.ts'
import type { ByteRange, ObjectStore } from './object-store.ts'

type Method = 'GET' | 'PUT'

/** A link allows one method on one key until it expires. Any change breaks the signature. */
interface Grant {
  method: Method
  key: string
  /** Milliseconds since 1970. */
  until: number
  fileName: string | undefined
  contentType: string | undefined
  part: Part | undefined
}

/** One part of an upload. */
interface Part {
  upload: string
  number: number
  size: number
}

export interface DiskLinks {
  sign(
    method: Method,
    key: string,
    link: { seconds: number; fileName?: string; contentType?: string; part?: Part },
  ): string
  serve(store: ObjectStore, parts: DiskParts): RequestListener
}

/** Signed addresses for the disk store, and the handler that serves them. */
export function createDiskLinks({ baseUrl, secret }: { baseUrl: string; secret: string }): DiskLinks {
  if (secret.length < 32) throw new Error('the secret of the links must have at least 32 characters')
  const base = baseUrl.replace(/\/+$/, '')
  const folder = `${new URL(base, 'http://here').pathname.replace(/\/+$/, '')}/`
  const signatureOf = ({ method, key, until, fileName, contentType, part }: Grant) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([method, key, until, fileName, contentType, part?.upload, part?.number, part?.size]))
      .digest('base64url')

  return {
    sign(method, key, { seconds, contentType, part, ...link }) {
      const fileName = link.fileName?.toWellFormed() // a lone surrogate would change in the address and break the signature
      const grant = { method, key, until: Date.now() + checkSeconds(seconds) * 1000, fileName, contentType, part }
      const query = new URLSearchParams({ until: String(grant.until) })
      if (fileName !== undefined) query.set('name', fileName)
      if (contentType !== undefined) query.set('type', contentType)
      if (part) for (const [name, value] of Object.entries(part)) query.set(name, String(value))
      query.set('signature', signatureOf(grant))
      return `${base}/${key.split('/').map(encodeURIComponent).join('/')}?${query.toString()}`
    },

    serve: (store, parts) => (request, response) => {
      const grant = readGrant(request)
      const answered = !grant
        ? refuse(response, 403)
        : grant.part
          ? receivePart(parts, grant.key, grant.part, request, response)
          : grant.method === 'PUT'
            ? receive(store, grant, request, response)
            : send(store, grant, request, response)
      answered.catch((error: unknown) => {
        if (response.headersSent) response.destroy()
        else void refuse(response, error instanceof RangeError ? 416 : 500)
      })
    },
  }

  /** The grant of an address, if the signature is valid and it has not expired. */
  function readGrant({ method, url = '' }: IncomingMessage): Grant | undefined {
    const address = URL.parse(url, 'http://here')
    if ((method !== 'GET' && method !== 'PUT') || !address?.pathname.startsWith(folder)) return undefined
    const query = address.searchParams
    const grant: Grant = {
      method,
      key: decodeKey(address.pathname.slice(folder.length)),
      until: Number(query.get('until')),
      fileName: query.get('name') ?? undefined,
      contentType: query.get('type') ?? undefined,
      part: parsePart(query),
    }
    const expected = Buffer.from(signatureOf(grant))
    const signature = Buffer.from(query.get('signature') ?? '')
    const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
    return isOurs && Date.now() < grant.until ? grant : undefined
  }
}

function parsePart(query: URLSearchParams): Part | undefined {
  const upload = query.get('upload')
  return upload === null ? undefined : { upload, number: Number(query.get('number')), size: Number(query.get('size')) }
}

function decodeKey(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '' // a stray % sign: an invalid link
  }
}

async function refuse(response: ServerResponse, status: number) {
  // The rest of the upload is not read.
  response.writeHead(status, { connection: 'close' }).end()
}

async function receive(
  store: ObjectStore,
  { key, contentType }: Grant,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (contentType === undefined || request.headers['content-type'] !== contentType) return refuse(response, 403)
  await store.put(key, request, { contentType })
  response.writeHead(200).end()
}

async function receivePart(
  parts: DiskParts,
  key: string,
  { upload, number, size }: Part,
  request: IncomingMessage,
  response: ServerResponse,
) {
  try {
    const isKept = await parts.receive(key, upload, number, size, request)
    return isKept ? void response.writeHead(200).end() : refuse(response, 404)
  } catch (error) {
    if (error instanceof WrongSize) return refuse(response, 403)
    throw error
  }
}

async function send(
  store: ObjectStore,
  { key, contentType, fileName }: Grant,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const range = readRange(request.headers.range)
  const object = await store.get(key, range)
  if (!object) return refuse(response, 404)
  const first = range?.start ?? 0
  const last = Math.min(range?.end ?? Infinity, object.size - 1)
  response.writeHead(range ? 206 : 200, {
    'content-type': contentType ?? object.contentType,
    'content-length': last - first + 1,
    'accept-ranges': 'bytes',
    'last-modified': object.modifiedAt.toUTCString(),
    ...(range && { 'content-range': `bytes ${first}-${last}/${object.size}` }),
    ...(fileName !== undefined && { 'content-disposition': attachmentHeader(fileName) }),
    // In development this is the portal's own host: an uploaded page must not run on it.
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
  await pipeline(object.body, response)
}

/** One range with a start; anything else gets the whole object, as HTTP allows. */
function readRange(header: string | undefined): ByteRange | undefined {
  const [, start, end] = header?.match(/^bytes=(\d+)-(\d*)$/) ?? []
  if (start === undefined) return undefined
  return end ? { start: Number(start), end: Number(end) } : { start: Number(start) }
}
