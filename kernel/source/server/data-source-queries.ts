import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { toLikePattern, onConstraint, readPage, type Db } from '#packages/db'
import type { SourceForm, SourceStatus } from '../contract.ts'

const selectSources = (db: Db) =>
  db
    .selectFrom('data_source as s')
    .leftJoin('v_person as p', 'p.id', 's.updated_by')
    .select([
      's.id',
      's.name',
      's.remark',
      's.kind',
      's.host',
      's.port',
      's.database',
      's.user_name as userName',
      's.is_encrypted as isEncrypted',
      's.status',
      's.tested_at as testedAt',
      's.test_words as testWords',
      's.updated_at as updatedAt',
      'p.name as updatedBy',
      's.version',
    ])
    .$narrowType<{ kind: 'postgresql'; status: SourceStatus }>()

interface SourceFilter {
  keyword: string
  status: SourceStatus | ''
}

export function readSourcePage(db: Db, { keyword, status }: SourceFilter, page: PageQuery) {
  let query = selectSources(db)
  if (status) query = query.where('s.status', '=', status)
  if (keyword)
    query = query.where(sql<boolean>`(s.name like ${toLikePattern(keyword)} or s.host like ${toLikePattern(keyword)})`)
  return readPage(db, query.orderBy('s.name').orderBy('s.id'), page)
}

/** With the connection data; the password is still encrypted. */
export const findSource = (db: Db, id: string) =>
  selectSources(db).select('s.password').where('s.id', '=', id).executeTakeFirst()

type SourceFacts = Omit<SourceForm, 'id' | 'version' | 'password'> & { password: Buffer }

const toColumns = ({ userName, isEncrypted, ...facts }: SourceFacts) => ({
  ...facts,
  user_name: userName,
  is_encrypted: isEncrypted,
})

interface ChangeStamp {
  by: string
  at: Date
}

export const insertSource = (db: Db, id: string, facts: SourceFacts, { by, at }: ChangeStamp) =>
  db
    .insertInto('data_source')
    .values({ ...toColumns(facts), id, created_at: at, updated_at: at, updated_by: by })
    .execute()
    .catch(onConstraint('data_source_name', '名称已存在', 'name'))

/** A change of address or account resets the result of the last test. */
export async function updateSource(
  db: Db,
  id: string,
  version: number,
  facts: SourceFacts,
  isElsewhere: boolean,
  { by, at }: ChangeStamp,
) {
  const { numUpdatedRows } = await db
    .updateTable('data_source')
    .set({ ...toColumns(facts), updated_at: at, updated_by: by, version: version + 1 })
    .$if(isElsewhere, (query) => query.set({ status: 'untested', failures: 0, tested_at: null, test_words: '' }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
    .catch(onConstraint('data_source_name', '名称已存在', 'name'))
  return numUpdatedRows > 0n
}

const failuresUntilFaulty = 3

export interface TestOutcome {
  isFine: boolean
  /** The failure is permanent. */
  isForGood: boolean
  message: string
}

/**
 * Stores a test result, unless the source was changed or stopped meanwhile. A source that worked counts as faulty after
 * three failures in a row, because one may be temporary. A writable account or a forbidden address counts at once.
 */
export async function saveTestOutcome(
  db: Db,
  id: string,
  version: number,
  { isFine, isForGood, message }: TestOutcome,
  now: Date,
) {
  const { rows } = await sql<{ status: SourceStatus }>`
    update data_source set tested_at = ${now}, test_words = ${message},
      failures = case when ${isFine}::boolean then 0 else failures + 1 end,
      status = case when ${isFine}::boolean then 'fine'
        when status = 'fine' and not ${isForGood}::boolean and failures + 1 < ${failuresUntilFaulty}::int then 'fine'
        else 'faulty' end
    where id = ${id} and version = ${version} and status <> 'stopped'
    returning status
  `.execute(db)
  return rows[0]?.status
}

/** A restarted source must be tested again. */
export async function stopSources(db: Db, ids: readonly string[], isStopped: boolean, { by, at }: ChangeStamp) {
  const { numUpdatedRows } = await db
    .updateTable('data_source')
    .set((eb) => ({
      status: isStopped ? 'stopped' : 'untested',
      failures: 0,
      updated_at: at,
      updated_by: by,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .where('status', isStopped ? '<>' : '=', 'stopped')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export const listExistingIds = (db: Db, ids: readonly string[]) =>
  db.selectFrom('data_source').select('id').where('id', 'in', ids).execute()

export async function deleteSources(db: Db, ids: readonly string[]) {
  const { numDeletedRows } = await db.deleteFrom('data_source').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
