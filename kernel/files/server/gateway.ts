import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, unavailable } from '#packages/core'
import { loadFieldCipher, getPlainSize, type FieldCipher } from '#packages/crypto'
import { inDistrict, type Cells, type Db } from '#packages/db'
import { createBareServer, type BareOptions } from '#packages/http'
import { attachmentHeader, isStoreUnavailable, type ObjectStore } from '#packages/objects/index.ts'
import type { FileKind } from '../contract-types.ts'
import { findLinkedFile, type LinkedFile } from './claim-queries.ts'
import { DownloadLog } from './download-log.ts'
import { installation } from './installation.ts'
import { fileKey, previewKey, thumbKey } from './object-keys.ts'
import { readLinkToken, type FileLink } from './file-links.ts'
import { OpenFileLimiter } from './open-file-limit.ts'
import { parseRange, type RequestedRange } from './http-range.ts'
import { removeSuffix } from './service/attachments.ts'
import { isMarkedSealed, readContent, type ContentRef } from './service/sealed-contents.ts'
import { removeDownloadedFile } from './service/remove-files.ts'

/** What a browser may show by itself; everything else is saved. */
const shownKinds: readonly FileKind[] = ['image', 'video', 'audio', 'pdf', 'txt']
const recheckMs = 2_000
const closeAfterMs = 10_000

/**
 * Whatever a file is, it can do nothing: no script, no form, no frame of ours around it, no guess at its type. A browser
 * that opens a picture or a film by itself puts it into a page of its own making, which needs a style and the file.
 */
