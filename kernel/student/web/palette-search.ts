import { IdcardOutlined, TeamOutlined } from '@ant-design/icons'
import { call } from '#packages/web/core/call.ts'
import type { PaletteHit } from '#packages/web/core/module.ts'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { studentApi, type Student } from '../contract.ts'

const page = '/baseData/Student'
const hitsShown = 6

const searchClasses = (keyword: string, signal: AbortSignal) =>
  call(schoolingApi.findClasses, { body: { keyword }, signal })
type ClassHit = Awaited<ReturnType<typeof searchClasses>>[number]

/** A grade and a number: 九(1)班, 九1, 初三2班. */
const looksLikeClass = (text: string) => /^\D{1,4}[(（]?\d{1,2}[)）]?班?$/.test(text)
/** A part of a name, or two letters: one letter would match half a school. */
const isSearchable = (text: string) => /\p{Script=Han}/u.test(text) || /^[\w.-]{2,}$/.test(text)

/** Classes in scope; each links to its pupils. */
export async function findClassHits(text: string, signal: AbortSignal): Promise<PaletteHit[]> {
  if (!isSearchable(text) || text.length > 30) return []
  const found = await searchClasses(text, signal)
  return found.map((one) => ({
    id: `class:${one.id}`,
    title: one.label,
    icon: TeamOutlined,
    about: describeClass(one),
    to: `${page}?node=${encodeURIComponent(`${one.orgId}/${one.gradeId}/${one.id}`)}`,
  }))
}

const describeClass = ({ orgName, teacherName, totalCount }: ClassHit) =>
  [orgName, teacherName && `班主任 ${teacherName}`, `${totalCount} 人`].filter(Boolean).join(' · ')

/** A class, alone or before a name: 九(1)班, 九1 武子萱. */
async function parseSearch(text: string, signal: AbortSignal) {
  const [first = '', ...rest] = text.split(/\s+/)
  if (!looksLikeClass(first)) return { classId: null, keyword: text }
  const [found] = await searchClasses(first, signal)
  return found ? { classId: found.id, keyword: rest.join('') } : { classId: null, keyword: text }
}

const describePupil = ({ orgName, className }: Student) => [className || '未分班', orgName].filter(Boolean).join(' · ')

/** Pupils in scope by name, pinyin, initials or class; each links to the pupil's page. */
export async function findPupilHits(text: string, signal: AbortSignal): Promise<PaletteHit[]> {
  if (!isSearchable(text)) return []
  const criteria = await parseSearch(text, signal)
  const where = { orgId: null, gradeId: null, status: 'current', sort: 'seat', desc: false } as const
  const { items } = await call(studentApi.search, {
    body: { ...where, ...criteria, pageNumber: 1, pageSize: hitsShown },
    signal,
  })
  return items.map((row) => ({
    id: `pupil:${row.id}`,
    title: row.name,
    about: describePupil(row),
    icon: IdcardOutlined,
    to: `${page}?open=${row.id}`,
  }))
}
