import { beforeEach, describe, expect, it } from 'vitest'
import { emptyScope, type Actor, wholeDistrict } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { manifest } from '../manifest.ts'
import { insertRole, assignRole, createSchools, type Schools } from './grant.fixture.ts'
import { listAuditors, getOwnAuditorFlag, saveAuditors } from './service/grants/auditors.ts'
import { getTeachingAffairs, getTeachingRights, saveTeachingAffairs } from './service/grants/teaching-affairs.ts'
import { getTeachingAreaRights } from './teaching-affairs-areas.ts'

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
    await save(head, meals, near.id, [])
    expect(await isAuditor(ours, meals)).toBe(false)
    expect(await isAuditor(theirs, meals)).toBe(true)
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

  it('report the actual permissions of each area', async () => {
    const wide = wholeDistrict
    const areas = getTeachingAreaRights(
      new Map([
        ['class.read', { ...emptyScope, classesOf: 'me' }],
        ['student.read', { ...emptyScope, classesLedBy: 'me' }],
        ['student.edit', { ...emptyScope, orgIds: ['here'] }],
        ['term.edit', wide],
      ]),
    )
    const no = { visit: false, functions: [], onlyCurClassData: false }
    expect(areas).toMatchObject({
      class: { visit: true, functions: ['class.read'], onlyCurClassData: true },
      grade: { visit: true, functions: ['class.read'], onlyCurClassData: true },
      student: { visit: true, functions: ['student.read', 'student.edit'], onlyCurClassData: false },
      term: { visit: true, functions: ['term.edit'], onlyCurClassData: false },
      subject: no,
      courseTable: no,
      courseImport: no,
      profession: no,
      permission: no,
      inSubject: no,
    })
    expect(await as(schools.head, getTeachingRights)).toMatchObject({ permission: { functions: ['role.assign'] } })
  })
})
