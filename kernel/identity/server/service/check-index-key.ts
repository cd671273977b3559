import { globalIndex } from '#packages/crypto'
import type { Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { getOrInsertKeyMark } from '../account-queries.ts'

/**
 * Compares the index key with the one that this directory was first used with. With another key no account is found,
 * and new ones would be stored twice, so the process does not start. If the directory is down, the next process checks.
 */
export async function checkIndexKey(cells: Cells) {
  const mark = globalIndex('check', 'index-key')
  const storedMark = await inDirectory(cells, (db) => getOrInsertKeyMark(db, mark)).catch(() => undefined)
  if (storedMark && !storedMark.equals(mark))
    throw new Error(
      'QIMING_INDEX_KEY is not the key that this directory was made with; where it was never set it is the first master key',
    )
}
