import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { RunReport, TimetableRule } from '../contract.ts'

export interface TimetableFacts {
  id: string
  orgId: string
  termId: string
  name: string
  status: 'draft' | 'published' | 'archived'
  checkedVersion: number | null
  effectiveOn: string | null
  version: number
}

interface TimetableListRow extends TimetableFacts {
  lessons: number
  unplaced: number
  createdBy: string
  updatedAt: Date
}

const columns = sql`t.id, t.org_id as "orgId", t.term_id as "termId", t.name, t.status, t.checked_version as "checkedVersion",
  t.effective_on as "effectiveOn", t.version`
const within = (scope: Scope) => inScope(scope, { org: 't.org_id', orgPath: 'o.path' })

/** The versions in scope: of a school, and of one term. */
export async function listTimetablesInScope(
  db: Db,
  scope: Scope,
  { orgId, termId, id }: { orgId?: string; termId?: string | null; id?: string },
): Promise<TimetableListRow[]> {
  const conditions = [
    sql`${within(scope)}`,
    ...(orgId ? [sql`t.org_id = ${orgId}`] : []),
    ...(termId ? [sql`t.term_id = ${termId}`] : []),
    ...(id ? [sql`t.id = ${id}`] : []),
  ]
  const { rows } = await sql<TimetableListRow>`
    select ${columns}, coalesce(s.lessons, 0)::int as lessons, coalesce(s.unplaced, 0)::int as unplaced,
      coalesce(p.name, '') as "createdBy", t.updated_at as "updatedAt"
    from timetable as t join v_org as o on o.id = t.org_id left join v_person as p on p.id = t.created_by
    left join lateral (
      select count(*) as lessons, count(*) filter (where weekday is null) as unplaced
      from timetable_slot where timetable_id = t.id) as s on true
    where ${sql.join(conditions, sql` and `)}
    order by t.created_at desc, t.id
  `.execute(db)
  return rows
}

/** One version, if it is in scope. */
export async function findTimetable(db: Db, scope: Scope, id: string): Promise<TimetableFacts | undefined> {
  const { rows } = await sql<TimetableFacts>`
    select ${columns} from timetable as t join v_org as o on o.id = t.org_id where t.id = ${id} and ${within(scope)}
  `.execute(db)
  return rows[0]
}

/** A version whatever the scope, for jobs; locked, so that two people do not change it at once. */
export async function lockTimetable(db: Db, id: string): Promise<TimetableFacts | undefined> {
  const { rows } =
    await sql<TimetableFacts>`select ${columns} from timetable as t where t.id = ${id} for update`.execute(db)
  return rows[0]
}

/** The published versions of a school that may hold from a day on. */
export async function listPublished(
  db: Db,
  orgId: string,
  termId: string,
): Promise<(TimetableFacts & { effectiveOn: string })[]> {
  const { rows } = await sql<TimetableFacts & { effectiveOn: string }>`
    select ${columns} from timetable as t
    where t.org_id = ${orgId} and t.term_id = ${termId} and t.status = 'published' order by t.effective_on
  `.execute(db)
  return rows
}

/** The versions of a school in a term, by the day from which they hold. */
export async function listVersionsOfTerm(db: Db, orgId: string, termId: string): Promise<TimetableFacts[]> {
  const { rows } = await sql<TimetableFacts>`
    select ${columns} from timetable as t where t.org_id = ${orgId} and t.term_id = ${termId} order by t.effective_on
  `.execute(db)
  return rows
}

/** The version that holds on a day: the last that has begun. */
export async function findHeld(
  db: Db,
  orgId: string,
  day: string,
): Promise<{ id: string; termId: string } | undefined> {
  const { rows } = await sql<{ id: string; termId: string }>`
    select id, term_id as "termId" from timetable where org_id = ${orgId} and status = 'published' and effective_on <= ${day}::date
    order by effective_on desc limit 1
  `.execute(db)
  return rows[0]
}

