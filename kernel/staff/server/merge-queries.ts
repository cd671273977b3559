import { sql } from 'kysely'
import type { DayRange, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { isWithinDays, readSqlPage, type Db } from '#packages/db'
import { whereInScope } from './user-queries.ts'

/** A membership of the merged person, as it was before. */
export interface MovedMembership {
  id: string
  isMain: boolean
  valid: string
  version: number
  updatedAt: string
  /** The remaining person has the same membership at the same time, so this one is ended and not moved. */
  isAside: boolean
  /** That membership of the remaining person; the one that lasts longest. */
  keptId: string | null
}

/** The memberships of the person to merge, and whether the remaining person has the same ones. */
export async function lockMembershipsToMerge(db: Db, otherId: string, keepId: string): Promise<MovedMembership[]> {
  const { rows } = await sql<MovedMembership>`
    select m.id, m.is_main as "isMain", m.valid::text as valid, m.version, m.updated_at::text as "updatedAt",
      kept.id is not null as "isAside", kept.id as "keptId"
    from membership m left join lateral (
      select k.id from membership k where k.person_id = ${keepId} and k.org_id = m.org_id
        and k.department_id is not distinct from m.department_id and k.valid && m.valid
      order by k.over_on desc nulls first, k.id limit 1) kept on true
    where m.person_id = ${otherId} order by m.id for no key update of m
  `.execute(db)
  return rows
}

/** Moves memberships to another person; an existing main membership stays the main one. */
export const moveMemberships = (db: Db, ids: readonly string[], toId: string, keepsMain: boolean, now: Date) =>
  sql`
    update membership set person_id = ${toId}, is_main = is_main and ${keepsMain}, version = version + 1,
      updated_at = ${now}, changed_at = now()
    where id = any(${ids}::uuid[])
  `.execute(db)

/** Ends duplicates yesterday; planned ones never begin. */
export const endDuplicateMemberships = (db: Db, ids: readonly string[], day: string, now: Date) =>
  sql`
    update membership set version = version + 1, updated_at = ${now}, changed_at = now(),
      valid = daterange(least(begins_on, ${day}::date - 1), ${day}::date)
    where id = any(${ids}::uuid[]) and (over_on is null or over_on > ${day}::date)
  `.execute(db)

/** Restores the memberships; one that was changed since keeps the change. */
export const restoreMemberships = (db: Db, memberships: readonly MovedMembership[], toId: string, now: Date) =>
  sql`
    update membership m set person_id = ${toId}, changed_at = now(),
      is_main = case when m.version = p.version + 1 then p."isMain" else m.is_main end,
      valid = case when p."isAside" or m.version = p.version + 1 then p.valid else m.valid end,
      updated_at = case when m.version = p.version + 1 then p."updatedAt" else ${now} end,
      version = case when m.version = p.version + 1 then p.version else m.version + 1 end
    from jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb)
      as p (id uuid, "isMain" boolean, valid daterange, version int, "updatedAt" timestamptz, "isAside" boolean)
    where m.id = p.id and m.version > p.version
  `.execute(db)

export async function hasOpenMain(db: Db, personId: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from membership where person_id = ${personId} and is_main and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows.length > 0
}

export interface MergeRow {
  id: string
  keepId: string
  otherId: string
  keepAccountId: string | null
  otherAccountId: string | null
  status: 'requested' | 'done' | 'undone'
  moved: unknown
}

export const insertMerge = (
  db: Db,
  row: Omit<MergeRow, 'status' | 'moved'> & { reason: Buffer; by: string },
  now: Date,
) =>
  db
    .insertInto('person_merge')
    .values({
      id: row.id,
      keep_person_id: row.keepId,
      other_person_id: row.otherId,
      reason: row.reason,
      moved: '{}',
      keep_account_id: row.keepAccountId,
      other_account_id: row.otherAccountId,
      status: 'requested' as const,
      by_person_id: row.by,
      created_at: now,
    })
    .execute()

export async function findMerge(db: Db, id: string): Promise<MergeRow | undefined> {
  const { rows } = await sql<MergeRow>`
    select id, keep_person_id as "keepId", other_person_id as "otherId", keep_account_id as "keepAccountId",
      other_account_id as "otherAccountId", status, moved
    from person_merge where id = ${id} for no key update
  `.execute(db)
  return rows[0]
}

/** The two people of a proposal. */
export async function listProposalPersons(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ one: string; other: string }>`
    select person_id as one, other_person_id as other from v_merge_proposal where id = ${id}
  `.execute(db)
  return rows.flatMap(({ one, other }) => [one, other])
}

