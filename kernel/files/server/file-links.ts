import { districtId, emptyId, type Ctx, type DistrictId } from '#packages/core'
import { isValidSignature, createSignature } from '#packages/crypto'
import { getFilesInstallation } from './installation.ts'

/** The file itself, its converted PDF, or its thumbnail. */
export const linkVariants = ['file', 'preview', 'thumb'] as const
export type LinkVariant = (typeof linkVariants)[number]

/** A link lets one person read one file variant until it expires, while the claim has this epoch. */
export interface FileLink {
  districtId: DistrictId
  fileId: string
  variant: LinkVariant
  isDownload: boolean
  personId: string
  orgId: string
  /** The session that requested the link; the link ends with it. */
  sessionId: string
  /** The claim that allows reading; null for an own upload without a claim. */
  claimId: string | null
  epoch: number
  /** Seconds since 1970. */
  until: number
}

const version = 2
const lifetimeSeconds = 600
/** The link stays the same for this time, so that a refetched list does not load its pictures again. */
const stableSeconds = 120
const headBytes = 14
const signatureBytes = 16
const downloadFlag = 0x80

/** The expiry of a link made now: nearly ten minutes. */
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

/** The content of a token, if the signature is valid and it has not expired. */
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

/** The address of a link. */
export const buildLinkUrl = (ctx: Pick<Ctx, 'app'>, link: FileLink, name: string) =>
  `${getFilesInstallation(ctx).filesOrigin}/f/${writeLinkToken(link)}/${encodeURIComponent(name)}`
