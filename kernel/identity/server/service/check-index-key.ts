import { globalIndex } from '#packages/crypto'
import type { Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { getOrInsertKeyMark } from '../account-queries.ts'

/**
 * Compares the index key with the one that this directory was first used with. With another one nobody is found at the
 * door, and whoever comes in anew would be written down twice: better not to start. A directory that is away is asked by
 * the next process.
 */
export async function checkIndexKey(cells: Cells) {
  const mark = globalIndex('check', 'index-key')
  const storedMark = await inDirectory(cells, (db) => getOrInsertKeyMark(db, mark)).catch(() => undefined)
  if (storedMark && !storedMark.equals(mark))
    throw new Error(
      'QIMING_INDEX_KEY is not the key that this directory was made with; where it was never set it is the first master key',
    )
}
