import type { OutsideKind } from '#packages/core/actor.ts'

/** Where the browser keeps the tokens of platform administrators and developers, apart from that of the portal. */
const tokenKeys: Readonly<Record<OutsideKind, string>> = { platform: 'adminToken', developer: 'developerToken' }

export const outsideHomes: Readonly<Record<OutsideKind, string>> = {
  platform: '/platform/districts',
  developer: '/useApply',
}

export const getOutsideToken = (kind: OutsideKind) => localStorage.getItem(tokenKeys[kind]) ?? ''
export const startOutsideSession = (kind: OutsideKind, token: string) => localStorage.setItem(tokenKeys[kind], token)
export const clearOutsideSession = (kind: OutsideKind) => localStorage.removeItem(tokenKeys[kind])

/** The kind of session that a page outside the shell of staff needs. */
export function findOutsideKind(path: string): OutsideKind | undefined {
  if (/^\/platform(\/|$)/.test(path)) return 'platform'
  return /^\/useApply(\/|$)/.test(path) ? 'developer' : undefined
}

/** The sign-in page of this kind, which leads back to the page. */
export function getOutsideSignInUrl(kind: OutsideKind, back?: string): string {
  const query = new URLSearchParams({ ...(kind === 'platform' && { tab: kind }), ...(back && { redirect: back }) })
  const text = query.toString()
  return text ? `/developerLogin?${text}` : '/developerLogin'
}
