/** The parts of an address with a ticket. */
export interface TicketAddress {
  ticket: string
  /** The application to open; empty for the portal's own pages. */
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

/** Removes the ticket from an address: it is valid once, and must not be in the history or in a bookmark. */
export function extractTicket({ pathname, search, hash }: Address): TicketAddress {
  const { ticket, rest } = splitTicket(search)
  const app = /^\/application\/([^/]+)/.exec(pathname)?.[1] ?? ''
  return { ticket, app, clean: pathname + (rest && `?${rest}`) + hash }
}

/** The sign-in page, with a redirect back to this address with a new ticket. */
export function getSignInUrl({ pathname, search, hash }: Address): string {
  const { rest } = splitTicket(search)
  const back = `${pathname}?${rest && `${rest}&`}u_t=${placeholder}${hash}`
  return `/login?redirect_url=${encodeURIComponent(back)}`
}

/** The other parameters are kept character by character, because the application may depend on their form. */
function splitTicket(search: string) {
  const parts = search.replace(/^\?/, '').split('&').filter(Boolean)
  const isTicket = (part: string) => /^u_t(=|$)/.test(part)
  return {
    ticket: new URLSearchParams(search).get('u_t') ?? '',
    rest: parts.filter((part) => !isTicket(part)).join('&'),
  }
}
