import { districtId, emptyId, type DistrictId } from '#packages/core'
import { isValidSignature, createSignature } from '#packages/crypto'
import { installation } from './installation.ts'

/** The file itself, the PDF that was made of it, or a small picture of it. */
export const linkVariants = ['file', 'preview', 'thumb'] as const
export type LinkVariant = (typeof linkVariants)[number]

/** What a link allows: one person to read one thing until a moment, as long as the claim has this epoch. */
export interface FileLink {
  districtId: DistrictId
  fileId: string
  variant: LinkVariant
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
const lifetimeSeconds = 600
/** The same link for a while, so that a list that is read again does not load all its pictures again. */
const stableSeconds = 120
const headBytes = 14
const signatureBytes = 16
const downloadFlag = 0x80

/** Until when a link that is made now is good: nearly ten minutes. */
export const getLinkExpiry = (now: Date) =>
  Math.floor((now.getTime() / 1000 + lifetimeSeconds) / stableSeconds) * stableSeconds

const idToBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
function readIdAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const purpose = 'file-link'
const signContent = (content: Buffer) => createSignature(purpose, content).subarray(0, signatureBytes)

export function writeLinkToken({ variant, isDownload, ...link }: FileLink): string {
  const head = Buffer.alloc(headBytes)
  head[0] = version
  head[1] = linkVariants.indexOf(variant) | (isDownload ? downloadFlag : 0)
  head.writeUInt32BE(link.districtId, 2)
  head.writeUInt32BE(link.epoch, 6)
  head.writeUInt32BE(link.until, 10)
  const content = Buffer.concat([head, ...listLinkIds(link).map(idToBytes)])
  return Buffer.concat([content, signContent(content)]).toString('base64url')
}

const listLinkIds = ({ fileId, personId, orgId, claimId, sessionId }: Omit<FileLink, 'variant' | 'isDownload'>) => [
  fileId,
  personId,
  orgId,
  claimId ?? emptyId,
  sessionId,
]
const idCount = 5

/** What a token says, if we wrote it and its time is not over. */
export function readLinkToken(token: string, now: Date): FileLink | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== headBytes + idCount * 16 + signatureBytes || bytes.toString('base64url') !== token)
    return undefined
  const content = bytes.subarray(0, -signatureBytes)
  if (!isValidSignature(bytes.subarray(-signatureBytes), purpose, content) || content[0] !== version) return undefined
  const until = content.readUInt32BE(10)
  if (now.getTime() >= until * 1000) return undefined
  const claimId = readIdAt(content, headBytes + 48)
  return {
    districtId: districtId(content.readUInt32BE(2)),
    fileId: readIdAt(content, headBytes),
    variant: linkVariants[content[1]! & ~downloadFlag]!,
    isDownload: (content[1]! & downloadFlag) !== 0,
    personId: readIdAt(content, headBytes + 16),
    orgId: readIdAt(content, headBytes + 32),
    claimId: claimId === emptyId ? null : claimId,
    sessionId: readIdAt(content, headBytes + 64),
    epoch: content.readUInt32BE(6),
    until,
  }
}

/** The address that the link is handed out as. */
export const buildLinkUrl = (link: FileLink, name: string) =>
  `${installation.filesOrigin}/f/${writeLinkToken(link)}/${encodeURIComponent(name)}`
