import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { somebody, useDatabase } from '#packages/testing'
import {
  fieldsOf,
  globalIndex,
  hashPassword,
  openingChunks,
  openKeyring,
  openTestKeyring,
  passwordMatches,
  plainSizeOf,
  sealChunks,
  sealedRangeOf,
} from './index.ts'

const database = useDatabase()
const here = somebody({ districtId: database.home })
const there = somebody({ districtId: database.away })
const cipherOf = (actor: typeof here) => database.as(actor, ({ db }) => fieldsOf(db, actor.districtId))

describe('a field', () => {
  it('comes back as it went in, and never looks the same twice', async () => {
    const fields = await cipherOf(here)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = fields.encrypt('person.phone', text)
        expect(fields.decrypt('person.phone', sealed)).toBe(text)
        expect(sealed.equals(fields.encrypt('person.phone', text))).toBe(false)
        expect(text.length > 3 && sealed.includes(text)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  it('opens in its own district and column only, and not when a bit was changed', async () => {
    const fields = await cipherOf(here)
    const sealed = fields.encrypt('person.phone', '13800138000')
    expect(() => fields.decrypt('person.id_card', sealed)).toThrow()
    const neighbour = await cipherOf(there)
    expect(() => neighbour.decrypt('person.phone', sealed)).toThrow()
    for (let at = 0; at < sealed.length; at++) {
      const broken = Buffer.from(sealed)
      broken[at]! ^= 1
      expect(() => fields.decrypt('person.phone', broken)).toThrow()
    }
  })

  it('of bytes comes back as it went in, and opens as text of the same column', async () => {
    const fields = await cipherOf(here)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const sealed = fields.encryptBytes('import.file', bytes)
        expect(new Uint8Array(fields.decryptBytes('import.file', sealed))).toEqual(bytes)
        expect(() => fields.decryptBytes('import.other', sealed)).toThrow()
      }),
    )
    expect(fields.decrypt('import.file', fields.encryptBytes('import.file', Buffer.from('李敏')))).toBe('李敏')
  })

  it('is found by a hash that means nothing elsewhere', async () => {
    const [fields, neighbour] = [await cipherOf(here), await cipherOf(there)]
    const hash = fields.index('person.phone', '13800138000')
    expect(fields.index('person.phone', '13800138000')).toEqual(hash)
    expect(fields.index('person.phone', '13800138001')).not.toEqual(hash)
    expect(fields.index('person.id_card', '13800138000')).not.toEqual(hash)
    expect(neighbour.index('person.phone', '13800138000')).not.toEqual(hash)
  })
})

describe('a large file', () => {
  const mega = 1024 * 1024
  const sizes = [0, 1, mega - 1, mega, mega + 1, 2 * mega, 2 * mega + 77]
  const plain = Buffer.from(Array.from({ length: 2 * mega + 77 }, (_, at) => (at * 31 + (at >> 12)) & 255))
  const sealed = async (size: number, piece = 70_000) => {
    const fields = await cipherOf(here)
    async function* pieces() {
      for (let at = 0; at < size; at += piece) yield plain.subarray(at, Math.min(size, at + piece))
    }
    return buffer(sealChunks(fields, 'files/1/a', pieces()))
  }
  const opened = async (bytes: Buffer, size: number, range = { start: 0, end: size - 1 }, name = 'files/1/a') => {
    const { start, end } = size === 0 ? { start: 0, end: bytes.length - 1 } : sealedRangeOf(size, range)
    const opening = openingChunks(await cipherOf(here), name, size, range)
    return buffer(Readable.from([bytes.subarray(start, end + 1)]).compose(opening))
  }

  it('comes back as it went in, whatever its length, and says how long it was', async () => {
    for (const size of sizes) {
      const bytes = await sealed(size)
      expect(plainSizeOf(bytes.length)).toBe(size)
      expect((await opened(bytes, size)).equals(plain.subarray(0, size))).toBe(true)
    }
  })

  it('is read in pieces without opening the rest', async () => {
    const size = plain.length
    const bytes = await sealed(size, 1_500_000)
    for (const range of [
      { start: 0, end: 0 },
      { start: mega - 1, end: mega },
      { start: mega, end: mega },
      { start: 5, end: size - 1 },
      { start: size - 1, end: size - 1 },
    ])
      expect((await opened(bytes, size, range)).equals(plain.subarray(range.start, range.end + 1))).toBe(true)
    expect(sealedRangeOf(size, { start: size - 1, end: size - 1 })).toEqual({
      start: 2 * (mega + 30),
      end: bytes.length - 1,
    })
  })

  it('does not open elsewhere, cut off, or with its chunks in another order', async () => {
    const size = 2 * mega
    const bytes = await sealed(size)
    const [one, two] = [bytes.subarray(0, mega + 30), bytes.subarray(mega + 30)]
    await expect(opened(bytes, size, undefined, 'files/1/b')).rejects.toThrow()
    await expect(opened(Buffer.concat([two, one]), size)).rejects.toThrow()
    await expect(opened(one, size)).rejects.toThrow('cut off')
    await expect(opened(one, mega)).rejects.toThrow()
    await expect(opened(bytes.subarray(0, -1), size)).rejects.toThrow()
  })
})

describe('the master key', () => {
  const own = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString('base64')

  it.each([
    ['none', {}],
    ['the one of the tests', { QIMING_MASTER_KEY: Buffer.alloc(32, 'qiming test key').toString('base64') }],
    ['all zeros', { QIMING_MASTER_KEY: Buffer.alloc(32).toString('base64') }],
    ['too short', { QIMING_MASTER_KEY: 'c2hvcnQ=' }],
  ])('is not taken: %s', (_, env) => expect(() => openKeyring(env)).toThrow('QIMING_MASTER_KEY'))

  it('takes one of your own, and another one finds other things', () => {
    openKeyring({ QIMING_MASTER_KEY: own })
    const mine = globalIndex('login-name', 'limin')
    openTestKeyring()
    expect(globalIndex('login-name', 'limin')).not.toEqual(mine)
    expect(globalIndex('phone', 'limin')).not.toEqual(globalIndex('login-name', 'limin'))
  })
})

describe('a password', () => {
  it('matches itself only, and nobody has one that matches', async () => {
    const stored = await hashPassword('Qinghe-Luye-2026')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches(stored, 'Qinghe-Luye-2026')).toBe(true)
    expect(await passwordMatches(stored, 'qiming-2026')).toBe(false)
    expect(await passwordMatches(undefined, 'nobody')).toBe(false)
  })

  it('takes as long for a user who does not exist', async () => {
    const stored = await hashPassword('Qinghe-Luye-2026')
    await passwordMatches(undefined, 'warm up')
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < 15; round++) {
      for (const [at, hash] of [stored, undefined].entries()) {
        const began = performance.now()
        await passwordMatches(hash, 'a guess')
        times[at as 0 | 1].push(performance.now() - began)
      }
    }
    const [known, unknown] = times.map((values) => values.toSorted((a, b) => a - b)[7]!)
    expect(unknown! / known!).toBeGreaterThan(0.5)
    expect(unknown! / known!).toBeLessThan(2)
  })
})
