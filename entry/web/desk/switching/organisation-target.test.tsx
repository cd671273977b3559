import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionApi } from '#kernel/session/contract.ts'
import { Ret } from '#packages/core'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import {
  getButton,
  click,
  getField,
  hasButton,
  createTestRoot,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import { CodeRowContext } from '#packages/web/desk/step-up.tsx'
import { LazyCodeRow } from '../context-values.ts'
import ElsewhereDialog from './confirm-switch-dialog.tsx'
import { resolveOrganisationTarget, setOrganisationTarget } from './organisation-target.ts'
import { SwitchDialogHost } from './switch-dialog-host.tsx'

const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const target = (at: number, name: string) => ({ id: idOf(at), name, orgType: 1, path: '' })
const organisationTarget = (at: number, orgName: string) => ({ orgId: idOf(at), orgName, url: '/support?open=7' })
const school = target(1, '实验学校')
const second = target(2, '文澜中学')
const signedIn = {
  userId: idOf(8),
  userInfoId: idOf(9),
  realName: '李敏',
  userType: 3,
  orgId: second.id,
  orgName: second.name,
  orgType: 1,
  orgParentId: idOf(7),
  avatar: '',
  isManager: false,
  homeOrgName: '',
  isBound: false,
  post: '',
  switchoverOrg: 1,
  modules: [],
  needFillIdCard: false,
  mustChangePassword: false,
  phone: '',
  ip: '',
  needMsg: false,
  msgCode: '',
  msgId: '',
  methods: [],
  offersTrust: false,
  isWeak: false,
  theme: 'system',
  token: '1.new',
  tokenExpirationTime: '',
}

let stage: ReturnType<typeof createTestRoot>
let home: typeof school | null
let isDown: boolean
let assigned: string[]

beforeEach(() => {
  stage = createTestRoot()
  home = null
  isDown = false
  assigned = []
  vi.spyOn(location, 'assign').mockImplementation((address) => void assigned.push(String(address)))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname } = new URL(address, 'http://localhost')
    const answer = (ret: number, data: unknown) => Response.json({ ret, msg: '', data, success: ret === 1 })
    if (isDown) return answer(Ret.fault, null)
    if (pathname === sessionApi.switchTargets.path)
      return answer(1, { current: school, home, own: [school, second], recent: [], found: [] })
    if (pathname !== sessionApi.switchOrg.path) return answer(1, null)
    const { code } = JSON.parse(init.body as string) as { code?: string }
    if (!code) return answer(Ret.secondStepNeeded, { msgId: 'm', phone: '138****0001' })
    return answer(1, signedIn)
  })
})
afterEach(async () => {
  await stage.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('offers switching only to organisations where the user belongs', async () => {
  expect(await resolveOrganisationTarget(organisationTarget(2, '文澜中学'))).toEqual(organisationTarget(2, '文澜中学'))
  expect(await resolveOrganisationTarget(organisationTarget(3, '松原镇小学'))).toBeUndefined()
})

it('offers a visitor to go home for a record that is neither here nor in an organisation of theirs', async () => {
  home = target(1, '教育局')
  expect(await resolveOrganisationTarget(organisationTarget(3, '松原镇小学'))).toEqual(organisationTarget(1, '教育局'))
})

it('offers switching when the organisations cannot be loaded', async () => {
  isDown = true
  expect(await resolveOrganisationTarget(organisationTarget(3, '松原镇小学'))).toEqual(
    organisationTarget(3, '松原镇小学'),
  )
})

it('still opens the page when a code is required before the switch', async () => {
  setOrganisationTarget(organisationTarget(2, '文澜中学'))
  await stage.show(
    <QueryClientProvider client={createQueryClient()}>
      <CodeRowContext value={LazyCodeRow}>
        <ElsewhereDialog onClose={() => {}} />
        <SwitchDialogHost />
      </CodeRowContext>
    </QueryClientProvider>,
  )
  await click(getButton('切换并查看'))
  await vi.waitFor(() => expect(hasButton('重新发送')).toBe(true), { timeout: 60_000 })
  await typeInto(getField('短信验证码'), '123456')
  await click(getButton('验证并切换'))
  await vi.waitFor(() => expect(assigned).toEqual(['/support?open=7']))
})
