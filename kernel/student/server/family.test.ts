import { beforeAll, describe, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import { Ret, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { getFlowsOf, getOpenTasksOf, listMonitors, listOwnFlows } from '#kernel/approval/server/api.ts'
import { ensureTerms, setClassHeads } from '#kernel/schooling/server/api.ts'
import { agreements, consentPurposes } from '../contract.ts'
import { unbindChild } from './service/family/guardian-bindings.ts'
import { requireChild, acceptAgreements, listOwnChildren } from './service/family/family-children.ts'
import { getConsentStates, listConsents, saveConsent, saveConsents } from './service/family/guardian-consents.ts'
import { requestBinding } from './service/family/bind-requests.ts'
import { countBindRequests, decideBindRequest, listBindRequests } from './service/family/approve-bind-requests.ts'
import { getClassCode } from './service/family/class-codes.ts'
import { getFamilyHome } from './service/family/family-home.ts'
import { listFamilyIdentities } from './service/family/family-identities.ts'
import { saveGuardians } from './service/students/save-guardians.ts'
import { getStudent } from './service/students/student-detail.ts'
import { changeEnrolments, type NewStudent } from './api.ts'
import { contributeApprovals, createClassTeacher, on, createManagedSchools, getNoon } from './students.fixture.ts'
import { aChildIdCard, aGuardian, aParent, aPupil } from './example.ts'

const database = useDatabase()
const { as } = database
const today = '2026-11-16'
let planted: Awaited<ReturnType<typeof createManagedSchools>>
let teacher: Actor
let classId: string

beforeAll(async () => {
  planted = await as(createActor(), createManagedSchools)
  contributeApprovals(database, { holders: () => [], administrators: () => [planted.head] })
  classId = planted.tree.grades.second.classIds[0]!
  teacher = await as(planted.chief, (ctx) => createClassTeacher(ctx, planted.tree.school, '周老师'))
  await as(planted.chief, async (ctx) => {
    await ensureTerms(on(ctx, today))
    await setClassHeads(ctx, [{ classId, userId: teacher.userId }], '2026-09-01')
  })
})

const asOf = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>, day = today) => as(actor, (ctx) => work(on(ctx, day)))
const enrol = async (more: Partial<NewStudent> = {}) => {
  const { id } = await asOf(planted.chief, (ctx) => aPupil(ctx, classOf(planted.tree.grades.second), more))
  return id
}
const guardianWith = (phone: string) => asOf(planted.chief, (ctx) => aGuardian(ctx, phone))
const boundGuardian = (phone: string) => asOf(planted.chief, (ctx) => aParent(ctx, phone))
const roster = (phone: string, more = {}) => [{ name: '李秀兰', relation: 2 as const, phone, ...more }]
const notFoundError = { ret: Ret.notFound }

describe('a bound child', () => {
  it('needs few queries, and caches those of the class', async () => {
    const phone = aPhone()
    const id = await enrol({ name: '温若兮', icCard: '0012345678', guardians: roster(phone, { isEmergency: true }) })
    const actor = await boundGuardian(phone)
    const queryCounts = await asOf(actor, async (ctx) => {
      let count = 0
      const db = ctx.db.withPlugin({
        transformQuery: ({ node }) => (count++, node),
        transformResult: async ({ result }) => result,
      })
      const seen = await getFamilyHome({ ...ctx, db }, id)
      expect(seen).toMatchObject({
        child: { name: '温若兮', className: '二(1)班', state: 'active' },
        today: { day: today, kind: '上课', termName: '2026学年第一学期' },
        classTeacher: { teacherType: 1, teacherName: '周老师', mobilePhone: '' },
        needSetLinkman: false,
        consentsOpen: 5,
        cardTail: '**5678',
      })
      const cold = count
      await getFamilyHome({ ...ctx, db }, id)
      return { cold, warm: count - cold }
    })
    console.log('home: questions', queryCounts)
    expect(queryCounts.warm).toBeGreaterThan(0)
    expect(queryCounts.warm).toBeLessThanOrEqual(3)
  })

  it('is not found by a restricted guardian, and is found again after the restriction ends', async () => {
    const phone = aPhone()
    const id = await enrol({ guardians: roster(phone) })
    const actor = await boundGuardian(phone)
    const set = (restricted: boolean) =>
      database.sql('update tenant.guardian_link set may_see = $2 where student_id = $1', [id, !restricted])
    await expect(asOf(actor, (ctx) => requireChild(ctx, id))).resolves.toMatchObject({ id })
    await set(true)
    await expect(asOf(actor, (ctx) => requireChild(ctx, id))).rejects.toMatchObject(notFoundError)
    await expect(asOf(actor, (ctx) => unbindChild(ctx, id))).rejects.toMatchObject(notFoundError)
    expect((await asOf(actor, listOwnChildren)).children).toEqual([])
    const [identity] = await asOf(actor, (ctx) =>
      listFamilyIdentities({ ...ctx, districtId: database.home }, actor.personId),
    )
    expect(identity!.orgId).toBe(planted.tree.bureau.id)
    await set(false)
    await expect(asOf(actor, (ctx) => requireChild(ctx, id))).resolves.toMatchObject({ id })
  })

  it('is not found by staff through family routes, not even by the class teacher', async () => {
    const id = await enrol()
    await expect(asOf(teacher, (ctx) => requireChild(ctx, id))).rejects.toMatchObject(notFoundError)
  })
})

describe('a phone number on the roster', () => {
  it('binds neither a restricted guardian nor one with the number on another link', async () => {
    const phone = aPhone()
    await enrol({ guardians: roster(phone, { restriction: 'no-information' }) })
    await enrol({ guardians: [...roster(phone), ...roster(phone, { restriction: 'no-information' })] })
    const visible = await enrol({ name: '可见', guardians: roster(phone, { restriction: 'no-pickup' }) })
    const actor = await boundGuardian(phone)
    expect((await asOf(actor, listOwnChildren)).children.map(({ id }) => id)).toEqual([visible])
  })
})

describe('a bind request', () => {
  const form = (name: string, studentNo: string) => ({
    childName: name,
    studentNo,
    name: '陈国栋',
    relation: 1 as const,
  })
  const childWith = async (name: string, guardians: NewStudent['guardians'] = roster(aPhone())) => {
    const idCard = aChildIdCard()
    const studentNo = `G${idCard}`
    return { id: await enrol({ name, idCard, studentNo, guardians }), studentNo }
  }
  const linesWith = (studentId: string, status: string) =>
    database.sql<{ id: string }>('select id from tenant.guardian_link where student_id = $1 and status = $2', [
      studentId,
      status,
    ])

  it('sent twice at once gets the same answer as for an unknown child, and is stored once', async () => {
    const { id, studentNo } = await childWith('文一')
    const actor = await guardianWith(aPhone())
    const asks = [1, 2, 3, 4].map(() =>
      requestBinding(database.requestCtx(actor, getNoon(today)), form('文一', studentNo)),
    )
    expect(await Promise.all(asks)).toEqual([null, null, null, null])
    expect(await linesWith(id, 'pending')).toHaveLength(1)
  })

  it('is counted for the staff who may decide it until it is decided', async () => {
    const { id, studentNo } = await childWith('文三')
    await requestBinding(database.requestCtx(await guardianWith(aPhone()), getNoon(today)), form('文三', studentNo))
    const waiting = async (actor: Actor) => (await asOf(actor, countBindRequests)).count
    const mine = await waiting(teacher)
    expect(mine).toBe((await asOf(teacher, listBindRequests)).length)
    const [link] = await linesWith(id, 'pending')
    await asOf(teacher, (ctx) => decideBindRequest(ctx, { id: link!.id, agrees: false }))
    expect(await waiting(teacher)).toBe(mine - 1)
    expect(await waiting(planted.neighbour)).toBe(0)
  })

  it('waits for the class teacher; others in charge take over, and the requester does not see the flow', async () => {
    const { id, studentNo } = await childWith('文四')
    const actor = await guardianWith(aPhone())
    await requestBinding(database.requestCtx(actor, getNoon(today)), form('文四', studentNo))
    const [link] = await linesWith(id, 'pending')
    const waitsFor = async (who: Actor) =>
      (await asOf(who, (ctx) => getOpenTasksOf(ctx, 'guardian-binding'))).has(link!.id)
    expect([await waitsFor(teacher), await waitsFor(planted.head)]).toEqual([true, false])
    const flowId = (await asOf(teacher, (ctx) => getFlowsOf(ctx, 'guardian-binding', [link!.id]))).get(link!.id)!.id
    // A staff member who is also a parent would see it there.
    const page = { keyword: '', pageNumber: 1, pageSize: 20 }
    expect((await asOf(actor, (ctx) => listOwnFlows(ctx, page))).items).toEqual([])
    await asOf(planted.head, (ctx) => decideBindRequest(ctx, { id: link!.id, agrees: true }))
    expect((await asOf(actor, listOwnChildren)).children.map((child) => child.id)).toEqual([id])
    const lines = await asOf(teacher, (ctx) => listMonitors(ctx, flowId))
    expect(lines.map(({ user, state }) => `${user} ${state}`)).toEqual([
      expect.stringMatching(/ 发起$/),
      '管理员 管理员改派至管理员',
      '管理员 同意',
    ])
  })

  it('of a guardian who was restricted since then cannot be approved, whichever link has the restriction', async () => {
    const { id, studentNo } = await childWith('文二')
    const phone = aPhone()
    const actor = await guardianWith(phone)
    await requestBinding(database.requestCtx(actor, getNoon(today)), form('文二', studentNo))
    const [waiting] = await linesWith(id, 'pending')
    const decide = () => asOf(teacher, (ctx) => decideBindRequest(ctx, { id: waiting!.id, agrees: true }))
    const listed = { id: null, version: 0, name: '陈国栋', relation: 1 as const, phone, isPrimary: false }
    const [mother] = await asOf(teacher, async (ctx) => (await getStudent(ctx, { id, on: undefined })).guardians)
    await asOf(teacher, (ctx) =>
      saveGuardians(ctx, {
        studentId: id,
        guardians: [
          { ...mother!, phone: undefined, restriction: 'none' },
          { ...listed, isEmergency: false, restriction: 'no-information' },
        ] as never,
      }),
    )
    await expect(decide()).rejects.toThrow('有监护限制')
    expect((await asOf(actor, listOwnChildren)).children).toEqual([])
  })
})

describe('consent', () => {
  it('counts for the shown version, and the latest one per purpose', async () => {
    const [one, two] = [await enrol(), await enrol()]
    const say = (agrees: boolean) =>
      asOf(teacher, (ctx) => saveConsents(ctx, { studentIds: [one, two], purpose: 'face', agrees, channel: 'paper' }))
    const now = () => asOf(teacher, (ctx) => getConsentStates(ctx, [one, two], 'face'))
    expect([...(await now()).values()]).toEqual(['none', 'none'])
    expect(await say(true)).toBe(2)
    expect(await say(true)).toBe(0)
    expect([...(await now()).values()]).toEqual(['agreed', 'agreed'])
    await database.sql('update tenant.consent set version = $2 where student_id = $1', [
      one,
      consentPurposes.face.version - 1,
    ])
    expect([...(await now()).values()]).toEqual(['outdated', 'agreed'])
    expect(await say(false)).toBe(2)
    expect([...(await now()).values()]).toEqual(['withdrawn', 'withdrawn'])
    await expect(asOf(teacher, (ctx) => listConsents(ctx, one))).rejects.toMatchObject(notFoundError)
  })

  it('can be given by a guardian, but not by a mere contact', async () => {
    const phone = aPhone()
    const id = await enrol({ guardians: roster(phone, { relation: 9 }) })
    const [{ personId }] = (await database.sql<{ personId: string }>(
      'select person_id as "personId" from tenant.student where id = $1',
      [id],
    )) as [{ personId: string }]
    const actor = await boundGuardian(phone)
    const say = (agrees: boolean) =>
      asOf(actor, (ctx) => saveConsent(ctx, { studentId: id, purpose: 'face', version: 1, agrees }))
    await expect(say(true)).rejects.toThrow('仅监护人可以授权')
    await asOf(actor, (ctx) => acceptAgreements(ctx, ['children']))
    const [pupil] = await asOf(teacher, (ctx) => listFamilyIdentities({ ...ctx, districtId: database.home }, personId))
    expect(pupil!.waitsForGuardian).toBe(true)
    expect(await say(false)).toBeNull()
  })

  it('is stored in an append-only table', async () => {
    await expect(
      as(teacher, (ctx) => ctx.db.updateTable('consent').set({ state: 'agreed' }).execute()),
    ).rejects.toThrow('permission denied')
  })
})

describe('an agreement', () => {
  it('must be accepted again in a new version', async () => {
    const actor = await guardianWith(aPhone())
    const open = async () => (await asOf(actor, listOwnChildren)).agreements.map(({ kind }) => kind)
    expect(await open()).toEqual(['user', 'privacy', 'children'])
    await asOf(actor, (ctx) => acceptAgreements(ctx, ['user', 'privacy', 'children']))
    expect(await open()).toEqual([])
    await database.sql(`update tenant.agreement set version = $2 where person_id = $1 and kind = 'privacy'`, [
      actor.personId,
      agreements.privacy.version - 1,
    ])
    expect(await open()).toEqual(['privacy'])
  })
})

describe('the class code', () => {
  it('stays the same until it is renewed, and is readable for the current class staff', async () => {
    await enrol()
    const read = (renew = false, day = today) => asOf(teacher, (ctx) => getClassCode(ctx, { classId, renew }), day)
    const { code } = await read()
    expect((await read()).code).toBe(code)
    expect((await read(true)).code).not.toBe(code)
    const [, other] = planted.tree.grades.second.classIds as [string, string]
    const first = () => asOf(planted.head, (ctx) => getClassCode(ctx, { classId: other, renew: false }))
    // Opens the connections first, so that the requests really run concurrently.
    await Promise.all(Array.from({ length: 12 }, () => read()))
    const codes = await Promise.all(Array.from({ length: 12 }, first))
    expect(new Set(codes.map((one) => one.code)).size).toBe(1)
    await expect(asOf(planted.neighbour, (ctx) => getClassCode(ctx, { classId, renew: false }))).rejects.toMatchObject(
      notFoundError,
    )
  })
})

it('a pupil can sign in while enrolled and thirty days longer; a child needs a guardian’s consent', async () => {
  const phone = aPhone()
  const idCard = aChildIdCard()
  const id = await enrol({ idCard, studentNo: `G${idCard}`, guardians: roster(phone) })
  const [{ personId }] = (await database.sql<{ personId: string }>(
    'select person_id as "personId" from tenant.student where id = $1',
    [id],
  )) as [{ personId: string }]
  const identities = (day: string) =>
    asOf(teacher, (ctx) => listFamilyIdentities({ ...ctx, districtId: database.home }, personId), day)
  expect(await identities(today)).toMatchObject([{ id, kind: 'pupil', waitsForGuardian: true, pending: [] }])
  const actor = await boundGuardian(phone)
  await asOf(actor, (ctx) => acceptAgreements(ctx, ['children']))
  expect(await identities(today)).toMatchObject([{ id, waitsForGuardian: false }])
  // An adult pupil accepts the agreements herself.
  expect(await identities('2034-01-01')).toMatchObject([{ waitsForGuardian: false, pending: ['agreement'] }])
  const out = {
    studentId: id,
    type: 'transfer-out' as const,
    on: '2026-11-20',
    to: null,
    status: 'transferred' as const,
  }
  await asOf(planted.chief, (ctx) => changeEnrolments(ctx, [out]), '2026-11-20')
  expect(await identities('2026-12-19')).toHaveLength(1)
  expect(await identities('2026-12-20')).toHaveLength(0)
})
