import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton } from '#packages/web/desk/test-root.fixture.tsx'
import { schoolingApi } from '../../contract.ts'
import { classOf, ids, onWire } from '../school.fixture.tsx'
import ClassPicker from './class-picker.tsx'

let page: ReturnType<typeof createTestPage>
const items = [
  classOf({ id: ids.school, label: '七(1)班', orgName: '城东中学' }),
  classOf({ id: ids.grade, orgId: ids.grade, label: '七(1)班', orgName: '城西中学' }),
]
beforeEach(() => {
  vi.useFakeTimers()
  page = createTestPage({
    [schoolingApi.classes.path]: () =>
      onWire(schoolingApi.classes.data, { itemCount: items.length, pageCount: 1, items }),
  })
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

it('searches open classes, and names the school where classes of several schools are listed', async () => {
  const onChange = vi.fn<(id: unknown) => void>()
  await page.show(
    <ClassPicker
      name="class"
      label="班级"
      isOptional={false}
      error={undefined}
      hint={undefined}
      value={null}
      known={undefined}
      orgId={null}
      max={undefined}
      onChange={onChange}
      onPending={() => {}}
    />,
  )
  await click(getButton('请选择'))
  await settle(50)
  expect(page.callsTo(schoolingApi.classes.path)[0]!.query).toMatchObject({ state: 'open' })
  await click(getButton('七(1)班（城西中学）'))
  expect(onChange.mock.lastCall![0]).toBe(ids.grade)
})
