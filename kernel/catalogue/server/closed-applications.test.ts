import { beforeEach, describe, expect, it } from 'vitest'
import { defineApplication, type Route } from '#packages/contract'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { listModulePages } from '#kernel/access/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { specifiedSettings } from '#kernel/setting/server/specified.ts'
import { manifest } from '../manifest.ts'
import { listAllApplications } from './application-list.ts'
import { createPeople, type People } from './application.fixture.ts'
import { insertRole, assignRole } from './grant.fixture.ts'
import { decideApplication } from './service/applications/approve-application.ts'
import { limitApplication } from './service/applications/limit-application.ts'
import { getAppCentre } from './service/centre/my-applications.ts'
import { closedApplicationGuard, listClosedApplicationUrls } from './service/centre/closed-applications.ts'
import { saveObjectsOfApp, saveOrgsOfApp } from './service/grants/save-grants.ts'
import { getOrgGrantTree } from './service/grants/grant-trees.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
const leave = defineApplication({
  key: 'leave',
  title: '请假管理',
  route: 'Leave',
  category: 'office',
  about: '请假',
  icon: 'calendar',
  permissions: {},
  pages: [
    { path: '', title: '我的请假', permission: 'staff', help: 'leave', tile: { about: '请假', sort: 1 } },
    { path: 'records', title: '请假记录', permission: 'staff', help: 'leave', tile: { about: '记录', sort: 2 } },
  ],
})
let people: People

beforeEach(async () => {
  database.app.manifests = [manifest, leave]
  database.contribute('closedApplications', listClosedApplicationUrls)
  database.contribute('settings', ...specifiedSettings)
  people = await createPeople(database, createActor({ districtId: database.home }))
})

const route = { module: 'leave' } as Route
const call = (actor: Actor) =>
  as(actor, (ctx) => closedApplicationGuard.refuse(ctx, route)).then(
    () => '',
    (error: Error) => error.message,
  )
const stateFor = async (actor: Actor) => (await as(actor, getAppCentre)).apps.find(({ key }) => key === 'leave')?.state
const pagesOf = async (actor: Actor) =>
  (await as(actor, listModulePages)).flatMap(({ url }) => (url.startsWith('/application/') ? url : []))
const setOrg = (by: Actor, orgId: string, own: 'none' | 'given' | 'refused') =>
  as(by, (ctx) => saveOrgsOfApp(ctx, { key: 'leave', orgs: [{ orgId, own }], from: null, to: null }))
const closed = '该应用未对本单位开通'
const limited = '该应用尚未对您开放'

