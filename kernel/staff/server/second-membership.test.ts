import { beforeEach, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { acceptInvitation, authenticate } from '#kernel/identity/server/api.ts'
import type { MaskedField } from '../contract.ts'
import { resetPassword, revealField } from './service/staff-account.ts'
import { inviteStaff } from './service/invite-staff.ts'
import { addUser } from './service/add-staff.ts'
import { requestStaffChange } from './service/changes/request-staff-change.ts'
import { editUser } from './service/edit-staff.ts'
import { getUser } from './service/get-staff.ts'
import { inDays, registerHomeDistrict, createManagedTree, type Tree } from './staff.fixture.ts'
import { aMembership, newForm, editForm } from './example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor
/** A teacher with the main membership at 文澜中学 and a few hours at 实验小学. */
let home: string, here: string, personId: string
const [mobile, address] = ['13512340000', '云禾区湖滨路1号']
const facts = { mobile, address, email: 'home@example.cn', resume: '在文澜中学任教十年' }

beforeEach(async () => {
  await registerHomeDistrict(database)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  ;({ id: home } = await as(neighbour, (ctx) => addUser(ctx, newForm(tree.other, '林两处', facts))))
  const [row] = await database.sql<{ id: string }>('select person_id as id from tenant.membership where id = $1', [
    home,
  ])
  personId = row!.id
  here = await as(chief, (ctx) => aMembership(ctx, personId, { at: tree.school, isMain: false }))
})

const detail = (id: string, who: Actor) => as(who, (ctx) => getUser(ctx, id))
const edit = async (who: Actor, id: string, more: Parameters<typeof editForm>[3]) => {
  const { version, email, resume, specialty } = await detail(id, who)
  return editUser(database.requestCtx(who), editForm(id, '林两处', version, { email, resume, specialty, ...more }))
}
const reveal = (who: Actor, id: string, field: MaskedField) =>
  as(who, (ctx) => revealField(ctx, { id, field, reason: '核对花名册' }))

it('the second school fills gaps in the file; existing values are the main employer’s', async () => {
  const wrong = edit(head, here, { resume: '被实验小学改写', email: 'other@example.cn' })
  await expect(wrong).rejects.toMatchObject({
    data: { errors: [{ field: 'email' }, { field: 'resume' }] },
  })
  await expect(edit(head, here, { address: '' })).rejects.toThrow('已由主要任职单位填写')
  await edit(head, here, { specialty: '数学', post: '兼课教师' })
  expect(await detail(home, neighbour)).toMatchObject({
    email: facts.email,
    resume: facts.resume,
    address: '云禾区湖滨路****',
    specialty: '数学',
    post: '',
  })
  await edit(neighbour, home, { resume: '任教十一年', specialty: '应用数学' })
  await edit(chief, here, { resume: '任教十二年' })
  expect(await detail(here, head)).toMatchObject({ resume: '任教十二年', specialty: '应用数学' })
})

it('numbers are revealed to the main employer and above, the card of a membership to its organisation', async () => {
  for (const field of ['mobile', 'address', 'otherPhone', 'license', 'idCard'] as const)
    await expect(reveal(head, here, field)).rejects.toThrow('主要在文澜中学任职')
  await edit(head, here, { icCard: '11223344' })
  expect((await reveal(head, here, 'icCard')).value).toBe('11223344')
  expect((await reveal(neighbour, home, 'mobile')).value).toBe(mobile)
  expect((await reveal(chief, here, 'address')).value).toBe(address)
  const log = await database.sql('select field from tenant.reveal_log where person_id = $1', [head.personId])
  expect(log).toEqual([{ field: 'icCard' }])
})

it('the main employer invites, changes the phone and resets the password; the second school cannot', async () => {
  await expect(as(head, (ctx) => inviteStaff(ctx, [here]))).rejects.toThrow('由主要任职单位文澜中学或上级单位处理')
  await expect(edit(head, here, { mobile: aPhone() })).rejects.toThrow('主要在文澜中学任职')
  const [link] = await as(neighbour, (ctx) => inviteStaff(ctx, [home]))
  const outsideCtx = { app: database.app, cells: database.cells, now: new Date(), requestId: home }
  const password = 'Lake-Bridge-2026'
  await acceptInvitation(outsideCtx, { token: link!.token, userName: 'lin.liangchu', password })
  await expect(resetPassword(database.requestCtx(head), here)).rejects.toThrow('由主要任职单位文澜中学')
  expect(await authenticate(database.cells, 'lin.liangchu', password)).toBeDefined()
  await edit(neighbour, home, { mobile: aPhone() })
  await resetPassword(database.requestCtx(neighbour), home)
  expect(await authenticate(database.cells, 'lin.liangchu', password)).toBeUndefined()
})

it('before a transfer the old school cannot take over the account but can still edit the record', async () => {
  const transfer = { type: 1, toOrgId: tree.school.id, toDepartmentId: tree.academic.id, reason: '调动' }
  await as(chief, (ctx) => requestStaffChange(ctx, { ...transfer, userId: home, effectiveOn: inDays(3) }))
  await expect(as(neighbour, (ctx) => inviteStaff(ctx, [home]))).rejects.toThrow('由主要任职单位实验小学')
  await edit(neighbour, home, { resume: '将调往实验小学' })
  expect((await reveal(neighbour, home, 'mobile')).value).toBe(mobile)
  await expect(reveal(head, here, 'mobile')).rejects.toThrow('主要在文澜中学任职')
})
