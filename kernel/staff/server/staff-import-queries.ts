import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { StaffFileRecord } from './seed-queries.ts'
import type { AnnouncedMembership } from './membership-queries.ts'
import { userColumns, resolveScope, whereInScope, type UserRow } from './user-queries.ts'

interface SheetNode {
  id: string
  name: string
  type: string
  path: string
}

/** A node and everything below it: organisations in scope, and departments. */
export async function listNodesBelow(db: Db, readerScope: Scope, path: string): Promise<SheetNode[]> {
  const { rows } = await sql<SheetNode>`
    select o.id, o.name, o.type, o.path::text as path from v_org o
    where o.path <@ ${path}::ltree
      and (o.type = 'department' or ${inScope(readerScope, { org: 'o.id', orgPath: 'o.path' })})
    order by nlevel(o.path), o.sort, o.id
  `.execute(db)
  return rows
}

const isOpen = (day: string) => sql<boolean>`(m.over_on is null or m.over_on > ${day}::date)`

interface NumbersToFind {
  /** Hashes, as hex. */
  idCards: readonly string[]
  phones: readonly string[]
  orgIds: readonly string[]
  numbers: readonly string[]
}
const bytes = (hashes: readonly string[]) => sql`${hashes.map((hash) => `\\x${hash}`)}::bytea[]`

export interface NumberOwner {
  by: 'idCard' | 'phone' | 'number'
  /** The hash as hex; for staff numbers the organisation and the number. */
  key: string
  personId: string
}

/** The owners of numbers: ID cards and phones in the whole district, staff numbers in these organisations. */
export async function listNumberOwners(db: Db, numbersToFind: NumbersToFind, day: string): Promise<NumberOwner[]> {
  const { rows } = await sql<NumberOwner>`
    select 'idCard' as by, encode(id_card_hash, 'hex') as key, coalesce(merged_into, id) as "personId"
    from v_staff_person where id_card_hash = any(${bytes(numbersToFind.idCards)})
    union all
    select 'phone', encode(phone_hash, 'hex'), id
    from v_staff_person where phone_hash = any(${bytes(numbersToFind.phones)}) and merged_into is null
    union all
    select distinct 'number', m.org_id || ':' || m.number, m.person_id from membership m
    where m.org_id = any(${numbersToFind.orgIds}::uuid[]) and m.number = any(${numbersToFind.numbers}::text[]) and ${isOpen(day)}
  `.execute(db)
  return rows
}

