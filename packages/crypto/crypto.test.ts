import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createActor, useDatabase } from '#packages/testing'
import {
  activationSeconds,
  anyRow,
  createDistrictKey,
  loadFieldCipher,
  globalIndex,
  hashPassword,
  isValidSignature,
  createLastingSignature,
  unsealChunks,
  openKeyring,
  openTestKeyring,
  isPasswordCorrect,
  getPlainSize,
  resealText,
  rewrapDistrictKeys,
  rotateDistrictKey,
  sealChunks,
  getSealedRange,
  sealText,
  createSignature,
  unsealText,
} from './index.ts'
import { seal } from './seal.ts'

const database = useDatabase()
const here = createActor({ districtId: database.home })
const there = createActor({ districtId: database.away })
const cipherOf = (actor: typeof here) => database.as(actor, ({ db }) => loadFieldCipher(db, actor.districtId))

describe('an encrypted field', () => {
  it('is decrypted to the same value, and never looks the same twice', async () => {
    const fields = await cipherOf(here)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = fields.encrypt('person.phone', text, anyRow)
        expect(fields.decrypt('person.phone', sealed, anyRow)).toBe(text)
        expect(sealed.equals(fields.encrypt('person.phone', text, anyRow))).toBe(false)
        expect(text.length > 3 && sealed.includes(text)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  it('can be decrypted only in its own district and column, and not with a changed bit', async () => {
    const fields = await cipherOf(here)
    const sealed = fields.encrypt('person.phone', '13800138000', anyRow)
    expect(() => fields.decrypt('person.id_card', sealed, anyRow)).toThrow()
    const neighbour = await cipherOf(there)
    expect(() => neighbour.decrypt('person.phone', sealed, anyRow)).toThrow()
    for (let at = 0; at < sealed.length; at++) {
      const broken = Buffer.from(sealed)
      broken[at]! ^= 1
      expect(() => fields.decrypt('person.phone', broken, anyRow)).toThrow()
    }
  })

  it('of bytes is decrypted to the same value, and as text of the same column', async () => {
    const fields = await cipherOf(here)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const sealed = fields.encryptBytes('import.file', bytes, anyRow)
        expect(new Uint8Array(fields.decryptBytes('import.file', sealed, anyRow))).toEqual(bytes)
        expect(() => fields.decryptBytes('import.other', sealed, anyRow)).toThrow()
      }),
    )
    expect(fields.decrypt('import.file', fields.encryptBytes('import.file', Buffer.from('李敏'), anyRow), anyRow)).toBe(
      '李敏',
    )
  })

  it('is found by a hash that is useless elsewhere', async () => {
    const [fields, neighbour] = [await cipherOf(here), await cipherOf(there)]
    const hash = fields.index('person.phone', '13800138000')
    expect(fields.index('person.phone', '13800138000')).toEqual(hash)
    expect(fields.index('person.phone', '13800138001')).not.toEqual(hash)
    expect(fields.index('person.id_card', '13800138000')).not.toEqual(hash)
    expect(neighbour.index('person.phone', '13800138000')).not.toEqual(hash)
  })
})

describe('an encrypted value of a row', () => {
  it('can be decrypted only there, and older values without a row anywhere', async () => {
    const fields = await cipherOf(here)
    const sealed = fields.encrypt('person.phone', '13800138000', 'person-1')
    expect(fields.decrypt('person.phone', sealed, 'person-1')).toBe('13800138000')
    expect(() => fields.decrypt('person.phone', sealed, 'person-2')).toThrow()
    expect(() => fields.decrypt('person.phone', sealed, anyRow)).toThrow()
    const old = fields.encrypt('person.phone', '13800138000', anyRow)
    expect(fields.decrypt('person.phone', old, 'person-1')).toBe('13800138000')
    expect(fields.isOld(old, 'person-1')).toBe(true)
    expect(fields.isOld(sealed, 'person-1')).toBe(false)
    // Marking it as an old value does not remove the row.
    const disguised = Buffer.from(sealed)
    disguised[0] = 1
    expect(() => fields.decrypt('person.phone', disguised, 'person-2')).toThrow()
  })
})

