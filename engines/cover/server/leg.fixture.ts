import { newId } from '#packages/core'
import type { TestDatabase } from '#packages/testing'
import type { CoverKind, CoverStatus } from '../contract.ts'

interface Leg {
  districtId: number
  lesson: {
    id: string
    orgId: string
    groupId: string
    gradeId: string
    subjectId: string
    day: string
    periodId: string
    begins: string
    ends: string
  }
  termId: string
  from: { userId: string; personId: string }
  to?: { userId: string } | undefined
  kind?: CoverKind
  status: CoverStatus
  state: 'pending' | 'current' | 'ended'
  isInDoubt?: boolean
  chainNo?: number
  asked?: readonly { userId: string; personId: string }[]
}

/** A request with its leg as the tables hold them, whatever its history. */
export async function aLeg({ sql }: Pick<TestDatabase, 'sql'>, leg: Leg): Promise<string> {
  const { lesson, from, to, districtId } = leg
  const [requestId, legId] = [newId(), newId()]
  await sql(
    `insert into tenant.cover_request (district_id, id, org_id, term_id, kind, source, ask_mode, status, member_id, person_id,
       applied_by, is_in_doubt, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'sick', $6, $7, $8, $9, $9, $10, now(), now())`,
    [
      districtId,
      requestId,
      lesson.orgId,
      leg.termId,
      leg.kind ?? 'substitute',
      leg.asked ? 'several' : 'one',
      leg.status,
      from.userId,
      from.personId,
      leg.isInDoubt ?? false,
    ],
  )
  await sql(
    `insert into tenant.cover_leg (district_id, id, request_id, org_id, lesson_id, group_id, grade_id, subject_id, day_on,
       period_id, begins, ends, from_id, to_id, before, chain_no, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, '{}', $15, $16)`,
    [
      districtId,
      legId,
      requestId,
      lesson.orgId,
      lesson.id,
      lesson.groupId,
      lesson.gradeId,
      lesson.subjectId,
      lesson.day,
      lesson.periodId,
      lesson.begins,
      lesson.ends,
      from.userId,
      to?.userId ?? null,
      leg.chainNo ?? 1,
      leg.state,
    ],
  )
  for (const { userId, personId } of leg.asked ?? [])
    await sql(
      `insert into tenant.cover_ask (district_id, request_id, member_id, person_id, asked_at) values ($1, $2, $3, $4, now())`,
      [districtId, requestId, userId, personId],
    )
  return requestId
}
