import type { ContactScope } from '../contract.ts'

/** The person who wants to see a number. */
export interface PhoneViewer {
  personId: string
  /** The organisation of the viewer's membership, not the one being visited. */
  orgId: string
  /** Leader of the whole district, of one organisation and those below it, or of nobody. */
  leads: { district: boolean; orgPath: string | undefined }
}

/** The person whose number it is. */
export interface PhoneOwner {
  personId: string
  scope: ContactScope
  /** The owner's active memberships. */
  memberships: readonly { orgId: string; orgPath: string }[]
}

const isBelow = (path: string, top: string) => path === top || path.startsWith(`${top}.`)

const leads = ({ leads: { district, orgPath } }: PhoneViewer, { memberships }: PhoneOwner) =>
  district || (orgPath !== undefined && memberships.some((membership) => isBelow(membership.orgPath, orgPath)))

const worksWithOwner = ({ orgId }: PhoneViewer, { memberships }: PhoneOwner) =>
  memberships.some((membership) => membership.orgId === orgId)

/** Whether the viewer may see a private phone number. Each scope includes the narrower ones. */
export function maySeePhone(viewer: PhoneViewer, target: PhoneOwner): boolean {
  if (viewer.personId === target.personId) return true
  if (target.scope === 'nobody') return false
  if (target.scope === 'district' || leads(viewer, target)) return true
  return target.scope === 'school' && worksWithOwner(viewer, target)
}