describe('a built-in application', () => {
  it('applies to its own routes only', () => {
    expect(closedApplicationGuard.appliesTo(database, route)).toBe(true)
    expect(closedApplicationGuard.appliesTo(database, { module: 'catalogue' } as Route)).toBe(false)
  })

  it('is open to everybody without any grant', async () => {
    for (const actor of [people.teacher, people.otherTeacher, people.chief]) {
      expect([await call(actor), await stateFor(actor)]).toEqual(['', 'mine'])
      expect(await as(actor, listClosedApplicationUrls)).toEqual([])
      expect(await pagesOf(actor)).toEqual(['/application/Leave', '/application/Leave/records'])
    }
    const [bureau] = await as(people.chief, (ctx) => getOrgGrantTree(ctx, 'leave'))
    expect(bureau).toMatchObject({
      own: 'none',
      isRelation: true,
      children: [{ isRelation: true }, { isRelation: true }],
    })
  })

  it('is closed and opened again by a school for itself', async () => {
    const { head, school, teacher, otherTeacher } = people
    await setOrg(head, school.id, 'refused')
    expect([await call(teacher), await stateFor(teacher)]).toEqual([closed, 'closed'])
    expect(await as(teacher, listClosedApplicationUrls)).toEqual(['/application/Leave'])
    expect(await pagesOf(teacher)).toEqual([])
    expect([await call(otherTeacher), await stateFor(otherTeacher)]).toEqual(['', 'mine'])
    await setOrg(head, school.id, 'none')
    expect(await call(teacher)).toBe('')
  })

  it('is closed by the district for the schools that it does not grant it to, and no school reopens it', async () => {
    const { chief, head, bureau, school, teacher, otherTeacher } = people
    await setOrg(chief, bureau.id, 'refused')
    expect([await call(teacher), await call(otherTeacher)]).toEqual([closed, closed])
    await expect(setOrg(head, school.id, 'given')).rejects.toThrow('该应用未对本单位开通')
    await setOrg(chief, school.id, 'given')
    expect([await call(teacher), await call(otherTeacher)]).toEqual(['', closed])
  })

  it('is limited by the district to roles or people', async () => {
    const { chief, head, teacher, otherTeacher } = people
    const limit = async (by: Actor, power: number, version: number) =>
      as(by, (ctx) => limitApplication(ctx, { key: 'leave', power, version }))
    await expect(limit(head, 2, 0)).rejects.toThrow('应用不存在')
    await limit(chief, 2, 0)
    await expect(limit(chief, 1, 0)).rejects.toMatchObject({ ret: -9 })
    expect([await call(teacher), await stateFor(teacher)]).toEqual([limited, 'others'])
    expect(await as(teacher, listClosedApplicationUrls)).toEqual(['/application/Leave'])
    expect(await call(chief)).toBe('')
    const role = await insertRole(database, '考勤员', null)
    await assignRole(database, role, teacher)
    await as(chief, (ctx) => saveObjectsOfApp(ctx, { type: 2, key: 'leave', objectIds: [role], from: null, to: null }))
    expect([await call(teacher), await call(otherTeacher)]).toEqual(['', limited])
    await limit(chief, 3, 1)
    const objectIds = [otherTeacher.userId]
    await as(chief, (ctx) => saveObjectsOfApp(ctx, { type: 3, key: 'leave', objectIds, from: null, to: null }))
    expect([await call(teacher), await call(otherTeacher)]).toEqual([limited, ''])
    await limit(chief, 1, 2)
    expect([await call(teacher), await call(otherTeacher)]).toEqual(['', ''])
  })

  it('goes back to the audience that it was made for, and to no other', async () => {
    const { chief } = people
    const families = { ...leave, key: 'homework', route: 'Homework', audience: 'families' } as const
    database.app.manifests = [manifest, leave, families]
    const limit = (power: number, version: number) =>
      as(chief, (ctx) => limitApplication(ctx, { key: 'homework', power, version }))
    const audience = async () => (await as(chief, listAllApplications)).find(({ key }) => key === 'homework')?.audience
    await limit(2, 0)
    expect(await audience()).toBe('role')
    // For all staff it was never made.
    await expect(limit(1, 1)).rejects.toMatchObject({
      data: { errors: [{ field: 'power', msg: '该应用的使用范围只能是学生与家长、按角色、按人员' }] },
    })
    await limit(5, 1)
    expect(await audience()).toBe('families')
  })

  it('is closed for a time, and everywhere when the district stops it', async () => {
    const { chief, bureau, teacher } = people
    const hour = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()
    const close = (from: number, to: number) =>
      as(chief, (ctx) =>
        writeSetting(ctx, bureau.id, 'appClose', {
          windows: [{ appKey: 'leave', from: hour(from), to: hour(to), reason: '盘点' }],
        }),
      )
    await close(-1, 1)
    expect(await call(teacher)).toMatch(/^盘点，该应用.*后恢复使用$/)
    // The page stays, and says when it is open again.
    expect(await as(teacher, listClosedApplicationUrls)).toEqual([])
    await close(1, 2)
    expect(await call(teacher)).toBe('')
    await as(chief, (ctx) => decideApplication(ctx, { key: 'leave', act: 'stop', auditReason: '不用', version: 0 }))
    expect(await call(teacher)).toBe(closed)
    expect(await call(chief)).toBe(closed)
  })
})
