import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { CoverKind } from '#engines/cover/contract.ts'

export interface CoverGroup {
  day: string
  orgId: string
  orgName: string
  kind: CoverKind
  lessons: number
  /** Covered by a teacher of the subject. */
  same: number
  /** Cancelled without another time. */
  lost: number
}

/** The changes in force in scope, by the day of the lesson. Without names: they are totals of schools. */
export async function countCovers(db: Db, scope: Scope, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<CoverGroup>`
    select t.day_on as day, t.org_id as "orgId", o.name as "orgName", t.kind, count(*)::int as lessons,
      count(*) filter (where t.credit_kind = 'same')::int as same,
      count(*) filter (where t.kind = 'cancel' and t.to_day_on is null)::int as lost
    from v_cover_record as t join v_org as o on o.id = t.org_id
    where t.state = 'current' and t.day_on between ${from}::date and ${to}::date
      and ${inScope(scope, { org: 't.org_id', orgPath: 'o.path' })}
    group by t.day_on, t.org_id, o.name, t.kind order by t.day_on, o.name, t.kind
  `.execute(db)
  return rows
}

export async function findOrgOfMember(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id as "orgId" from v_membership where id = ${userId}
  `.execute(db)
  return rows[0]?.orgId
}

export interface HeldLesson {
  orgId: string
  begins: string
  ends: string
  teacherIds: string[]
}

/** The lessons of a day in scope that are to be given. */
export async function listLessonsToGive(db: Db, scope: Scope, day: string): Promise<HeldLesson[]> {
  const { rows } = await sql<HeldLesson>`
    select l.org_id as "orgId", to_char(l.begins, 'HH24:MI') as begins, to_char(l.ends, 'HH24:MI') as ends,
      l.teacher_ids as "teacherIds"
    from v_lesson as l join v_org as o on o.id = l.org_id
    where l.day_on = ${day}::date and l.status <> 'cancelled' and cardinality(l.teacher_ids) > 0
      and ${inScope(scope, { org: 'l.org_id', orgPath: 'o.path' })}
  `.execute(db)
  return rows
}
