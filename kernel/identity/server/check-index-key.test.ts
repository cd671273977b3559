import { randomBytes } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { openKeyring, openTestKeyring } from '#packages/crypto'
import { Cells } from '#packages/db'
import { useDatabase } from '#packages/testing'
import { checkIndexKey } from './service/check-index-key.ts'

const database = useDatabase()
afterEach(openTestKeyring)
const key = () => randomBytes(32).toString('base64')

it('a process does not start with another index key than the directory’s', async () => {
  const [first, next] = [key(), key()]
  openKeyring({ QIMING_MASTER_KEY: first })
  await checkIndexKey(database.cells)
  await checkIndexKey(database.cells)
  // The master key is replaced, and the first one is named as the index key.
  openKeyring({ QIMING_MASTER_KEY: next, QIMING_INDEX_KEY: first })
  await checkIndexKey(database.cells)
  openKeyring({ QIMING_MASTER_KEY: next })
  await expect(checkIndexKey(database.cells)).rejects.toThrow('QIMING_INDEX_KEY')
})

it('a process starts while the directory is down', async () => {
  const away = new Cells({
    directoryUrl: 'postgres://nobody@127.0.0.1:1/nothing',
    cells: new Map(),
    connectTimeoutMs: 200,
  })
  await expect(checkIndexKey(away)).resolves.toBeUndefined()
  await away.end()
})
