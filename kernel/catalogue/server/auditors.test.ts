import { beforeEach, describe, expect, it } from 'vitest'
import { emptyScope, orgTreeScope, type Actor, wholeDistrict } from '#packages/core'
import { defineApplication } from '#packages/contract'
import { useDatabase } from '#packages/testing'
import { listPermissionHolders, resolvePermissions } from '#kernel/access/server/api.ts'
import { staffRecordKind } from '#kernel/access/server/service/explain-access/own-record-kinds.ts'
import { explainAccess } from '#kernel/access/server/service/explain-access/explain-access.ts'
import { listRecordHolders } from '#kernel/access/server/service/explain-access/record-holders.ts'
import { refuseOwnAppointment } from '#kernel/access/server/service/own-permission-guards.ts'
import { manifest as accessManifest } from '#kernel/access/manifest.ts'
import { manifest as schoolingManifest } from '#kernel/schooling/manifest.ts'
import { manifest as staffManifest } from '#kernel/staff/manifest.ts'
import { manifest as studentManifest } from '#kernel/student/manifest.ts'
import { manifest } from '../manifest.ts'
import { insertRole, assignRole, createSchools, type Schools } from './grant.fixture.ts'
import { administratorAppointments, listAuditorDuties } from './service/grants/administrator-permissions.ts'
import { replaceAuditors } from './auditor-queries.ts'
import { listAuditors, getOwnAuditorFlag, saveAuditors } from './service/grants/auditors.ts'
import { getTeachingAffairs, getTeachingRights, saveTeachingAffairs } from './service/grants/teaching-affairs.ts'
import { getTeachingAreaRights } from './teaching-area-rights.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let schools: Schools

beforeEach(async () => {
  database.app.manifests = [manifest]
  schools = await createSchools(database)
})

const meals = 9
const documents = 4
const save = (actor: Actor, auditorType: 4 | 9, orgId: string | null, people: Actor[]) =>
  as(actor, (ctx) => saveAuditors(ctx, { auditorType, orgId, userIds: people.map(({ userId }) => userId) }))
const isAuditor = async (actor: Actor, type: number, orgId = actor.orgId) =>
  (await as({ ...actor, orgId }, (ctx) => getOwnAuditorFlag(ctx, type))).isAuditor

describe('application administrators', () => {
  it('administer their kind in the organisation of their appointment, from the next request on', async () => {
    const { chief, head, near, far } = schools
    const [ours, theirs] = [schools.nearStaff[0]!, schools.farStaff[0]!]
    expect(await isAuditor(ours, meals)).toBe(false)
    await save(head, meals, null, [ours])
    expect(await isAuditor(ours, meals)).toBe(true)
    expect(await isAuditor(ours, documents)).toBe(false)
    expect(await isAuditor(schools.nearStaff[1]!, meals)).toBe(false)
    expect(await as(head, (ctx) => listAuditors(ctx, meals, near.id))).toMatchObject([{ userId: ours.userId }])
    await save(chief, meals, far.id, [theirs])
    expect(await isAuditor(theirs, meals)).toBe(true)
    const later = schools.nearStaff[1]!
    await save(head, meals, near.id, [ours, later])
    await database.sql('update tenant.membership set valid = daterange(current_date + 10, null) where id = $1', [
      later.userId,
    ])
    await save(head, meals, near.id, [])
    expect(await isAuditor(ours, meals)).toBe(false)
    expect(await isAuditor(theirs, meals)).toBe(true)
    expect(await isAuditor(later, meals)).toBe(true)
  })

  it('administer the organisations below when appointed by the district, but not neighbouring schools', async () => {
    const { chief, bureau, near, far } = schools
    await save(chief, documents, bureau.id, [chief])
    expect(await isAuditor(chief, documents, near.id)).toBe(true)
    await save(chief, documents, far.id, [schools.farStaff[0]!])
    expect(await isAuditor(schools.farStaff[0]!, documents, near.id)).toBe(false)
  })

  it('must work in or above the organisation and are appointed by those who decide there', async () => {
    const { chief, head, clusterHead, near, next, far } = schools
    const elsewhere = '应用管理员应在本单位或上级单位任职'
    await expect(save(chief, meals, near.id, [schools.farStaff[0]!])).rejects.toThrow(elsewhere)
    await expect(save(clusterHead, meals, next.id, [schools.nearStaff[0]!])).rejects.toThrow(elsewhere)
    await save(clusterHead, meals, next.id, [clusterHead])
    await expect(save(head, meals, near.id, [schools.farStaff[0]!])).rejects.toThrow('人员不存在')
    await expect(save(head, meals, far.id, [])).rejects.toThrow('组织不存在')
    // An administrator appointed from above stays when the school saves its list.
    await save(chief, meals, near.id, [chief])
    await save(head, meals, near.id, [chief, schools.nearStaff[0]!])
    expect(await as(head, (ctx) => listAuditors(ctx, meals, null))).toHaveLength(2)
    await expect(as(head, (ctx) => listAuditors(ctx, meals, far.id))).rejects.toThrow('组织不存在')
  })
})

