import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { Half } from '#kernel/schooling/contract.ts'
import type { LeaveKind, LeaveStatus, LeaveType } from '../contract.ts'
import { scopeColumns } from './staff-queries.ts'
import { longLeaveDays } from './statistics-queries.ts'

/** Whoever asks for leave, by one of her memberships. */
export interface Applicant {
  memberId: string
  personId: string
  name: string
  sex: string
  orgId: string
  orgName: string
  orgPath: string
  departmentId: string | null
  department: string
  /** Leads the organisation: the bureau decides about a principal. */
  isHead: boolean
  bureauId: string
}

const applicantColumns = sql`m.id as "memberId", m.person_id as "personId", p.name, p.sex, m.org_id as "orgId",
  o.name as "orgName", o.path::text as "orgPath", m.department_id as "departmentId", coalesce(d.name, '') as department,
  m.post ~ '^(校长|园长|局长|院长)$' as "isHead",
  (select b.id from v_org b where b.parent_id is null limit 1) as "bureauId"`
const applicantTables = sql`v_membership m join v_person p on p.id = m.person_id join v_org o on o.id = m.org_id
  left join v_org d on d.id = m.department_id`

export async function findApplicant(db: Db, memberId: string): Promise<Applicant | undefined> {
  const { rows } = await sql<Applicant>`
    select ${applicantColumns} from ${applicantTables} where m.id = ${memberId}
  `.execute(db)
  return rows[0]
}

/** An active member of staff whose attendance the scope covers. */
export async function findApplicantInScope(db: Db, scope: Scope, memberId: string, day: string) {
  const { rows } = await sql<Applicant>`
    select ${applicantColumns} from ${applicantTables}
    where m.id = ${memberId} and m.valid @> ${day}::date
      and ${inScope(scope, scopeColumns)}
  `.execute(db)
  return rows[0]
}

/** Name and path of an organisation. */
export async function findOrg(db: Db, orgId: string) {
  const { rows } = await sql<{ name: string; path: string }>`
    select name, path::text as path from v_org where id = ${orgId}
  `.execute(db)
  return rows[0]
}

export interface RequestRow {
  id: string
  orgId: string
  personId: string
  memberId: string
  typeId: string
  startsOn: string
  startHalf: Half
  endsOn: string
  endHalf: Half
  startTime: string | null
  endTime: string | null
  amount: number
  calendarDays: number
  reason: Buffer
  contact: Buffer | null
  destination: Buffer | null
  leavesCity: boolean
  isDifficult: boolean
  babies: number
  deputyId: string | null
  status: LeaveStatus
  proof: 'none' | 'due' | 'given'
  proofDueOn: string | null
  parentId: string | null
  isBackEntered: boolean
  isLate: boolean
  returnedOn: string | null
  note: string
  submittedAt: Date | null
  name: string
  orgName: string
  orgPath: string
  department: string
  typeName: string
  kind: LeaveKind
  unit: LeaveType['unit']
  needsBalance: boolean
}

const requestColumns = sql`r.id, r.org_id as "orgId", r.person_id as "personId", r.member_id as "memberId",
  r.type_id as "typeId", r.starts_on as "startsOn", r.start_half as "startHalf", r.ends_on as "endsOn",
  r.end_half as "endHalf", r.start_time as "startTime", r.end_time as "endTime", r.amount,
  r.calendar_days as "calendarDays", r.reason, r.contact, r.destination, r.leaves_city as "leavesCity",
  r.is_difficult as "isDifficult", r.babies,
  r.deputy_id as "deputyId", r.status, r.proof, r.proof_due_on as "proofDueOn",
  r.parent_id as "parentId", r.is_back_entered as "isBackEntered", r.is_late as "isLate",
  r.returned_on as "returnedOn", r.note, r.submitted_at as "submittedAt", p.name, o.name as "orgName",
  o.path::text as "orgPath", coalesce(d.name, '') as department, t.name as "typeName", t.kind, t.unit,
  t.needs_balance as "needsBalance"`

export async function listRequests(db: Db, where: RawBuilder<unknown>): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${requestColumns} from leave_request r
    join leave_type t on t.id = r.type_id
    join v_person p on p.id = r.person_id
    join v_membership m on m.id = r.member_id
    join v_org o on o.id = r.org_id
    left join v_org d on d.id = m.department_id
    where ${where} order by r.starts_on, r.id
  `.execute(db)
  return rows
}

/** A request whoever asks; callers must check that the actor may know it. */
export const findRequest = async (db: Db, id: string) => (await listRequests(db, sql`r.id = ${id}`))[0]

/** The request that changed this one, or would. */
export async function findChangeOf(db: Db, id: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from leave_request where parent_id = ${id} and status not in ('rejected', 'recalled', 'cancelled', 'void')
    order by created_at desc limit 1
  `.execute(db)
  return rows[0]
}

