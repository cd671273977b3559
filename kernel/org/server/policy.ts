import type { Actor, Scope } from '#packages/core'
import { mayStandUnder, type OrgType } from '../contract.ts'

const schools: readonly OrgType[] = ['school', 'kindergarten', 'other-school']

/** A school may become another kind of school. Anything else would leave its people and departments in the wrong place. */
export const canBecome = (from: OrgType, to: OrgType) => from === to || (schools.includes(from) && schools.includes(to))

export const canStandUnder = (type: OrgType, parent: { type: OrgType }) => mayStandUnder(type, parent.type)

/**
 * Whoever looks after an organisation looks after what stands below it. What is at the top of one's own reach, one's
 * school, is looked after from above.
 */
export const canGovern = (scope: Scope, node: { isBelowReach: boolean }) => scope.district || node.isBelowReach

/** The organisation where one is, and the one where one belongs. */
export const isOwn = (actor: Actor, id: string) => id === actor.orgId || id === actor.homeOrgId
