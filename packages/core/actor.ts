import type { DistrictId } from './district.ts'
import type { Scope } from './scope.ts'

/** What kind of session or credential is calling; a route says which kinds it serves. */
export type ActorKind = 'staff' | 'pupil' | 'guardian' | 'developer' | 'platform' | 'device' | 'job'

/** Who does something: one identity (userId) of one person, in one organisation, with what its roles allow. */
export interface Actor {
  readonly kind: ActorKind
  readonly districtId: DistrictId
  readonly accountId: string
  readonly personId: string
  readonly userId: string
  readonly orgId: string
  readonly sessionId: string
  /** Permission code → the rows it reaches. A code that is absent is not held. */
  readonly permissions: ReadonlyMap<string, Scope>
}

export const may = (actor: Actor, permission: string) => actor.permissions.has(permission)
