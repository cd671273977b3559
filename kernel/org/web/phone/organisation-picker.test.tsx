import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, hasButton } from '#packages/web/desk/test-root.fixture.tsx'
import { orgApi } from '../../contract.ts'
import { answers, ids } from '../organisation.fixture.ts'
import OrganisationPicker from './organisation-picker.tsx'

let page: ReturnType<typeof createTestPage>
beforeEach(() => {
  vi.useFakeTimers()
  page = createTestPage({
    ...answers,
    [orgApi.search.path]: () => answers[orgApi.search.path]!({ query: { keyword: '教务处' } }),
  })
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

it('names the school of a department, because every school has the same ones', async () => {
  const onChange = vi.fn<(id: unknown) => void>()
  await page.show(
    <OrganisationPicker
      name="org"
      label="部门"
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
  expect(hasButton('教务处（城东小学）')).toBe(true)
  await click(getButton('教务处（城西小学）'))
  expect(onChange.mock.lastCall![0]).toBe(ids.westTeaching)
})
