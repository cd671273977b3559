import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { studentLacks, type StudentLack } from '../contract.ts'
import { changeColumns, changeJoins, happenedIn, type ChangeRow } from './change-queries.ts'
import { isOn } from './place-queries.ts'
import { and, faceState, isBound, lackIs, placeIs, plan, type Reach } from './search-queries.ts'

const everybody = { gradeId: null, classId: null, keyword: '', status: 'current' } as const
const lacks = Object.keys(studentLacks) as StudentLack[]
const hasAgreed = sql<boolean>`${faceState} not in ('no-consent', 'withdrawn')`

type FileCounts = { total: number; bound: number; faceAgreed: number; complete: number } & Record<StudentLack, number>

/**
 * How complete the files of these pupils are: the same pupils and the same conditions as in their list. One school or
 * some classes only: each pupil is looked up by keys, 6,000 of them in 0.6 to 0.9 s on a machine that was ten times overloaded.
 */
export async function fileCounts(db: Db, reach: Reach, day: string): Promise<FileCounts> {
  const { rows } = await sql<FileCounts>`${plan}
    select count(*) as total, count(*) filter (where bound) as bound, count(*) filter (where agreed) as "faceAgreed",
      count(*) filter (where not (${sql.join(
        lacks.map((key) => sql.ref(key)),
        sql` or `,
      )})) as complete,
      ${sql.join(lacks.map((key) => sql`count(*) filter (where ${sql.ref(key)}) as ${sql.ref(key)}`))}
    from (
      select ${isBound} as bound, ${hasAgreed} as agreed,
        ${sql.join(lacks.map((key) => sql`${lackIs[key]} as ${sql.ref(key)}`))}
      from (select p.student_id from student_place p where ${and(placeIs(reach, everybody, day))} offset 0) as p
      join lateral (select * from student where id = p.student_id offset 0) as s on true
    ) as one
  `.execute(db)
  return rows[0]!
}

/** Nobody heads more; a grade that is taught by one person is as good as one class. */
const classesTold = 6

interface LedClassRow {
  id: string
  orgId: string
  gradeId: string
}

/** The classes that somebody is head or deputy of on a day, as far as they are within reach. */
export async function classesLedBy(db: Db, scope: Scope, userId: string, day: string): Promise<LedClassRow[]> {
  const { rows } = await sql<LedClassRow>`
    select c.id, c.org_id as "orgId", c.grade_id as "gradeId" from v_class c
    where c.id in (
        select t.class_id from v_class_staff t where t.user_id = ${userId}::uuid and t.role in ('head', 'vice')
          and t.begins_on <= ${day}::date and (t.over_on is null or t.over_on > ${day}::date))
      and ${inScope(scope, { org: 'c.org_id', class: 'c.id', day })}
    order by c.stage, c.start_year desc, c.sort, c.id limit ${classesTold}
  `.execute(db)
  return rows
}

export interface ClassPupil {
  id: string
  classId: string
  name: string
  sex: '男' | '女' | null
  private: Buffer | null
  bound: boolean
  asking: number
  face: string
}

/** Those who learn in these few classes, and how far their families have come. */
export async function pupilsOfClasses(db: Db, classIds: readonly string[], day: string): Promise<ClassPupil[]> {
  const { rows } = await sql<ClassPupil>`
    select s.id, p.class_id as "classId", n.name, n.sex, s.private, ${isBound} as bound, ${faceState} as face,
      (select count(*) from guardian_link l where l.student_id = s.id and l.status = 'pending') as asking
    from student_place p join student s on s.id = p.student_id join v_person n on n.id = s.person_id
    where p.class_id = any(${classIds}::uuid[]) and ${isOn(day)} and p.status = 'studying'
    order by p.class_id, p.seat_no nulls last, n.pinyin collate "C", s.id
  `.execute(db)
  return rows
}

const changesTold = 5

/** What happened since a moment, the newest first, without those who began: in September that is everybody. */
export async function changesSince(db: Db, reach: Reach, since: Date): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`${plan}
    select ${changeColumns} from (
      select * from student_change c
      where ${happenedIn(reach)} and c.created_at >= ${since} and c.type <> 'enrol' and c.undone_at is null
      order by c.created_at desc, c.id desc limit ${changesTold}
    ) as c ${changeJoins}
    order by c.created_at desc, c.id desc
  `.execute(db)
  return rows
}