/** Simulates that the activation time has passed and the process's copy of the keys is old. */
const activate = () =>
  database.sql("update tenant.district_key set active_at = now() - interval '1 second' where active_at > now()")
async function lookAgain() {
  openTestKeyring()
  return cipherOf(here)
}

describe('a new key of a district', () => {
  it('is known before it is used; older values and hashes stay valid', async () => {
    const before = await lookAgain()
    const sealed = before.encrypt('person.phone', '13800138000', 'a')
    const hash = before.index('person.phone', '13800138000')
    const version = await database.as(here, ({ db }) => rotateDistrictKey(db, here.districtId, new Date()))
    const waiting = await lookAgain()
    expect(waiting.encrypt('person.phone', '1', 'a')[1]).toBe(version - 1)
    await activate()
    const after = await lookAgain()
    const written = after.encrypt('person.phone', '13900139000', 'a')
    expect(written[1]).toBe(version)
    expect(after.decrypt('person.phone', sealed, 'a')).toBe('13800138000')
    expect(after.index('person.phone', '13800138000')).toEqual(hash)
    expect(after.isOld(sealed, 'a')).toBe(true)
    // An older cipher object uses the new key too.
    expect(before.decrypt('person.phone', written, 'a')).toBe('13900139000')
    expect(activationSeconds).toBeGreaterThan(1)
  })

  it('is read within a second, without a restart', async () => {
    await lookAgain()
    const version = await database.as(here, ({ db }) => rotateDistrictKey(db, here.districtId, new Date()))
    await activate()
    await expect
      .poll(async () => (await cipherOf(here)).encrypt('person.phone', '1', 'a')[1], { timeout: 10_000 })
      .toBe(version)
  })

  it('keeps the hashes of a district from before they had their own key', async () => {
    const one = randomBytes(32)
    await database.sql('delete from tenant.district_key where district_id = $1', [database.away])
    const wrapping = Buffer.from(hkdfSync('sha256', Buffer.alloc(32, 'qiming test key'), '', 'wrap', 32))
    const wrapped = seal(wrapping, 1, one, `district-key:${database.away}:1`)
    await database.sql('insert into tenant.district_key values ($1, 1, $2, now())', [database.away, wrapped])
    openTestKeyring()
    const hash = (await cipherOf(there)).index('person.phone', '13800138000')
    const expected = createHmac('sha256', Buffer.from(hkdfSync('sha256', one, '', 'field-index', 32)))
    expect(hash).toEqual(expected.update('person.phone\0' + '13800138000').digest())
    await database.as(there, ({ db }) => rotateDistrictKey(db, there.districtId, new Date()))
    openTestKeyring()
    expect((await cipherOf(there)).index('person.phone', '13800138000')).toEqual(hash)
  })
})

