import { beforeEach, expect, it } from 'vitest'
import type { Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createTemplateRoles, assignTemplates } from '#kernel/access/server/role-templates.ts'
import type { EmptyDetails } from '#kernel/org/contract.ts'
import { manifest as orgManifest } from '#kernel/org/manifest.ts'
import type { SetUpStep } from '../contract-classes.ts'
import { createStaffAt, onDay, createSchools, type Schools } from './classes.fixture.ts'
import { fillSchoolFacts, getSetUp, skipSetUpStep } from './service/classes/school-set-up.ts'
import { setClassTeachers } from './service/classes/class-teachers.ts'
import { ensureDefaultPeriods } from './service/time/timetable-periods.ts'
import { ensureTerms } from './service/time/terms.ts'
import { aGrade } from './example.ts'

const database = useDatabase({ eachTest: true })
const as = onDay(database)
const run = <T>(work: (ctx: Ctx) => Promise<T>) => as(createActor(), work)
let at: Schools
/** The number of pupils that kernel/student would return. */
let pupils: number
beforeEach(async () => {
  at = await run(createSchools)
  pupils = 0
  database.contribute('pupilCounts', {
    countByClass: async () => new Map(),
    countByGrade: async () => new Map(),
    countEverInClass: async () => 0,
    countInOrg: async () => pupils,
    countByGroup: async () => new Map(),
  })
})

const open = async () =>
  (await as(at.head, (ctx) => getSetUp(ctx, null))).steps.filter(({ state }) => state === 'open').map(({ key }) => key)
const skip = (step: SetUpStep, isSkipped: boolean) =>
  as(at.head, (ctx) => skipSetUpStep(ctx, { orgId: null, step, isSkipped }))

it('the steps of a new school follow its data and can be interrupted anywhere', async () => {
  expect(await open()).toEqual(['facts', 'terms', 'periods', 'classes', 'staff', 'teachers', 'students', 'finish'])
  await database.sql(`update tenant.organisation set phone = '0571-88880000', address = '文澜路1号' where id = $1`, [
    at.school.id,
  ])
  await run((ctx) => ensureTerms(ctx))
  expect(await open()).toEqual(['periods', 'classes', 'staff', 'teachers', 'students', 'finish'])
  await run((ctx) => ensureDefaultPeriods(ctx, at.school.id))
  const { classIds: ids } = await run((ctx) => aGrade(ctx, at.school, { startYear: 2026, classes: 2 }))
  expect(await open()).toEqual(['staff', 'teachers', 'students', 'finish'])
  const staff = await run(async (ctx) => [await createStaffAt(ctx, at.school), await createStaffAt(ctx, at.school)])
  const items = ids.map((classId, index) => ({ classId, userId: staff[index]!.userId }))
  await as(at.head, (ctx) => setClassTeachers(ctx, { items: [items[0]!], role: 'head', from: '2026-09-01' }))
  const setUp = await as(at.head, (ctx) => getSetUp(ctx, null))
  expect(setUp.steps.find(({ key }) => key === 'teachers')).toMatchObject({ state: 'open', about: '1个班级没有班主任' })
  await as(at.head, (ctx) => setClassTeachers(ctx, { items, role: 'head', from: '2026-09-01' }))
  expect(await open()).toEqual(['students', 'finish'])
})

it('skipped steps do not block the end and can be resumed', async () => {
  await expect(skip('finish', true)).rejects.toThrow('请先完成或跳过“核对学校信息”')
  for (const step of ['facts', 'terms', 'periods', 'classes', 'staff', 'teachers'] as const) await skip(step, true)
  await expect(skip('finish', true)).rejects.toThrow('请先完成或跳过“学生”')
  await skip('students', true)
  await skip('students', true)
  expect(await open()).toEqual(['finish'])
  await skip('students', false)
  expect(await open()).toEqual(['students', 'finish'])
  pupils = 38
  await skip('finish', true)
  expect(await as(at.head, (ctx) => getSetUp(ctx, null))).toMatchObject({ isFinished: true })
  await skip('finish', false)
  expect(await as(at.head, (ctx) => getSetUp(ctx, null))).toMatchObject({ isFinished: false })
})

/** A person at the bureau who may edit organisations. */
async function createOrgEditor(ctx: Ctx, bureau: { id: string }) {
  database.app.manifests = [orgManifest]
  await createTemplateRoles(ctx)
  const { personId, userId } = await createStaffAt(ctx, bureau)
  await assignTemplates(ctx, userId, ['district-admin'])
  return { personId }
}
const facts = async () =>
  (await database.sql(`select address, phone, contact_name from tenant.organisation where id = $1`, [at.school.id]))[0]

it('a school fills in missing facts, the district gets a notification, and a confirmed step is done', async () => {
  const editor = await run((ctx) => createOrgEditor(ctx, at.bureau))
  // Only people with an account get messages.
  await database.sql('update tenant.person set account_id = id where id = $1', [editor.personId])
  const fill = (facts: Partial<EmptyDetails>, orgId: string | null = null) =>
    as(at.head, (ctx) => fillSchoolFacts(ctx, { orgId, address: '', phone: '', contactName: '', ...facts }))
  await fill({ address: '文澜路1号' })
  expect(await facts()).toEqual({ address: '文澜路1号', phone: '', contact_name: '' })
  // Existing facts are changed by the bureau only.
  await fill({ address: '别处', contactName: '唐老师' })
  expect(await facts()).toEqual({ address: '文澜路1号', phone: '', contact_name: '唐老师' })
  const messages = await database.sql(
    `select b.title, b.body from tenant.message m join tenant.message_batch b on b.id = m.batch_id where m.person_id = $1`,
    [editor.personId],
  )
  expect(messages).toContainEqual({
    title: '实验学校补充了单位信息',
    body: '实验学校填写了地址，请在组织机构中核对。',
  })
  await expect(fill({ address: '文澜路1号' }, at.other.id)).rejects.toThrow('组织不存在')
  expect(await open()).toContain('facts')
  await skip('facts', true)
  const { steps, isRunning } = await as(at.head, (ctx) => getSetUp(ctx, null))
  expect(steps[0]).toEqual({ key: 'facts', state: 'done', about: '已确认' })
  expect(isRunning).toBe(false)
  pupils = 1
  expect(await as(at.head, (ctx) => getSetUp(ctx, null))).toMatchObject({ isRunning: true })
})

it('is limited to schools in scope', async () => {
  await expect(as(at.head, (ctx) => getSetUp(ctx, at.other.id))).rejects.toThrow('组织不存在')
  await expect(as(at.chief, (ctx) => getSetUp(ctx, null))).rejects.toThrow('只有学校和幼儿园')
})
