import { beforeAll, expect, it } from 'vitest'
import type { OrgNode } from '#kernel/org/server/example.ts'
import { dayOf, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { findMembership, recountMembers } from './api.ts'
import { listWrongUserCounts } from './member-count-queries.ts'
import {
  recordDeparture,
  previewDeparture,
  moveToDepartment,
  suspendMemberships,
} from './service/disable-staff-accounts.ts'
import { saveMembership } from './service/memberships.ts'
import { listMemberships } from './service/get-staff.ts'
import { inDays, createManagedTree, type Tree } from './staff.fixture.ts'
import { aTeacher, aMembership } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor
const today = dayOf(new Date())

beforeAll(async () => {
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
})

const begun = (ids: readonly string[]) =>
  database.sql("update tenant.membership set valid = daterange('2026-01-01', upper(valid)) where id = any($1)", [ids])
const placesOf = (id: string) =>
  as(chief, async (ctx) =>
    (await listMemberships(ctx, id)).map(({ orgName, isMain, status }) => [orgName, isMain, status]),
  )
/** Nodes with a wrong count; always empty. */
const wrong = () => as(chief, (ctx) => listWrongUserCounts(ctx.db, today, 100))
const filter = { nodeId: null, within: 'below', keyword: '' } as const

it('a leaver has no access from the next day on, and another membership becomes the main one', async () => {
  const { userId: id, personId } = await as(chief, (ctx) => aTeacher(ctx, { name: '范仲言', at: tree.school }))
  await as(chief, (ctx) => aMembership(ctx, personId, { at: tree.other, isMain: false }))
  await begun([id])
  const form = { targets: { ids: [id] }, on: inDays(-1), reason: '调离' }
  expect(await as(head, (ctx) => previewDeparture(ctx, form))).toEqual({
    count: 1,
    already: 0,
    names: ['范仲言'],
    refused: [],
  })
  expect(await placesOf(id)).toContainEqual(['实验小学', true, 'active'])
  await as(head, (ctx) => recordDeparture(ctx, form))
  expect(await as(chief, (ctx) => findMembership(ctx, id))).toBeUndefined()
  expect(await placesOf(id)).toEqual([
    ['文澜中学', true, 'active'],
    ['实验小学', true, 'left'],
  ])
  expect(await as(head, (ctx) => recordDeparture(ctx, form))).toMatchObject({ count: 0, already: 1 })
  expect(await wrong()).toEqual([])
})

it('a departure next week changes nothing today', async () => {
  const { userId: id } = await as(chief, (ctx) => aTeacher(ctx, { name: '苏子期', at: tree.school }))
  await as(head, (ctx) => recordDeparture(ctx, { targets: { ids: [id] }, on: inDays(7), reason: '' }))
  expect(await as(chief, (ctx) => findMembership(ctx, id))).toBeDefined()
  expect(await wrong()).toEqual([])
})

it('a suspended membership has no access, still counts, and can be restored', async () => {
  const { userId: id } = await as(chief, (ctx) => aTeacher(ctx, { name: '石清露', at: tree.school }))
  const done = await as(head, (ctx) => suspendMemberships(ctx, { targets: { ids: [id] }, isSuspended: true }))
  expect(done.changed).toEqual([id])
  expect(await as(chief, (ctx) => findMembership(ctx, id))).toBeUndefined()
  expect(await placesOf(id)).toEqual([['实验小学', true, 'suspended']])
  expect(await wrong()).toEqual([])
  await as(head, (ctx) => suspendMemberships(ctx, { targets: { ids: done.changed }, isSuspended: false }))
  expect(await as(chief, (ctx) => findMembership(ctx, id))).toBeDefined()
})

it('memberships that another module guards stay, with its reason; the others end', async () => {
  const [last, free] = await as(chief, async (ctx) => [
    await aTeacher(ctx, { name: '最后的管理员', at: tree.school }),
    await aTeacher(ctx, { name: '普通教师', at: tree.school }),
  ])
  const guarded = new Set([last!.userId])
  database.contribute(
    'membershipGuards',
    async (_, ids) => new Map(ids.filter((id) => guarded.has(id)).map((id) => [id, '最后一名管理员'])),
  )
  const targets = { ids: [last!.userId, free!.userId] }
  const done = await as(head, (ctx) => recordDeparture(ctx, { targets, on: today, reason: '' }))
  expect(done).toEqual({
    count: 1,
    already: 0,
    names: ['普通教师'],
    refused: [{ name: '最后的管理员', reason: '最后一名管理员' }],
  })
  expect(
    await as(head, (ctx) => suspendMemberships(ctx, { targets: { ids: [last!.userId] }, isSuspended: true })),
  ).toMatchObject({
    count: 0,
  })
  const ending = {
    id: last!.userId,
    userId: last!.userId,
    orgId: tree.school.id,
    departmentId: null,
    userType: 'teacher',
  } as const
  await expect(
    as(head, (ctx) => saveMembership(ctx, { ...ending, post: '', startsOn: today, endsOn: today, isMain: true })),
  ).rejects.toThrow('最后一名管理员')
})

it('moves all found people to a department of their own organisation', async () => {
  const ids = await as(chief, async (ctx) => {
    const made: string[] = []
    for (const name of ['移一', '移二', '移三']) made.push((await aTeacher(ctx, { name, at: tree.school })).userId)
    return made
  })
  const targets = { all: true, filter: { ...filter, keyword: '移' }, except: [ids[2]!] } as const
  expect(
    await as(head, (ctx) =>
      moveToDepartment(ctx, { targets: { ...targets, except: [...targets.except] }, departmentId: tree.group.id }),
    ),
  ).toMatchObject({ count: 2 })
  expect(await wrong()).toEqual([])
  await expect(
    as(head, (ctx) => moveToDepartment(ctx, { targets: { ids }, departmentId: tree.general.id })),
  ).rejects.toMatchObject({ ret: -5 })
  const refused = await as(chief, (ctx) => moveToDepartment(ctx, { targets: { ids }, departmentId: tree.general.id }))
  expect(refused).toMatchObject({ count: 0 })
  expect(refused.refused).toHaveLength(3)
  await expect(
    as(neighbour, (ctx) => moveToDepartment(ctx, { targets: { ids }, departmentId: null })),
  ).rejects.toMatchObject({ ret: -5 })
  // A bulk action must not circumvent the limit of number searches.
  const byTail = { all: true as const, filter: { ...filter, keyword: '1234' }, except: [] }
  await expect(as(head, (ctx) => moveToDepartment(ctx, { targets: byTail, departmentId: null }))).rejects.toThrow(
    '逐个勾选',
  )
})

it('exactly one of several memberships is the main one', async () => {
  const { userId: id } = await as(chief, (ctx) => aTeacher(ctx, { name: '温庭云', at: tree.school }))
  const further = {
    id: null,
    userId: id,
    orgId: tree.other.id,
    departmentId: null,
    userType: 'teacher',
    post: '',
  } as const
  const open = { startsOn: today, endsOn: null }
  const second = await as(chief, (ctx) => saveMembership(ctx, { ...further, ...open, isMain: true }))
  expect(await placesOf(id)).toEqual([
    ['文澜中学', true, 'active'],
    ['实验小学', false, 'active'],
  ])
  // The main membership is at the other school, so this school cannot take the flag.
  const here = { id, userId: id, orgId: tree.school.id, departmentId: null, userType: 'teacher', post: '' } as const
  await expect(as(head, (ctx) => saveMembership(ctx, { ...here, ...open, isMain: true }))).rejects.toThrow(
    '主要任职在文澜中学',
  )
  await as(chief, (ctx) => saveMembership(ctx, { ...further, ...open, id: second.id, isMain: false }))
  const mains = (await placesOf(id)).filter(([, isMain]) => isMain)
  expect(mains).toHaveLength(1)
  expect(await wrong()).toEqual([])
})

it('counts stay right when two memberships of a person end concurrently', async () => {
  const { userId: id, personId } = await as(chief, (ctx) =>
    aTeacher(ctx, { name: '双任职', at: tree.school, department: tree.academic }),
  )
  const other = await as(chief, (ctx) =>
    aMembership(ctx, personId, { at: tree.school, department: tree.group, isMain: false }),
  )
  await begun([id, other])
  await Promise.all(
    [id, other].map((membership) =>
      as(head, (ctx) => recordDeparture(ctx, { targets: { ids: [membership] }, on: inDays(-1), reason: '' })),
    ),
  )
  expect(await wrong()).toEqual([])
})

it('counts stay exact through three hundred random changes', { timeout: 300_000 }, async () => {
  let seed = 20261115
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return (seed >>> 10) % below
  }
  const nodes: { at: OrgNode; department?: OrgNode }[] = [
    { at: tree.bureau },
    { at: tree.bureau, department: tree.office },
    { at: tree.school },
    { at: tree.school, department: tree.academic },
    { at: tree.school, department: tree.group },
    { at: tree.other },
    { at: tree.other, department: tree.general },
  ]
  const people = await as(chief, async (ctx) => {
    const made: Actor[] = []
    for (let at = 0; at < 12; at++) made.push(await aTeacher(ctx, { name: `随机${at}`, ...nodes[at % nodes.length]! }))
    return made
  })
  const seen = { done: 0, refused: 0 }
  const off: string[] = []
  for (let at = 0; at < 300; at++) {
    const person = people[random(people.length)]!
    const { at: org, department } = nodes[random(nodes.length)]!
    const memberships = await as(chief, (ctx) => listMemberships(ctx, person.userId))
    const membership = memberships[random(memberships.length)]!
    const facts = { userId: person.userId, userType: 'teacher', post: '', isMain: random(3) === 0 } as const
    const dates = [
      { startsOn: inDays(-random(20)), endsOn: null },
      { startsOn: inDays(1 + random(5)), endsOn: null },
      { startsOn: inDays(-20), endsOn: inDays(random(6) - 3) },
    ][random(3)]!
    const deed = [
      () =>
        as(chief, (ctx) =>
          saveMembership(ctx, { ...facts, ...dates, id: null, orgId: org.id, departmentId: department?.id ?? null }),
        ),
      () =>
        as(chief, (ctx) =>
          saveMembership(ctx, {
            ...facts,
            ...dates,
            id: membership.id,
            orgId: membership.orgId,
            departmentId: membership.departmentId,
          }),
        ),
      () =>
        as(chief, (ctx) =>
          recordDeparture(ctx, { targets: { ids: [membership.id] }, on: inDays(random(4) - 3), reason: '' }),
        ),
      () =>
        as(chief, (ctx) =>
          moveToDepartment(ctx, { targets: { ids: [membership.id] }, departmentId: department?.id ?? null }),
        ),
    ][random(4)]!
    await deed().then(
      () => seen.done++,
      (error: { ret?: number }) => {
        if (error.ret === undefined) throw error
        seen.refused++
      },
    )
    if (at % 10 === 9) off.push(...(await wrong()).map(({ id }) => `${id} after ${at + 1} changes`))
  }
  expect(off).toEqual([])
  expect(seen.done).toBeGreaterThan(120)
  const open = `over_on is null or over_on > '${today}'`
  const mains = await database.sql<{ mains: number }>(
    `select count(*) filter (where is_main)::int as mains from tenant.membership where ${open} group by person_id`,
  )
  expect(new Set(mains.map((row) => row.mains))).toEqual(new Set([1]))
  // Checks the check: a wrong count is found and corrected.
  await database.sql('update tenant.organisation set user_count = user_count + 1 where id = $1', [tree.school.id])
  expect(await wrong()).toHaveLength(1)
  await as(chief, (ctx) => recountMembers(ctx))
  expect(await wrong()).toEqual([])
})
