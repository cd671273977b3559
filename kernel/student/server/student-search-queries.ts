import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, toLikePattern, type Db } from '#packages/db'
import { consentPurposes, type StudentFilter, type MissingField } from '../contract.ts'
import { isEnrolledOn } from './enrolment-queries.ts'

export type SqlCondition = RawBuilder<SqlBool>
export const allOf = (conditions: readonly SqlCondition[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`
export const joinPerson = sql`join v_person n on n.id = s.person_id`
/** Which index serves depends on what is asked for: planned for its values each time. */
export const freshPlanHint = sql.raw('/* planned anew */')

/**
 * Where pupils are looked for: a scope with its trees and teachers turned into ids once, so that every list is read by an
 * index of schools or classes. `in (select … path <@ …)` would make the database walk through the whole district.
 */
export interface ScopeIds {
  /** Null: everywhere. */
  orgIds: readonly string[] | null
  classIds: readonly string[]
}

/** More schools than these are searched by how a name begins, not by what it holds. */
const maxSchoolsFullSearch = 3

/** The schools and classes that a scope reaches on a day, below a node of the tree if one is asked for. */
export async function resolveScopeIds(db: Db, scope: Scope, orgId: string | null, day: string): Promise<ScopeIds> {
  const { rows } = await sql<{ orgIds: string[] | null; all: number; classIds: string[] | null }>`
    select
      (select array_agg(o.id) from v_org o where o.type <> 'department' and ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })}
        and ${orgId === null ? sql`true` : sql`o.path <@ (select path from v_org where id = ${orgId})`}) as "orgIds",
      (select count(*) from v_org where type <> 'department') as all,
      (select array_agg(distinct c.id) from v_class c where ${inScope({ ...scope, district: false }, { class: 'c.id', day })}
        and ${orgId === null ? sql`true` : sql`c.org_id = ${orgId}`}) as "classIds"
  `.execute(db)
  const { orgIds, all, classIds } = rows[0]!
  const isAll = orgIds?.length === all || (scope.district && orgId === null)
  return { orgIds: isAll ? null : (orgIds ?? []), classIds: classIds ?? [] }
}

export type StudentCriteria = Omit<StudentFilter, 'orgId' | 'on'>

/** Whether it is little enough to be looked at pupil by pupil. */
export const isNarrowSearch = (
  { orgIds }: ScopeIds,
  { gradeId, classId }: Pick<StudentCriteria, 'gradeId' | 'classId'>,
) => gradeId !== null || classId !== null || (orgIds !== null && orgIds.length <= maxSchoolsFullSearch)

/** Within reach by the place of the day, which is called p. */
function inScopeIds({ orgIds, classIds }: ScopeIds): SqlCondition {
  if (orgIds === null) return sql<boolean>`true`
  const parts = [
    ...(orgIds.length > 0 ? [sql<boolean>`p.org_id = any(${orgIds}::uuid[])`] : []),
    ...(classIds.length > 0 ? [sql<boolean>`p.class_id = any(${classIds}::uuid[])`] : []),
  ]
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** In which state the photograph of the pupil is: the same words as in the list of faces. */
export const faceStateSql = sql`(
  select case when c.state = 'withdrawn' then 'withdrawn' when f.status in ('waiting', 'passed', 'refused') then f.status
    when c.state is null or c.version < ${sql.lit(consentPurposes.face.version)} then 'no-consent' else 'none' end
  from (select s.id) as one
  left join student_face f on f.student_id = one.id
  left join lateral (
    select state, version from consent where student_id = one.id and purpose = 'face'
    order by created_at desc, id desc limit 1) c on true)`

export const isBoundSql = sql<boolean>`exists (select from guardian_link l where l.student_id = s.id and l.status = 'active')`
const hasNoGuardian = (is: SqlCondition) =>
  sql<boolean>`not exists (select from guardian_link l where l.student_id = s.id and l.status in ('listed', 'active') and ${is})`
/** What is missing in the file of the pupil. Whoever has another paper than an ID card has its number elsewhere. */
export const missingFieldConditions: Record<MissingField, SqlCondition> = {
  'id-card': sql<boolean>`(s.id_kind = 'none' or s.id_kind = 'id-card'
    and not exists (select from v_staff_person q where q.id = s.person_id and q.id_card_hash is not null))`,
  'student-no': sql<boolean>`s.student_no is null`,
  'guardian-phone': hasNoGuardian(sql<boolean>`l.phone is not null`),
  emergency: hasNoGuardian(sql<boolean>`l.is_emergency and l.phone is not null`),
}

/** What is asked about the pupil, who is called s. */
export function buildStudentConditions({
  isBoarding,
  isSpecial,
  face,
  bound,
  missing,
}: StudentCriteria): SqlCondition[] {
  return [
    ...(isBoarding === undefined ? [] : [isBoarding ? sql<boolean>`s.is_boarding` : sql<boolean>`not s.is_boarding`]),
    ...(isSpecial === undefined ? [] : [isSpecial ? sql<boolean>`s.is_special` : sql<boolean>`not s.is_special`]),
    ...(face === undefined ? [] : [sql<boolean>`${faceStateSql} = ${face}`]),
    ...(bound === undefined ? [] : [bound === 'some' ? isBoundSql : sql<boolean>`not ${isBoundSql}`]),
    ...(missing === undefined ? [] : [missingFieldConditions[missing]]),
  ]
}

/** What is asked about the place of the day. */
export function buildEnrolmentConditions(
  scopeIds: ScopeIds,
  { status, gradeId, classId, noClass }: StudentCriteria,
  day: string,
): SqlCondition[] {
  return [
    isEnrolledOn(day),
    inScopeIds(scopeIds),
    ...(status === 'studying' || status === 'suspended' ? [sql<boolean>`p.status = ${sql.lit(status)}`] : []),
    ...(gradeId === null ? [] : [sql<boolean>`p.grade_id = ${gradeId}`]),
    ...(classId === null ? [] : [sql<boolean>`p.class_id = ${classId}`]),
    ...(noClass ? [sql<boolean>`p.class_id is null`] : []),
  ]
}

export const isPastStatus = (status: StudentCriteria['status']) =>
  !['current', 'studying', 'suspended'].includes(status)

/** Those who have left, by the last place that they had; on that day they were nowhere. */
export function buildFormerConditions(
  scopeIds: ScopeIds,
  { status, gradeId, classId }: StudentCriteria,
  day: string,
): SqlCondition[] {
  const { orgIds } = scopeIds
  return [
    orgIds === null ? sql<boolean>`true` : sql<boolean>`s.org_id = any(${orgIds}::uuid[])`,
    status === 'past'
      ? sql<boolean>`s.status not in ('studying', 'suspended')`
      : sql<boolean>`s.status = ${sql.lit(status)}`,
    sql<boolean>`not exists (select from student_place p where p.student_id = s.id and ${isEnrolledOn(day)})`,
    ...(gradeId === null ? [] : [sql<boolean>`p.grade_id = ${gradeId}`]),
    ...(classId === null ? [] : [sql<boolean>`p.class_id = ${classId}`]),
  ]
}
export const joinLastEnrolment = (day: string) => sql`
  left join lateral (
    select p.* from student_place p where p.student_id = s.id and p.over_on <= ${day}::date order by p.begins_on desc limit 1
  ) p on true`

/** A part of the name; for letters and digits also a part of its pinyin or initials, or how the 学号 begins. */
export function matchesNameOrNo(keyword: string): SqlCondition {
  const letters = getLetters(keyword)
  if (!letters) return sql<boolean>`n.name like ${toLikePattern(keyword)}`
  return sql<boolean>`(n.pinyin like ${toLikePattern(letters)} or n.pinyin_initials like ${toLikePattern(letters)}
    or n.name like ${toLikePattern(keyword)} or s.school_no like ${toLikePattern(keyword)})`
}
const getLetters = (keyword: string) => {
  const letters = keyword.toLowerCase().replaceAll(/[\s']/g, '')
  return /^[\w-]+$/.test(letters) ? letters : null
}

/** So many are found by name in a district, and no more: whoever sees so many types another letter. */
export const maxDistrictHits = 300

/** The first text in the order of bytes that does not begin with this one. */
const after = (text: string) => `${text}\u{10FFFF}`
const startsWith = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`${column} collate "C" >= ${text} and ${column} collate "C" < ${after(text)}`

/**
 * Over more than a few schools: whose name, pinyin, initials or 学号 begins like this. Each is a range of an index and is
 * read no further than needed, so that one letter costs no more than a whole name.
 */
export async function findStudentsByPrefix(
  db: Db,
  scopeIds: ScopeIds,
  criteria: StudentCriteria,
  day: string,
): Promise<StudentHit[]> {
  const { keyword } = criteria
  const isPast = isPastStatus(criteria.status)
  const conditions = [
    ...(isPast ? buildFormerConditions(scopeIds, criteria, day) : buildEnrolmentConditions(scopeIds, criteria, day)),
    ...buildStudentConditions(criteria),
  ]
  const found = (condition: SqlCondition, order: RawBuilder<unknown>) => sql`(
    select s.id, n.sex, n.pinyin, n.id as person_id
    from v_person n join student s on s.person_id = n.id
      ${isPast ? joinLastEnrolment(day) : sql`join student_place p on p.student_id = s.id`}
    where ${condition} and ${allOf(conditions)} order by ${order} limit ${maxDistrictHits + 1})`
  const letters = getLetters(keyword)
  const name = found(startsWith(sql`n.name`, keyword), sql`n.name collate "C"`)
  const parts = letters
    ? [
        name,
        found(startsWith(sql`n.pinyin`, letters), sql`n.pinyin collate "C"`),
        found(startsWith(sql`n.pinyin_initials`, letters), sql`n.pinyin_initials collate "C"`),
        found(
          sql<boolean>`s.school_no <> '' and ${startsWith(sql`s.school_no`, keyword)}`,
          sql`s.school_no collate "C"`,
        ),
      ]
    : [name]
  const { rows } = await sql<StudentHit>`${freshPlanHint}
    select id, sex from (${sql.join(parts, sql` union `)}) as hits
    order by pinyin collate "C", person_id limit ${maxDistrictHits + 1}
  `.execute(db)
  return rows
}

export interface NumberHashes {
  phone: Buffer
  phoneTail: Buffer
  idCard: Buffer
  studentNo: Buffer
}

export interface StudentHit {
  id: string
  sex: '男' | '女' | null
}

/** One by one: the planner expects many more hits than a number has, and would walk through all places of the district. */
const joinEachEnrolment = sql`cross join lateral (select * from student_place where student_id = s.id offset 0) p`

/** Whose number this is: ID card, 学籍号, a guardian's phone or what it ends with; and whose 学号 it is. */
export async function findStudentsByNumber(
  db: Db,
  scopeIds: ScopeIds,
  { number, limit, ...criteria }: StudentCriteria & { number: { digits: string } & NumberHashes; limit: number },
  day: string,
): Promise<StudentHit[]> {
  const { digits, phone, phoneTail, idCard, studentNo } = number
  const isPast = isPastStatus(criteria.status)
  const conditions = [
    ...(isPast ? buildFormerConditions(scopeIds, criteria, day) : buildEnrolmentConditions(scopeIds, criteria, day)),
    ...buildStudentConditions(criteria),
  ]
  const hits =
    digits.length === 4
      ? sql`select student_id as id from guardian_link where phone_tail_hash = ${phoneTail} and status <> 'ended'`
      : digits.length === 11
        ? sql`select student_id as id from guardian_link where phone_hash = ${phone} and status <> 'ended'`
        : sql`select id from student where student_no_hash = ${studentNo}
            union select s.id from v_staff_person h join student s on s.person_id = h.id where h.id_card_hash = ${idCard}`
  const { rows } = await sql<StudentHit>`
    select s.id, n.sex from (${hits} union select id from student where school_no <> '' and school_no collate "C" = ${digits}) as hit
    join student s on s.id = hit.id ${joinPerson}
      ${isPast ? joinLastEnrolment(day) : joinEachEnrolment}
    where ${allOf(conditions)} order by s.id limit ${limit}
  `.execute(db)
  return rows
}
