import { call } from '#packages/web/core/call.ts'
import { staffApi, type InvitationChannel } from '../contract.ts'

/** Somebody with the way in, which is told this one time. */
export interface InvitationLink {
  id: string
  name: string
  /** Where the person works; it stands on the slip. */
  orgName?: string
  link: string
}

const days = 7
/** When a link that is made now ends. */
export const getInvitationExpiry = (now: Date) => new Date(now.getTime() + days * 86_400_000)

/** The way in; the word stands behind the #, where no server sees it. */
export const getInvitationUrl = (token: string) => `${location.origin}/login#invite=${token}`

/** The way in for each who has no account yet. */
export async function createInvitationLinks(ids: readonly string[]): Promise<InvitationLink[]> {
  const invited = await call(staffApi.invite, { body: { ids: [...ids] } })
  return invited.map(({ id, name, orgName, token }) => ({ id, name, orgName, link: getInvitationUrl(token) }))
}

export const previewInvitations = (ids: readonly string[]) => call(staffApi.invitePreview, { body: { ids: [...ids] } })

/** Sends it to the mobiles on file: then nobody here sees it. */
export const sendInvitations = (ids: readonly string[], channel: InvitationChannel) =>
  call(staffApi.sendInvitations, { body: { ids: [...ids], channel } })

/** 顾老师, as one speaks of a colleague. */
export const formatTeacherName = (name: string) =>
  `${name.slice(0, /^(欧阳|上官|司马|诸葛|皇甫|尉迟|慕容|令狐)/.test(name) ? 2 : 1)}老师`
