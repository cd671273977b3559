import { randomInt } from 'node:crypto'
import { idCardCheckDigit, newId, nothing, type Actor, type Ctx, type DistrictId, type Scope } from '#packages/core'
import { openShelf } from '#packages/cache'
import type { Cells } from '#packages/db'
import type { OwnCtx } from '#packages/http'
import { createPerson } from '#kernel/identity/server'
import { createOrganisation } from '#kernel/org/server'
import { openGrade } from '#kernel/schooling/server'
import { addMembership } from '#kernel/staff/server'
import type { NewStudentForm, StudentFilter } from '../contract.ts'
import type { NewStudent } from './service/students/creating.ts'

/** What a test has, as far as it is needed here. */
interface TestDatabase {
  cells: Cells
  home: DistrictId
  redis: { redisUrl: string; shelfPrefix: string }
}

/** Noon of a day in China: tests live on days of their own choosing. */
export const noonOf = (day: string) => new Date(`${day}T12:00:00+08:00`)
export const on = (ctx: Ctx, day: string): Ctx => ({ ...ctx, now: noonOf(day) })

export interface Node {
  id: string
  path: string
}

/** A bureau and two primary schools, each with two grades (一年级 and 二年级 in autumn 2026) of three classes. */
export async function plant(ctx: Ctx) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
  const other = await createOrganisation(ctx, { parent: bureau, name: '文澜小学', type: 'school' })
  const gradesOf = async (org: Node) => {
    const open = (startYear: number) => openGrade(ctx, { orgId: org.id, stage: 2, startYear, classes: 3 })
    return { first: await open(2026), second: await open(2025) }
  }
  return { bureau, school, other, grades: await gradesOf(school), otherGrades: await gradesOf(other) }
}
export type Tree = Awaited<ReturnType<typeof plant>>

const rights = ['student.read', 'student.edit', 'student.event', 'student.contact', 'student.reveal', 'student.account']
export const treeOf = ({ path }: Node): Scope => ({ ...nothing, orgPaths: [path] })
export const wholeDistrict: Scope = { ...nothing, district: true }

/** Somebody who exists, works somewhere and may do these things. */
export async function actorAt(ctx: Ctx, org: Node, name: string, permissions: Record<string, Scope>): Promise<Actor> {
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

/** Whoever runs a school, or the district. */
export const manager = (ctx: Ctx, node: Node, scope: Scope = treeOf(node)) =>
  actorAt(ctx, node, '管理员', Object.fromEntries(rights.map((right) => [right, scope])))

/** A class teacher: what is hers goes by the classes that she has on the day asked about. */
export async function classTeacher(ctx: Ctx, org: Node, name: string): Promise<Actor> {
  const actor = await actorAt(ctx, org, name, {})
  const led: Scope = { ...nothing, classesLedBy: actor.userId }
  const held = ['student.contact', 'student.reveal', 'student.account', 'face.manage'].map(
    (right) => [right, led] as const,
  )
  return { ...actor, permissions: new Map([['student.read', { ...nothing, classesOf: actor.userId }], ...held]) }
}

export async function plantManaged(ctx: Ctx) {
  const tree = await plant(ctx)
  return {
    tree,
    chief: await manager(ctx, tree.bureau, wholeDistrict),
    head: await manager(ctx, tree.school),
    neighbour: await manager(ctx, tree.other),
  }
}

let idCards = 0
/** Counted, not drawn: among a few hundred random ones two would be the same now and then. */
export const anIdCard = (sex: '男' | '女' = '女') => {
  const count = idCards++
  const order = String((count % 500) * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0')
  const born = Math.floor(count / 500)
  const day = `${2015 + (born % 5)}0${1 + (Math.floor(born / 5) % 9)}${10 + (Math.floor(born / 45) % 19)}`
  const first = `330106${day}${order}`
  return first + idCardCheckDigit(first)
}
let phones = randomInt(10_000_000)
export const aPhone = () => `138${String(phones++).padStart(8, '0')}`

const mother = () => ({ name: '李秀兰', relation: 2 as const, phone: aPhone(), isPrimary: true, isEmergency: true })

/** A pupil for `createStudents`, in a class of a school since a day. */
export const aPupil = (
  org: Node,
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

/** The form of a new pupil. */
export const newForm = (
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

export const everybody: StudentFilter = { orgId: null, gradeId: null, classId: null, keyword: '', status: 'current' }
export const firstPage = { pageNumber: 1, pageSize: 200, sort: 'seat', desc: false } as const

/** What a handler is given that opens its own transactions. */
export function own(database: TestDatabase, actor: Actor, day: string): OwnCtx {
  const { redisUrl, shelfPrefix } = database.redis
  const client = {
    address: '10.1.2.3',
    agent: 'test',
    host: 'localhost',
    origin: '',
    siteOwner: 'installation',
    captcha: undefined,
  }
  return {
    actor,
    cells: database.cells,
    now: noonOf(day),
    requestId: newId(),
    log: console as never,
    shelf: (shelves[shelfPrefix] ??= openShelf(redisUrl, { prefix: shelfPrefix })),
    client: { ...client, browserHash: () => Buffer.alloc(32) },
  }
}
const shelves: Record<string, ReturnType<typeof openShelf>> = {}
export const closeShelves = () => Promise.all(Object.values(shelves).map((shelf) => shelf.close()))
