import { beforeEach, expect, it } from 'vitest'
import { aPhone, openAccount } from '#kernel/identity/server/example.ts'
import { newId, Refusal, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { acceptInvitation } from '#kernel/identity/server/api.ts'
import type { NewUserForm } from '../contract.ts'
import { type InvitationMessage } from './invitation-channels.ts'
import { addUser, listRoleChoices } from './service/add-staff.ts'
import { previewInvitations, sendInvitations } from './service/invite-staff.ts'
import { getUser } from './service/get-staff.ts'
import { searchStaff } from './service/search-staff.ts'
import { inDays, registerHomeDistrict, createManagedTree, type Tree } from './staff.fixture.ts'
import { aTeacher, aMembership, newForm } from './example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor
let sent: (InvitationMessage & { token: string })[]
let refusals: Map<string, string>

beforeEach(async () => {
  await registerHomeDistrict(database)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  sent = []
  refusals = new Map()
  database.contribute('invitationSenders', {
    channel: 'sms',
    obstacle: async () => '',
    send: async (_, letter) => {
      const reason = refusals.get(letter.name) ?? ''
      if (!reason) sent.push(letter as InvitationMessage & { token: string })
      return reason
    },
  })
  database.contribute('invitationSenders', {
    channel: 'dingtalk',
    obstacle: async () => '未接入钉钉',
    send: async () => '未接入钉钉',
  })
})

const joining = (name: string, more: { phone?: string } = {}) =>
  as(head, (ctx) => aTeacher(ctx, { name, ...more, at: tree.school }))

it('previews the recipients and why somebody cannot be invited', async () => {
  const phone = aPhone()
  const fresh = await joining('新来的', { phone })
  const silent = await joining('没手机')
  const opened = await joining('有账号', { phone: aPhone() })
  await openAccount(database, opened, 'you.zhanghao')
  const guest = await as(chief, (ctx) => aTeacher(ctx, { name: '区里人', phone: aPhone(), at: tree.bureau }))
  const guestHere = await as(chief, (ctx) => aMembership(ctx, guest.personId, { at: tree.school, isMain: false }))
  const preview = await as(head, (ctx) =>
    previewInvitations(ctx, [fresh.userId, silent.userId, opened.userId, guestHere]),
  )
  const of = (id: string) => preview.find((one) => one.id === id)
  expect(of(fresh.userId)).toMatchObject({
    name: '新来的',
    obstacle: '',
    sms: '',
    dingtalk: '未接入钉钉',
    invitedUntil: null,
    mobile: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
  })
  expect(of(silent.userId)).toMatchObject({ obstacle: '', sms: '没有登记手机号', mobile: '' })
  expect(of(opened.userId)?.obstacle).toBe('已开通账号')
  expect(of(guestHere)?.obstacle).toContain('由主要任职单位云禾区教育局')
  await expect(as(neighbour, (ctx) => previewInvitations(ctx, [fresh.userId]))).rejects.toMatchObject({ ret: -5 })
  expect(JSON.stringify(preview)).not.toContain(phone)
})

it('sends each person an own link; a link that was not delivered is withdrawn', async () => {
  const [one, two, silent] = [
    await joining('甲老师', { phone: aPhone() }),
    await joining('乙老师', { phone: aPhone() }),
    await joining('丙老师'),
  ]
  refusals.set('乙老师', '手机号不正确')
  const ids = [one.userId, two.userId, silent.userId]
  const answer = await sendInvitations(database.requestCtx(head), { ids, channel: 'sms' })
  expect(answer.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { id: one.userId, name: '甲老师', reason: '' },
    { id: two.userId, name: '乙老师', reason: '手机号不正确' },
  ])
  expect(JSON.stringify(answer)).not.toContain(sent[0]!.token)
  expect(await as(head, (ctx) => getUser(ctx, two.userId))).toMatchObject({ account: 'none', invitedUntil: null })
  const shown = await as(head, (ctx) => getUser(ctx, one.userId))
  expect(shown.account).toBe('invited')
  const days = (Date.parse(shown.invitedUntil!) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6)
  expect(days).toBeLessThanOrEqual(7)
  const logged = await database.sql('select * from tenant.operation_log')
  expect(JSON.stringify(logged)).not.toContain(sent[0]!.token)
  const outsideCtx = { app: database.app, cells: database.cells, now: new Date(), requestId: one.userId }
  await acceptInvitation(outsideCtx, { token: sent[0]!.token, userName: 'jia.laoshi', password: 'Lake-Bridge-2026' })
  expect(await as(head, (ctx) => getUser(ctx, one.userId))).toMatchObject({ account: 'active', invitedUntil: null })
  await expect(sendInvitations(database.requestCtx(neighbour), { ids, channel: 'sms' })).rejects.toMatchObject({
    ret: -5,
  })
  expect(await sendInvitations(database.requestCtx(head), { ids: [silent.userId], channel: 'dingtalk' })).toEqual([])
})

it('finds people with and without an invitation', async () => {
  const one = await joining('丁老师', { phone: aPhone() })
  await joining('戊老师')
  await sendInvitations(database.requestCtx(head), { ids: [one.userId], channel: 'sms' })
  const named = async (account: 'invited' | 'none') => {
    const filter = {
      nodeId: tree.school.id,
      within: 'below',
      keyword: '老师',
      account,
      sort: 'sort',
      desc: false,
    } as const
    const { items } = await searchStaff(database.requestCtx(head), { ...filter, pageNumber: 1, pageSize: 20 })
    return items.map(({ name }) => name)
  }
  expect(await named('invited')).toEqual(['丁老师'])
  expect(await named('none')).toEqual(['戊老师'])
})

it('a new person gets the initial roles or is not added', async () => {
  const given: [string, readonly string[]][] = []
  database.contribute('roleAssigners', {
    choices: async () => [{ id: teacherRole, name: '任课教师', about: '查看任教班级的学生' }],
    give: async (_, userId, roleIds) => {
      if (!roleIds.every((id) => id === teacherRole)) throw new Refusal('不能授予超出本人权限的功能')
      given.push([userId, roleIds])
    },
  })
  const add = (name: string, more: Partial<NewUserForm>) =>
    as(head, (ctx) => addUser(ctx, newForm(tree.school, name, more)))
  const { id } = await add('己老师', { roleIds: [teacherRole] })
  expect(given).toEqual([[id, [teacherRole]]])
  await expect(add('庚老师', { roleIds: [newId()] })).rejects.toThrow('超出本人权限')
  const later = { startsOn: inDays(3), roleIds: [teacherRole] }
  await expect(add('辛老师', later)).rejects.toThrow('到岗后才能分配角色')
  const names = await database.sql<{ name: string }>("select name from tenant.person where name like '_老师'")
  expect(names.map(({ name }) => name)).toEqual(['己老师'])
  const choices = (who: Actor) =>
    as(who, (ctx) => listRoleChoices(ctx, { orgId: tree.school.id, departmentId: tree.academic.id }))
  expect(await choices(head)).toEqual([{ id: teacherRole, name: '任课教师', about: '查看任教班级的学生' }])
  await expect(choices(neighbour)).rejects.toMatchObject({ ret: -5 })
})
const teacherRole = newId()