describe('another master key', () => {
  const keys = { old: randomBytes(32).toString('base64'), next: randomBytes(32).toString('base64') }
  const first = { QIMING_MASTER_KEY: keys.old, QIMING_INDEX_KEY: keys.old }

  it('is accepted beside the old one, and alone once everything is wrapped under it', async () => {
    await database.sql('delete from tenant.district_key where district_id = $1', [database.home])
    openKeyring(first)
    await database.as(here, ({ db }) => createDistrictKey(db, here.districtId, new Date()))
    const sealed = (await cipherOf(here)).encrypt('person.phone', '13800138000', 'a')
    const [name, link, text] = [
      globalIndex('login-name', 'limin'),
      createSignature('file-link', 'x'),
      sealText('totp', 'account', 'SECRET'),
    ]
    const lasting = createLastingSignature('log-seal', 'x')

    openKeyring({ QIMING_MASTER_KEY: keys.next, QIMING_MASTER_KEY_OTHER: keys.old, QIMING_INDEX_KEY: keys.old })
    expect((await cipherOf(here)).decrypt('person.phone', sealed, 'a')).toBe('13800138000')
    expect(isValidSignature(link, 'file-link', 'x')).toBe(true)
    expect(isValidSignature(link, 'file-link', 'y')).toBe(false)
    const anew = resealText('totp', 'account', text)!
    expect(resealText('totp', 'account', anew)).toBeUndefined()
    expect(await database.as(here, ({ db }) => rewrapDistrictKeys(db, here.districtId))).toBe(2)
    expect(await database.as(here, ({ db }) => rewrapDistrictKeys(db, here.districtId))).toBe(0)

    openKeyring({ QIMING_MASTER_KEY: keys.next, QIMING_INDEX_KEY: keys.old })
    expect((await cipherOf(here)).decrypt('person.phone', sealed, 'a')).toBe('13800138000')
    expect(unsealText('totp', 'account', anew)).toBe('SECRET')
    expect(unsealText('totp', 'account', text)).toBeUndefined()
    expect(isValidSignature(link, 'file-link', 'x')).toBe(false)
    // Comparable values do not depend on the master key.
    expect(globalIndex('login-name', 'limin')).toEqual(name)
    expect(createLastingSignature('log-seal', 'x')).toEqual(lasting)

    openKeyring(first)
    await expect(cipherOf(here)).rejects.toThrow('none of the master keys')
  })

  afterAll(async () => {
    openTestKeyring()
    await database.sql('delete from tenant.district_key where district_id = $1', [database.home])
    await database.as(here, ({ db }) => createDistrictKey(db, here.districtId, new Date()))
  })

  it('is refused while no index key is named', () =>
    expect(() => openKeyring({ QIMING_MASTER_KEY: keys.next, QIMING_MASTER_KEY_OTHER: keys.old })).toThrow(
      'QIMING_INDEX_KEY',
    ))
})

describe('a large encrypted file', () => {
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
    const { start, end } = size === 0 ? { start: 0, end: bytes.length - 1 } : getSealedRange(size, range)
    const opening = unsealChunks(await cipherOf(here), name, size, range)
    return buffer(Readable.from([bytes.subarray(start, end + 1)]).compose(opening))
  }

  it('is decrypted to the same content, whatever its length, and its length is known', async () => {
    for (const size of sizes) {
      const bytes = await sealed(size)
      expect(getPlainSize(bytes.length)).toBe(size)
      expect((await opened(bytes, size)).equals(plain.subarray(0, size))).toBe(true)
    }
  })

  it('is read in ranges without decrypting the rest', async () => {
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
    expect(getSealedRange(size, { start: size - 1, end: size - 1 })).toEqual({
      start: 2 * (mega + 30),
      end: bytes.length - 1,
    })
  })

  it('cannot be decrypted elsewhere, truncated, or with reordered chunks', async () => {
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
  ])('is refused: %s', (_, env) => expect(() => openKeyring(env)).toThrow('QIMING_MASTER_KEY'))

  it('can be set, and another one gives other hashes', () => {
    openKeyring({ QIMING_MASTER_KEY: own })
    const mine = globalIndex('login-name', 'limin')
    openTestKeyring()
    expect(globalIndex('login-name', 'limin')).not.toEqual(mine)
    expect(globalIndex('phone', 'limin')).not.toEqual(globalIndex('login-name', 'limin'))
  })
})

describe('a password', () => {
  it('matches only itself, and never matches without a hash', async () => {
    const stored = await hashPassword('Qinghe-Luye-2026')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await isPasswordCorrect(stored, 'Qinghe-Luye-2026')).toBe(true)
    expect(await isPasswordCorrect(stored, 'qiming-2026')).toBe(false)
    expect(await isPasswordCorrect(undefined, 'nobody')).toBe(false)
  })

  it('takes as long for a user who does not exist', async () => {
    const stored = await hashPassword('Qinghe-Luye-2026')
    await isPasswordCorrect(undefined, 'warm up')
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < 15; round++) {
      for (const [at, hash] of [stored, undefined].entries()) {
        const began = performance.now()
        await isPasswordCorrect(hash, 'a guess')
        times[at as 0 | 1].push(performance.now() - began)
      }
    }
    const [known, unknown] = times.map((values) => values.toSorted((a, b) => a - b)[7]!)
    expect(unknown! / known!).toBeGreaterThan(0.5)
    expect(unknown! / known!).toBeLessThan(2)
  })
})
