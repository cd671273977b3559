import { sql } from 'kysely'
import type { DayRange, PageQuery } from '#packages/contract'
import { Refusal, Ret } from '#packages/core'
import { isWithinDays, readSqlPage, type Db } from '#packages/db'
import type { TransferStatus } from '../contract.ts'

export interface NewTransfer {
  id: string
  studentId: string | null
  fromOrgId: string | null
  requestedName: Buffer
  toOrgId: string
  toGradeId: string
  toClassId: string | null
  on: string
  reason: Buffer
}

/** Returns false if another school has already requested this pupil. */
export async function insertTransfer(db: Db, one: NewTransfer, byPersonId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into student_transfer (id, student_id, from_org_id, requested_name, to_org_id, to_grade_id, to_class_id, happens_on, status,
      reason, by_person_id, created_at)
    values (${one.id}, ${one.studentId}, ${one.fromOrgId}, ${one.requestedName}, ${one.toOrgId}, ${one.toGradeId}, ${one.toClassId},
      ${one.on}, 'requested', ${one.reason}, ${byPersonId}, ${now})
    on conflict (district_id, student_id) where status = 'requested' do nothing
  `.execute(db)
  return numAffectedRows === 1n
}

export interface TransferRow {
  id: string
  studentId: string | null
  studentName: string | null
  requestedName: Buffer
  fromOrgId: string | null
  fromOrgName: string | null
  toOrgId: string
  toOrgName: string | null
  toGradeId: string
  toClassId: string | null
  on: string
  status: TransferStatus
  reason: Buffer
  byPersonId: string
  at: Date
}

const columns = sql`
  t.id, t.student_id as "studentId", n.name as "studentName", t.requested_name as "requestedName", t.from_org_id as "fromOrgId",
  f.name as "fromOrgName", t.to_org_id as "toOrgId", o.name as "toOrgName", t.to_grade_id as "toGradeId",
  t.to_class_id as "toClassId", t.happens_on as "on", t.status, t.reason, t.by_person_id as "byPersonId",
  t.created_at as at`
const joins = sql`
  left join student s on s.id = t.student_id left join v_person n on n.id = s.person_id
  left join v_org f on f.id = t.from_org_id left join v_org o on o.id = t.to_org_id`

/**
 * Transfers from or to these schools; null: all. A request for an unknown pupil has no source school, so only its
 * requester sees it.
 */
const involvesOrgs = (orgIds: readonly string[] | null) =>
  orgIds === null ? sql`true` : sql`(t.from_org_id = any(${orgIds}::uuid[]) or t.to_org_id = any(${orgIds}::uuid[]))`

export const listTransferPage = (
  db: Db,
  orgIds: readonly string[] | null,
  { status, ...days }: DayRange & { status: TransferStatus | undefined },
  page: PageQuery,
) =>
  readSqlPage<TransferRow>(
    db,
    {
      columns,
      from: sql`student_transfer t where ${involvesOrgs(orgIds)} and ${isWithinDays('t.created_at', days)}
        ${status ? sql`and t.status = ${status}` : sql``}`,
      joined: { as: 't', with: joins },
      orderBy: sql`t.created_at desc, t.id desc`,
    },
    page,
  )

export async function findTransfer(db: Db, orgIds: readonly string[] | null, id: string) {
  const { rows } = await sql<TransferRow>`
    select ${columns} from student_transfer t ${joins} where t.id = ${id} and ${involvesOrgs(orgIds)}
  `.execute(db)
  return rows[0]
}

/** Ends a request that is open. */
export async function settleTransfer(db: Db, id: string, status: Exclude<TransferStatus, 'requested'>) {
  const { numAffectedRows } = await sql`
    update student_transfer set status = ${status} where id = ${id} and status = 'requested'
  `.execute(db)
  if (numAffectedRows === 0n) throw new Refusal('该申请已处理，请刷新', Ret.changedByOthers)
}
