/** What an address says about a ticket in it. */
export interface TicketAddress {
  ticket: string
  /** The application that it opens, or nothing for the portal's own pages. */
  app: string
  /** The address without the ticket. */
  clean: string
}

interface Address {
  pathname: string
  search: string
  hash: string
}

const placeholder = '{u_t}'

/** Takes the ticket out of an address: it is good once, and belongs into no history and no bookmark. */
export function extractTicket({ pathname, search, hash }: Address): TicketAddress {
  const { ticket, rest } = splitTicket(search)
  const app = /^\/application\/([^/]+)/.exec(pathname)?.[1] ?? ''
  return { ticket, app, clean: pathname + (rest && `?${rest}`) + hash }
}

/** The sign-in page, and from there back to here with a ticket of whoever signs in. */
export function getSignInUrl({ pathname, search, hash }: Address): string {
  const { rest } = splitTicket(search)
  const back = `${pathname}?${rest && `${rest}&`}u_t=${placeholder}${hash}`
  return `/login?redirect_url=${encodeURIComponent(back)}`
}

/** The rest is kept letter by letter: it is the application's, and who knows what it makes of it. */
function splitTicket(search: string) {
  const parts = search.replace(/^\?/, '').split('&').filter(Boolean)
  const isTicket = (part: string) => /^u_t(=|$)/.test(part)
  return {
    ticket: new URLSearchParams(search).get('u_t') ?? '',
    rest: parts.filter((part) => !isTicket(part)).join('&'),
  }
}
