import { call } from '#packages/web/core/call.ts'
import { staffApi, type InvitationChannel } from '../contract.ts'

/** A person with an invitation link, which is shown once. */
export interface InvitationLink {
  id: string
  name: string
  /** The organisation, for the printed slip. */
  orgName?: string
  link: string
}

const days = 7
/** The expiry of a link created now. */
export const getInvitationExpiry = (now: Date) => new Date(now.getTime() + days * 86_400_000)

/** The token is in the fragment, which is not sent to servers. */
export const getInvitationUrl = (token: string) => `${location.origin}/login#invite=${token}`

/** Creates links for the people without an account. */
export async function createInvitationLinks(ids: readonly string[]): Promise<InvitationLink[]> {
  const invited = await call(staffApi.invite, { body: { ids: [...ids] } })
  return invited.map(({ id, name, orgName, token }) => ({ id, name, orgName, link: getInvitationUrl(token) }))
}

export const previewInvitations = (ids: readonly string[]) => call(staffApi.invitePreview, { body: { ids: [...ids] } })

/** Sends the links to the mobiles on file, without showing them. */
export const sendInvitations = (ids: readonly string[], channel: InvitationChannel) =>
  call(staffApi.sendInvitations, { body: { ids: [...ids], channel } })

/** 顾老师, the form of address for a colleague. */
export const formatTeacherName = (name: string) =>
  `${name.slice(0, /^(欧阳|上官|司马|诸葛|皇甫|尉迟|慕容|令狐)/.test(name) ? 2 : 1)}老师`
