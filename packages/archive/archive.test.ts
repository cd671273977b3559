import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BadArchive,
  listCompoundStreams,
  listCompoundStreamsIn,
  readEntry,
  readEntryIn,
  verifyEntrySizes,
  listZipEntries,
  listZipEntriesIn,
} from './index.ts'
import { buildCompoundFile, buildOverlappingZip, buildZip, type Entry } from './zip.fixture.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'archive-'))))
afterAll(() => rm(folder, { recursive: true }))

async function onDisk<T>(bytes: Uint8Array, work: (file: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const path = join(folder, 'archive')
  await writeFile(path, bytes)
  const file = await open(path)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
const reasonOf = (error: unknown) => (error instanceof BadArchive ? error.reason : error)

describe('a zip', () => {
  const good = buildZip([
    { name: 'a.txt', data: '春眠不觉晓' },
    { name: '文/b.txt', data: 'x'.repeat(100_000) },
  ])

  it('is read alike in memory and on disk', async () => {
    const entries = listZipEntriesIn(good)
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['a.txt', 15],
      ['文/b.txt', 100_000],
    ])
    expect(readEntryIn(good, entries[0]!, 100)).toBe('春眠不觉晓')
    await onDisk(good, async (file) => {
      expect(await listZipEntries(file)).toEqual(entries)
      expect(await readEntry(file, entries[0]!, 100)).toBe('春眠不觉晓')
      await verifyEntrySizes(file, entries)
    })
    expect(() => readEntryIn(good, entries[1]!, 100)).toThrow(BadArchive)
  })

  it.each<[string, Uint8Array, string]>([
    ['nothing', Buffer.alloc(0), 'broken'],
    ['no zip', Buffer.from('hello'), 'broken'],
    ['cut off', good.subarray(0, -30), 'broken'],
    ['something before it', Buffer.concat([Buffer.from('x'), good]), 'broken'],
    ['something behind it', Buffer.concat([good, Buffer.from('x')]), 'broken'],
    ['bytes that entries share', buildOverlappingZip([{ name: 'x/aaa.xml', data: 'abc' }], 3), 'broken'],
    ['a way out', buildZip([{ name: 'a/../../b', data: 'x' }]), 'broken'],
    ['a password', buildZip([{ name: 'a', data: 'x', isEncrypted: true }]), 'encrypted'],
    ['a bomb that says so', buildZip([{ name: 'a', data: 'x', size: 301 * 2 ** 20 }]), 'too-large'],
  ])('is refused with %s', async (_, bytes, reason) => {
    const inMemory = await Promise.resolve()
      .then(() => listZipEntriesIn(bytes))
      .catch(reasonOf)
    expect(inMemory).toBe(reason)
    expect(await onDisk(bytes, (file) => listZipEntries(file)).catch(reasonOf)).toBe(reason)
  })

  it.each<[string, Entry, string]>([
    ['says too little', { name: 'a', data: Buffer.alloc(1_000_000), size: 100 }, 'too-large'],
    ['says too much', { name: 'a', data: 'abc', size: 100 }, 'broken'],
  ])('is detected when an entry %s', async (_, entry, reason) => {
    const verification = onDisk(buildZip([entry]), async (file) => verifyEntrySizes(file, await listZipEntries(file)))
    expect(await verification.catch(reasonOf)).toBe(reason)
  })
})

describe('a compound file', () => {
  it('is read alike in memory and on disk', async () => {
    const bytes = buildCompoundFile(['Workbook', 'a', 'b', 'c', 'd', 'e'])
    expect([...listCompoundStreamsIn(bytes).keys()]).toEqual(['Root Entry', 'Workbook', 'a', 'b', 'c', 'd', 'e'])
    expect(await onDisk(bytes, listCompoundStreams)).toEqual(listCompoundStreamsIn(bytes))
  })

  it.each([
    ['that goes round in circles', buildCompoundFile(['a', 'b', 'c', 'd'], { next: 1 })],
    ['that leads out', buildCompoundFile(['a'], { next: 5_000_000 })],
    ['that breaks off', buildCompoundFile(['a']).subarray(0, 600)],
  ])('%s is refused', (_, bytes) => {
    expect(() => listCompoundStreamsIn(bytes)).toThrow(BadArchive)
  })
})
