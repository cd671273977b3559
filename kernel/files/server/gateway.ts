import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, unavailable, type App } from '#packages/core'
import { loadFieldCipher, getPlainSize, type FieldCipher } from '#packages/crypto'
import { inDistrict, type Cells, type Db } from '#packages/db'
import { createBareServer, type BareOptions } from '#packages/http'
import { attachmentHeader, isStoreUnavailable, type ObjectStore } from '#packages/objects/index.ts'
import type { FileKind } from '../contract-types.ts'
import { findLinkedFile, type LinkedFile } from './claim-queries.ts'
import { DownloadLog } from './download-log.ts'
import { openFileStore } from './installation.ts'
import { fileKey, previewKey, thumbKey } from './object-keys.ts'
import { readLinkToken, type FileLink } from './file-links.ts'
import { OpenFileLimiter } from './open-file-limit.ts'
import { parseRange, type RequestedRange } from './http-range.ts'
import { removeSuffix } from './service/attachments.ts'
import { isMarkedSealed, readContent, type ContentRef } from './service/sealed-contents.ts'
import { removeDownloadedFile } from './service/remove-files.ts'

/** The kinds that browsers may show; all others are downloaded. */
const shownKinds: readonly FileKind[] = ['image', 'video', 'audio', 'pdf', 'txt']
const recheckMs = 2_000
const closeAfterMs = 10_000

/**
 * A served file can do nothing: no script, no form, no framing, no type sniffing. A browser that opens an image or
 * video puts it into a page of its own, which needs a style and the file.
 */