/** People employed in scope whose names sound like these. */
export async function listNamesakeIds(
  db: Db,
  readerScope: Scope,
  pinyins: readonly string[],
  day: string,
): Promise<string[]> {
  const isNear = whereInScope(await resolveScope(db, readerScope))
  const { rows } = await sql<{ id: string }>`
    select p.id from v_staff_person p
    where p.pinyin = any(${pinyins}::text[]) and p.merged_into is null
      and exists (select from membership m where m.person_id = p.id and ${isOpen(day)} and ${isNear})
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** A person with one of their memberships, past ones included; null without any. */
export type RegisteredStaffRow = Omit<UserRow, 'id'> & {
  id: string | null
  personVersion: number
  updatedAt: Date
  mayEdit: boolean
}

export async function listMembershipsOfPeople(
  db: Db,
  scope: Scope,
  personIds: readonly string[],
  { day, now }: { day: string; now: Date },
): Promise<RegisteredStaffRow[]> {
  const { rows } = await sql<RegisteredStaffRow>`
    select ${userColumns(day, now)}, q.id as "personId", q.version as "personVersion", m.updated_at as "updatedAt",
      coalesce(${whereInScope(await resolveScope(db, scope))}, false) as "mayEdit"
    from v_staff_person q
    left join membership m on m.person_id = q.id
    left join v_org o on o.id = m.org_id
    left join v_org d on d.id = m.department_id
    left join v_org above on above.id = d.parent_id and above.type = 'department'
    left join staff_file f on f.person_id = q.id
    where q.id = any(${personIds}::uuid[])
    order by q.id, m.is_main desc, m.begins_on desc, m.id
  `.execute(db)
  return rows
}

export async function getPersonVersions(db: Db, personIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from v_staff_person where id = any(${personIds}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The membership columns that an import writes. Bytes are hex, because JSON has none. */
export interface MembershipState {
  id: string
  department_id: string | null
  user_type: string
  post: string
  number: string
  subject: string
  worker_type: number | null
  office_phone: string
  remark: string
  ic_card: string | null
}

export async function listMembershipStates(db: Db, ids: readonly string[]): Promise<MembershipState[]> {
  const { rows } = await sql<MembershipState>`
    select id, department_id, user_type, post, number, subject, worker_type, office_phone, remark,
      encode(ic_card, 'hex') as ic_card
    from membership where id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

export const updateMembershipStates = (db: Db, rows: readonly MembershipState[], now: Date) =>
  sql`
    update membership m set department_id = r.department_id, user_type = r.user_type, post = r.post, number = r.number,
      subject = r.subject, worker_type = r.worker_type, office_phone = r.office_phone, remark = r.remark,
      ic_card = decode(r.ic_card, 'hex'), version = m.version + 1, updated_at = ${now}, changed_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, department_id uuid, user_type text, post text,
      number text, subject text, worker_type smallint, office_phone text, remark text, ic_card text)
    where m.id = r.id
  `.execute(db)

/** The existing staff files of these people. */
export async function listStaffFileStates(db: Db, personIds: readonly string[]): Promise<StaffFileRecord[]> {
  const { rows } = await sql<StaffFileRecord>`
    select person_id, nation, teacher_level, diploma, graduate_school, specialty, working_since_on,
      encode(private, 'hex') as private
    from staff_file where person_id = any(${personIds}::uuid[])
  `.execute(db)
  return rows
}

export const deleteStaffFiles = (db: Db, personIds: readonly string[]) =>
  sql`delete from staff_file where person_id = any(${personIds}::uuid[])`.execute(db)

export async function deleteMemberships(db: Db, ids: readonly string[]): Promise<AnnouncedMembership[]> {
  const { rows } = await sql<AnnouncedMembership>`
    delete from membership where id = any(${ids}::uuid[])
    returning id, org_id as "orgId", is_announced as "isAnnounced"
  `.execute(db)
  return rows
}

/** The state of a membership before an undo. */
export interface MembershipFingerprint {
  id: string
  personId: string
  /** A hash of the membership and the staff file: equal as long as nothing was changed, or after it was restored. */
  placeMark: string
  /** The same for the person. */
  personMark: string
  accountId: string | null
  /** Number of other memberships of the person, past ones included. */
  others: number
  /** The person has a current or planned membership outside the scope. */
  isElsewhere: boolean
}

/** The row without counters and timestamps, which an undo does not restore, and without account columns. */
const selectRowContent = (row: 's' | 'f' | 'q') =>
  sql`(to_jsonb(${sql.ref(row)}) - '{version,updated_at,changed_at,account_id,login_name,is_bound,theme}'::text[])::text`

export async function listMembershipFingerprints(
  db: Db,
  readerScope: Scope | null,
  ids: readonly string[],
  day: string,
): Promise<MembershipFingerprint[]> {
  const { rows } = await sql<MembershipFingerprint>`
    select s.id, s.person_id as "personId", q.account_id as "accountId",
      md5(${selectRowContent('s')} || coalesce((select ${selectRowContent('f')} from staff_file f where f.person_id = s.person_id), ''))
        as "placeMark",
      md5(${selectRowContent('q')}) as "personMark",
      (select count(*)::int from membership m where m.person_id = s.person_id and m.id <> s.id) as others,
      exists (select from membership m where m.person_id = s.person_id and ${isOpen(day)}
        and not ${readerScope ? whereInScope(await resolveScope(db, readerScope)) : sql`true`}) as "isElsewhere"
    from membership s join v_staff_person q on q.id = s.person_id
    where s.id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

/** No other transaction can add references to these rows until this one ends. */
export const lockMemberships = (db: Db, ids: readonly string[]) =>
  sql`select from membership where id = any(${ids}::uuid[]) order by id for update`.execute(db)

/** Departments that block a return: deleted ones, and those where the person already is. */
export async function listBlockedReturns(db: Db, returns: readonly { id: string; departmentId: string | null }[]) {
  const { rows } = await sql<{ id: string; isGone: boolean }>`
    select r.id, r."departmentId" is not null and d.id is null as "isGone"
    from jsonb_to_recordset(${JSON.stringify(returns)}::jsonb) as r (id uuid, "departmentId" uuid)
    join membership m on m.id = r.id
    left join v_org d on d.id = r."departmentId"
    where r."departmentId" is not null and d.id is null
      or exists (select from membership x where x.person_id = m.person_id and x.id <> m.id and x.org_id = m.org_id
        and x.department_id is not distinct from r."departmentId" and x.valid && m.valid)
  `.execute(db)
  return new Map(rows.map(({ id, isGone }) => [id, isGone]))
}

/** Phone numbers that belong to somebody else now. */
export async function listTakenPhones(
  db: Db,
  phones: readonly { personId: string; hash: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select r."personId" as id
    from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb) as r ("personId" uuid, hash text)
    where exists (select from v_staff_person p where p.phone_hash = decode(r.hash, 'hex') and p.id <> r."personId"
      and p.merged_into is null)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Current number of people per node of these organisations. */
export async function countPeopleByNode(db: Db, orgIds: readonly string[], day: string) {
  const { rows } = await sql<{ orgId: string; departmentId: string | null; count: number }>`
    select m.org_id as "orgId", m.department_id as "departmentId", count(distinct m.person_id)::int as count
    from membership m where m.org_id = any(${orgIds}::uuid[]) and ${isOpen(day)}
    group by m.org_id, m.department_id
  `.execute(db)
  return rows
}
