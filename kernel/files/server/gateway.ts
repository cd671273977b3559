import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, unavailable } from '#packages/core'
import { fieldsOf, plainSizeOf, type FieldCipher } from '#packages/crypto'
import { inDistrict, type Cells, type Db } from '#packages/db'
import { createBareServer, type BareOptions } from '#packages/http'
import { attachment, isStoreAway, type ObjectStore } from '#packages/objects/index.ts'
import type { FileKind } from '../contract-types.ts'
import { linkedFile, type LinkedFile } from './claim-queries.ts'
import { DownloadLog } from './download-log.ts'
import { installation } from './installation.ts'
import { fileKey, previewKey, thumbKey } from './keys.ts'
import { readToken, type Link } from './link.ts'
import { OpenFiles } from './open-files.ts'
import { rangeOf, type Range } from './range.ts'
import { stemOf } from './service/attachments.ts'
import { isMarkedSealed, readKept, type Kept } from './service/contents.ts'
import { removeTaken } from './service/removing.ts'

/** What a browser may show by itself; everything else is saved. */
const shown: readonly FileKind[] = ['image', 'video', 'audio', 'pdf', 'txt']
const recheckMs = 2_000
const goodbyeMs = 10_000

/**
 * Whatever a file is, it can do nothing: no script, no form, no frame of ours around it, no guess at its type. A browser
 * that opens a picture or a film by itself puts it into a page of its own making, which needs a style and the file.
 */
const shut = "sandbox; default-src 'none'"
const headers = {
  'content-security-policy': `${shut}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'`,
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
const ofFile = ['accept-ranges', 'content-disposition', 'content-range', 'etag']

interface Path {
  Params: { token: string; name: string }
}

export interface GatewayOptions extends BareOptions {
  /** Whether the session that a link was handed to goes on; the origin itself knows nobody. */
  isSessionOpen(db: Db, sessionId: string, now: Date): Promise<boolean>
}

/** The origin that files come from: it knows no cookies, only links that we have signed. */
export function filesGateway(cells: Cells, { isSessionOpen, ...options }: GatewayOptions): FastifyInstance {
  const app = createBareServer(options, headers)
  const log = new DownloadLog(cells, (error) =>
    app.log.warn({ error: (error as Error).message }, 'could not write down who took which file'),
  )
  const open = new OpenFiles()
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (reply.statusCode >= 400 && reply.statusCode !== 416) dropHeaders(reply)
    next(null, payload)
  })
  app.route<Path>({
    method: ['GET', 'HEAD'],
    url: '/f/:token/:name',
    exposeHeadRoute: false,
    handler: (request, reply) =>
      serve({ cells, isSessionOpen, log, open, warn: (words) => app.log.warn(words) }, request, reply),
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
  app.addHook('preClose', async () => void setTimeout(() => app.server.closeAllConnections(), goodbyeMs).unref())
  app.addHook('onClose', () => log.close())
  return app
}

/** The store may fail after the file was spoken of, and even after its first headers were handed to Node. */
function dropHeaders(reply: FastifyReply) {
  for (const name of ofFile) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
  reply.header('cache-control', headers['cache-control'])
}

interface Desk extends Pick<GatewayOptions, 'isSessionOpen'> {
  cells: Cells
  log: DownloadLog
  open: OpenFiles
  warn(words: object): void
}

async function serve(desk: Desk, request: FastifyRequest<Path>, reply: FastifyReply) {
  const { cells, log, open, warn } = desk
  const now = new Date()
  const { token } = request.params
  const link = readToken(token, now)
  if (!link || (await cells.cellOf(link.districtId)) === undefined) throw gone()
  const opened = await openedBy(desk, link)
  if (!opened) throw gone()
  const { file, fields } = opened
  const target = targetOf(link, file)
  const objects = await reaching(() => installation.objects())
  const { size, isSealed } = await measured(objects, target)

  const range = isFresh(request, target.etag) ? rangeOf(request.headers.range, size) : undefined
  reply.headers({ 'accept-ranges': 'bytes', etag: target.etag })
  if (range === null) return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.headers({
    'content-type': target.contentType,
    'content-length': end - start + 1,
    'content-disposition': dispositionOf(link, file, target.name),
  })
  // Pages take downloads in a hidden frame, so that a refusal does not take their place; Safari would refuse the frame.
  if (link.isDownload) reply.header('content-security-policy', shut)
  // A list that is drawn again does not load its pictures again; a recall counts within these five seconds.
  if (link.variant === 'thumb') reply.header('cache-control', 'private, max-age=5')
  if (request.method === 'HEAD') return reply.send()
  log.note(token, link, { address: request.ip, requestId: request.id, now })
  if (size === 0) return reply.send('')
  // Small pictures are not counted: a page asks for fifty in one breath, and each is over at once.
  const giveBack = link.variant === 'thumb' ? () => {} : open.take(link.personId)
  const kept = { key: target.key, size, fields: isSealed ? fields : undefined }
  const body = await bodyOf(objects, kept, range).catch((error: unknown) => {
    giveBack()
    throw error
  })
  body.once('close', giveBack)
  endWhenRecalled(desk, link, body)
  // Whoever has the last byte has the file, in one piece or in several.
  if (file.onceUntil && end === size - 1)
    whenTaken(body, reply, () => {
      removeTaken({ cells, districtId: link.districtId }, link.fileId, new Date()).catch((error: unknown) =>
        warn({ error: (error as Error).message, words: 'could not remove what was downloaded' }),
      )
    })
  return reply.send(body)
}

/** An answer that says what went wrong is finished as well: all of the body must have gone out. */
function whenTaken(body: Readable, reply: FastifyReply, act: () => void) {
  body.once('end', () => reply.raw.once('finish', act))
}

/** How long a file is, and whether it has to be opened. */
async function measured(objects: ObjectStore, { key, size, isSealed }: Target) {
  if (size !== undefined) return { size, isSealed }
  const head = await reaching(() => objects.head(key))
  if (!head) throw gone()
  return isMarkedSealed(head.metadata)
    ? { size: plainSizeOf(head.size), isSealed: true }
    : { size: head.size, isSealed: false }
}

const gone = () => notFound('文件')

async function reaching<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw isStoreAway(error) ? unavailable() : error
  }
}

