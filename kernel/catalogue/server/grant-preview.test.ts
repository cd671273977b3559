import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayOf, type Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { openGrade } from '#kernel/schooling/server/api.ts'
import { createStudents } from '#kernel/student/server/api.ts'
import type { OrgGrant } from '../contract.ts'
import { insertRole, assignRole, createSchools, publishApp, type Schools } from './grant.fixture.ts'
import { previewGrants } from './service/grants/preview-grants.ts'
import { saveOrgsOfApp } from './service/grants/save-grants.ts'

const database = useDatabase()
const { as } = database
let schools: Schools
let general: string

beforeAll(async () => {
  schools = await createSchools(database)
  for (const [key, audience] of [
    ['公文', 'org'],
    ['采购', 'role'],
    ['题库', 'person'],
    ['课表', 'teaching'],
    ['家校', 'families'],
  ] as const)
    await publishApp(database, key, audience)
  general = await insertRole(database, '总务', null, 'general')
  await assignRole(database, general, schools.nearStaff[0]!)
  await assignRole(database, general, schools.farStaff[0]!)
})
beforeEach(() => database.sql('delete from tenant.app_grant'))

const saveOrgs = (actor: Actor, key: string, orgs: OrgGrant[]) =>
  as(actor, (ctx) => saveOrgsOfApp(ctx, { key, orgs, from: null, to: null }))

describe('the preview of grants', () => {
  const preview = (actor: Actor, key: string, orgs: OrgGrant[], more = {}) =>
    as(actor, (ctx) => previewGrants(ctx, { key, orgs, roleIds: null, userIds: null, ...more }))

  it('reports the number of viewers that saving produces', async () => {
    const { chief, near, cluster } = schools
    await saveOrgs(chief, '公文', [{ orgId: near.id, own: 'given' }])
    const wanted: OrgGrant[] = [
      { orgId: cluster.id, own: 'with-below' },
      { orgId: near.id, own: 'refused' },
    ]
    const previewed = await preview(chief, '公文', wanted)
    expect(previewed).toMatchObject({ before: 3, after: 3, gains: 3, loses: 3 })
    expect(previewed.names).toHaveLength(5)
    await saveOrgs(chief, '公文', wanted)
    expect(await preview(chief, '公文', [])).toMatchObject({ before: 3, after: 3, gains: 0, loses: 0, names: [] })
    expect(await preview(schools.head, '公文', [])).toMatchObject({ before: 0, after: 0 })
  })

  it('counts roles, people and teaching staff', async () => {
    const { chief, near, far } = schools
    await saveOrgs(chief, '采购', [{ orgId: near.id, own: 'given' }])
    expect(await preview(chief, '采购', [{ orgId: far.id, own: 'given' }], { roleIds: [general] })).toMatchObject({
      before: 0,
      after: 2,
      gains: 2,
      loses: 0,
    })
    const people = { userIds: [schools.nearStaff[0]!.userId] }
    expect(await preview(chief, '题库', [], people)).toMatchObject({ before: 0, after: 1 })
    expect(await preview(chief, '课表', [{ orgId: near.id, own: 'given' }])).toMatchObject({ before: 0, after: 0 })
    await expect(preview(schools.head, '题库', [], { userIds: [schools.farStaff[0]!.userId] })).rejects.toThrow(
      '不存在',
    )
    await expect(preview(schools.head, '题库', [{ orgId: far.id, own: 'given' }])).rejects.toThrow('组织不存在')
  })
})

it('the preview counts pupils for an application for families, without their names', async () => {
  const { chief, near } = schools
  await as(chief, async (ctx) => {
    const startYear = getSchoolYear(dayOf(ctx.now)) - 2
    const { gradeId } = await openGrade(ctx, { orgId: near.id, stage: 2, startYear, classes: 0 })
    const org = { orgId: near.id, gradeId, classId: null, seatNo: null, on: dayOf(new Date()) }
    const pupil = { sex: '', idKind: 'none', guardians: [], ...org } as const
    const pupils = ['顾一禾', '顾二禾'].map((name) => ({ ...pupil, name, guardians: [] }))
    await createStudents(ctx, pupils, { type: 'enrol' })
  })
  const previewed = await as(chief, (ctx) =>
    previewGrants(ctx, { key: '家校', orgs: [{ orgId: near.id, own: 'given' }], roleIds: null, userIds: null }),
  )
  expect(previewed).toEqual({ before: 0, after: 2, gains: 2, loses: 0, names: [] })
})
