import type { DistrictId } from './district.ts'
import { emptyId } from './id.ts'
import type { Scope } from './scope.ts'

/** The kind of session or credential; a route declares which kinds it serves. */
export type ActorKind = 'staff' | 'pupil' | 'guardian' | 'developer' | 'platform' | 'device' | 'job'

export type FirstStep = 'password' | 'id-card' | 'agreement'

/** The caller: one identity (userId) of one person, in one organisation, with the permissions of its roles. */
export interface Actor {
  readonly kind: ActorKind
  readonly districtId: DistrictId
  readonly accountId: string
  readonly personId: string
  readonly userId: string
  readonly orgId: string
  readonly sessionId: string
  /** Scopes by permission code. A missing code means no permission. */
  readonly permissions: ReadonlyMap<string, Scope>
  /** Fields that all roles hide, even masked: `student.id-card`. Usually none. */
  readonly hiddenFields?: ReadonlySet<string>
  /** Steps that have to be done first. Usually none. */
  readonly pending?: readonly FirstStep[]
  /** The home organisation, while the actor visits another. */
  readonly homeOrgId?: string
  /** For an application session: the module, or '' for an external application. */
  readonly application?: string
}

/** The kinds of sessions outside districts. */
export type OutsideKind = 'platform' | 'developer'

/**
 * A caller outside districts: a platform administrator or a developer. The type has no district, so that no service of
 * a district accepts it, and a caller of a district is not accepted where this type is required.
 */
export interface OutsideActor {
  readonly kind: OutsideKind
  readonly accountId: string
  readonly sessionId: string
  readonly districtId?: never
}

export const may = (actor: Actor, permission: string) => actor.permissions.has(permission)

/** The caller of work that nobody asked for, in a job of the whole cell. */
export const createJobActor = (district: DistrictId): Actor => ({
  kind: 'job',
  districtId: district,
  accountId: emptyId,
  personId: emptyId,
  userId: emptyId,
  orgId: emptyId,
  sessionId: emptyId,
  permissions: new Map(),
})