/** The types that somebody asked for, the last one first. */
export async function listLastUsedTypes(db: Db, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select type_id as id from leave_request where person_id = ${personId} and status <> 'draft'
    group by type_id order by max(created_at) desc
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** At most three active colleagues: whom the person named last, then those of the department. */
export async function listSuggestedDeputies(
  db: Db,
  { personId, memberId, orgId, departmentId }: Applicant,
  day: string,
) {
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, p.name from v_membership m join v_person p on p.id = m.person_id
    left join (select deputy_id, max(created_at) as at from leave_request where person_id = ${personId} group by deputy_id) as last
      on last.deputy_id = m.id
    where m.org_id = ${orgId} and m.id <> ${memberId} and m.person_id <> ${personId} and m.valid @> ${day}::date
      and not m.is_suspended and (last.at is not null or m.department_id = ${departmentId})
    order by last.at desc nulls last, m.sort, m.id limit 2
  `.execute(db)
  return rows
}

/** What a request has besides its state. */
export interface RequestValues {
  org_id: string
  person_id: string
  member_id: string
  type_id: string
  starts_on: string
  start_half: Half
  ends_on: string
  end_half: Half
  start_time: string | null
  end_time: string | null
  amount: number
  calendar_days: number
  reason: Buffer
  contact: Buffer | null
  destination: Buffer | null
  leaves_city: boolean
  is_difficult: boolean
  babies: number
  deputy_id: string | null
}
export interface RequestState {
  status: LeaveStatus
  proof: RequestRow['proof']
  proof_due_on: string | null
  parent_id: string | null
  is_back_entered: boolean
  submitted_at: Date | null
  returned_on: string | null
  returned_half: Half | null
  is_late: boolean
  note: string
  amount: number
}

export const insertRequest = (
  db: Db,
  row: RequestValues & Partial<RequestState> & { id: string; status: LeaveStatus },
  now: Date,
) =>
  db
    .insertInto('leave_request')
    .values({ ...row, created_at: now, updated_at: now })
    .execute()

export const updateRequest = (db: Db, id: string, set: Partial<RequestValues & RequestState>, now: Date) =>
  db
    .updateTable('leave_request')
    .set({ ...set, updated_at: now })
    .where('id', '=', id)
    .execute()

export const deleteRequest = (db: Db, id: string) => db.deleteFrom('leave_request').where('id', '=', id).execute()

/** Those whose status goes by date. */
export const listMoving = (db: Db, day: string) =>
  listRequests(
    db,
    sql`(r.status = 'approved' and r.starts_on <= ${day}::date or r.status = 'on-leave' and r.ends_on < ${day}::date
      or r.status = 'awaiting-return' and not r.is_late)`,
  )

/** Approved leave with days from this one on. */
export const listInForce = (db: Db, day: string) =>
  listRequests(db, sql`r.status in ('approved', 'on-leave', 'changing') and r.ends_on >= ${day}::date`)

/** Proofs that are missing after the return and due in these days. */
export const listDueProofs = (db: Db, from: string, to: string) =>
  listRequests(
    db,
    sql`r.proof = 'due' and r.proof_due_on between ${from}::date and ${to}::date and r.status = 'closed'`,
  )

const isOpen = sql`r.status in ('running', 'sent-back', 'approved', 'on-leave', 'awaiting-return', 'changing')`
/** Requests with days at an organisation or below it that are not over. */
export const listOpenAt = (db: Db, orgId: string) =>
  listRequests(
    db,
    sql`${isOpen} and r.id in (select l.request_id from leave_day l join v_org o on o.id = l.org_id
      join v_org above on above.id = ${orgId} and o.path <@ above.path where l.status <> 'void')`,
  )
export const listOpenOfMembers = (db: Db, memberIds: readonly string[]) =>
  listRequests(
    db,
    sql`${isOpen} and r.person_id in (select m.person_id from v_membership m where m.id = any(${memberIds}::uuid[]))`,
  )

export const waitingStatuses = ['running', 'sent-back'] as const
/** Requests that wait for their approvers and name one of these members as deputy. */
export const listWaitingForDeputies = (db: Db, memberIds: readonly string[]) =>
  listRequests(db, sql`r.deputy_id = any(${memberIds}::uuid[]) and r.status = any(${waitingStatuses}::text[])`)

/** Long leave, people who are not back, and proofs that are due. */
export function isInBox(box: 'long' | 'late' | 'proof', day: string) {
  if (box === 'long') return sql<boolean>`t.calendar_days > ${longLeaveDays}`
  if (box === 'late') return sql<boolean>`t.is_late and t.status = 'awaiting-return'`
  return sql<boolean>`t.proof = 'due' and t.starts_on <= ${day}::date`
}
