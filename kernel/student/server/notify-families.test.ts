import { beforeAll, expect, it } from 'vitest'
import { newId, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aPhone } from '#kernel/identity/server/example.ts'
import { defineTemplate } from '#kernel/message/server/api.ts'
import { ensureTerms } from '#kernel/schooling/server/api.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import { aParent, aPupil } from './example.ts'
import { notifyFamilies, saveConsents, type FamilyMessage, type NewStudent } from './api.ts'
import { contributeApprovals, createManagedSchools, on } from './students.fixture.ts'

const database = useDatabase()
const { as, sql } = database
const today = '2026-11-16'
let planted: Awaited<ReturnType<typeof createManagedSchools>>

const template = defineTemplate({
  code: 'test.family',
  kind: 'alert',
  title: '请确认{children}的到校情况',
  body: '请联系班主任。',
})

beforeAll(async () => {
  await database.ensurePartitions('2026-01-01', 14)
  planted = await as(createActor(), createManagedSchools)
  contributeApprovals(database, { holders: () => [], administrators: () => [planted.head] })
  await asOf((ctx) => ensureTerms(ctx))
})

const asOf = <T>(work: (ctx: Ctx) => Promise<T>) => as(planted.chief, (ctx) => work(on(ctx, today)))
const enrol = (name: string, guardians: NewStudent['guardians']) =>
  asOf(async (ctx) => (await aPupil(ctx, classOf(planted.tree.grades.second), { name, guardians })).id)
const aMother = (phone: string, more = {}) => ({ name: '李秀兰', relation: 2 as const, phone, ...more })
const bind = (phone: string) => asOf((ctx) => aParent(ctx, phone))
const restrict = (studentId: string, nth: number, maySee = false) =>
  sql(
    `update tenant.guardian_link set may_see = $3 where id = (
      select id from tenant.guardian_link where student_id = $1 order by sort offset $2 limit 1)`,
    [studentId, nth, maySee],
  )

/** Sends about these children; returns the result, and by person the titles that she got. */
async function send(studentIds: string[], more: Partial<FamilyMessage> = {}) {
  const subject = { kind: 'test', id: newId() }
  const result = await asOf((ctx) =>
    notifyFamilies(ctx, {
      studentIds,
      template,
      values: (children) => ({ children: children.map(({ name }) => name).join('、') }),
      subject,
      url: '/studentMain',
      ...more,
    }),
  )
  const rows = await sql<{ personId: string; title: string }>(
    `select m.person_id as "personId", b.title from tenant.message m join tenant.message_batch b on b.id = m.batch_id
     where b.subject_id = $1 order by b.title`,
    [subject.id],
  )
  return {
    result,
    titlesOf: ({ personId }: Pick<Actor, 'personId'>) => rows.filter((row) => row.personId === personId),
    rows,
  }
}

it('reaches both parents, the primary guardian first, or only her', async () => {
  const [fathers, mothers] = [aPhone(), aPhone()]
  const id = await enrol('沈明远', [
    { name: '沈建国', relation: 1, phone: fathers },
    aMother(mothers, { isPrimary: true }),
    aMother(aPhone(), { name: '王秀英', relation: 3 }),
  ])
  const father = await bind(fathers)
  const first = await send([id], { whom: 'primary' })
  // She has not bound the child: the next one is reached.
  expect(first.result.get(id)).toEqual({
    reached: [{ guardianId: father.userId, personId: father.personId }],
    obstacle: null,
  })
  const mother = await bind(mothers)
  const both = await send([id])
  expect(both.result.get(id)!.reached.map(({ guardianId }) => guardianId)).toEqual([mother.userId, father.userId])
  expect(both.titlesOf(mother)).toMatchObject([{ title: '请确认沈明远的到校情况' }])
  expect(both.titlesOf(father)).toHaveLength(1)
  const primary = await send([id], { whom: 'primary' })
  expect(primary.rows.map(({ personId }) => personId)).toEqual([mother.personId])
  const except = await send([id], { exceptGuardianId: mother.userId })
  expect(except.rows.map(({ personId }) => personId)).toEqual([father.personId])
})

