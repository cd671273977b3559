import type { RoleTemplate } from '#packages/contract'

const nonManagerTemplates: ReadonlySet<RoleTemplate> = new Set(['teacher', 'class-teacher', 'pupil', 'guardian'])

/** Has a role other than teaching or learning. */
export const isManager = (templates: ReadonlySet<RoleTemplate>) =>
  [...templates].some((template) => !nonManagerTemplates.has(template))

/** 2 for district administrators, 1 for an organisation's, 0 for others. */
export const getAdministratorLevel = (templates: ReadonlySet<RoleTemplate>) =>
  templates.has('district-admin') ? (2 as const) : templates.has('school-admin') ? (1 as const) : (0 as const)

interface RedirectTarget {
  url: string
  /** The ticket is bound to a portal application by name, or to another one by origin. */
  app: string
  wantsTicket: boolean
  isOurs: boolean
}

/**
 * Where a `redirect_url` may lead: to a path of the portal or a listed origin. The URL is parsed as browsers do (drops
 * tabs, turns \ into /, resolves dots), and the parsed form is returned.
 */
export function parseRedirectTarget(
  redirectUrl: string,
  origin: string,
  listed: readonly string[],
): RedirectTarget | undefined {
  let url: URL
  try {
    url = new URL(redirectUrl, origin)
  } catch {
    return undefined
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username || url.password) return undefined
  const isOurs = url.origin === origin
  if (!isOurs && !listed.includes(url.origin)) return undefined
  if (isOurs && url.pathname.startsWith('//')) return undefined
  const app = isOurs ? getApplicationOfPath(url.pathname) : url.origin
  // Portal pages need no ticket, because the browser is signed in there.
  if (isOurs && app === '') url.search = withoutTicket(url.search)
  const wantsTicket = app !== '' && placeholder.test(url.search)
  return { url: isOurs ? url.pathname + url.search + url.hash : url.href, app, wantsTicket, isOurs }
}

const placeholder = /\{u_t\}|%7Bu_t%7D/i
const withoutTicket = (search: string) =>
  search
    .slice(1)
    .split('&')
    .filter((part) => !/^u_t(?:=|$)/.test(part) && !placeholder.test(part))
    .join('&')

/** The URL with the ticket in its placeholder, or else as `u_t`. */
export function addTicketToUrl(address: URL, ticket: string): string {
  const { search } = address
  const rest = withoutTicket(search)
  address.search = placeholder.test(search)
    ? search.replaceAll(new RegExp(placeholder, 'gi'), ticket)
    : `${rest && `${rest}&`}u_t=${ticket}`
  return address.href
}

/** The application that a portal path belongs to. */
const getApplicationOfPath = (path: string) => /^\/application\/([^/]+)/.exec(path)?.[1] ?? ''
