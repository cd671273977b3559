import type { ContactScope } from '../contract.ts'

/** Who looks. */
export interface PhoneViewer {
  personId: string
  /** The organisation he or she works in; not the one that is being visited. */
  orgId: string
  /** Whose leader: of the whole district, of one organisation and those below it, or of nobody. */
  leads: { district: boolean; orgPath: string | undefined }
}

/** Whose number it is. */
export interface PhoneOwner {
  personId: string
  scope: ContactScope
  /** Where he or she works today. */
  memberships: readonly { orgId: string; orgPath: string }[]
}

const isBelow = (path: string, top: string) => path === top || path.startsWith(`${top}.`)

const leads = ({ leads: { district, orgPath } }: PhoneViewer, { memberships }: PhoneOwner) =>
  district || (orgPath !== undefined && memberships.some((membership) => isBelow(membership.orgPath, orgPath)))

const worksWithOwner = ({ orgId }: PhoneViewer, { memberships }: PhoneOwner) =>
  memberships.some((membership) => membership.orgId === orgId)

/** Whether somebody's own number is for this viewer. Each reach includes the narrower ones. */
export function maySeePhone(viewer: PhoneViewer, target: PhoneOwner): boolean {
  if (viewer.personId === target.personId) return true
  if (target.scope === 'nobody') return false
  if (target.scope === 'district' || leads(viewer, target)) return true
  return target.scope === 'school' && worksWithOwner(viewer, target)
}
