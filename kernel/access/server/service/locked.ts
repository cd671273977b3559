import type { RoleTemplate } from '#packages/contract'
import { Refusal } from '#packages/core'
import { defaultsOf } from '../catalogue.ts'
import { contains, type Reach } from '../reach.ts'

const running = ['role.edit', 'role.assign', 'org.appoint']
const deciding = ['role.read', 'role.edit', 'role.assign', 'role.grant-any']

/** What a shipped role must keep, because otherwise nobody could give anything back. */
const locked: Partial<Record<RoleTemplate, readonly string[]>> = {
  'district-admin': running,
  'school-admin': running,
  'security-admin': deciding,
}

export const isLocked = ({ template }: { template: RoleTemplate | null }, code: string) =>
  template !== null && (locked[template]?.includes(code) ?? false)

/** Refuses to take from those who run something what they need to run it. */
export function refuseUnlocking(template: RoleTemplate | null, functions: ReadonlyMap<string, Reach>) {
  if (template === null) return
  for (const code of locked[template] ?? []) {
    const scope = defaultsOf(template).get(code)
    const held = functions.get(code)
    if (scope && !(held && contains(held, { scope, orgIds: [] }))) throw new Refusal('至少保留一名管理员')
  }
}
