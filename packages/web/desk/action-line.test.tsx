import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { PageActions } from './action-line.tsx'
import { PageContext } from './page-context.tsx'
import { PermissionContext } from './permissions.tsx'
import { createTestRoot } from './test-root.fixture.tsx'

let stage: ReturnType<typeof createTestRoot>
let waiting: number
beforeEach(() => {
  stage = createTestRoot()
})
afterEach(() => stage.close())

const client = createQueryClient()
const count = { queryKey: ['waiting'], queryFn: async () => waiting }
const actions = [
  { id: 'requests', label: '绑定申请', permission: 'student.account', waiting: count, run: async () => {} },
  { id: 'code', label: '班级邀请码', permission: 'student.account', run: async () => {} },
]

async function open(permissions: readonly string[]) {
  client.clear()
  const page = { title: '学生管理', group: '', permission: { code: '', title: '' }, actions }
  await stage.show(
    <QueryClientProvider client={client}>
      <PermissionContext value={new Set(permissions)}>
        <PageContext value={page}>
          <PageActions refresh={async () => {}} />
        </PageContext>
      </PermissionContext>
    </QueryClientProvider>,
  )
}
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
/** The count is shown after it has loaded. */
const waitForButton = async (label: string) => {
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(buttons()).toContain(label)
  })
  return buttons()
}

it('shows the number of waiting items on a button, and nothing for zero', async () => {
  waiting = 3
  await open(['student.account'])
  expect(await waitForButton('绑定申请3，3条待处理')).toEqual(['绑定申请3，3条待处理', '班级邀请码'])
  waiting = 0
  await act(() => client.invalidateQueries({ queryKey: ['waiting'] }))
  expect(await waitForButton('绑定申请')).toEqual(['绑定申请', '班级邀请码'])
})

it('does not load a count for users without the permission', async () => {
  waiting = 3
  await open([])
  expect(buttons()).toEqual([])
  expect(client.getQueryCache().getAll()).toEqual([])
})
