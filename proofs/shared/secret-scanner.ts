import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { listZipEntriesIn } from '#packages/archive'
import { isIdCard } from '#packages/core'

/** Something that was written down somewhere, as bytes. */
export interface DataPlace {
  name: string
  bytes: Buffer
}

export interface SecretHit {
  place: string
  kind: 'ID number' | 'mobile' | 'typed'
  /** Its first and last digits, and what stands around it. */
  text: string
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** Bytes as PostgreSQL and our logs write them; shorter ones may be words or numbers. */
const hex = /\\+x([0-9a-f]{2,})|(?<![0-9a-z])([0-9a-f]{32,})(?![0-9a-z])/gi
// Not the fraction of a number: a map has many digits.
const idNumber = /(?<!\d)(?<!\d\.)[1-9]\d{16}[\dXx](?!\d)/g
const mobile = /(?<!\d)(?<!\d\.)1[3-9]\d{9}(?!\d)/g

/**
 * ID numbers and mobile numbers in plain text, whosever they are. Bytes that are written in hex are looked at as bytes,
 * so that a number in them is seen and a hash that has many digits is not taken for one.
 */
export function findNumbers({ name, bytes }: DataPlace): SecretHit[] {
  const text = bytes
    .toString('latin1')
    .replace(hex, (_, long?: string, short?: string) => ` ${Buffer.from((long ?? short)!, 'hex').toString('latin1')} `)
    .replace(uuid, ' ')
  const hits: SecretHit[] = []
  for (const match of text.matchAll(idNumber))
    if (isIdCard(match[0])) hits.push({ place: name, kind: 'ID number', text: around(text, match) })
  for (const match of text.matchAll(mobile)) hits.push({ place: name, kind: 'mobile', text: around(text, match) })
  return hits
}

/** What was typed, in the ways in which somebody may have thought it hidden: as hex, as base64, hashed without a key. */
export function findTypedSecrets({ name, bytes }: DataPlace, typed: readonly string[]): SecretHit[] {
  const text = bytes.toString('latin1')
  return typed.flatMap((secret) =>
    disguises(secret)
      .filter(([, form]) => text.includes(form))
      .map(([way]): SecretHit => ({ place: name, kind: 'typed', text: `${masked(secret)} ${way}` })),
  )
}

function disguises(secret: string): [way: string, form: string][] {
  const hashes = ['md5', 'sha1', 'sha256'].flatMap((kind): [string, string][] => {
    const hash = createHash(kind).update(secret).digest()
    return [
      [`as ${kind}`, hash.toString('hex')],
      [`as ${kind} in base64`, hash.toString('base64').replace(/=+$/, '')],
    ]
  })
  // In base64 a text looks different at each of three places; what depends on its neighbours is left out.
  const base64 = [0, 1, 2].map((shift): [string, string] => {
    const whole = Buffer.from('\0'.repeat(shift) + secret).toString('base64')
    const usable = Math.floor((shift + secret.length) / 3) * 4
    return ['in base64', whole.slice(shift === 0 ? 0 : 4, usable)]
  })
  return [['in plain text', secret], ['in hex', Buffer.from(secret).toString('hex')], ...base64, ...hashes]
}

const packedAtMost = 64 * 1024 * 1024

/** What is packed in a zip, and in zips in it: a workbook is one, and its numbers are not seen from outside. */
export function unpackAll(bytes: Buffer, depth = 0): Buffer[] {
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK' || depth > 2) return []
  return listZipEntriesIn(bytes).flatMap(({ at, packedSize, isPacked }) => {
    const packed = bytes.subarray(at, at + packedSize)
    const entry = isPacked ? inflateRawSync(packed, { maxOutputLength: packedAtMost }) : packed
    return [Buffer.from('\n'), entry, ...unpackAll(entry, depth + 1)]
  })
}

const masked = (secret: string) => `${secret.slice(0, 3)}…${secret.slice(-2)}`

function around(text: string, match: RegExpExecArray) {
  const before = text.slice(Math.max(0, match.index - 40), match.index)
  return `${before.replace(/[^\x20-\x7e]+/g, ' ').trimStart()}${masked(match[0])}`
}