/** Whether an unfinished merge involves one of these people. */
export async function isMerging(db: Db, personIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from person_merge where status = 'requested'
      and (keep_person_id = any(${personIds}::uuid[]) or other_person_id = any(${personIds}::uuid[])) limit 1
  `.execute(db)
  return rows.length > 0
}

/** Whether this person was merged into another, or is about to be. */
export async function isMergedIntoAnother(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from person_merge where other_person_id = ${personId} and status <> 'undone'
  `.execute(db)
  return rows.length > 0
}

export const updateMergeStatus = (
  db: Db,
  id: string,
  change: { status: 'done' | 'undone'; moved?: unknown; proposalId?: string; undoneAt?: Date },
) =>
  db
    .updateTable('person_merge')
    .set({
      status: change.status,
      ...(change.moved ? { moved: JSON.stringify(change.moved) } : {}),
      ...(change.proposalId ? { proposal_id: change.proposalId } : {}),
      ...(change.undoneAt ? { undone_at: change.undoneAt } : {}),
    })
    .where('id', '=', id)
    .execute()

interface DuplicatePerson {
  userId: string
  name: string
  orgName: string
  departmentName: string
  phone: string | null
  idCard: string | null
  accountId: string | null
  personId: string
}
export interface DuplicateRow {
  id: string
  status: 'open' | 'merged' | 'refused'
  createdAt: Date
  one: DuplicatePerson
  other: DuplicatePerson
  mergeId: string | null
  reason: Buffer | null
}

/** A person with one membership for display: a current one, or one that a merge moved away. */
const selectDuplicatePerson = (person: 'person_id' | 'other_person_id', scope: Scope) => sql`
  select jsonb_build_object('userId', m.id, 'personId', p.id, 'name', p.name, 'orgName', coalesce(o.name, ''),
    'departmentName', coalesce(d.name, ''), 'phone', encode(p.phone, 'hex'), 'idCard', encode(p.id_card, 'hex'),
    'accountId', p.account_id) as facts
  from v_staff_person p
  join membership m on m.person_id = p.id
    or g.moved is not null and p.merged_into is not null and m.id = (g.moved -> 'places' -> 0 ->> 'id')::uuid
  left join v_org o on o.id = m.org_id left join v_org d on d.id = m.department_id
  where p.id = ${sql.ref(`x.${person}`)} and ${whereInScope(scope)}
  order by m.over_on desc nulls first, m.is_main desc, m.id limit 1`

export const getDuplicatePage = (
  db: Db,
  readerScope: Scope,
  { status, from, to, ...page }: PageQuery & DayRange & { status: DuplicateRow['status'] },
) =>
  readSqlPage<DuplicateRow>(
    db,
    {
      columns: sql`x.id, x.status, x.created_at as "createdAt", one.facts as one, other.facts as other,
        case when x.status = 'merged' then g.id end as "mergeId", g.reason`,
      from: sql`v_merge_proposal as x
        left join lateral (
          select id, reason, moved from person_merge where proposal_id = x.id and status = 'done'
          order by created_at desc limit 1) as g on true
        join lateral (${selectDuplicatePerson('person_id', readerScope)}) as one on true
        join lateral (${selectDuplicatePerson('other_person_id', readerScope)}) as other on true
        where x.status = ${status} and ${isWithinDays('x.created_at', { from, to })}`,
      orderBy: sql`x.created_at desc, x.id`,
    },
    page,
  )
