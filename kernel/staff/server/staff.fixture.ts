import { randomInt } from 'node:crypto'
import {
  dayOf,
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
import { acceptInvitation, createPerson, invitePerson } from '#kernel/identity/server/api.ts'
import { createOrganisation, openDistrict, registerDistrict } from '#kernel/org/server/api.ts'
import type { NewUserForm, UserForm } from '../contract.ts'
import { builtInConstants } from '#kernel/dictionary/server/built-in-constants.ts'
import { addMembership } from './api.ts'
import { workerTypeConstants } from './constants.ts'

/** The constants that forms of staff refer to. */
export const staffConstants = [...builtInConstants, workerTypeConstants]

/** The part of a test database that the fixture needs. */
interface TestDatabase {
  app: App
  cells: Cells
  home: DistrictId
  redis: { redisUrl: string; ephemeralStorePrefix: string }
  as<T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

export interface Node {
  id: string
  path: string
}

/** A bureau with an office; two schools with two departments each. */
export async function createTree(ctx: Ctx) {
  const make = (parent: Node | null, name: string, type: 'bureau' | 'school' | 'department') =>
    createOrganisation(ctx, { parent, name, type })
  const bureau = await make(null, '云禾区教育局', 'bureau')
  const office = await make(bureau, '人事科', 'department')
  const school = await make(bureau, '实验小学', 'school')
  const academic = await make(school, '教务处', 'department')
  const group = await make(academic, '语文组', 'department')
  const other = await make(bureau, '文澜中学', 'school')
  const general = await make(other, '总务处', 'department')
  return { bureau, office, school, academic, group, other, general }
}
export type Tree = Awaited<ReturnType<typeof createTree>>

const rights = ['user.read', 'user.edit', 'user.reset', 'user.reveal']
export const treeOf = ({ path }: Node): Scope => ({ ...emptyScope, orgPaths: [path] })

/** An actor with all staff permissions below a node. The person exists, because logs need a name. */
export async function manager(ctx: Ctx, node: Node | 'district', without: readonly string[] = []): Promise<Actor> {
  const scope = node === 'district' ? { ...emptyScope, district: true } : treeOf(node)
  const granted = [...rights, ...(node === 'district' ? ['user.merge'] : [])].filter(
    (right) => !without.includes(right),
  )
  const personId = await createPerson(ctx, { name: '管理员' })
  const ids = { accountId: newId(), personId, userId: newId(), orgId: newId(), sessionId: newId() }
  const permissions = new Map(granted.map((right) => [right, scope]))
  return { kind: 'staff', districtId: ctx.actor.districtId, ...ids, permissions }
}

/** The tree and the managers of the district and of both schools. */
export async function createManagedTree(ctx: Ctx) {
  const tree = await createTree(ctx)
  const chief = await manager(ctx, 'district')
  const head = await manager(ctx, tree.school)
  const neighbour = await manager(ctx, tree.other)
  return { tree, chief, head, neighbour }
}

export async function createStaffMember(
  ctx: Ctx,
  facts: { name: string; phone?: string; idCard?: string },
  at: MembershipPlacement,
) {
  const personId = await createPerson(ctx, facts)
  return { personId, id: await addMembershipAt(ctx, personId, at) }
}
type MembershipPlacement = { org: Node; department?: Node }
export const addMembershipAt = (ctx: Ctx, personId: string, { org, department }: MembershipPlacement, isMain = true) =>
  addMembership(ctx, { personId, orgId: org.id, departmentId: department?.id ?? null, userType: 'teacher', isMain })

let idCards = 0
/** Sequential, because random numbers would collide now and then. */
export const anIdCard = (sex: '男' | '女' = '女') => {
  const count = idCards++
  const order = String((count % 500) * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0')
  const born = Math.floor(count / 500)
  const day = `${1950 + (born % 50)}0${1 + (Math.floor(born / 50) % 9)}${10 + (Math.floor(born / 450) % 19)}`
  const first = `330106${day}${order}`
  return first + idCardCheckDigit(first)
}
/** The day that many days from now. */
export const inDays = (days: number) => dayOf(new Date(Date.now() + days * 24 * 3600_000))

let phones = randomInt(10_000_000)
export const aPhone = () => `139${String(phones++).padStart(8, '0')}`

export const newForm = (org: Node, name: string, more: Partial<NewUserForm> = {}): NewUserForm => ({
  orgId: org.id,
  departmentId: null,
  startsOn: '2026-09-01',
  joinExisting: false,
  ...blank,
  name,
  ...more,
})
export const blank = {
  sex: '' as const,
  birthday: '',
  nation: '',
  userType: 'teacher' as const,
  workerType: null,
  post: '',
  number: '',
  subject: '',
  officePhone: '',
  email: '',
  qq: '',
  teacherLevel: '',
  diploma: '',
  graduateSchool: '',
  specialty: '',
  workedFrom: '',
  resume: '',
  remark: '',
  noSecondStep: false,
}
export const editForm = (id: string, name: string, version: number, more: Partial<UserForm> = {}): UserForm => ({
  id,
  departmentId: null,
  ...blank,
  name,
  version,
  ...more,
})

/** The context of a handler with its own transactions. */
export function createOwnCtx(database: TestDatabase, actor: Actor): RequestCtx {
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
    now: new Date(),
    requestId: newId(),
    log: console as never,
    ephemeralStore: (stores[ephemeralStorePrefix] ??= openEphemeralStore(redisUrl, { prefix: ephemeralStorePrefix })),
    client: { ...client, browserHash: () => Buffer.alloc(32) },
  }
}
const stores: Record<string, ReturnType<typeof openEphemeralStore>> = {}
export const closeStores = () => Promise.all(Object.values(stores).map((shelf) => shelf.close()))

/** Accounts are in the directory database, which needs the district. */
export async function registerHomeDistrict({ cells, home }: TestDatabase) {
  await registerDistrict(cells, { cell: 1, name: '本区', host: null, orgId: newId() }, new Date())
  await openDistrict(cells, home)
}

/** A further district in the directory database. */
export async function anotherDistrict({ cells }: TestDatabase): Promise<DistrictId> {
  const { district } = await registerDistrict(cells, { cell: 1, name: '邻区', host: null, orgId: newId() }, new Date())
  await openDistrict(cells, district)
  return district
}

/** Creates an account, as if the invitation had been accepted. */
export async function openAccount(database: TestDatabase, actor: Actor, personId: string, userName: string) {
  const token = await database.as(actor, (ctx) => invitePerson(ctx, personId))
  const password = 'Lake-Bridge-2026'
  await acceptInvitation(
    { app: database.app, cells: database.cells, now: new Date(), requestId: newId() },
    { token, userName, password },
  )
  return password
}
