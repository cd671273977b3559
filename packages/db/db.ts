import type { Kysely } from 'kysely'
import type { DB as CellTables } from './tables/cell.gen.ts'
import type { DB as DirectoryTables } from './tables/directory.gen.ts'

/**
 * The handle of one open transaction in one district. Only `inDistrict` creates it, and it ends with the transaction.
 */
export type Db = Kysely<CellTables>
/** The handle of one open transaction in the global directory. */
export type DirectoryDb = Kysely<DirectoryTables>
/** Changes the directory in one transaction: `ctx.change` of a request, or `inDirectory` where no request asks. */
export type ChangeDirectory = <T>(work: (db: DirectoryDb) => Promise<T>) => Promise<T>
export type { CellTables, DirectoryTables }