/** What the link leads to, if it still does: asked anew at every request, so that a recall or a sign-out counts at once. */
async function openedBy(desk: Desk, link: Link): Promise<Opened | undefined> {
  const { districtId, fileId, claimId, sessionId } = link
  return inDistrict(
    desk.cells,
    districtId,
    async (db) => {
      if (!(await desk.isSessionOpen(db, sessionId, new Date()))) return undefined
      const file = await linkedFile(db, fileId, claimId)
      return file && isOpen(link, file) ? { file, fields: await fieldsOf(db, districtId) } : undefined
    },
    { readOnly: true },
  )
}

interface Opened {
  file: LinkedFile
  /** What opens it, where it is sealed. */
  fields: FieldCipher
}

function isOpen({ claimId, epoch, personId }: Link, file: LinkedFile): boolean {
  if (file.isClosed || (file.onceUntil && file.onceUntil <= new Date())) return false
  // One's own upload, until something holds it: then the right comes from there.
  if (claimId === null) return !file.isClaimed && file.personId === personId
  return file.epoch === epoch && !file.isRecalled
}

interface Target {
  key: string
  name: string
  contentType: string
  etag: string
  /** Where the table knows it. */
  size?: number
  isSealed?: boolean
}

function targetOf({ districtId, fileId, variant }: Link, file: LinkedFile): Target {
  const etag = `"${fileId}-${variant}"`
  const stem = stemOf(file.name)
  if (variant === 'thumb')
    return { key: thumbKey(districtId, fileId), name: `${stem}.webp`, contentType: 'image/webp', etag }
  if (variant === 'preview')
    return { key: previewKey(districtId, file.sha256!), name: `${stem}.pdf`, contentType: 'application/pdf', etag }
  const { name, contentType, size, isSealed } = file
  return { key: fileKey(districtId, fileId), name, contentType, etag, size, isSealed }
}

function dispositionOf({ variant, isDownload }: Link, { kind }: LinkedFile, name: string): string {
  const isShown = variant !== 'file' || shown.includes(kind)
  const saved = attachment(name)
  return isShown && !isDownload ? saved.replace(/^attachment/, 'inline') : saved
}

/** Whoever goes on with a download says what it was of; of anything else a piece would not fit. */
const isFresh = ({ headers: { 'if-range': known } }: FastifyRequest<Path>, etag: string) =>
  known === undefined || known === etag

async function bodyOf(objects: ObjectStore, kept: Kept, range: Range | undefined) {
  const body = await reaching(() => readKept(objects, kept, range))
  if (!body) throw gone()
  return body
}

/** A large file takes minutes: what is recalled meanwhile breaks off, and so does what somebody takes who has signed out. */
function endWhenRecalled(desk: Desk, link: Link, body: Readable) {
  const timer = setInterval(() => {
    openedBy(desk, link).then(
      (opened) => {
        if (!opened) body.destroy(new Error('the file was recalled'))
      },
      () => {}, // the database is away: the next look tells
    )
  }, recheckMs)
  timer.unref()
  body.once('close', () => clearInterval(timer))
}