const leave = 3
const leaveApplication = defineApplication({
  key: 'leave',
  title: '请假管理',
  route: 'Leave',
  category: 'office',
  about: '请假',
  icon: 'calendar',
  auditorType: leave,
  permissions: {
    'leave.manage': { title: '管理请假', defaultFor: ['school-admin'], isForAdministrators: true },
    'leave.export': { title: '导出请假', defaultFor: ['school-admin'] },
  },
  pages: [{ path: '', title: '我的请假', permission: 'staff', help: 'leave' }],
})

describe('permissions of application administrators', () => {
  const manages = (scope: ReturnType<typeof orgTreeScope>, actor: Actor): Actor => ({
    ...actor,
    permissions: new Map([...actor.permissions, ['leave.manage', scope]]),
  })
  const appoint = (by: Actor, orgId: string | null, people: Actor[]) =>
    as(by, (ctx) => saveAuditors(ctx, { auditorType: leave, orgId, userIds: people.map(({ userId }) => userId) }))
  const permissionsOf = async (actor: Actor) =>
    (await as(schools.chief, (ctx) => resolvePermissions(ctx, actor)))?.permissions ?? new Map()
  const holdersAt = async (orgId: string) =>
    (await as(schools.chief, (ctx) => listPermissionHolders(ctx, 'leave.manage', orgId))).map((one) => one.memberId)
  let head: Actor, ours: Actor

  beforeEach(async () => {
    database.app.manifests = [manifest, leaveApplication]
    database.contribute('appointments', administratorAppointments)
    database.contribute('recordKinds', { ...staffRecordKind, permissions: ['leave.manage'] })
    head = manages(orgTreeScope(schools.near), schools.head)
    ours = schools.nearStaff[0]!
    await database.sql(
      'update tenant.person set account_id = gen_random_uuid() where id in (select person_id from tenant.membership)',
    )
  })

  it('are those the manifest names, at their organisation and below, until they are removed or leave', async () => {
    const { near, next, far, cluster, clusterHead } = schools
    expect(await permissionsOf(ours)).toEqual(new Map())
    await appoint(head, null, [ours])
    expect(await permissionsOf(ours)).toEqual(new Map([['leave.manage', orgTreeScope(near)]]))
    expect(await holdersAt(near.id)).toEqual([ours.userId])
    expect(await holdersAt(next.id)).toEqual([])
    await appoint(manages(orgTreeScope(cluster), clusterHead), cluster.id, [clusterHead])
    expect(await permissionsOf(clusterHead)).toEqual(new Map([['leave.manage', orgTreeScope(cluster)]]))
    expect((await holdersAt(near.id)).toSorted()).toEqual([ours.userId, clusterHead.userId].toSorted())
    expect(await holdersAt(far.id)).toEqual([])
    await appoint(head, null, [])
    expect(await permissionsOf(ours)).toEqual(new Map())
    await appoint(head, null, [ours])
    // The membership moves to another school: the appointment no longer counts.
    await database.sql('update tenant.membership set org_id = $1 where id = $2', [far.id, ours.userId])
    expect(await permissionsOf(ours)).toEqual(new Map())
    expect(await holdersAt(near.id)).toEqual([clusterHead.userId])
    await database.sql('update tenant.membership set org_id = $1, is_suspended = true where id = $2', [
      near.id,
      ours.userId,
    ])
    expect(await permissionsOf(ours)).toEqual(new Map())
    expect(await holdersAt(near.id)).toEqual([clusterHead.userId])
  })

  it('are explained, and the appointed are among those who may', async () => {
    await appoint(head, null, [ours])
    const [colleague, stranger] = [schools.nearStaff[1]!, schools.farStaff[0]!]
    const question = (record: Actor) => ({
      kind: 'staff',
      recordId: record.userId,
      permission: 'leave.manage',
      field: '',
    })
    const explain = (record: Actor) =>
      as(schools.chief, (ctx) => explainAccess(ctx, { userId: ours.userId, ...question(record) }))
    expect(await explain(colleague)).toMatchObject({
      isAllowed: true,
      ways: [
        {
          roleId: null,
          roleName: '请假管理员',
          via: 'appointment',
          viaName: '校管理指定',
          scopeName: '实验小学及下级',
          isInScope: true,
          explanation: '该人员在实验小学，属于实验小学及下级',
        },
      ],
    })
    expect(await explain(stranger)).toMatchObject({ isAllowed: false, ways: [{ isInScope: false }] })
    const holders = (record: Actor) =>
      as(schools.chief, (ctx) => listRecordHolders(ctx, { ...question(record), pageNumber: 1, pageSize: 10 }))
    expect(await holders(colleague)).toMatchObject({ items: [{ userId: ours.userId, roles: ['请假管理员'] }] })
    expect(await holders(stranger)).toMatchObject({ items: [], itemCount: 0, outside: 0 })
    expect(await as(schools.head, listAuditorDuties)).toEqual([
      { auditorType: leave, application: '请假管理', functions: ['管理请假'] },
    ])
  })

  it('show no field that a role hides, whether or not the appointed have a role', async () => {
    database.app.manifests = [manifest, leaveApplication, staffManifest]
    await appoint(head, null, [ours])
    const field = 'user.id-card'
    const question = { kind: 'staff', recordId: schools.nearStaff[1]!.userId, permission: 'leave.manage', field }
    const answers = async () => ({
      session: !(await as(schools.chief, (ctx) => resolvePermissions(ctx, ours)))!.hiddenFields?.has(field),
      explained: (await as(schools.chief, (ctx) => explainAccess(ctx, { userId: ours.userId, ...question }))).isAllowed,
      listed: (
        await as(schools.chief, (ctx) => listRecordHolders(ctx, { ...question, pageNumber: 1, pageSize: 10 }))
      ).items.some(({ userId }) => userId === ours.userId),
    })
    const all = (isShown: boolean) => ({ session: isShown, explained: isShown, listed: isShown })
    expect(await answers()).toEqual(all(true))
    const hiding = await insertRole(database, '实习', schools.near.id)
    await database.sql('insert into tenant.role_hidden_field values ($1, $2, $3)', [database.home, hiding, field])
    expect(await answers()).toEqual(all(false))
    // A role without permissions shows nothing, and one with a permission shows what it does not hide.
    const showing = await insertRole(database, '文秘', schools.near.id)
    await assignRole(database, showing, ours)
    expect(await answers()).toEqual(all(false))
    await database.sql(
      `insert into tenant.role_permission (district_id, role_id, permission, scope, org_ids) values ($1, $2, 'user.read', 'org', '{}')`,
      [database.home, showing],
    )
    expect(await answers()).toEqual(all(true))
  })

  it('are given only by those who could grant them, and never to themselves by those who may grant anything', async () => {
    const beyond = '不能授予超出本人权限的功能'
    await expect(appoint(schools.head, null, [ours])).rejects.toThrow(beyond)
    await expect(appoint(manages(orgTreeScope(schools.far), schools.head), null, [ours])).rejects.toThrow(beyond)
    const security = {
      ...schools.chief,
      permissions: new Map([...schools.chief.permissions, ['role.grant-any', wholeDistrict]]),
    }
    await expect(appoint(security, schools.bureau.id, [security])).rejects.toThrow(beyond)
    await appoint(security, schools.near.id, [ours])
    // Somebody who could not appoint her keeps her on the list, and may remove her.
    await appoint(schools.head, null, [ours])
    expect(await permissionsOf(ours)).not.toEqual(new Map())
    await appoint(schools.head, null, [])
    expect(await permissionsOf(ours)).toEqual(new Map())
  })

  it('are not gained by a change that brings the caller an appointment elsewhere', async () => {
    const merge = (by: Actor) =>
      as(by, (ctx) =>
        refuseOwnAppointment(ctx, () =>
          replaceAuditors(ctx.db, {
            type: leave,
            orgId: schools.near.id,
            userIds: [by.userId],
            by: by.userId,
            now: ctx.now,
          }),
        ),
      )
    await expect(merge(ours)).rejects.toThrow('不能授予超出本人权限的功能')
    expect(await permissionsOf(ours)).toEqual(new Map())
    await merge(manages(orgTreeScope(schools.near), ours))
    expect(await permissionsOf(ours)).not.toEqual(new Map())
    // What she has already is no gain.
    await merge(ours)
  })
})

