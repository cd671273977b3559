import type { BodyOf } from '#packages/contract'
import { dayOf, notFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { hashesIn, limitTries } from '#kernel/identity/server'
import { isStudentNo, type StudentFilter, type studentApi } from '../../../contract.ts'
import { searchable } from '../../hidden.ts'
import { hashPhone, hashPhoneTail, hashStudentNo } from '../../numbers.ts'
import { rowsOf } from '../../read-queries.ts'
import { gradesByIds } from '../../school-queries.ts'
import { allIds, pageOfIds, type Order } from '../../list-queries.ts'
import {
  hitsOfDistrict,
  idsBeginning,
  idsByNumber,
  isNarrow,
  reachOf,
  type Asked,
  type Hit,
  type Reach,
} from '../../search-queries.ts'
import { staffDayOf, type StudentPermission } from './finding.ts'
import { fieldsIn, presentStudents } from './presenting.ts'

type Search = BodyOf<typeof studentApi.search>

const hitsShown = 50
const searchesAMinute = 30

/**
 * The last four digits of a guardian's phone, a whole phone, an ID number or a 学籍号: looked for by their hashes, and
 * seldom. Not what an ID number ends with: whoever sees a birthday and tries endings would find the number.
 */
export const isNumber = (keyword: string) =>
  /^(\d{4}|\d{11}|\d{17}[\dXx])$/.test(keyword) || isStudentNo(keyword.toUpperCase())

/** Pupils by name, number and place, as of a day. Whoever goes through numbers one by one is stopped. */
export async function searchStudents(ctx: OwnCtx, search: Search) {
  const { districtId, personId } = ctx.actor!
  if (isNumber(search.keyword))
    await limitTries(ctx, 'student-number-search', `${districtId}:${personId}`, searchesAMinute, 60)
  return inOwnDistrict(ctx, (own) => searchInside(own, search), { readOnly: true })
}

export async function searchInside(ctx: Ctx, { orgId, on, ...search }: Search) {
  const day = on ?? dayOf(ctx.now)
  const { sort, desc, pageNumber, pageSize, ...asked } = search
  const reach = await reachFor(ctx, scopeOf(ctx, 'student.read'), { orgId, gradeId: asked.gradeId, on })
  const page = { sort, desc, pageNumber, pageSize }
  const { ids, sexes, ...counts } = await findPage(ctx, reach, asked, page, day)
  const items = await presentStudents(ctx, await rowsOf(ctx.db, ids, day), day)
  return { ...counts, ...sexes, items }
}

/** Where to look. What is out of reach finds nobody; an organisation that is out of reach does not exist. */
async function reachFor(
  ctx: Ctx,
  scope: Scope,
  { orgId, gradeId, on }: Pick<StudentFilter, 'orgId' | 'gradeId' | 'on'>,
): Promise<Reach> {
  const reach = await reachOf(ctx.db, scope, orgId, staffDayOf(ctx, on ?? dayOf(ctx.now)))
  const isNothing = reach.orgIds?.length === 0 && reach.classIds.length === 0
  // A teacher without classes still works at that school: there it is an empty list.
  if (isNothing && orgId !== null && orgId !== ctx.actor.orgId) throw notFound('组织')
  if (gradeId === null) return reach
  // A grade is of one school: by that it is found in the index.
  const [grade] = await gradesByIds(ctx.db, [gradeId])
  const isReached = grade && (reach.orgIds === null || reach.orgIds.includes(grade.orgId))
  return { ...reach, orgIds: isReached ? [grade.orgId] : [] }
}

interface Paging extends Order {
  pageNumber: number
  pageSize: number
}

async function findPage(ctx: Ctx, reach: Reach, asked: Asked, page: Paging, day: string) {
  if (isByHits(reach, asked)) return cutOf(await hitsFound(ctx, reach, asked, day), page)
  const { ids, count, sexes } = await pageOfIds(ctx.db, reach, asked, page, day)
  return { ...countsOf(count, mostCounted, page), ids, sexes: count > mostCounted ? noSexes : (sexes ?? noSexes) }
}
const noSexes = { males: null, females: null }
const mostCounted = 10_000

/** Numbers, and names over many schools, are found as a short list of hits. */
const isByHits = (reach: Reach, asked: Asked) =>
  isNumber(asked.keyword) || (asked.keyword !== '' && !isNarrow(reach, asked))

function countsOf(found: number, most: number, { pageSize }: Paging) {
  const itemCount = Math.min(found, most)
  return { itemCount, pageCount: Math.ceil(itemCount / pageSize), ...(found > most ? { more: true } : {}) }
}

/** Of a short list of hits, the page. */
function cutOf(found: readonly Hit[], page: Paging) {
  const hits = found.slice(0, hitsOfDistrict)
  const from = (page.pageNumber - 1) * page.pageSize
  const countOf = (sex: '男' | '女') => hits.filter((hit) => hit.sex === sex).length
  return {
    ...countsOf(found.length, hitsOfDistrict, page),
    ids: (page.desc ? hits.toReversed() : hits).slice(from, from + page.pageSize).map(({ id }) => id),
    sexes: found.length > hitsOfDistrict ? noSexes : { males: countOf('男'), females: countOf('女') },
  }
}

async function hitsFound(ctx: Ctx, reach: Reach, asked: Asked, day: string): Promise<Hit[]> {
  if (!isNumber(asked.keyword)) return idsBeginning(ctx.db, reach, asked, day)
  const digits = asked.keyword.toUpperCase()
  const fields = await fieldsIn(ctx)
  const number = {
    digits,
    phone: hashPhone(fields, digits),
    phoneTail: hashPhoneTail(fields, digits),
    idCard: hashesIn(fields).idCard(digits),
    studentNo: hashStudentNo(fields, digits),
  }
  return idsByNumber(ctx.db, reach, { ...asked, number: searchable(ctx, number), limit: hitsShown }, day)
}

/** All that a filter finds with a permission, up to a limit: what something is to be done to. */
export async function idsByFilter(
  ctx: Ctx,
  permission: StudentPermission,
  { orgId, on, ...asked }: StudentFilter,
  limit: number,
): Promise<string[]> {
  const day = on ?? dayOf(ctx.now)
  const reach = await reachFor(ctx, scopeOf(ctx, permission), { orgId, gradeId: asked.gradeId, on })
  if (!isByHits(reach, asked)) return allIds(ctx.db, reach, asked, day, limit)
  const hits = await hitsFound(ctx, reach, asked, day)
  // What was shown was not all: nobody means those whom nobody has seen, or only the first of them.
  if (hits.length > hitsOfDistrict) throw new Refusal('符合条件的学生过多，请缩小范围')
  return hits.map(({ id }) => id)
}
