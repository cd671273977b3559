import type { Cells } from './cells.ts'
import type { DirectoryDb, DirectoryTables } from './db.ts'
import { transact } from './transaction.ts'

/**
 * The only access to the global directory; few modules may import it. Never inside `inDistrict`: changes of both write
 * here first, as pending, then there, and a job confirms.
 */
export const inDirectory = <T>(cells: Cells, work: (db: DirectoryDb) => Promise<T>): Promise<T> =>
  transact<T, DirectoryTables>(cells.directory, { opening: 'begin' }, work)
