import type { ScopeKind } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import type { RoleDifference } from '../../contract-roles.ts'
import { getPermissionTitle } from '../permission-catalogue.ts'
import { getRolePermissions, type RolePermissionRow } from '../role-definitions.ts'
import { listHolderGroups, countRemainingHolders, getMembershipNames } from '../role-impact-queries.ts'
import { RoleDiff, type HolderGroup, type RoleChangeOutcome } from '../role-diff.ts'
import { isDutySeparationOn } from '../role-holding-queries.ts'
import type { RoleScope } from '../role-scope.ts'
import { loadRoleDefinitions, type LoadedRoleDefinitions } from './load-role-definitions.ts'

/** The future state of a role: parent, own rows and hidden fields. */
export interface ChangedRole {
  id: string
  orgPath: string | null
  parentId: string | null
  rows: readonly RolePermissionRow[]
  hiddenFields: readonly string[]
}

const namesPerGroup = 5
/** With at most this many holders left, the preview warns. */
const fewLeft = 2

/** Gains and losses of a change, computed per group of equal people and not per person. */
export async function previewRoleImpact(
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  changedRole: ChangedRole,
): Promise<RoleDifference> {
  const { before, after, holderGroups, outcomes } = await compareHolderGroups(ctx, changedRole, namesPerGroup)
  const groups = mergeByOutcome(ctx, holderGroups, outcomes)
  const people = await getMembershipNames(
    ctx.db,
    groups.flatMap(({ userIds }) => userIds),
  )
  const lost = new Set(
    outcomes.flatMap(({ loses }) => loses.flatMap(({ code, after: left }) => (left.length === 0 ? code : []))),
  )
  return {
    memberCount: sum(holderGroups),
    affected: sum(groups.filter(({ outcome }) => hasEffect(outcome))),
    groups: groups.map(({ count, userIds, outcome }) => ({
      count,
      people: userIds.flatMap((id) => {
        const one = people.get(id)
        return one ? [{ userId: id, name: one.name, orgName: one.orgName, post: one.post }] : []
      }),
      gains: outcome.gains.map((change) => presentChange(ctx, change)),
      loses: outcome.loses.map((change) => presentChange(ctx, change)),
      unchanged: outcome.unchanged.map(({ code, roleIds }) => ({
        code,
        title: getPermissionTitle(ctx, code),
        byRoles: roleIds.map((id) => before.roles.get(id)?.name ?? ''),
      })),
    })),
    lastHolders: await lastHolders(
      ctx,
      after,
      [...lost].filter((code) => !code.startsWith('field:')),
      changedRole.orgPath,
    ),
  }
}

/** Memberships whose permissions change. */
export async function listAffectedMembershipIds(
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  changedRole: ChangedRole,
): Promise<string[]> {
  const { holderGroups, outcomes } = await compareHolderGroups(ctx, changedRole, 1_000_000)
  return holderGroups.flatMap(({ userIds }, at) => (hasEffect(outcomes[at]!) ? userIds : []))
}

async function compareHolderGroups(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, changedRole: ChangedRole, named: number) {
  const before = await loadRoleDefinitions(ctx, 'all')
  const after = applyRoleChange(before, changedRole)
  const below = [...before.roles.values()].filter(({ parentId }) => parentId === changedRole.id).map(({ id }) => id)
  const changed = [changedRole.id, ...below]
  const holderGroups = await listHolderGroups(ctx.db, { roleIds: changed, day: dayOf(ctx.now), named })
  const comparison = new RoleDiff(before, after, changed, await isDutySeparationOn(ctx.db))
  return {
    before,
    after,
    holderGroups,
    outcomes: holderGroups.map((holderGroup) => comparison.getOutcome(holderGroup)),
  }
}

function applyRoleChange(
  before: LoadedRoleDefinitions,
  { id, parentId, rows, hiddenFields }: ChangedRole,
): LoadedRoleDefinitions {
  const role = before.roles.get(id)
  return {
    app: before.app,
    roles: role ? new Map(before.roles).set(id, { ...role, parentId }) : before.roles,
    rows: new Map(before.rows).set(id, rows),
    hidden: new Map(before.hidden).set(id, hiddenFields),
  }
}

const sum = (counted: readonly { count: number }[]) => counted.reduce((total, { count }) => total + count, 0)
const hasEffect = ({ gains, loses }: RoleChangeOutcome) => gains.length + loses.length > 0
const listScopeKinds = (roleScopes: readonly RoleScope[]): ScopeKind[] => roleScopes.map(({ scope }) => scope)
const presentChange = (ctx: Pick<Ctx, 'app'>, { code, before, after }: RoleChangeOutcome['gains'][number]) => ({
  code,
  title: getPermissionTitle(ctx, code),
  before: listScopeKinds(before),
  after: listScopeKinds(after),
})

interface OutcomeGroup {
  count: number
  userIds: string[]
  outcome: RoleChangeOutcome
}

/** Merges groups with the same outcome, the largest first. */
function mergeByOutcome(
  ctx: Pick<Ctx, 'app'>,
  holderGroups: readonly HolderGroup[],
  outcomes: readonly RoleChangeOutcome[],
): OutcomeGroup[] {
  const groups = new Map<string, OutcomeGroup>()
  for (const [at, { count, userIds }] of holderGroups.entries()) {
    const outcome = outcomes[at]!
    const key = JSON.stringify([
      outcome.gains.map((change) => presentChange(ctx, change)),
      outcome.loses.map((change) => presentChange(ctx, change)),
      outcome.unchanged,
    ])
    const group = groups.get(key) ?? { count: 0, userIds: [], outcome }
    group.count += count
    group.userIds.push(...userIds.slice(0, namesPerGroup - group.userIds.length))
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count)
}

/** Permissions that would have very few holders left where the role is used. */
async function lastHolders(
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  after: LoadedRoleDefinitions,
  codes: readonly string[],
  orgPath: string | null,
) {
  if (codes.length === 0) return []
  const definitions = [...after.roles.keys()].map((id) => [id, getRolePermissions(after, id)] as const)
  const rolesWith = (code: string) => definitions.flatMap(([id, functions]) => (functions.has(code) ? id : []))
  const functions = codes.map((code) => ({ code, roleIds: rolesWith(code) }))
  const left = await countRemainingHolders(ctx.db, functions, orgPath, dayOf(ctx.now))
  return left
    .filter(({ count }) => count <= fewLeft)
    .map(({ code, count, names }) => ({ code, title: getPermissionTitle(ctx, code), count, names }))
}
