import { beforeEach, expect, it } from 'vitest'
import { aPhone, openAccount, password } from '#kernel/identity/server/example.ts'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import {
  acceptInvitation,
  authenticate,
  findAccount,
  getAccount,
  rememberDistrict,
} from '#kernel/identity/server/api.ts'
import { resetPassword, resetPasswordBySms, revealField } from './service/staff-account.ts'
import { addUser } from './service/add-staff.ts'
import { editUser } from './service/edit-staff.ts'
import { inviteStaff } from './service/invite-staff.ts'
import { generatePassword } from './service/generate-password.ts'
import { saveMembership } from './service/memberships.ts'
import { getUser } from './service/get-staff.ts'
import { newPassword as strongPassword } from '#kernel/identity/contract.ts'
import { type InvitationMessage } from './invitation-channels.ts'
import { anotherDistrict, registerHomeDistrict, createManagedTree, type Tree } from './staff.fixture.ts'
import { aTeacher, aMembership, newForm, editForm } from './example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor

beforeEach(async () => {
  await registerHomeDistrict(database)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
})

it('a generated password is readable, strong by our own rule, and unique', () => {
  const made = Array.from({ length: 200 }, generatePassword)
  expect(new Set(made).size).toBe(200)
  for (const password of made) {
    expect(password).toMatch(/^[A-Z][a-z]{3}-[a-z]{4}-[a-z]{4}-\d{4}$/)
    expect(password).not.toMatch(/[fsli015]/i)
    expect(strongPassword.safeParse(password).success).toBe(true)
  }
})

it('a password reset by SMS goes to the mobile on file and is not returned', async () => {
  const sent: InvitationMessage[] = []
  let reason = ''
  database.contribute('invitationSenders', {
    channel: 'sms',
    obstacle: async () => '',
    send: async (_, letter) => (sent.push(letter), reason),
  })
  const phone = aPhone()
  const { userId: id, personId } = await as(head, (ctx) => aTeacher(ctx, { name: '在外地', phone, at: tree.school }))
  await openAccount(database, { ...head, personId }, `waidi.${phone}`)
  const answer = await resetPasswordBySms(database.requestCtx(head), id)
  expect(answer).toEqual({ sentTo: `${phone.slice(0, 3)}****${phone.slice(-4)}` })
  const [letter] = sent as [InvitationMessage & { password: string }]
  expect(letter.phone).toBe(phone)
  expect(await authenticate(database.cells, `waidi.${phone}`, password)).toBeUndefined()
  expect((await authenticate(database.cells, `waidi.${phone}`, letter.password))?.mustChangePassword).toBe(true)
  reason = '短信网关繁忙'
  await expect(resetPasswordBySms(database.requestCtx(head), id)).rejects.toThrow('短信未发出（短信网关繁忙）')
  await expect(resetPasswordBySms(database.requestCtx(neighbour), id)).rejects.toMatchObject({ ret: -5 })
  const { userId: without, personId: nobody } = await as(head, (ctx) =>
    aTeacher(ctx, { name: '没手机', at: tree.school }),
  )
  await openAccount(database, { ...head, personId: nobody }, 'mei.shouji')
  await expect(resetPasswordBySms(database.requestCtx(head), without)).rejects.toThrow('没有登记手机号')
})

it('a reset replaces the password, forces a change at sign-in, and ends all sessions', async () => {
  const ended: string[] = []
  database.contribute('sessionEndings', { prepare: async () => {}, end: async (_, account) => ended.push(account) })
  const { userId: id, personId } = await as(head, (ctx) => aTeacher(ctx, { name: '忘密码', at: tree.school }))
  await expect(resetPassword(database.requestCtx(head), id)).rejects.toThrow('尚未开通账号')
  await openAccount(database, { ...head, personId }, 'wang.mima')
  const { password: fresh } = await resetPassword(database.requestCtx(head), id)
  expect(await authenticate(database.cells, 'wang.mima', password)).toBeUndefined()
  const account = await authenticate(database.cells, 'wang.mima', fresh)
  expect(account?.mustChangePassword).toBe(true)
  expect(ended).toEqual([account!.id])
  const log = await database.sql<{ kind: string; by: string }>(
    'select kind, by_account_id as by from tenant.identity_log where account_id = $1',
    [account!.id],
  )
  expect(log).toContainEqual({ kind: 'password-reset', by: head.accountId })
  await expect(resetPassword(database.requestCtx(neighbour), id)).rejects.toMatchObject({ ret: -5 })
})

it('a school cannot reset or invite a district administrator who also teaches there', async () => {
  const { personId } = await as(chief, (ctx) => aTeacher(ctx, { name: '陆区长', at: tree.bureau }))
  const id = await as(chief, (ctx) => aMembership(ctx, personId, { at: tree.school, isMain: false }))
  await expect(as(head, (ctx) => inviteStaff(ctx, [id]))).rejects.toThrow('由主要任职单位云禾区教育局')
  await openAccount(database, { ...chief, personId }, 'lu.quzhang')
  await expect(resetPassword(database.requestCtx(head), id)).rejects.toThrow('由主要任职单位云禾区教育局')
  expect(await authenticate(database.cells, 'lu.quzhang', password)).toBeDefined()
  await resetPassword(database.requestCtx(chief), id)
  expect(await authenticate(database.cells, 'lu.quzhang', password)).toBeUndefined()
})

