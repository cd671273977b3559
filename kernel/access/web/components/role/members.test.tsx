import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ExporterProps } from '#packages/web/core/module.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, hasButton, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { accessApi, type RoleDetail, type RoleMember } from '../../../contract.ts'
import { detailOf, ids, roleAnswers, Shell } from '../../role.fixture.tsx'
import { RoleMembers } from './members.tsx'

const wang: RoleMember = {
  userId: ids.wang,
  name: '王芳',
  orgName: '明湖小学',
  departmentName: '教务处',
  post: '教务主任',
  from: null,
  to: '2027-01-31',
  state: 'live',
  grantor: '周若兰',
  grantedAt: '2026-09-02T02:00:00.000Z',
  mayRemove: true,
}
const li: RoleMember = {
  ...wang,
  userId: ids.li,
  name: '李强',
  from: '2026-12-01',
  to: null,
  state: 'waiting',
  mayRemove: false,
}
const everybody = {
  id: ids.audience,
  orgId: ids.school,
  orgName: '明湖小学',
  includesBelow: false,
  post: '教务主任',
  from: null,
  to: null,
  memberCount: 3,
}

let served: ReturnType<typeof createTestPage>

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  served = createTestPage({
    ...roleAnswers(),
    [accessApi.members.path]: () => ({ items: [wang, li], itemCount: 2, pageCount: 1 }),
    [accessApi.setMembers.path]: () => ({ added: 0, removed: 1 }),
    [accessApi.removeAudience.path]: () => null,
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const show = async (part: Partial<RoleDetail> = {}, frame: Omit<ComponentProps<typeof Shell>, 'children'> = {}) => {
  await served.show(
    <Shell {...frame}>
      <RoleMembers detail={detailOf({ audiences: [everybody], ...part })} orgId={ids.school} isPhone={false} />
    </Shell>,
  )
  await settle(300)
}

it('shows from when to when a person has the role, and whether it is valid yet', async () => {
  await show()
  expect(getPageText()).toContain('至 2027-01-31')
  expect(getPageText()).toContain('2026-12-01 起')
  expect(getPageText()).toContain('待生效')
  expect(getPageText()).toContain('明湖小学，岗位“教务主任”')
})

it('removes a member only after confirmation, and only if allowed', async () => {
  await show()
  expect(hasButton('移除 李强')).toBe(false)
  await click(getButton('移除 王芳'))
  await click(getButton('取消'))
  expect(served.callsTo(accessApi.setMembers.path)).toEqual([])
  await click(getButton('移除 王芳'))
  await click(getButton('移除'))
  await settle(100)
  expect(served.callsTo(accessApi.setMembers.path).map(({ body }) => body)).toMatchObject([
    { id: ids.academic, add: [], remove: [ids.wang] },
  ])
})

it('says how many people lose a role when its audience is removed', async () => {
  await show()
  await click(getButton('取消 明湖小学，岗位“教务主任”'))
  await click(getButton('取消分配（3 人）'))
  await settle(100)
  expect(served.callsTo(accessApi.removeAudience.path).map(({ body }) => body)).toEqual([{ audienceId: ids.audience }])
})

it('offers no actions without the permission to assign the role', async () => {
  await show({ mayAssign: false })
  expect(hasButton('分配给人员')).toBe(false)
  expect(hasButton('取消 明湖小学，岗位“教务主任”')).toBe(false)
})

it('imports members into the shown organisation, and exports those of the open role', async () => {
  const openImport = vi.fn()
  const Exporter = ({ source, filter, columns }: ExporterProps) => (
    <p>{`${source} ${JSON.stringify(filter)} ${columns.length}`}</p>
  )
  const sheets = { openImport, permission: 'data.export', Exporter }
  await show({}, { sheets, permissions: ['role.read', 'role.assign', 'data.export'] })
  await click(getButton('导入'))
  expect(openImport).toHaveBeenCalledWith('role-member', ids.school)
  await click(getButton('导出'))
  expect(getPageText()).toContain(`role-member ${JSON.stringify({ roleId: ids.academic })} 11`)
})

it('shows neither import nor export without the permissions', async () => {
  const sheets = { openImport: vi.fn(), permission: 'data.export', Exporter: () => null }
  await show({ mayAssign: false }, { sheets, permissions: ['role.read'] })
  expect([hasButton('导入'), hasButton('导出')]).toEqual([false, false])
})
