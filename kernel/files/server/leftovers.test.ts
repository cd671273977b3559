import { access, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { newId } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { useFiles } from './files.fixture.ts'
import { openFileStore } from './installation.ts'
import { sweepUnusedFilesJob } from './jobs.ts'
import { fileKey } from './object-keys.ts'
import { removeStaleCopies } from './service/check-upload.ts'
import { storeFile } from './service/store-files.ts'

const database = useDatabase()
const { home } = database
const files = useFiles(database)
const li = createActor()
const where = () => ({ app: database.app, cells: database.cells, districtId: home, now: new Date() })

describe('an image with the longest possible name', () => {
  it('is stored although its right suffix is longer', async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } })
      .webp()
      .toBuffer()
    const { status, file } = await files.upload(li, `${'长'.repeat(196)}.png`, bytes)
    expect(status).toBe('ready')
    expect(file!.name).toBe(`${'长'.repeat(195)}.webp`)
  })
})

describe('the sweep of unused files', () => {
  it('continues when the store fails for one file, and reports it at the end', async () => {
    const poem = Buffer.from('春眠不觉晓')
    const ids = [await files.upload(li, '1.txt', poem), await files.upload(li, '2.txt', poem)].map(({ id }) => id)
    await database.sql("update tenant.file set unclaimed_at = now() - interval '2 days' where id = any($1)", [ids])
    // An upload id that the store cannot parse.
    await database.sql('update tenant.file set upload_id = $2 where id = $1', [ids[0], 'x'.repeat(100_000)])
    const left = async () =>
      (await database.sql<{ id: string }>('select id from tenant.file where id = any($1)', [ids])).map(({ id }) => id)
    await expect(sweepUnusedFilesJob.handleOutside!(where(), {})).rejects.toThrow()
    expect(await left()).toEqual([ids[0]])
    await database.sql('update tenant.file set upload_id = null where id = $1', [ids[0]])
    await sweepUnusedFilesJob.handleOutside!(where(), {})
    expect(await left()).toEqual([])
  })

  it('deletes the temporary copies of killed workers, also those of previews', async () => {
    const folders = await Promise.all(
      ['qiming-check-', 'qiming-preview-', 'qiming-preview-'].map((name) => mkdtemp(join(tmpdir(), name))),
    )
    const isThere = (path: string) =>
      access(path).then(
        () => true,
        () => false,
      )
    const now = new Date()
    const old = new Date(now.getTime() - 25 * 3600_000)
    for (const [at, path] of folders.entries()) await utimes(path, at < 2 ? old : now, at < 2 ? old : now)
    await removeStaleCopies(now)
    expect(await Promise.all(folders.map(isThere))).toEqual([false, false, true])
    await rm(folders[2]!, { recursive: true })
  })
})

describe('a file that is swept while it is made', () => {
  it('leaves nothing in the store', async () => {
    let id = ''
    async function* content() {
      yield '春眠'
      const [row] = await database.sql<{ id: string }>("delete from tenant.file where name = '诗.txt' returning id")
      id = row!.id
    }
    const { personId, orgId } = li
    const made = { name: '诗.txt', kind: 'txt', content: content(), owner: { kind: 'letter', id: newId() } } as const
    await expect(storeFile(where(), { ...made, personId, orgId })).rejects.toThrow('it was swept while it was made')
    expect(await (await openFileStore(database)).head(fileKey(home, id))).toBeUndefined()
  })
})
