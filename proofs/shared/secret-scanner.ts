import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { listZipEntriesIn } from '#packages/archive'
import { isIdCard } from '#packages/core'

/** Stored bytes with the name of their place. */
export interface DataPlace {
  name: string
  bytes: Buffer
}

export interface SecretHit {
  place: string
  kind: 'ID number' | 'mobile' | 'typed'
  /** The first and last digits of the number, and the text around it. */
  text: string
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** Hex bytes as PostgreSQL and our logs write them; shorter ones may be words or numbers. */
const hex = /\\+x([0-9a-f]{2,})|(?<![0-9a-z])([0-9a-f]{32,})(?![0-9a-z])/gi
// Not the fraction of a decimal number: map coordinates have many digits.
const idNumber = /(?<!\d)(?<!\d\.)[1-9]\d{16}[\dXx](?!\d)/g
const mobile = /(?<!\d)(?<!\d\.)1[3-9]\d{9}(?!\d)/g

/**
 * Finds ID numbers and mobile numbers of anybody in plain text. Hex is decoded first, so that a number in it is found
 * and a hash with many digits is not mistaken for one.
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

/** Finds typed values in simple encodings: as hex, as base64, hashed without a key. */
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
  // In base64 a text has three forms, depending on its offset; characters that depend on neighbouring bytes are left
  // out.
  const base64 = [0, 1, 2].map((shift): [string, string] => {
    const whole = Buffer.from('\0'.repeat(shift) + secret).toString('base64')
    const usable = Math.floor((shift + secret.length) / 3) * 4
    return ['in base64', whole.slice(shift === 0 ? 0 : 4, usable)]
  })
  return [['in plain text', secret], ['in hex', Buffer.from(secret).toString('hex')], ...base64, ...hashes]
}

const packedAtMost = 64 * 1024 * 1024

/** The contents of a zip and of zips inside it: a workbook is a zip, so its numbers are not visible from outside. */
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
