import type { Actor, Scope } from '#packages/core'
import { mayBeChildOf, type OrgType } from '../contract.ts'

const schools: readonly OrgType[] = ['school', 'kindergarten', 'other-school']

/** A school may become another kind of school. Other changes would make its people and departments invalid. */
export const canBecome = (from: OrgType, to: OrgType) => from === to || (schools.includes(from) && schools.includes(to))

export const canBeChildOf = (type: OrgType, parent: { type: OrgType }) => mayBeChildOf(type, parent.type)

/**
 * An administrator manages what is below her organisation. The organisation itself, the top of her scope, is managed
 * from above.
 */
export const canManage = (scope: Scope, node: { isBelowReach: boolean }) => scope.district || node.isBelowReach

/** The organisation where the caller works now, and her home organisation. */
export const isOwnOrganisation = (actor: Actor, id: string) => id === actor.orgId || id === actor.homeOrgId

/** New position from 0 to `last`: type 1 is up, 2 down, 3 to the top, 4 to the end. */
export const getSortPosition = (type: number, steps: number, before: number, last: number) =>
  [Math.max(0, before - steps), Math.min(last, before + steps), 0, last][type - 1]!

/** Whether a path is that of a node or of a descendant. */
export const isPathWithin = (path: string, above: string) => path === above || path.startsWith(`${above}.`)

/** Path labels are ids without hyphens; adds the hyphens. */
export const toDashedId = (label: string) =>
  label.replace(/^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/, '$1-$2-$3-$4-$5')

const mergeable: readonly OrgType[] = [...schools, 'institution']
/** Types with people and departments of their own, and only departments below. */
export const isMergeable = (type: OrgType) => mergeable.includes(type)

interface MergeCandidate {
  id: string
  name: string
  type: OrgType
  isDisabled: boolean
}

/** Reasons why one organisation cannot be merged into another; empty if it can. */
export function listMergeObstacles(actor: Actor, from: MergeCandidate, to: MergeCandidate): string[] {
  if (from.id === to.id) return ['不能并入自己']
  const wrongKinds = [from, to].filter(({ type }) => !isMergeable(type))
  return [
    ...(wrongKinds.length > 0
      ? [`只有学校、幼儿园和直属单位可以合并：${wrongKinds.map(({ name }) => name).join('、')}`]
      : []),
    ...(wrongKinds.length === 0 && !canBecome(from.type, to.type) ? ['学校和直属单位不能互相合并'] : []),
    ...(to.isDisabled ? [`${to.name}已停用`] : []),
    ...(isOwnOrganisation(actor, from.id) ? ['不能合并您当前所在的机构'] : []),
  ]
}
