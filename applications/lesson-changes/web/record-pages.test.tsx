import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FieldControlsContext } from '#packages/web/desk/entity/field-control.tsx'
import { useSession } from '#packages/web/core/session.ts'
import { clickByName, openPage, waitForDialog, waitUntil } from '#packages/web/desk/list/testing/open-list.tsx'
import { createTestPage } from '#packages/web/desk/test-page.fixture.tsx'
import { chooseOption, click, getPageText, hasButton, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import type { CoverRecord } from '../contract-records.ts'
import { coverLesson } from '#engines/cover/contract.ts'
import { ids, lessonOf, onWire, requestOf } from './covers.fixture.ts'
import Records from './pages/records.tsx'
import CoverStatistics from './pages/statistics.tsx'

const id = '0190b1a0-0000-7000-8000-000000000001'
const other = '0190b1a0-0000-7000-8000-000000000002'
const record: CoverRecord = {
  id,
  day: '2026-11-19',
  slot: '第12周 周四 第3节',
  className: '八(2)班',
  subject: { id, name: '数学' },
  kind: 'substitute',
  fromTeacher: { id, name: '李敏' },
  toTeacher: { id: other, name: '王芳' },
  moved: '',
  source: 'sick',
  credit: 100,
  isBackfilled: false,
  status: 'effective',
  org: { id, name: '明湖学校' },
  class: { id, name: '2' },
  requestId: other,
  chainNo: 1,
  createdAt: '2026-11-18T00:00:00.000Z',
}
const sum = {
  userId: id,
  name: '王芳',
  department: '数学组',
  given: 0,
  taken: 2,
  swapped: 0,
  supervised: 1,
  backfilled: 1,
  hours: 250,
  byKind: { same: 200, other: 0, supervise: 50, merge: 0 },
}
let rows: CoverRecord[]
let server: ReturnType<typeof createTestPage>
let close: (() => Promise<void>) | undefined

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-18T08:00:00+08:00') })
  rows = [record]
  useSession.setState({ orgId: id })
  server = createTestPage({
    '/api/tiaoke/page': () => ({ items: rows, itemCount: rows.length, pageCount: 1 }),
    '/api/tiaoke/record/get': () => ({ ...record, chain: '李敏→赵云→王芳' }),
    '/api/tiaoke/detail': () => requestOf({ note: '当天外出' }),
    '/api/tiaoke/impact': () =>
      [
        lessonOf({ lessonId: ids.first, periodId: ids.one, state: 'past' }),
        lessonOf({
          lessonId: ids.second,
          periodId: ids.two,
          state: 'past',
          requestId: ids.request,
          kind: 'substitute',
        }),
        lessonOf({ lessonId: ids.third, periodId: ids.three }),
      ].map((lesson) => onWire(coverLesson, lesson)),
    '/api/tiaoke/backfill': () => ({ id: other }),
    '/api/tiaoke/cancel': () => ({ cancelled: 1 }),
    '/api/tiaoke/statistics': ({ query }) => ({
      orgName: '明湖学校',
      month: query['month'],
      rows: [sum],
      total: 250,
      settled: null,
      maySettle: true,
    }),
    '/api/tiaoke/settle': () => ({ total: 250 }),
    '/api/tiaoke/credits': () => [],
  })
})
afterEach(async () => {
  await close?.()
  close = undefined
  await server.close()
  vi.useRealTimers()
})

const Nothing = () => null
const chosen = { teacher: { id: ids.chen, name: '陈国栋' }, substitute: { id: ids.zhao, name: '赵敏' } }
const Colleagues = ({ name, onChange }: FieldControlProps) => {
  const one = chosen[name as keyof typeof chosen]
  return (
    <button type="button" onClick={() => onChange([one])}>
      {one.name}
    </button>
  )
}
const controls = { class: Nothing, subject: Nothing, person: Nothing, colleagues: Colleagues }
const RecordsPage = () => (
  <FieldControlsContext value={{ controls }}>
    <Records />
  </FieldControlsContext>
)

it('a row of the records opens with its chain, and a list without rows says so', async () => {
  close = await openPage(RecordsPage, { permissions: ['cover.read', 'cover.arrange'] })
  await waitUntil(() => expect(getPageText()).toContain('第12周 周四 第3节'))
  expect(getPageText()).toContain('八(2)班')
  await clickByName('2026-11-19')
  await waitUntil(() => expect(getPageText()).toContain('李敏→赵云→王芳'))
  expect(getPageText()).toContain('由王芳代课')
  await waitUntil(() => expect(getPageText()).toContain('说明当天外出'))
  expect(getPageText()).not.toContain('教务 说明')
})

it('says when there are no records', async () => {
  rows = []
  close = await openPage(RecordsPage, { permissions: ['cover.read'] })
  await waitUntil(() => expect(getPageText()).toContain('该条件下没有代调课记录'))
})

it('a lesson that somebody gave unrecorded is written down afterwards, with a reason', async () => {
  close = await openPage(RecordsPage, { permissions: ['cover.read', 'cover.arrange'] })
  await clickByName('补登')
  const dialog = await waitForDialog()
  const field = (selector: string) => waitUntil(() => dialog.querySelector<HTMLElement>(selector)!)
  await clickByName('陈国栋')
  await typeInto(await field('[data-field=day] input'), '2026-11-17')
  await waitUntil(() => expect(getPageText()).toContain('第1节 七(3)班 数学'))
  expect(server.callsTo('/api/tiaoke/impact').at(-1)?.query).toEqual({
    userId: ids.chen,
    from: '2026-11-17',
    to: '2026-11-17',
  })
  const lessons = [...dialog.querySelectorAll<HTMLOptionElement>('select option:not([value=""])')]
  expect(lessons.map(({ disabled }) => disabled)).toEqual([false, true, true])
  await chooseOption('课程', ids.first)
  await clickByName('赵敏')
  await click(await field('input[value=sick]'))
  const send = () => click(dialog.querySelector<HTMLElement>('button[type=submit]')!)
  await send()
  await waitUntil(() => expect(getPageText()).toContain('请填写原因'))
  expect(server.callsTo('/api/tiaoke/backfill')).toEqual([])
  await typeInto(await field('[data-field=reason] textarea'), '临时代课')
  await send()
  await waitUntil(() => expect(getPageText()).toContain('已补登'))
  expect(server.callsTo('/api/tiaoke/backfill').at(-1)?.body).toEqual({
    lessonId: ids.first,
    kind: 'substitute',
    userId: ids.zhao,
    source: 'sick',
    reason: '临时代课',
  })
})

it('nobody else can write covers down afterwards', async () => {
  close = await openPage(RecordsPage, { permissions: ['cover.read'] })
  await waitUntil(() => expect(getPageText()).toContain('八(2)班'))
  expect(hasButton('补登')).toBe(false)
})

it('the statistics show the hours of a month, which is settled after a question', async () => {
  close = await openPage(CoverStatistics, { permissions: ['cover.settle'] })
  await waitUntil(() => expect(getPageText()).toContain('王芳'))
  expect(getPageText()).toContain('课时合计 2.5')
  await clickByName('结算')
  await waitUntil(() => expect(getPageText()).toContain('结算后这个月的课时不能修改'))
})
