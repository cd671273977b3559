import type { Ctx } from '#packages/core'
import { kindOf } from './objects.ts'
import { saveAppsOfObject } from './saving-objects.ts'
import { saveAppsOfOrg } from './saving-orgs.ts'

interface AppsOf {
  type: number
  objectId: string
  appKeys: readonly string[]
}

/** All applications of one organisation, role or person. */
export function saveAppsOf(ctx: Ctx, { type, objectId, appKeys }: AppsOf) {
  const kind = kindOf(type)
  return kind === 'org' ? saveAppsOfOrg(ctx, objectId, appKeys) : saveAppsOfObject(ctx, kind, objectId, appKeys)
}
