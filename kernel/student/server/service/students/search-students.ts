import type { BodyOf } from '#packages/contract'
import { dayOf, notFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { createNumberHasher, limitAttempts } from '#kernel/identity/server/api.ts'
import { isStudentNo, type StudentFilter, type studentApi } from '../../../contract.ts'
import { dropHiddenHashes } from '../../hidden-fields.ts'
import { hashGuardianPhone, hashGuardianPhoneTail, hashStudentNo } from '../../encrypted-fields.ts'
import { listShownStudents } from '../../student-read-queries.ts'
import { listGradesByIds } from '../../school-queries.ts'
import { countSexes, listStudentIds, listStudentIdPage, type StudentOrder } from '../../student-list-queries.ts'
import {
  maxDistrictHits,
  findStudentsByPrefix,
  findStudentsByNumber,
  isNarrowSearch,
  resolveScopeIds,
  type StudentCriteria,
  type ScopeIds,
} from '../../student-search-queries.ts'
import { getStaffDay, type StudentPermission } from './scope-checks.ts'
import { getFieldCipher, presentStudents } from './present-students.ts'

type StudentSearch = BodyOf<typeof studentApi.search>

const maxNumberHits = 50
const maxSearchesPerMinute = 30

/**
 * The last four digits of a guardian's phone, a whole phone, an ID number or a 学籍号. They are found by hash and rate
 * limited. The end of an ID number is not searchable: with a known birthday, trying endings would reveal the number.
 */
export const isNumberKeyword = (keyword: string) =>
  /^(\d{4}|\d{11}|\d{17}[\dXx])$/.test(keyword) || isStudentNo(keyword.toUpperCase())

/** Searches pupils by name, number, school and class, as of a day. Searches by number are rate limited. */
export async function searchStudents(ctx: RequestCtx, search: StudentSearch) {
  const { districtId, personId } = ctx.actor!
  if (isNumberKeyword(search.keyword))
    await limitAttempts(ctx, 'student-number-search', `${districtId}:${personId}`, maxSearchesPerMinute, 60)
  return inOwnDistrict(ctx, (own) => searchStudentsInDistrict(own, search), { readOnly: true })
}

export async function searchStudentsInDistrict(ctx: Ctx, { orgId, on, ...search }: StudentSearch) {
  const day = on ?? dayOf(ctx.now)
  const { sort, desc, pageNumber, pageSize, ...criteria } = search
  const scopeIds = await requireScopeIds(ctx, scopeOf(ctx, 'student.read'), { orgId, gradeId: criteria.gradeId, on })
  const page = { sort, desc, pageNumber, pageSize }
  const { ids, ...counts } = await findPage(ctx, scopeIds, criteria, page, day)
  const items = await presentStudents(ctx, await listShownStudents(ctx.db, ids, day), day)
  return { ...counts, items }
}

const unknownSexes = { males: null, females: null }

/**
 * How many boys and girls a list contains. Asked for after the list, because counting looks up every pupil. Not for
 * numbers, whose searches are limited, nor for a whole district.
 */
export async function getSexCounts(ctx: Ctx, { orgId, on, ...criteria }: StudentFilter) {
  if (isNumberKeyword(criteria.keyword)) return unknownSexes
  const day = on ?? dayOf(ctx.now)
  const scopeIds = await requireScopeIds(ctx, scopeOf(ctx, 'student.read'), { orgId, gradeId: criteria.gradeId, on })
  if (!isNarrowSearch(scopeIds, criteria)) return unknownSexes
  return (await countSexes(ctx.db, scopeIds, criteria, day)) ?? unknownSexes
}

/** The scope of the search. Throws `notFound` for an organisation outside the scope. */
async function requireScopeIds(
  ctx: Ctx,
  scope: Scope,
  { orgId, gradeId, on }: Pick<StudentFilter, 'orgId' | 'gradeId' | 'on'>,
): Promise<ScopeIds> {
  const scopeIds = await resolveScopeIds(ctx.db, scope, orgId, getStaffDay(ctx, on ?? dayOf(ctx.now)))
  const isNothing = scopeIds.orgIds?.length === 0 && scopeIds.classIds.length === 0
  // A teacher without classes gets an empty list for the own school.
  if (isNothing && orgId !== null && orgId !== ctx.actor.orgId) throw notFound('组织')
  if (gradeId === null) return scopeIds
  // A grade belongs to one school; the school id allows the use of the index.
  const [grade] = await listGradesByIds(ctx.db, [gradeId])
  const isInScope = grade && (scopeIds.orgIds === null || scopeIds.orgIds.includes(grade.orgId))
  return { ...scopeIds, orgIds: isInScope ? [grade.orgId] : [] }
}

interface SearchPage extends StudentOrder {
  pageNumber: number
  pageSize: number
}

async function findPage(ctx: Ctx, scopeIds: ScopeIds, criteria: StudentCriteria, page: SearchPage, day: string) {
  if (usesHitList(scopeIds, criteria))
    return cutHitPage(await findHits(ctx, scopeIds, criteria, day), getMaxHits(criteria), page)
  const { ids, count } = await listStudentIdPage(ctx.db, scopeIds, criteria, page, day)
  return { ...toPageCounts(count, maxCounted, page), ids }
}
const maxCounted = 10_000

/** Searches by number, and by name over many schools, return a limited list of hits. */
const usesHitList = (scopeIds: ScopeIds, criteria: StudentCriteria) =>
  isNumberKeyword(criteria.keyword) || (criteria.keyword !== '' && !isNarrowSearch(scopeIds, criteria))

function toPageCounts(found: number, most: number, { pageSize }: SearchPage) {
  const itemCount = Math.min(found, most)
  return { itemCount, pageCount: Math.ceil(itemCount / pageSize), ...(found > most ? { more: true } : {}) }
}

/** Cuts one page out of a limited list of hits. The answer says when there are more hits than the list shows. */
function cutHitPage(found: readonly string[], most: number, page: SearchPage) {
  const hits = found.slice(0, most)
  const from = (page.pageNumber - 1) * page.pageSize
  return {
    ...toPageCounts(found.length, most, page),
    ...(found.length > most ? { isCut: true } : {}),
    ids: (page.desc ? hits.toReversed() : hits).slice(from, from + page.pageSize),
  }
}
const getMaxHits = ({ keyword }: StudentCriteria) => (isNumberKeyword(keyword) ? maxNumberHits : maxDistrictHits)

/** One more than is shown, to know whether there are more. */
async function findHits(ctx: Ctx, scopeIds: ScopeIds, criteria: StudentCriteria, day: string): Promise<string[]> {
  if (!isNumberKeyword(criteria.keyword)) return findStudentsByPrefix(ctx.db, scopeIds, criteria, day)
  const digits = criteria.keyword.toUpperCase()
  const fields = await getFieldCipher(ctx)
  const number = {
    digits,
    phone: hashGuardianPhone(fields, digits),
    phoneTail: hashGuardianPhoneTail(fields, digits),
    idCard: createNumberHasher(fields).idCard(digits),
    studentNo: hashStudentNo(fields, digits),
  }
  return findStudentsByNumber(
    ctx.db,
    scopeIds,
    { ...criteria, number: dropHiddenHashes(ctx, number), limit: maxNumberHits + 1 },
    day,
  )
}

/** All pupils that match a filter within the scope of a permission, up to a limit. Used for bulk actions. */
export async function listStudentIdsByFilter(
  ctx: Ctx,
  permission: StudentPermission,
  { orgId, on, ...criteria }: StudentFilter,
  limit: number,
): Promise<string[]> {
  const day = on ?? dayOf(ctx.now)
  const scopeIds = await requireScopeIds(ctx, scopeOf(ctx, permission), { orgId, gradeId: criteria.gradeId, on })
  if (!usesHitList(scopeIds, criteria)) return listStudentIds(ctx.db, scopeIds, criteria, day, limit)
  const hits = await findHits(ctx, scopeIds, criteria, day)
  // The user has seen only the first hits, so a bulk action on all of them is refused.
  if (hits.length > getMaxHits(criteria)) throw new Refusal('符合条件的学生过多，请缩小范围')
  return hits
}