/** The schools with a published version in a term that has not ended: below an organisation, or one of them. */
export async function listSchoolsWithTimetable(db: Db, orgId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select distinct t.org_id as "orgId" from timetable as t join v_org as o on o.id = t.org_id
    join v_org as above on above.id = ${orgId} and above.path @> o.path
    left join v_term as e on e.id = t.term_id
    where t.status = 'published' and e.ends_on >= ${day}::date - 60
    order by 1
  `.execute(db)
  return rows.map((row) => row.orgId)
}

/** Serialises what writes the lessons of a school. */
export const lockLessons = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`lessons of ${orgId}`}, 0))`.execute(db)

interface NewTimetable {
  id: string
  orgId: string
  termId: string
  name: string
  personId: string
}

export const insertTimetable = (db: Db, { id, orgId, termId, name, personId }: NewTimetable, now: Date) =>
  db
    .insertInto('timetable')
    .values({
      id,
      org_id: orgId,
      term_id: termId,
      name,
      status: 'draft',
      created_by: personId,
      created_at: now,
      updated_at: now,
    })
    .execute()

/** Every change of a version raises its number, so that a check or a preview of before is known to be old. */
export async function touchTimetable(db: Db, id: string, now: Date, change: { name?: string; checked?: boolean } = {}) {
  const { rows } = await sql<{ version: number }>`
    update timetable set version = version + ${change.checked ? 0 : 1}, updated_at = ${now},
      name = coalesce(${change.name ?? null}, name),
      checked_version = case when ${change.checked ?? false} then version else checked_version end
    where id = ${id} returning version
  `.execute(db)
  return rows[0]!.version
}

export async function deleteTimetable(db: Db, id: string) {
  await sql`delete from timetable_slot where timetable_id = ${id}`.execute(db)
  await sql`delete from timetable where id = ${id}`.execute(db)
}

export const markPublished = (db: Db, id: string, effectiveOn: string, personId: string, now: Date) =>
  sql`
    update timetable set status = 'published', effective_on = ${effectiveOn}::date, published_at = ${now},
      published_by = ${personId}, version = version + 1, updated_at = ${now} where id = ${id}
  `.execute(db)

/** A version that begins on the same day or later is replaced: it never holds any more. */
export async function archiveReplaced(db: Db, orgId: string, termId: string, effectiveOn: string, now: Date) {
  await sql`
    update timetable set status = 'archived', version = version + 1, updated_at = ${now}
    where org_id = ${orgId} and term_id = ${termId} and status = 'published' and effective_on >= ${effectiveOn}::date
  `.execute(db)
}

interface RuleRow {
  id: string
  rule: TimetableRule
  version: number
}

export async function listRules(db: Db, orgId: string, termId: string): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select id, rule, version from timetable_rule where org_id = ${orgId} and term_id = ${termId} order by created_at, id
  `.execute(db)
  return rows
}

export async function findRule(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ orgId: string; termId: string } | undefined> {
  const { rows } = await sql<{ orgId: string; termId: string }>`
    select t.org_id as "orgId", t.term_id as "termId" from timetable_rule as t join v_org as o on o.id = t.org_id
    where t.id = ${id} and ${within(scope)}
  `.execute(db)
  return rows[0]
}

export async function insertRules(
  db: Db,
  { orgId, termId }: { orgId: string; termId: string },
  rules: readonly { id: string; rule: TimetableRule }[],
  now: Date,
) {
  await sql`
    insert into timetable_rule (id, org_id, term_id, rule, created_at, updated_at)
    select (one ->> 'id')::uuid, ${orgId}, ${termId}, one -> 'rule', ${now}, ${now}
    from jsonb_array_elements(${JSON.stringify(rules)}::jsonb) as one
  `.execute(db)
}

export async function updateRule(
  db: Db,
  id: string,
  rule: TimetableRule,
  version: number,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update timetable_rule set rule = ${JSON.stringify(rule)}::jsonb, version = version + 1, updated_at = ${now}
    where id = ${id} and version = ${version}
  `.execute(db)
  return numAffectedRows === 1n
}

export const deleteRule = (db: Db, id: string) => sql`delete from timetable_rule where id = ${id}`.execute(db)

export interface RunRow {
  id: string
  timetableId: string
  status: 'waiting' | 'running' | 'solved' | 'partial' | 'refused' | 'failed' | 'stopped'
  seconds: number
  drafts: number
  report: Partial<RunReport>
  createdAt: Date
  endedAt: Date | null
}

const runColumns = sql`id, timetable_id as "timetableId", status, seconds, drafts, report, created_at as "createdAt",
  ended_at as "endedAt"`

export async function listRuns(db: Db, timetableId: string): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from timetable_run where timetable_id = ${timetableId} order by created_at desc limit 20
  `.execute(db)
  return rows
}

export async function findRun(db: Db, id: string): Promise<(RunRow & { orgId: string; termId: string }) | undefined> {
  const { rows } = await sql<RunRow & { orgId: string; termId: string }>`
    select ${runColumns}, org_id as "orgId", term_id as "termId" from timetable_run where id = ${id}
  `.execute(db)
  return rows[0]
}

/** Whether a run of a draft that began after this moment has not ended. */
export async function hasOpenRun(db: Db, timetableId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from timetable_run
    where timetable_id = ${timetableId} and status in ('waiting', 'running') and created_at > ${since}
  `.execute(db)
  return rows.length > 0
}

export async function insertRun(
  db: Db,
  run: { id: string; timetable: TimetableFacts; seconds: number; drafts: number; personId: string },
  now: Date,
) {
  const { id, timetable, seconds, drafts, personId } = run
  await sql`
    insert into timetable_run (id, org_id, term_id, timetable_id, status, seconds, drafts, created_by, created_at)
    values (${id}, ${timetable.orgId}, ${timetable.termId}, ${timetable.id}, 'waiting', ${seconds}, ${drafts}, ${personId}, ${now})
  `.execute(db)
}

export const setRunTask = (db: Db, id: string, taskId: string) =>
  sql`update timetable_run set task_id = ${taskId} where id = ${id}`.execute(db)

export const updateRun = (
  db: Db,
  id: string,
  { status, report, endedAt }: { status: RunRow['status']; report?: RunReport; endedAt?: Date },
) =>
  sql`
    update timetable_run set status = ${status}, report = coalesce(${report ? JSON.stringify(report) : null}::jsonb, report),
      ended_at = coalesce(${endedAt ?? null}, ended_at)
    where id = ${id}
  `.execute(db)
