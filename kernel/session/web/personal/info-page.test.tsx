import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { click, createTestRoot, getButton, getField, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import type { LoginInfo } from '../../contract.ts'
import InfoPage from './info-page.tsx'

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const info: LoginInfo = {
  userId: id(1),
  userInfoId: id(2),
  realName: '李敏',
  userType: 3,
  orgId: id(3),
  orgName: '实验学校',
  orgType: 1,
  orgParentId: id(4),
  avatar: '',
  isManager: false,
  homeOrgName: '',
  isBound: false,
  post: '',
  mobile: '138****0001',
  idCard: '',
  sex: '女',
  switchoverOrg: 0,
  isAdmin: 0,
  classIds: [],
  subjectIds: [],
}

let stage: ReturnType<typeof createTestRoot>
beforeEach(() => {
  stage = createTestRoot()
  vi.stubGlobal('fetch', async () => Response.json({ ret: 1, msg: '', data: info }))
})
afterEach(async () => {
  await stage.close()
  vi.unstubAllGlobals()
})

// The form is loaded when it is opened: on a busy machine that takes longer than the usual second.
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

it('shows the facts of the user, and opens the form to join another organisation', async () => {
  await stage.show(
    <QueryClientProvider client={createQueryClient()}>
      <InfoPage />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(getPageText()).toContain('任职单位实验学校'))
  await click(getButton('用加入码申请任职'))
  await waitFor(() => expect(getField('加入码')).toBeDefined())
})
