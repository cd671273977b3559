import { districtId, emptyId, type DistrictId } from '#packages/core'
import { isSignatureOf, signatureOf } from '#packages/crypto'
import { installation } from './installation.ts'

/** The file itself, the PDF that was made of it, or a small picture of it. */
export const variants = ['file', 'preview', 'thumb'] as const
export type Variant = (typeof variants)[number]

/** What a link allows: one person to read one thing until a moment, as long as the claim has this epoch. */
export interface Link {
  districtId: DistrictId
  fileId: string
  variant: Variant
  isDownload: boolean
  personId: string
  orgId: string
  /** The session that it was handed to: it ends with it. */
  sessionId: string
  /** By which claim it may be read; null for one's own upload that nothing holds yet. */
  claimId: string | null
  epoch: number
  /** Seconds since 1970. */
  until: number
}

const version = 2
const seconds = 600
/** The same link for a while, so that a list that is read again does not load all its pictures again. */
const sameFor = 120
const headBytes = 14
const markBytes = 16
const download = 0x80

/** Until when a link that is made now is good: nearly ten minutes. */
export const untilOf = (now: Date) => Math.floor((now.getTime() / 1000 + seconds) / sameFor) * sameFor

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const purpose = 'file-link'
const markOf = (content: Buffer) => signatureOf(purpose, content).subarray(0, markBytes)

export function writeToken({ variant, isDownload, ...link }: Link): string {
  const head = Buffer.alloc(headBytes)
  head[0] = version
  head[1] = variants.indexOf(variant) | (isDownload ? download : 0)
  head.writeUInt32BE(link.districtId, 2)
  head.writeUInt32BE(link.epoch, 6)
  head.writeUInt32BE(link.until, 10)
  const content = Buffer.concat([head, ...idsOf(link).map(bytesOf)])
  return Buffer.concat([content, markOf(content)]).toString('base64url')
}

const idsOf = ({ fileId, personId, orgId, claimId, sessionId }: Omit<Link, 'variant' | 'isDownload'>) => [
  fileId,
  personId,
  orgId,
  claimId ?? emptyId,
  sessionId,
]
const idsKept = 5

/** What a token says, if we wrote it and its time is not over. */
export function readToken(token: string, now: Date): Link | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== headBytes + idsKept * 16 + markBytes || bytes.toString('base64url') !== token) return undefined
  const content = bytes.subarray(0, -markBytes)
  if (!isSignatureOf(bytes.subarray(-markBytes), purpose, content) || content[0] !== version) return undefined
  const until = content.readUInt32BE(10)
  if (now.getTime() >= until * 1000) return undefined
  const claimId = idAt(content, headBytes + 48)
  return {
    districtId: districtId(content.readUInt32BE(2)),
    fileId: idAt(content, headBytes),
    variant: variants[content[1]! & ~download]!,
    isDownload: (content[1]! & download) !== 0,
    personId: idAt(content, headBytes + 16),
    orgId: idAt(content, headBytes + 32),
    claimId: claimId === emptyId ? null : claimId,
    sessionId: idAt(content, headBytes + 64),
    epoch: content.readUInt32BE(6),
    until,
  }
}

/** The address that the link is handed out as. */
export const addressOf = (link: Link, name: string) =>
  `${installation.filesOrigin}/f/${writeToken(link)}/${encodeURIComponent(name)}`
