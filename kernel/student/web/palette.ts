import { IdcardOutlined, TeamOutlined } from '@ant-design/icons'
import { call } from '#packages/web/core/call.ts'
import type { PaletteHit } from '#packages/web/core/module.ts'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { studentApi, type Student } from '../contract.ts'

const page = '/baseData/Student'
const hitsShown = 6

const askClasses = (keyword: string, signal: AbortSignal) =>
  call(schoolingApi.findClasses, { body: { keyword }, signal })
type FoundClass = Awaited<ReturnType<typeof askClasses>>[number]

/** 九(1)班, 九1, 初三2班: a grade and a number. */
const looksLikeClass = (words: string) => /^\D{1,4}[(（]?\d{1,2}[)）]?班?$/.test(words)
/** A part of a name, or two letters: one letter finds half a school. */
const saysSomething = (words: string) => /\p{Script=Han}/u.test(words) || /^[\w.-]{2,}$/.test(words)

/** Classes within one's reach; each leads to its pupils. */
export async function findClasses(words: string, signal: AbortSignal): Promise<PaletteHit[]> {
  if (!saysSomething(words) || words.length > 30) return []
  const found = await askClasses(words, signal)
  return found.map((one) => ({
    id: `class:${one.id}`,
    title: one.label,
    icon: TeamOutlined,
    about: aboutClass(one),
    to: `${page}?node=${encodeURIComponent(`${one.orgId}/${one.gradeId}/${one.id}`)}`,
  }))
}

const aboutClass = ({ orgName, teacherName, totalCount }: FoundClass) =>
  [orgName, teacherName && `班主任 ${teacherName}`, `${totalCount} 人`].filter(Boolean).join(' · ')

/** Whom somebody means who names a class, alone or before a name: 九(1)班, 九1 武子萱. */
async function meant(words: string, signal: AbortSignal) {
  const [first = '', ...rest] = words.split(/\s+/)
  if (!looksLikeClass(first)) return { classId: null, keyword: words }
  const [found] = await askClasses(first, signal)
  return found ? { classId: found.id, keyword: rest.join('') } : { classId: null, keyword: words }
}

const aboutPupil = ({ orgName, className }: Student) => [className || '未分班', orgName].filter(Boolean).join(' · ')

/** Pupils within one's reach by name, pinyin, initials or class; each leads to his or her page. */
export async function findPupils(words: string, signal: AbortSignal): Promise<PaletteHit[]> {
  if (!saysSomething(words)) return []
  const asked = await meant(words, signal)
  const where = { orgId: null, gradeId: null, status: 'current', sort: 'seat', desc: false } as const
  const { items } = await call(studentApi.search, {
    body: { ...where, ...asked, pageNumber: 1, pageSize: hitsShown },
    signal,
  })
  return items.map((row) => ({
    id: `pupil:${row.id}`,
    title: row.name,
    about: aboutPupil(row),
    icon: IdcardOutlined,
    to: `${page}?open=${row.id}`,
  }))
}
