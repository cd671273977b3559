import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, toLikePattern, type Db } from '#packages/db'
import { consentPurposes, type StudentFilter, type MissingField } from '../contract.ts'
import { enrolmentColumns, isEnrolledOn } from './enrolment-queries.ts'

export type SqlCondition = RawBuilder<SqlBool>
export const allOf = (conditions: readonly SqlCondition[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`
export const joinPerson = sql`join v_person n on n.id = s.person_id`
/** The best index depends on the parameters, so the query is planned anew each time. */
export const freshPlanHint = sql.raw('/* planned anew */')

/**
 * The scope of a list, resolved to ids once, so that every list can use an index of schools or classes. With `in
 * (select … path <@ …)` the database would walk through the whole district.
 */
export interface ScopeIds {
  /** Null: everywhere. */
  orgIds: readonly string[] | null
  classIds: readonly string[]
}

/** Above this number of schools a search matches only the beginning of a name. */
const maxSchoolsFullSearch = 3

/** The schools and classes in scope on a day, optionally below an organisation. */
export async function resolveScopeIds(db: Db, scope: Scope, orgId: string | null, day: string): Promise<ScopeIds> {
  const coversAll = scope.district || scope.orgPaths.some(isRootPath)
  if (coversAll && orgId === null) return { orgIds: null, classIds: [] }
  const { rows } = await sql<{ orgIds: string[] | null; isRoot: boolean | null; classIds: string[] | null }>`
    select
      (select array_agg(o.id) from v_org o where o.type <> 'department' and ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })}
        and ${orgId === null ? sql`true` : sql`o.path <@ (select path from v_org where id = ${orgId})`}) as "orgIds",
      (select parent_id is null from v_org where id = ${orgId}) as "isRoot",
      (select array_agg(distinct c.id) from v_class c where ${inScope({ ...scope, district: false }, { class: 'c.id', day })}
        and ${orgId === null ? sql`true` : sql`c.org_id = ${orgId}`}) as "classIds"
  `.execute(db)
  const { orgIds, isRoot, classIds } = rows[0]!
  return { orgIds: coversAll && isRoot ? null : (orgIds ?? []), classIds: classIds ?? [] }
}
/** The path of the bureau: everything is below it. */
const isRootPath = (path: string) => !path.includes('.')

export type StudentCriteria = Omit<StudentFilter, 'orgId' | 'on'>

/** Whether the search covers few enough pupils to check each of them. */
export const isNarrowSearch = (
  { orgIds }: ScopeIds,
  { gradeId, classId }: Pick<StudentCriteria, 'gradeId' | 'classId'>,
) => gradeId !== null || classId !== null || (orgIds !== null && orgIds.length <= maxSchoolsFullSearch)

/** The scope condition on the enrolment of the day (alias p). */
function inScopeIds({ orgIds, classIds }: ScopeIds): SqlCondition {
  if (orgIds === null) return sql<boolean>`true`
  const parts = [
    ...(orgIds.length > 0 ? [sql<boolean>`p.org_id = any(${orgIds}::uuid[])`] : []),
    ...(classIds.length > 0 ? [sql<boolean>`p.class_id = any(${classIds}::uuid[])`] : []),
  ]
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** The photo state of a pupil, with the same values as in the list of faces. */
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
/** Conditions for missing data. The number of a document other than an ID card is stored elsewhere. */
export const missingFieldConditions: Record<MissingField, SqlCondition> = {
  'id-card': sql<boolean>`(s.id_kind = 'none' or s.id_kind = 'id-card'
    and not exists (select from v_staff_person q where q.id = s.person_id and q.id_card_hash is not null))`,
  'student-no': sql<boolean>`s.student_no is null`,
  'guardian-phone': hasNoGuardian(sql<boolean>`l.phone is not null`),
  emergency: hasNoGuardian(sql<boolean>`l.is_emergency and l.phone is not null`),
}

const hasSex = (sex: NonNullable<StudentCriteria['sex']>) => sql<boolean>`exists (
  select from v_person n where n.id = s.person_id and n.sex is not distinct from ${sex === 'none' ? null : sex})`

/** The conditions on the pupil (alias s). */
export function buildStudentConditions({
  sex,
  isBoarding,
  isSpecial,
  face,
  bound,
  missing,
}: StudentCriteria): SqlCondition[] {
  return [
    ...(sex === undefined ? [] : [hasSex(sex)]),
    ...(isBoarding === undefined ? [] : [isBoarding ? sql<boolean>`s.is_boarding` : sql<boolean>`not s.is_boarding`]),
    ...(isSpecial === undefined ? [] : [isSpecial ? sql<boolean>`s.is_special` : sql<boolean>`not s.is_special`]),
    ...(face === undefined ? [] : [sql<boolean>`${faceStateSql} = ${face}`]),
    ...(bound === undefined ? [] : [bound === 'some' ? isBoundSql : sql<boolean>`not ${isBoundSql}`]),
    ...(missing === undefined ? [] : [missingFieldConditions[missing]]),
  ]
}

/** The conditions on the enrolment of the day. */
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

/** Former pupils by their last enrolment: they have none on the day. */
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
    sql<boolean>`not exists (select from enrolment p where p.student_id = s.id and ${isEnrolledOn(day)})`,
    ...(gradeId === null ? [] : [sql<boolean>`p.grade_id = ${gradeId}`]),
    ...(classId === null ? [] : [sql<boolean>`p.class_id = ${classId}`]),
  ]
}
export const joinLastEnrolment = (day: string) => sql`
  left join lateral (
    select ${enrolmentColumns} from enrolment p where p.student_id = s.id and p.over_on <= ${day}::date
    order by p.begins_on desc limit 1
  ) p on true`

/**
 * Matches a part of the name. Letters and digits also match a part of pinyin or initials, or the beginning of the 学号.
 */
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

/** The limit of hits by name in a district; with more hits the user has to type more. */
export const maxDistrictHits = 300

/** The end of the range of texts that begin with this text, in byte order. */
const after = (text: string) => `${text}\u{10FFFF}`
const startsWith = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`${column} collate "C" >= ${text} and ${column} collate "C" < ${after(text)}`

/**
 * The search over many schools: name, pinyin, initials or 学号 begin with the keyword. Each part is an index range with a
 * limit, so that one letter costs no more than a whole name.
 */
export async function findStudentsByPrefix(
  db: Db,
  scopeIds: ScopeIds,
  criteria: StudentCriteria,
  day: string,
): Promise<string[]> {
  const { keyword } = criteria
  const isPast = isPastStatus(criteria.status)
  const conditions = [
    ...(isPast ? buildFormerConditions(scopeIds, criteria, day) : buildEnrolmentConditions(scopeIds, criteria, day)),
    ...buildStudentConditions(criteria),
  ]
  const select = (condition: SqlCondition, order: RawBuilder<unknown>) => sql`(
    select s.id, n.pinyin, n.id as person_id
    from v_person n join student s on s.person_id = n.id
      ${isPast ? joinLastEnrolment(day) : sql`join enrolment p on p.student_id = s.id`}
    where ${condition} and ${allOf(conditions)} order by ${order} limit ${maxDistrictHits + 1})`
  const letters = getLetters(keyword)
  const name = select(startsWith(sql`n.name`, keyword), sql`n.name collate "C"`)
  const parts = letters
    ? [
        name,
        select(startsWith(sql`n.pinyin`, letters), sql`n.pinyin collate "C"`),
        select(startsWith(sql`n.pinyin_initials`, letters), sql`n.pinyin_initials collate "C"`),
        select(
          sql<boolean>`s.school_no <> '' and ${startsWith(sql`s.school_no`, keyword)}`,
          sql`s.school_no collate "C"`,
        ),
      ]
    : [name]
  const { rows } = await sql<{ id: string }>`${freshPlanHint}
    select id from (${sql.join(parts, sql` union `)}) as hits
    order by pinyin collate "C", person_id limit ${maxDistrictHits + 1}
  `.execute(db)
  return rows.map(({ id }) => id)
}

export interface NumberHashes {
  phone: Buffer
  phoneTail: Buffer
  idCard: Buffer
  studentNo: Buffer
}

/**
 * Lateral joins, because the planner overestimates the hits of a number. The plan for any number, which PostgreSQL
 * prefers after five runs, would otherwise walk through all pupils of the district to find some fifty: 265 ms among
 * 400,000 instead of 3.
 */
const joinEachStudent = sql`cross join lateral (select * from student where id = hit.id offset 0) s`
const joinEachEnrolment = (day: string) => sql`cross join lateral (
  select ${enrolmentColumns} from enrolment p where p.student_id = s.id and ${isEnrolledOn(day)} offset 0) p`

/** Pupils by ID card, 学籍号, 学号, a guardian's phone or its last digits. */
export async function findStudentsByNumber(
  db: Db,
  scopeIds: ScopeIds,
  { number, limit, ...criteria }: StudentCriteria & { number: { digits: string } & NumberHashes; limit: number },
  day: string,
): Promise<string[]> {
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
  const { rows } = await sql<{ id: string }>`
    select s.id from (${hits} union select id from student where school_no <> '' and school_no collate "C" = ${digits}) as hit
    ${joinEachStudent} ${isPast ? joinLastEnrolment(day) : joinEachEnrolment(day)}
    where ${allOf(conditions)} order by s.id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
