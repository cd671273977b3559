import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, hasButton, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { accessApi } from '../../contract.ts'
import { ids, Shell } from '../role.fixture.tsx'
import UserRoles from './user-roles.tsx'

const given = {
  roleId: ids.academic,
  name: '教务',
  via: 'person',
  viaName: '周若兰指派',
  from: null,
  to: null,
  opens: '可查看年级和班级（本单位及下级）',
  functionCount: 1,
}

let served: ReturnType<typeof createTestPage>

beforeEach(() => {
  vi.useFakeTimers()
  served = createTestPage({
    [accessApi.rolesOfUser.path]: () => ({
      roles: [
        { ...given, mayRemove: true },
        { ...given, roleId: ids.change, name: '任课教师', via: 'org', viaName: '全校教职工', mayRemove: false },
      ],
      assignable: [
        { id: ids.academic, name: '教务', orgName: '', opens: '', functionCount: 0 },
        {
          id: ids.own,
          name: '年级组长',
          orgName: '明湖小学',
          opens: '可查看教职工完整证件号和电话（本单位及下级）等',
          functionCount: 9,
        },
      ],
    }),
    [accessApi.setRolesOfUser.path]: () => null,
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const show = async (permissions: readonly string[]) => {
  await served.show(
    <Shell permissions={permissions}>
      <UserRoles id={ids.wang} />
    </Shell>,
  )
  await settle(100)
}
const tick = (title: string) =>
  [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(title))?.querySelector('input')

it('shows a person’s roles with their origin, and links to their permissions', async () => {
  await show(['role.read'])
  expect(getPageText()).toContain('教务周若兰指派')
  expect(getPageText()).toContain('任课教师全校教职工')
  expect(document.querySelector('a')?.getAttribute('href')).toBe(`/systemSet/Access?userId=${ids.wang}`)
  expect(hasButton('调整角色')).toBe(false)
})

it('assigns and revokes roles by name; roles by audience are not offered', async () => {
  await show(['role.read', 'role.assign'])
  await click(getButton('调整角色'))
  await settle(100)
  expect(getButton('保存').disabled).toBe(true)
  // The permissions of the role are beside it, with a link to all of them.
  expect(getPageText()).toContain('可查看教职工完整证件号和电话（本单位及下级）等')
  const rights = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === '9 项权限')
  expect(rights?.getAttribute('href')).toBe(`/systemSet/Role?role=${ids.own}`)
  expect(tick('任课教师')).toBeUndefined()
  await click(tick('教务')!)
  await click(tick('年级组长')!)
  await click(getButton('保存'))
  await settle(100)
  expect(served.callsTo(accessApi.setRolesOfUser.path).map(({ body }) => body)).toEqual([
    { userId: ids.wang, add: [ids.own], remove: [ids.academic] },
  ])
})
