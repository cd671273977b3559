import { dayOf, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { RowIssue, SheetRow, Verdict } from '#packages/sheet'
import { orgsWithin } from '../administrator-queries.ts'
import { rolesOfOrgs, type RoleRow } from '../role-queries.ts'
import { reachedOrg } from '../service/holding.ts'
import { obstaclesTo, type Giving } from './obstacles.ts'
import { holdingsOf, placesNamed, type Holding, type NamedPlace } from './sheet-queries.ts'

/** A row that comes to something: who is to have which role, and what she has of it. */
export interface Grant extends Giving {
  place: NamedPlace
  /** Also when it is over. */
  before: Holding | undefined
}

export interface Plan {
  row: number
  grant: Grant | undefined
  verdict: Verdict
}

export const keyOf = ({ userId, roleId }: Pick<Holding, 'userId' | 'roleId'>) => `${userId}/${roleId}`

/** By which it is told whether somebody has changed it since. */
export const markOf = ({ from, to, by, at }: Holding) => [from, to, by, at].join('|')

/** The organisation, and the roles that there are for its people, by how they are called there. */
export async function groundFor(ctx: Ctx, orgId: string) {
  const org = await reachedOrg(ctx, 'role.assign', orgId)
  if (org.type === 'department') throw new Refusal('请选择部门所在的单位')
  const above = await orgsWithin(ctx.db, scopeOf(ctx, 'role.assign'), org.path.split('.'))
  const roles = await rolesOfOrgs(
    ctx.db,
    above.map(({ id }) => id),
  )
  const isAlone = ({ name }: RoleRow) => roles.filter((role) => role.name === name).length === 1
  const titleOf = (role: RoleRow) => (isAlone(role) ? role.name : `${role.name}（${role.orgName || '本区'}）`)
  return { org, roles: new Map(roles.map((role) => [role.id, { role, title: titleOf(role) }])) }
}
type Ground = Awaited<ReturnType<typeof groundFor>>

/** What each row would do, in the order of the rows. */
export async function planRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<Plan[]> {
  const ground = await groundFor(ctx, orgId)
  const day = dayOf(ctx.now)
  const names = [...new Set(rows.map(({ values }) => values['name'] ?? ''))]
  const places = await placesNamed(ctx.db, scopeOf(ctx, 'role.assign'), { orgId: ground.org.id, names, day })
  const holdings = await holdingsOf(
    ctx.db,
    places.map(({ userId }) => userId),
  )
  const book: Book = {
    ground,
    day,
    places: Map.groupBy(places, ({ name }) => name),
    holdings: new Map(holdings.map((holding) => [keyOf(holding), holding])),
  }
  const drafts = rows.map((row) => draftOf(row, book))
  const givings = drafts.flatMap(({ grant, issues }) =>
    grant && issues.length === 0 && resultOf(grant) !== 'same' ? grant : [],
  )
  const obstacles = await obstaclesTo(ctx, givings)
  return drafts.map(({ row, grant, issues }) => {
    const words = grant && obstacles.get(grant)
    const all = words === undefined ? issues : [...issues, refused(words)]
    return { row, grant, verdict: verdictOn(grant, all, ground) }
  })
}

interface Book {
  ground: Ground
  day: string
  places: ReadonlyMap<string, readonly NamedPlace[]>
  holdings: ReadonlyMap<string, Holding>
}

const refused = (words: string): RowIssue => ({
  column: 'role',
  code: 'refused',
  words,
  title: '不能分配的角色',
  cures: [{ kind: 'skip', words: '跳过这些行' }],
})

function draftOf({ row, values }: SheetRow, { ground, day, places, holdings }: Book) {
  const found = whoIs(places.get(values['name'] ?? '') ?? [], values)
  const role = ground.roles.get(values['role'] ?? '')?.role
  const issues: RowIssue[] = [
    ...('issue' in found ? [found.issue] : []),
    ...(role ? [] : [{ column: 'role', code: 'unknown', words: '找不到该角色' }]),
  ]
  if ('issue' in found || !role) return { row, grant: undefined, issues }
  const { place } = found
  const before = holdings.get(keyOf({ userId: place.userId, roleId: role.id }))
  const isHeld = before !== undefined && (before.to === null || before.to >= day)
  // An empty cell changes nothing; of what is over nothing is left.
  const [from = null, to = null] = (['from', 'to'] as const).map((key) => values[key] ?? (isHeld ? before[key] : null))
  const grant: Grant = { role, place, from, to, isHeld, before }
  return { row, grant, issues: dayIssues(grant, day) }
}

function dayIssues({ from, to }: Grant, day: string): RowIssue[] {
  if (to !== null && to < day) return [{ column: 'to', code: 'past', words: '结束日期不能早于今天' }]
  if (from !== null && to !== null && to < from)
    return [{ column: 'to', code: 'order', words: '结束日期不能早于开始日期' }]
  return []
}

/** By the name and the number at work; by the name alone where nobody else has it. */
function whoIs(
  namesakes: readonly NamedPlace[],
  values: SheetRow['values'],
): { place: NamedPlace } | { issue: RowIssue } {
  const { name = '', number } = values
  if (namesakes.length === 0)
    return { issue: { column: 'name', code: 'unknown', words: `本单位在岗人员中没有“${name}”` } }
  const [place, ...others] = number === undefined ? namesakes : namesakes.filter((one) => one.number === number)
  const column = 'number'
  if (!place) return { issue: { column, code: 'unknown', words: `工号“${number}”不是${name}的` } }
  if (others.length === 0) return { place }
  const words =
    number === undefined ? `有${namesakes.length}位“${name}”，请填写工号` : `有多个“${name}”的工号是${number}`
  return { issue: { column, code: 'several', words, title: '同名人员' } }
}

function resultOf({ isHeld, before, from, to }: Grant): Verdict['result'] {
  if (!isHeld || !before) return 'new'
  return before.from === from && before.to === to ? 'same' : 'changed'
}

function verdictOn(grant: Grant | undefined, issues: readonly RowIssue[], ground: Ground): Verdict {
  if (!grant) return { issues, keys: [], result: 'new', id: null, changes: [], mark: '', unit: '' }
  const { role, place, before } = grant
  const key = keyOf({ userId: place.userId, roleId: role.id })
  const result = resultOf(grant)
  const changes =
    result === 'changed' && before
      ? (['from', 'to'] as const)
          .filter((column) => before[column] !== grant[column])
          .map((column) => ({ column, before: before[column] ?? '' }))
      : []
  return {
    issues,
    result,
    changes,
    keys: [{ column: 'name', value: key }],
    id: result === 'new' ? null : key,
    unit: ground.roles.get(role.id)!.title,
    mark: [place.userId, before ? markOf(before) : ''].join('|'),
  }
}