const closedPolicy = "sandbox; default-src 'none'"
const securityHeaders = {
  'content-security-policy': `${closedPolicy}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-resource-policy': 'cross-origin',
  // To any page: the address itself is what gives the right, and no cookie goes with it.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-disposition, content-length, content-range, etag',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
}

/** What is said of a file, and not of the answer that there is none. */
const fileHeaders = ['accept-ranges', 'content-disposition', 'content-range', 'etag']

interface FilePath {
  Params: { token: string; name: string }
}

export interface GatewayOptions extends BareOptions {
  /** Whether the session that a link was handed to goes on; the origin itself knows nobody. */
  isSessionOpen(db: Db, sessionId: string, now: Date): Promise<boolean>
}

/** The origin that files come from: it knows no cookies, only links that we have signed. */
export function filesGateway(cells: Cells, { isSessionOpen, ...options }: GatewayOptions): FastifyInstance {
  const app = createBareServer(options, securityHeaders)
  const log = new DownloadLog(cells, (error) =>
    app.log.warn({ error: (error as Error).message }, 'could not write down who took which file'),
  )
  const open = new OpenFileLimiter()
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (reply.statusCode >= 400 && reply.statusCode !== 416) dropHeaders(reply)
    next(null, payload)
  })
  app.route<FilePath>({
    method: ['GET', 'HEAD'],
    url: '/f/:token/:name',
    exposeHeadRoute: false,
    handler: (request, reply) =>
      serveFile({ cells, isSessionOpen, log, open, warn: (details) => app.log.warn(details) }, request, reply),
  })
  // A page asks before it asks for a piece.
  app.options('/f/*', (_request, reply) =>
    reply
      .headers({ 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': 'range, if-range' })
      .header('access-control-max-age', '600')
      .code(204)
      .send(),
  )
  // Whoever takes a large file would keep the process for minutes; browsers go on with another one.
  app.addHook('preClose', async () => void setTimeout(() => app.server.closeAllConnections(), closeAfterMs).unref())
  app.addHook('onClose', () => log.close())
  return app
}

/** The store may fail after the file was spoken of, and even after its first headers were handed to Node. */
function dropHeaders(reply: FastifyReply) {
  for (const name of fileHeaders) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
  reply.header('cache-control', securityHeaders['cache-control'])
}

interface GatewayContext extends Pick<GatewayOptions, 'isSessionOpen'> {
  cells: Cells
  log: DownloadLog
  open: OpenFileLimiter
  warn(details: object): void
}

async function serveFile(context: GatewayContext, request: FastifyRequest<FilePath>, reply: FastifyReply) {
  const { cells, log, open, warn } = context
  const now = new Date()
  const { token } = request.params
  const link = readLinkToken(token, now)
  if (!link || (await cells.cellOf(link.districtId)) === undefined) throw fileNotFound()
  const openFile = await findOpenFile(context, link)
  if (!openFile) throw fileNotFound()
  const { file, fields } = openFile
  const served = getServedObject(link, file)
  const objects = await orUnavailable(() => installation.objects())
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
  // Pages take downloads in a hidden frame, so that a refusal does not take their place; Safari would refuse the frame.
  if (link.isDownload) reply.header('content-security-policy', closedPolicy)
  // A list that is drawn again does not load its pictures again; a recall counts within these five seconds.
  if (link.variant === 'thumb') reply.header('cache-control', 'private, max-age=5')
  if (request.method === 'HEAD') return reply.send()
  log.record(token, link, { address: request.ip, requestId: request.id, now })
  if (size === 0) return reply.send('')
  // Small pictures are not counted: a page asks for fifty in one breath, and each is over at once.
  const release = link.variant === 'thumb' ? () => {} : open.acquire(link.personId)
  const stored = { key: served.key, size, fields: isSealed ? fields : undefined }
  const body = await openBody(objects, stored, range).catch((error: unknown) => {
    release()
    throw error
  })
  body.once('close', release)
  endWhenRecalled(context, link, body)
  // Whoever has the last byte has the file, in one piece or in several.
  if (file.onceUntil && end === size - 1)
    whenDownloaded(body, reply, () => {
      removeDownloadedFile({ cells, districtId: link.districtId }, link.fileId, new Date()).catch((error: unknown) =>
        warn({ error: (error as Error).message, message: 'could not remove what was downloaded' }),
      )
    })
  return reply.send(body)
}

/** An answer that says what went wrong is finished as well: all of the body must have gone out. */
function whenDownloaded(body: Readable, reply: FastifyReply, act: () => void) {
  body.once('end', () => reply.raw.once('finish', act))
}

/** How long a file is, and whether it has to be opened. */
async function measureObject(objects: ObjectStore, { key, size, isSealed }: ServedObject) {
  if (size !== undefined) return { size, isSealed }
  const head = await orUnavailable(() => objects.head(key))
  if (!head) throw fileNotFound()
  return isMarkedSealed(head.metadata)
    ? { size: getPlainSize(head.size), isSealed: true }
    : { size: head.size, isSealed: false }
}

const fileNotFound = () => notFound('文件')

async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
}

/** What the link leads to, if it still does: asked anew at every request, so that a recall or a sign-out counts at once. */
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
  /** What opens it, where it is sealed. */
  fields: FieldCipher
}

function isLinkOpen({ claimId, epoch, personId }: FileLink, file: LinkedFile): boolean {
  if (file.isClosed || (file.onceUntil && file.onceUntil <= new Date())) return false
  // One's own upload, until something holds it: then the right comes from there.
  if (claimId === null) return !file.isClaimed && file.personId === personId
  return file.epoch === epoch && !file.isRecalled
}

interface ServedObject {
  key: string
  name: string
  contentType: string
  etag: string
  /** Where the table knows it. */
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

/** Whoever goes on with a download says what it was of; of anything else a piece would not fit. */
const isSameContent = ({ headers: { 'if-range': known } }: FastifyRequest<FilePath>, etag: string) =>
  known === undefined || known === etag

async function openBody(objects: ObjectStore, stored: ContentRef, range: RequestedRange | undefined) {
  const body = await orUnavailable(() => readContent(objects, stored, range))
  if (!body) throw fileNotFound()
  return body
}

/** A large file takes minutes: what is recalled meanwhile breaks off, and so does what somebody takes who has signed out. */
function endWhenRecalled(context: GatewayContext, link: FileLink, body: Readable) {
  const timer = setInterval(() => {
    findOpenFile(context, link).then(
      (openFile) => {
        if (!openFile) body.destroy(new Error('the file was recalled'))
      },
      () => {}, // the database is away: the next look tells
    )
  }, recheckMs)
  timer.unref()
  body.once('close', () => clearInterval(timer))
}