it('an account that also belongs to another district can only be reset by its owner', async () => {
  const mobile = '13566667777'
  const { userId: id, personId } = await as(head, (ctx) =>
    aTeacher(ctx, { name: '两区人', phone: mobile, at: tree.school }),
  )
  await openAccount(database, { ...head, personId }, 'liangqu.ren')
  const account = (await authenticate(database.cells, 'liangqu.ren', password))!
  await rememberDistrict(database.cells, account.id, await anotherDistrict(database), new Date())
  await expect(resetPassword(database.requestCtx(chief), id)).rejects.toThrow('在其他区也有身份')
  const { version } = await as(chief, (ctx) => getUser(ctx, id))
  const theirs = editForm(id, '两区人', version, { mobile: '13577778888' })
  await expect(editUser(database.requestCtx(chief), theirs)).rejects.toThrow('在其他区也有身份')
  expect((await authenticate(database.cells, 'liangqu.ren', password))?.id).toBe(account.id)
  expect((await findAccount(database.cells, mobile))?.id).toBe(account.id)
  expect(await findAccount(database.cells, '13577778888')).toBeUndefined()
})

it('an invited person chooses a login name, which is then shown; people with an account are skipped', async () => {
  const [one, two] = await as(head, async (ctx) => [
    await aTeacher(ctx, { name: '新来一', at: tree.school }),
    await aTeacher(ctx, { name: '新来二', at: tree.school }),
  ])
  await openAccount(database, two!, 'xinlai.er')
  const links = await as(head, (ctx) => inviteStaff(ctx, [one!.userId, two!.userId]))
  expect(links.map(({ id, name }) => [id, name])).toEqual([[one!.userId, '新来一']])
  expect(await as(head, (ctx) => getUser(ctx, one!.userId))).toMatchObject({ account: 'invited', loginName: '' })
  const acceptance = { token: links[0]!.token, userName: 'Xinlai.Yi', password: 'Lake-Bridge-2026' }
  await acceptInvitation(
    { app: database.app, cells: database.cells, now: new Date(), requestId: one!.userId },
    acceptance,
  )
  const shown = await as(head, (ctx) => getUser(ctx, one!.userId))
  expect(shown).toMatchObject({ account: 'active', loginName: 'Xinlai.Yi' })
  expect(await getAccount(database.cells, shown.accountId!)).toBeDefined()
})

it('an invitation expires when the person gets a membership outside the inviter’s scope', async () => {
  const one = await as(head, (ctx) => aTeacher(ctx, { name: '步步高', at: tree.school }))
  const [link] = await as(head, (ctx) => inviteStaff(ctx, [one.userId]))
  const further = {
    userId: one.userId,
    id: null,
    orgId: tree.bureau.id,
    departmentId: null,
    userType: 'bureau' as const,
  }
  const dates = { post: '科员', startsOn: '2026-11-01', endsOn: null, isMain: false }
  await as(chief, (ctx) => saveMembership(ctx, { ...further, ...dates }))
  const acceptance = { token: link!.token, userName: 'bubu.gao', password: 'Lake-Bridge-2026' }
  const outsideCtx = { app: database.app, cells: database.cells, now: new Date(), requestId: one.userId }
  await expect(acceptInvitation(outsideCtx, acceptance)).rejects.toThrow('邀请链接无效')
  const [again] = await as(chief, (ctx) => inviteStaff(ctx, [one.userId]))
  await acceptInvitation(outsideCtx, { ...acceptance, token: again!.token })
})

it('reveals a masked number with a reason, logs it, and allows fifty a day', async () => {
  const form = newForm(tree.school, '林徽之', { mobile: '13599990000', license: '20263300099887766' })
  const { id } = await as(head, (ctx) => addUser(ctx, form))
  const reveal = (field: 'mobile' | 'license', who = head) =>
    as(who, (ctx) => revealField(ctx, { id, field, reason: '核对花名册' }))
  expect(await reveal('mobile')).toEqual({ value: '13599990000', leftToday: 49 })
  expect(await reveal('license')).toEqual({ value: '20263300099887766', leftToday: 48 })
  const rows = await database.sql('select field, person_id from tenant.reveal_log where subject_id = $1 order by at', [
    id,
  ])
  expect(rows).toEqual([
    { field: 'mobile', person_id: head.personId },
    { field: 'license', person_id: head.personId },
  ])
  expect(JSON.stringify(await database.sql('select reason from tenant.reveal_log'))).not.toContain('花名册')
  await expect(reveal('mobile', neighbour)).rejects.toMatchObject({ ret: -5 })
  // Concurrent calls at the limit: exactly fifty succeed.
  const many = await Promise.allSettled(Array.from({ length: 55 }, () => reveal('mobile')))
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(48)
  await expect(reveal('mobile')).rejects.toMatchObject({ ret: -4 })
  const [{ count }] = (await database.sql<{ count: number }>(
    'select count(*)::int from tenant.reveal_log where person_id = $1',
    [head.personId],
  )) as [{ count: number }]
  expect(count).toBe(50)
  expect((await reveal('mobile', chief)).leftToday).toBe(49)
})

it('the former employer cannot reveal numbers of a person who works elsewhere now', async () => {
  const phone = '13544443333'
  const { userId: id, personId } = await as(chief, (ctx) => aTeacher(ctx, { name: '远行客', phone, at: tree.other }))
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', '2026-02-01') where id = $1", [id])
  const reveal = (who: Actor) => as(who, (ctx) => revealField(ctx, { id, field: 'mobile', reason: '补寄材料' }))
  expect((await reveal(neighbour)).value).toBe(phone)
  await as(chief, (ctx) => aMembership(ctx, personId, { at: tree.school }))
  await expect(reveal(neighbour)).rejects.toThrow('主要在实验小学任职')
  expect((await reveal(chief)).value).toBe(phone)
})
