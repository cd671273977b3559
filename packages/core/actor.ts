import type { DistrictId } from './district.ts'
import type { Scope } from './scope.ts'

/** What kind of session or credential is calling; a route says which kinds it serves. */
export type ActorKind = 'staff' | 'pupil' | 'guardian' | 'developer' | 'platform' | 'device' | 'job'

export type FirstStep = 'password' | 'id-card' | 'agreement'

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
  /** Fields that none of the roles shows, not even masked: `student.id-card`. None, as a rule. */
  readonly hiddenFields?: ReadonlySet<string>
  /** What has to be done before anything else: nothing, as a rule. */
  readonly pending?: readonly FirstStep[]
  /** The organisation one belongs to, while one visits another. */
  readonly homeOrgId?: string
  /** For the session of an application that was opened from another session: its module, or '' for one outside the house. */
  readonly application?: string
}

export const may = (actor: Actor, permission: string) => actor.permissions.has(permission)
