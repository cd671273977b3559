import { randomInt } from 'node:crypto'
import {
  idCardCheckDigit,
  newId,
  emptyScope,
  type Actor,
  type Ctx,
  type DistrictId,
  type Scope,
  type App,
} from '#packages/core'
import { openEphemeralStore } from '#packages/cache'
import type { Cells } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { openGrade } from '#kernel/schooling/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import type { NewStudentForm, StudentFilter } from '../contract.ts'
import type { NewStudent } from './service/students/create-students.ts'

interface TestDatabase {
  app: App
  cells: Cells
  home: DistrictId
  redis: { redisUrl: string; ephemeralStorePrefix: string }
}

/** Noon of a day in China. Tests use fixed days. */
export const getNoon = (day: string) => new Date(`${day}T12:00:00+08:00`)
export const on = (ctx: Ctx, day: string): Ctx => ({ ...ctx, now: getNoon(day) })

export interface TestOrg {
  id: string
  path: string
}

/** A bureau and two primary schools, each with two grades (一年级 and 二年级 in autumn 2026) of three classes. */
export async function createTestSchools(ctx: Ctx) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
  const other = await createOrganisation(ctx, { parent: bureau, name: '文澜小学', type: 'school' })
  const gradesOf = async (org: TestOrg) => {
    const open = (startYear: number) => openGrade(ctx, { orgId: org.id, stage: 2, startYear, classes: 3 })
    return { first: await open(2026), second: await open(2025) }
  }
  return { bureau, school, other, grades: await gradesOf(school), otherGrades: await gradesOf(other) }
}
export type TestSchools = Awaited<ReturnType<typeof createTestSchools>>

const rights = ['student.read', 'student.edit', 'student.event', 'student.contact', 'student.reveal', 'student.account']
export const getTreeScope = ({ path }: TestOrg): Scope => ({ ...emptyScope, orgPaths: [path] })
export const wholeDistrict: Scope = { ...emptyScope, district: true }

/** A staff member with a membership and these permissions. */
export async function createActorAt(
  ctx: Ctx,
  org: TestOrg,
  name: string,
  permissions: Record<string, Scope>,
): Promise<Actor> {
  const personId = await createPerson(ctx, { name })
  const userId = await addMembership(
    on(ctx, '2026-01-01'),
    { personId, orgId: org.id, userType: 'teacher' },
    { counts: false },
  )
  return {
    kind: 'staff',
    districtId: ctx.actor.districtId,
    accountId: newId(),
    personId,
    userId,
    orgId: org.id,
    sessionId: newId(),
    permissions: new Map(Object.entries(permissions)),
  }
}

/** An administrator of a school or of the district. */
export const createManager = (ctx: Ctx, node: TestOrg, scope: Scope = getTreeScope(node)) =>
  createActorAt(ctx, node, '管理员', Object.fromEntries(rights.map((right) => [right, scope])))

/** A class teacher, whose scope is the classes of the requested day. */
export async function createClassTeacher(ctx: Ctx, org: TestOrg, name: string): Promise<Actor> {
  const actor = await createActorAt(ctx, org, name, {})
  const led: Scope = { ...emptyScope, classesLedBy: actor.userId }
  const ledPermissions = ['student.contact', 'student.reveal', 'student.account', 'face.manage'].map(
    (right) => [right, led] as const,
  )
  return {
    ...actor,
    permissions: new Map([['student.read', { ...emptyScope, classesOf: actor.userId }], ...ledPermissions]),
  }
}

export async function createManagedSchools(ctx: Ctx) {
  const tree = await createTestSchools(ctx)
  return {
    tree,
    chief: await createManager(ctx, tree.bureau, wholeDistrict),
    head: await createManager(ctx, tree.school),
    neighbour: await createManager(ctx, tree.other),
  }
}

let idCards = 0
/** Counted, because random numbers would sometimes collide. */
export const createIdCardNo = (sex: '男' | '女' = '女') => {
  const count = idCards++
  const order = String((count % 500) * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0')
  const born = Math.floor(count / 500)
  const day = `${2015 + (born % 5)}0${1 + (Math.floor(born / 5) % 9)}${10 + (Math.floor(born / 45) % 19)}`
  const first = `330106${day}${order}`
  return first + idCardCheckDigit(first)
}
let phones = randomInt(10_000_000)
export const createPhoneNo = () => `138${String(phones++).padStart(8, '0')}`

const mother = () => ({
  name: '李秀兰',
  relation: 2 as const,
  phone: createPhoneNo(),
  isPrimary: true,
  isEmergency: true,
})

/** A pupil for `createStudents`. */
export const createPupilRow = (
  org: TestOrg,
  gradeId: string,
  classId: string | null,
  more: Partial<NewStudent> = {},
): NewStudent => ({
  name: '沈明远',
  sex: '男',
  orgId: org.id,
  gradeId,
  classId,
  seatNo: null,
  on: '2026-09-01',
  guardians: [mother()],
  ...more,
})

export const createStudentForm = (
  gradeId: string,
  classId: string | null,
  more: Partial<NewStudentForm> = {},
): NewStudentForm => ({
  name: '沈明远',
  sex: '男',
  idKind: 'id-card',
  schoolNo: '',
  birthday: '2019-05-06',
  nation: '01',
  household: '',
  isBoarding: false,
  isSpecial: false,
  orgId: null,
  gradeId,
  classId,
  seatNo: null,
  type: 'enrol',
  on: '2026-09-01',
  reason: '',
  guardians: [{ ...mother(), restriction: 'none' }],
  ...more,
})

export const currentStudents: StudentFilter = {
  orgId: null,
  gradeId: null,
  classId: null,
  keyword: '',
  status: 'current',
}
export const firstPage = { pageNumber: 1, pageSize: 200, sort: 'seat', desc: false } as const

/** The context of a handler that opens its own transactions. */
export function createOwnCtx(database: TestDatabase, actor: Actor, day: string): RequestCtx {
  const { redisUrl, ephemeralStorePrefix } = database.redis
  const client = {
    address: '10.1.2.3',
    agent: 'test',
    host: 'localhost',
    origin: '',
    siteOwner: 'installation',
    captcha: undefined,
  }
  return {
    app: database.app,
    actor,
    cells: database.cells,
    now: getNoon(day),
    requestId: newId(),
    log: console as never,
    ephemeralStore: (stores[ephemeralStorePrefix] ??= openEphemeralStore(redisUrl, { prefix: ephemeralStorePrefix })),
    client: { ...client, browserHash: () => Buffer.alloc(32) },
  }
}
const stores: Record<string, ReturnType<typeof openEphemeralStore>> = {}
export const closeStores = () => Promise.all(Object.values(stores).map((store) => store.close()))
