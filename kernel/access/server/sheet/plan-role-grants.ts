import { dayOf, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { RowIssue, SheetRow, RowVerdict } from '#packages/sheet'
import { findByNameAndNumber } from '#kernel/staff/server/api.ts'
import { listOrgsInScope } from '../administrator-queries.ts'
import { listRolesOfOrgs, type RoleRow } from '../role-queries.ts'
import { getOrgInScope } from '../service/visible-roles.ts'
import { findObstacles, type PlannedGrant } from './role-grant-obstacles.ts'
import {
  listDirectGrants,
  listMembershipsByName,
  type DirectGrant,
  type NumberedMembership,
} from './role-grant-sheet-queries.ts'

/** A valid row: the person, the role, and the person's present grant of it. */
export interface ImportedGrant extends PlannedGrant {
  membership: NumberedMembership
  /** Present also if the grant has ended. */
  before: DirectGrant | undefined
}

export interface GrantRowPlan {
  row: number
  grant: ImportedGrant | undefined
  verdict: RowVerdict
}

export const getGrantKey = ({ userId, roleId }: Pick<DirectGrant, 'userId' | 'roleId'>) => `${userId}/${roleId}`

/** Changes when the grant changes, so that an undo notices later changes. */
export const getGrantMark = ({ from, to, by, at }: DirectGrant) => [from, to, by, at].join('|')

/** The organisation, and the roles available to its people by their display names. */
export async function getRoleImportContext(ctx: Ctx, orgId: string) {
  const org = await getOrgInScope(ctx, 'role.assign', orgId)
  if (org.type === 'department') throw new Refusal('请选择部门所在的单位')
  const above = await listOrgsInScope(ctx.db, scopeOf(ctx, 'role.assign'), org.path.split('.'))
  const roles = await listRolesOfOrgs(
    ctx.db,
    above.map(({ id }) => id),
  )
  const isAlone = ({ name }: RoleRow) => roles.filter((role) => role.name === name).length === 1
  const titleOf = (role: RoleRow) => (isAlone(role) ? role.name : `${role.name}（${role.orgName || '本区'}）`)
  return { org, roles: new Map(roles.map((role) => [role.id, { role, title: titleOf(role) }])) }
}
type RoleImportContext = Awaited<ReturnType<typeof getRoleImportContext>>

/** The result that each row would have, in the order of the rows. */
export async function planGrantRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<GrantRowPlan[]> {
  const importContext = await getRoleImportContext(ctx, orgId)
  const day = dayOf(ctx.now)
  const names = [...new Set(rows.map(({ values }) => values['name'] ?? ''))]
  const memberships = await listMembershipsByName(ctx.db, scopeOf(ctx, 'role.assign'), {
    orgId: importContext.org.id,
    names,
    day,
  })
  const holdings = await listDirectGrants(
    ctx.db,
    memberships.map(({ userId }) => userId),
  )
  const lookup: GrantLookup = {
    importContext,
    day,
    memberships: Map.groupBy(memberships, ({ name }) => name),
    holdings: new Map(holdings.map((holding) => [getGrantKey(holding), holding])),
  }
  const drafts = rows.map((row) => draftRow(row, lookup))
  const grants = drafts.flatMap(({ grant, issues }) =>
    grant && issues.length === 0 && getResult(grant) !== 'same' ? grant : [],
  )
  const obstacles = await findObstacles(ctx, grants)
  return drafts.map(({ row, grant, issues }) => {
    const message = grant && obstacles.get(grant)
    const all = message === undefined ? issues : [...issues, refused(message)]
    return { row, grant, verdict: getVerdict(grant, all, importContext) }
  })
}

interface GrantLookup {
  importContext: RoleImportContext
  day: string
  memberships: ReadonlyMap<string, readonly NumberedMembership[]>
  holdings: ReadonlyMap<string, DirectGrant>
}

const refused = (message: string): RowIssue => ({
  column: 'role',
  code: 'refused',
  message,
  title: '不能分配的角色',
  fixes: [{ kind: 'skip', label: '跳过这些行' }],
})

function draftRow({ row, values }: SheetRow, { importContext, day, memberships, holdings }: GrantLookup) {
  const found = findByNameAndNumber(memberships.get(values['name'] ?? '') ?? [], values)
  const role = importContext.roles.get(values['role'] ?? '')?.role
  const issues: RowIssue[] = [
    ...('issue' in found ? [found.issue] : []),
    ...(role ? [] : [{ column: 'role', code: 'unknown', message: '找不到该角色' }]),
  ]
  if ('issue' in found || !role) return { row, grant: undefined, issues }
  const { person: membership } = found
  const before = holdings.get(getGrantKey({ userId: membership.userId, roleId: role.id }))
  const isHeld = before !== undefined && (before.to === null || before.to >= day)
  // An empty cell keeps the present day; a grant that has ended has no day to keep.
  const [from = null, to = null] = (['from', 'to'] as const).map((key) => values[key] ?? (isHeld ? before[key] : null))
  const grant: ImportedGrant = { role, membership, from, to, isHeld, before }
  return { row, grant, issues: dayIssues(grant, day) }
}

function dayIssues({ from, to }: ImportedGrant, day: string): RowIssue[] {
  if (to !== null && to < day) return [{ column: 'to', code: 'past', message: '结束日期不能早于今天' }]
  if (from !== null && to !== null && to < from)
    return [{ column: 'to', code: 'order', message: '结束日期不能早于开始日期' }]
  return []
}

function getResult({ isHeld, before, from, to }: ImportedGrant): RowVerdict['result'] {
  if (!isHeld || !before) return 'new'
  return before.from === from && before.to === to ? 'same' : 'changed'
}

function getVerdict(
  grant: ImportedGrant | undefined,
  issues: readonly RowIssue[],
  importContext: RoleImportContext,
): RowVerdict {
  if (!grant) return { issues, keys: [], result: 'new', id: null, changes: [], mark: '', unit: '' }
  const { role, membership, before } = grant
  const key = getGrantKey({ userId: membership.userId, roleId: role.id })
  const result = getResult(grant)
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
    unit: importContext.roles.get(role.id)!.title,
    mark: [membership.userId, before ? getGrantMark(before) : ''].join('|'),
  }
}