const closedPolicy = "sandbox; default-src 'none'"
const securityHeaders = {
  'content-security-policy': `${closedPolicy}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-resource-policy': 'cross-origin',
  // Allowed for any page: the address itself carries the permission, and no cookie is used.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-disposition, content-length, content-range, etag',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
}

/** Headers of a file, which an error response must not have. */
const fileHeaders = ['accept-ranges', 'content-disposition', 'content-range', 'etag']

interface FilePath {
  Params: { token: string; name: string }
}

export interface GatewayOptions extends BareOptions {
  /** Whether the session of a link is still open; the gateway itself has no sessions. */
  isSessionOpen(db: Db, sessionId: string, now: Date): Promise<boolean>
}

/** The origin that serves files: no cookies, only signed links. */
export function filesGateway(
  { app, cells }: { app: App; cells: Cells },
  { isSessionOpen, ...options }: GatewayOptions,
): FastifyInstance {
  const server = createBareServer(options, securityHeaders)
  const log = new DownloadLog(cells, (error) =>
    server.log.warn({ error: (error as Error).message }, 'could not write down who took which file'),
  )
  const open = new OpenFileLimiter()
  server.addHook('onSend', (_request, reply, payload, next) => {
    if (reply.statusCode >= 400 && reply.statusCode !== 416) dropHeaders(reply)
    next(null, payload)
  })
  server.route<FilePath>({
    method: ['GET', 'HEAD'],
    url: '/f/:token/:name',
    exposeHeadRoute: false,
    handler: (request, reply) =>
      serveFile({ app, cells, isSessionOpen, log, open, warn: (details) => server.log.warn(details) }, request, reply),
  })
  // The CORS preflight of range requests.
  server.options('/f/*', (_request, reply) =>
    reply
      .headers({ 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': 'range, if-range' })
      .header('access-control-max-age', '600')
      .code(204)
      .send(),
  )
  // A large download would keep the process for minutes; browsers continue it with another process.
  server.addHook(
    'preClose',
    async () => void setTimeout(() => server.server.closeAllConnections(), closeAfterMs).unref(),
  )
  server.addHook('onClose', () => log.close())
  return server
}

/** The store may fail after headers were set, and even after Node got the first ones. */
function dropHeaders(reply: FastifyReply) {
  for (const name of fileHeaders) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
  reply.header('cache-control', securityHeaders['cache-control'])
}

interface GatewayContext extends Pick<GatewayOptions, 'isSessionOpen'> {
  app: App
  cells: Cells
  log: DownloadLog
  open: OpenFileLimiter
  warn(details: object): void
}

async function serveFile(context: GatewayContext, request: FastifyRequest<FilePath>, reply: FastifyReply) {
  const { app, cells, log, open, warn } = context
  const now = new Date()
  const { token } = request.params
  const link = readLinkToken(token, now)
  if (!link || (await cells.cellOf(link.districtId)) === undefined) throw fileNotFound()
  const openFile = await findOpenFile(context, link)
  if (!openFile) throw fileNotFound()
  const { file, fields } = openFile
  const served = getServedObject(link, file)
  const objects = await orUnavailable(() => openFileStore(context))
  const { size, isSealed } = await measureObject(objects, served)

  const range = isSameContent(request, served.etag) ? parseRange(request.headers.range, size) : undefined
  reply.headers({ 'accept-ranges': 'bytes', etag: served.etag })
  if (range === null) return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.headers({
    'content-type': served.contentType,
    'content-length': end - start + 1,
    'content-disposition': getDisposition(link, file, served.name),
  })
  // Pages load downloads in a hidden frame, so that an error does not replace the page; Safari would refuse the frame.
  if (link.isDownload) reply.header('content-security-policy', closedPolicy)
  // A rendered list does not load its pictures again; a recall takes effect within these five seconds.
  if (link.variant === 'thumb') reply.header('cache-control', 'private, max-age=5')
  if (request.method === 'HEAD') return reply.send()
  log.record(token, link, { address: request.ip, requestId: request.id, now })
  if (size === 0) return reply.send('')
  // Thumbnails are not counted: a page requests fifty at once, and each is short.
  const release = link.variant === 'thumb' ? () => {} : open.acquire(link.personId)
  const stored = { key: served.key, size, fields: isSealed ? fields : undefined }
  const body = await openBody(objects, stored, range).catch((error: unknown) => {
    release()
    throw error
  })
  body.once('close', release)
  endWhenRecalled(context, link, body)
  // The last byte completes the download, in one piece or in several.
  if (file.onceUntil && end === size - 1)
    whenDownloaded(body, reply, () => {
      removeDownloadedFile({ app, cells, districtId: link.districtId }, link.fileId, new Date()).catch(
        (error: unknown) => warn({ error: (error as Error).message, message: 'could not remove what was downloaded' }),
      )
    })
  return reply.send(body)
}

/** An error response finishes as well, so the body itself must have ended. */
function whenDownloaded(body: Readable, reply: FastifyReply, act: () => void) {
  body.once('end', () => reply.raw.once('finish', act))
}

/** The size of a file, and whether it is encrypted. */
async function measureObject(objects: ObjectStore, { key, size, isSealed }: ServedObject) {
  if (size !== undefined) return { size, isSealed }
  const head = await orUnavailable(() => objects.head(key))
  if (!head) throw fileNotFound()
  return isMarkedSealed(head.metadata)
    ? { size: getPlainSize(head.size), isSealed: true }
    : { size: head.size, isSealed: false }
}

const fileNotFound = () => notFound('文件')

async function orUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
}

/**
 * The linked file, if the link is still valid: checked on every request, so that a recall or sign-out takes effect at
 * once.
 */
async function findOpenFile(context: GatewayContext, link: FileLink): Promise<OpenFile | undefined> {
  const { districtId, fileId, claimId, sessionId } = link
  return inDistrict(
    context.cells,
    districtId,
    async (db) => {
      if (!(await context.isSessionOpen(db, sessionId, new Date()))) return undefined
      const file = await findLinkedFile(db, fileId, claimId)
      return file && isLinkOpen(link, file) ? { file, fields: await loadFieldCipher(db, districtId) } : undefined
    },
    { readOnly: true },
  )
}

interface OpenFile {
  file: LinkedFile
  /** Decrypts the file if it is encrypted. */
  fields: FieldCipher
}

function isLinkOpen({ claimId, epoch, personId }: FileLink, file: LinkedFile): boolean {
  if (file.isClosed || (file.onceUntil && file.onceUntil <= new Date())) return false
  // An own upload until a record claims it; then the claim decides.
  if (claimId === null) return !file.isClaimed && file.personId === personId
  return file.epoch === epoch && !file.isRecalled
}

interface ServedObject {
  key: string
  name: string
  contentType: string
  etag: string
  /** Set when the table has it. */
  size?: number
  isSealed?: boolean
}

function getServedObject({ districtId, fileId, variant }: FileLink, file: LinkedFile): ServedObject {
  const etag = `"${fileId}-${variant}"`
  const stem = removeSuffix(file.name)
  if (variant === 'thumb')
    return { key: thumbKey(districtId, fileId), name: `${stem}.webp`, contentType: 'image/webp', etag }
  if (variant === 'preview')
    return { key: previewKey(districtId, file.sha256!), name: `${stem}.pdf`, contentType: 'application/pdf', etag }
  const { name, contentType, size, isSealed } = file
  return { key: fileKey(districtId, fileId), name, contentType, etag, size, isSealed }
}

function getDisposition({ variant, isDownload }: FileLink, { kind }: LinkedFile, name: string): string {
  const isShown = variant !== 'file' || shownKinds.includes(kind)
  const saved = attachmentHeader(name)
  return isShown && !isDownload ? saved.replace(/^attachment/, 'inline') : saved
}

/** A resumed download names its content in If-Range; a range of other content would not fit. */
const isSameContent = ({ headers: { 'if-range': known } }: FastifyRequest<FilePath>, etag: string) =>
  known === undefined || known === etag

async function openBody(objects: ObjectStore, stored: ContentRef, range: RequestedRange | undefined) {
  const body = await orUnavailable(() => readContent(objects, stored, range))
  if (!body) throw fileNotFound()
  return body
}

/** A large download takes minutes, so a recall or sign-out meanwhile ends it. */
function endWhenRecalled(context: GatewayContext, link: FileLink, body: Readable) {
  const timer = setInterval(() => {
    findOpenFile(context, link).then(
      (openFile) => {
        if (!openFile) body.destroy(new Error('the file was recalled'))
      },
      () => {}, // the database is unavailable: the next check decides
    )
  }, recheckMs)
  timer.unref()
  body.once('close', () => clearInterval(timer))
}
