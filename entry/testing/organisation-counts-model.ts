import { dayOf } from '#packages/core'
import type { TestDatabase } from '#packages/testing'

interface Node {
  id: string
  parentId: string | null
  type: string
  name: string
  path: string
  version: number
  childCount: number
  descendantCount: number
  userCount: number
  ownUserCount: number
}
interface MembershipRow {
  id: string
  personId: string
  orgId: string
  departmentId: string | null
  /** Other memberships begin later: they count nowhere yet, but must have a valid organisation. */
  isToday: boolean
}
interface DistrictState {
  nodes: Node[]
  memberships: MembershipRow[]
}

/** The current state of a district, read without row-level security. */
export async function readDistrictState({ sql }: TestDatabase, district: number): Promise<DistrictState> {
  const nodes = await sql<Node>(
    `select id, parent_id as "parentId", type, name, path::text as path, version, child_count as "childCount",
       descendant_count as "descendantCount", user_count as "userCount", own_user_count as "ownUserCount"
     from tenant.organisation where district_id = $1 and deleted_at is null`,
    [district],
  )
  const memberships = await sql<MembershipRow>(
    `select id, person_id as "personId", org_id as "orgId", department_id as "departmentId", valid @> $2::date as "isToday"
     from tenant.membership where district_id = $1 and coalesce(upper(valid) > $2::date, true)`,
    [district, dayOf(new Date())],
  )
  return { nodes, memberships }
}

/** Recounts everything slowly and returns the differences from the stored counts. */
export function findWrongCounts({ nodes, memberships }: DistrictState): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const listAncestors = (id: string): string[] => {
    const node = byId.get(id)
    return node ? [...(node.parentId ? listAncestors(node.parentId) : []), id] : ['?']
  }
  const below = new Map<string, number>()
  const children = new Map<string, number>()
  const people = new Map<string, Set<string>>()
  const own = new Map<string, Set<string>>()
  const put = (sets: Map<string, Set<string>>, id: string, person: string) =>
    sets.set(id, (sets.get(id) ?? new Set()).add(person))
  for (const { id, parentId } of nodes) {
    if (parentId) children.set(parentId, (children.get(parentId) ?? 0) + 1)
    for (const above of listAncestors(id).slice(0, -1)) below.set(above, (below.get(above) ?? 0) + 1)
  }
  const lost: string[] = []
  for (const { id, personId, orgId, departmentId, isToday } of memberships) {
    const way = listAncestors(departmentId ?? orgId)
    if (!way.includes(orgId) || way.includes('?')) lost.push(`place ${id} is in no organisation that is there`)
    if (!isToday) continue
    put(own, departmentId ?? orgId, personId)
    for (const above of way) put(people, above, personId)
  }
  const wrong = nodes.flatMap((node) => {
    const is = [node.path, node.childCount, node.descendantCount, node.userCount, node.ownUserCount].join(' ')
    const path = listAncestors(node.id).join('.').replaceAll('-', '')
    const numbers = [children.get(node.id), below.get(node.id), people.get(node.id)?.size, own.get(node.id)?.size]
    const shouldBe = [path, ...numbers.map((number) => number ?? 0)].join(' ')
    return is === shouldBe ? [] : [`${node.name}: ${is} instead of ${shouldBe}`]
  })
  return [...wrong, ...lost]
}

/** Pseudo-random numbers from a seed (mulberry32). */
export function createSeededRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    of: <T>(all: readonly T[]) => all[Math.floor(next() * all.length)],
  }
}
export type SeededRandom = ReturnType<typeof createSeededRandom>

export interface ModelRequest {
  kind: string
  path: string
  body: object
}

const isSchool = ({ type }: Node) => ['school', 'kindergarten', 'other-school'].includes(type)
const isDepartment = ({ type }: Node) => type === 'department'
let made = 0

/** A next request, valid or not; undefined when there is no target for it. */
type RequestBuilder = (district: DistrictState, chance: SeededRandom) => Omit<ModelRequest, 'kind'> | undefined

const newNode = (parent: Node | undefined, fOrgType: number, title: string) =>
  parent && { path: 'orgs/add', body: { fParentID: parent.id, fName: title, fOrgType } }

