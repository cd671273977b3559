import { districtId, newId, type Actor, type Scope } from '#packages/core'

/** An actor with these permissions, as after a session check. */
export const createActor = (
  facts: Partial<Omit<Actor, 'permissions'>> = {},
  permissions: Readonly<Record<string, Scope>> = {},
): Actor => ({
  kind: 'staff',
  districtId: districtId(1),
  accountId: newId(),
  personId: newId(),
  userId: newId(),
  orgId: newId(),
  sessionId: newId(),
  permissions: new Map(Object.entries(permissions)),
  ...facts,
})
