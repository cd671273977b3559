import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { studentApi } from '../contract.ts'
import { findClassHits, findPupilHits } from './palette-search.ts'

const ids = { org: '01a05a43-fc00-7000-8001-000000000001', grade: '01a05a43-fc00-7000-8001-000000000002' }
const classId = '01a05a43-fc00-7000-8001-000000000003'
const found = {
  id: classId,
  orgId: ids.org,
  gradeId: ids.grade,
  label: '九(1)班',
  orgName: '实验学校',
  teacherName: '罗海燕',
  totalCount: 45,
}
let asked: { url: string; body: Record<string, unknown> }[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    asked.push({ url, body: JSON.parse(body as string) as Record<string, unknown> })
    const pupils = { itemCount: 0, pageCount: 0, items: [] }
    const data = url === schoolingApi.findClasses.path ? [found] : pupils
    return new Response(JSON.stringify({ ret: 1, msg: '', data }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const { signal } = new AbortController()

it('links a class to its pupils', async () => {
  const [hit] = await findClassHits('九1', signal)
  expect(hit).toMatchObject({ title: '九(1)班', about: '实验学校 · 班主任 罗海燕 · 45 人' })
  expect(new URL(hit!.to!, 'http://x').searchParams.get('node')).toBe(`${ids.org}/${ids.grade}/${classId}`)
})

it('searches pupils by name, class or both, and never in a URL', async () => {
  await findPupilHits('wzx', signal)
  await findPupilHits('九(1)班', signal)
  await findPupilHits('九1 武子萱', signal)
  const pupils = asked.filter(({ url }) => url === studentApi.search.path)
  expect(pupils.map(({ body }) => [body['keyword'], body['classId']])).toEqual([
    ['wzx', null],
    ['', classId],
    ['武子萱', classId],
  ])
  expect(asked.every(({ url }) => !url.includes('?'))).toBe(true)
  expect(await findPupilHits('w', signal)).toEqual([])
})