it('never reaches a guardian with a restriction, on whichever link of hers it is', async () => {
  const [fathers, mothers] = [aPhone(), aPhone()]
  const id = await enrol('文一', [{ name: '文父', relation: 1, phone: fathers }, aMother(mothers)])
  const [father, mother] = [await bind(fathers), await bind(mothers)]
  await restrict(id, 0)
  const one = await send([id])
  expect(one.rows.map(({ personId }) => personId)).toEqual([mother.personId])
  // Neither as the primary one, nor with a second entry of the same number.
  await sql('update tenant.guardian_link set is_primary = (sort = 0) where student_id = $1', [id])
  expect((await send([id], { whom: 'primary' })).rows.map(({ personId }) => personId)).toEqual([mother.personId])
  await restrict(id, 0, true)
  await sql(
    `insert into tenant.guardian_link (district_id, id, student_id, name, relation, phone, phone_hash, phone_tail_hash,
       may_see, sort, created_at, updated_at)
     select district_id, gen_random_uuid(), student_id, name, relation, phone, phone_hash, phone_tail_hash, false, 9,
       created_at, updated_at
     from tenant.guardian_link where student_id = $1 and sort = 0`,
    [id],
  )
  expect((await send([id])).titlesOf(father)).toEqual([])
  const other = await enrol('文二', [aMother(aPhone())])
  await restrict(other, 0)
  expect((await send([other])).result.get(other)).toEqual({ reached: [], obstacle: 'restricted' })
})

it('says why nobody of a family was notified', async () => {
  const phones = [aPhone(), aPhone(), aPhone()] as const
  const alone = await enrol('无家长', [])
  const unbound = await enrol('未绑定', [aMother(aPhone())])
  const left = await enrol('已离校', [aMother(phones[0])])
  const died = await enrol('离世', [aMother(phones[1])])
  const refused = await enrol('未授权', [aMother(phones[2])])
  const [mother] = [await bind(phones[0]), await bind(phones[1]), await bind(phones[2])]
  await sql("update tenant.student set status = 'transferred' where id = $1", [left])
  await sql("update tenant.student set status = 'died' where id = $1", [died])
  const all = [alone, unbound, left, died, refused]
  const { result, rows } = await send(all, { consent: 'health' })
  expect(all.map((id) => result.get(id)!.obstacle)).toEqual(['no-consent', 'no-consent', 'left', 'left', 'no-consent'])
  expect(rows).toEqual([])
  await asOf((ctx) => saveConsents(ctx, { studentIds: all, purpose: 'health', agrees: true, channel: 'paper' }))
  const agreed = await send(all, { consent: 'health', alsoPupils: true })
  expect(all.map((id) => agreed.result.get(id)!.obstacle)).toEqual(['no-guardian', 'not-bound', 'left', 'left', null])
  expect(agreed.rows.map(({ title }) => title.slice(3, -5)).toSorted()).toEqual(
    ['无家长', '未绑定', '未授权', '未授权'].toSorted(),
  )
  // Of a child who has left only what says so; of one who died nothing.
  const former = await send([left, died], { alsoFormer: true, alsoPupils: true })
  expect(former.titlesOf(mother)).toHaveLength(1)
  expect([...former.result.values()].map(({ obstacle }) => obstacle)).toEqual([null, 'left'])
  expect(former.rows).toHaveLength(2)
  expect((await send([newId()])).result.size).toBe(0)
})

it('sends one message about siblings, and each parent only what concerns her', async () => {
  const [mothers, fathers] = [aPhone(), aPhone()]
  const elder = await enrol('姐姐', [aMother(mothers)])
  const younger = await enrol('弟弟', [aMother(mothers), { name: '继父', relation: 1, phone: fathers }])
  const [mother, father] = [await bind(mothers), await bind(fathers)]
  const { titlesOf, rows } = await send([elder, younger, elder])
  expect(titlesOf(mother).map(({ title }) => title)).toEqual(['请确认姐姐、弟弟的到校情况'])
  expect(titlesOf(father).map(({ title }) => title)).toEqual(['请确认弟弟的到校情况'])
  expect(rows).toHaveLength(2)
})

it('reaches the person as whom a guardian signs in after a merge', async () => {
  const phone = aPhone()
  const id = await enrol('合并', [aMother(phone)])
  const [mother, same] = [await bind(phone), await bind(aPhone())]
  await sql('update tenant.person set merged_into = $2 where id = $1', [mother.personId, same.personId])
  expect((await send([id])).rows.map(({ personId }) => personId)).toEqual([same.personId])
})

it('says nothing about children of another district', async () => {
  const phone = aPhone()
  const id = await enrol('邻区', [aMother(phone)])
  await bind(phone)
  const stranger = createActor({ districtId: database.away })
  const found = await as(stranger, (ctx) =>
    notifyFamilies(ctx, {
      studentIds: [id],
      template,
      values: () => ({ children: '' }),
      subject: { kind: 'test', id: newId() },
    }),
  )
  expect(found.size).toBe(0)
})