describe('teaching affairs', () => {
  it('are managed by the academic office of the same school', async () => {
    const academic = await insertRole(database, '教务', null, 'academic')
    await assignRole(database, academic, schools.farStaff[0]!)
    const { head } = schools
    const [ours] = schools.nearStaff
    expect(await as(head, getTeachingAffairs)).toEqual({ classInJiaowu: false, users: [] })
    await as(head, (ctx) => saveTeachingAffairs(ctx, { classInJiaowu: true, userIds: [ours!.userId] }))
    expect(await as(head, getTeachingAffairs)).toMatchObject({
      classInJiaowu: true,
      users: [{ userId: ours!.userId, orgName: '实验小学' }],
    })
    await expect(
      as(head, (ctx) => saveTeachingAffairs(ctx, { classInJiaowu: false, userIds: [schools.farStaff[0]!.userId] })),
    ).rejects.toThrow('人员不存在')
    expect(await as(head, getTeachingAffairs)).toMatchObject({ classInJiaowu: true })
    await as(head, (ctx) => saveTeachingAffairs(ctx, { classInJiaowu: false, userIds: [] }))
    expect(await as(head, getTeachingAffairs)).toEqual({ classInJiaowu: false, users: [] })
    // Permission over another organisation does not count for the current one.
    const guest = { ...schools.clusterHead, orgId: schools.far.id }
    await expect(as(guest, (ctx) => saveTeachingAffairs(ctx, { classInJiaowu: true, userIds: [] }))).rejects.toThrow(
      '组织不存在',
    )
    await expect(as(guest, getTeachingAffairs)).rejects.toThrow('组织不存在')
    const holders = await database.sql('select from tenant.membership_role where role_id = $1', [academic])
    expect(holders).toHaveLength(1)
  })

  it('report the actual rights in each area, as the modules declare them', async () => {
    const wide = wholeDistrict
    const areas = getTeachingAreaRights(
      [accessManifest, schoolingManifest, studentManifest],
      new Map([
        ['class.read', { ...emptyScope, classesOf: 'me' }],
        ['student.read', { ...emptyScope, classesLedBy: 'me' }],
        ['student.edit', { ...emptyScope, orgIds: ['here'] }],
        ['term.edit', wide],
      ]),
    )
    const no = { visit: false, functions: [], onlyCurClassData: false }
    expect(areas).toMatchObject({
      class: { visit: true, functions: [], onlyCurClassData: true },
      grade: { visit: true, functions: [], onlyCurClassData: true },
      student: { visit: true, functions: ['add', 'edit', 'import', 'print'], onlyCurClassData: false },
      term: { visit: true, functions: ['add', 'edit', 'delete', 'lock'], onlyCurClassData: false },
      subject: no,
      courseTable: no,
      courseImport: no,
      profession: no,
      permission: no,
      inSubject: no,
    })
    database.app.manifests = [accessManifest]
    expect(await as(schools.head, getTeachingRights)).toMatchObject({ permission: { functions: ['edit'] } })
  })
})