export const modelRequests: Record<string, { weight: number; build: RequestBuilder }> = {
  'new department': {
    weight: 12,
    // Few names, so that departments of merged schools often have the same.
    build: ({ nodes }, chance) =>
      newNode(
        chance.of(nodes.filter((node) => isSchool(node) || isDepartment(node))),
        7,
        chance.of(['教务处', '总务处', '语文组', '数学组', '图书馆'])!,
      ),
  },
  'new school': {
    weight: 4,
    build: ({ nodes }, chance) =>
      newNode(chance.of(nodes.filter(({ type }) => type === 'cluster' || type === 'bureau')), 1, `第${++made}小学`),
  },
  'new cluster': {
    weight: 1,
    build: ({ nodes }, chance) =>
      newNode(chance.of(nodes.filter(({ type }) => type === 'bureau')), 6, `第${++made}学区`),
  },
  move: {
    weight: 22,
    build: ({ nodes }, chance) => {
      const node = chance.of(nodes)!
      // Half of the moves are valid: a department within its school, anything else below a cluster or the bureau.
      const unit = getUnitId(nodes, node)
      const near = nodes.filter((one) => (isDepartment(node) ? getUnitId(nodes, one) === unit : !isDepartment(one)))
      const parent = chance.of(chance.below(2) ? near : nodes)!
      return { path: 'orgs/move', body: { id: node.id, parentId: parent.id, version: node.version } }
    },
  },
  sort: {
    weight: 5,
    build: ({ nodes }, chance) => ({
      path: 'orgs/setSort',
      body: { orgId: chance.of(nodes)!.id, type: 1 + chance.below(4), cnt: 1 + chance.below(3) },
    }),
  },
  delete: {
    weight: 10,
    build: ({ nodes }, chance) => {
      const empty = nodes.filter(({ childCount, userCount }) => childCount === 0 && userCount === 0)
      const node = chance.of(chance.below(3) && empty.length > 0 ? empty : nodes)!
      return { path: 'orgs/delete', body: { fOrgID: node.id } }
    },
  },
  merge: {
    weight: 3,
    build: ({ nodes }, chance) => {
      const schools = nodes.filter(isSchool)
      return { path: 'orgs/merge', body: { fromId: chance.of(schools)!.id, toId: chance.of(schools)!.id } }
    },
  },
  split: {
    weight: 3,
    build: ({ nodes }, chance) => {
      const department = chance.of(nodes.filter((node) => isDepartment(node) && node.parentId !== null))
      if (!department) return undefined
      const body = { id: department.parentId, name: `第${++made}小学`, type: 'school', departmentIds: [department.id] }
      return { path: 'orgs/split', body }
    },
  },
  hire: {
    weight: 16,
    build: ({ nodes }, chance) => {
      const node = chance.of(nodes.filter(({ type }) => type !== 'cluster'))!
      return {
        path: 'users/add',
        body: { ...blank, name: `教师${++made}`, ...membershipAt(nodes, node), startsOn: someDay(chance) },
      }
    },
  },
  'further place': {
    weight: 10,
    build: ({ nodes, memberships }, chance) => {
      const membership = chance.of(memberships)
      const at = membershipAt(nodes, chance.of(nodes.filter(({ type }) => type !== 'cluster'))!)
      const rest = { userType: 'teacher', post: '', startsOn: someDay(chance), endsOn: null, isMain: false }
      return membership && { path: 'users/saveMembership', body: { id: null, userId: membership.id, ...at, ...rest } }
    },
  },
  'other department': {
    weight: 10,
    build: ({ nodes, memberships }, chance) => {
      const membership = chance.of(memberships)
      const departments = nodes.filter((node) => isDepartment(node) && getUnitId(nodes, node) === membership?.orgId)
      const departmentId = chance.of(departments)?.id ?? null
      return membership && { path: 'users/setDepartment', body: { targets: { ids: [membership.id] }, departmentId } }
    },
  },
  leave: {
    weight: 6,
    build: ({ memberships }, chance) => {
      const membership = chance.of(memberships)
      return (
        membership && { path: 'users/delete', body: { targets: { ids: [membership.id] }, on: today(), reason: '调离' } }
      )
    },
  },
}

const today = () => dayOf(new Date())
/** A month ago, today or in a month. */
const someDay = (chance: SeededRandom) => dayOf(new Date(Date.now() + (chance.below(3) - 1) * 30 * 24 * 3600_000))
const blank = {
  sex: '',
  birthday: '',
  nation: '',
  userType: 'teacher',
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
  joinExisting: false,
}

/** The organisation of a department, or the node itself. */
function getUnitId(nodes: readonly Node[], node: Node): string {
  const parent = isDepartment(node) ? nodes.find(({ id }) => id === node.parentId) : undefined
  return parent ? getUnitId(nodes, parent) : node.id
}
const membershipAt = (nodes: readonly Node[], node: Node) => ({
  orgId: getUnitId(nodes, node),
  departmentId: isDepartment(node) ? node.id : null,
})

/** The next request, chosen by weight. */
export function pickNextRequest(district: DistrictState, chance: SeededRandom): ModelRequest {
  const all = Object.entries(modelRequests).flatMap(([kind, { weight }]) => Array.from({ length: weight }, () => kind))
  for (;;) {
    const kind = chance.of(all)!
    const request = modelRequests[kind]!.build(district, chance)
    if (request) return { kind, ...request }
  }
}
