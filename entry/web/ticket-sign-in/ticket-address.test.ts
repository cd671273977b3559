import { expect, it } from 'vitest'
import { getSignInUrl, extractTicket } from './ticket-address.ts'

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash })

it('removes the ticket and keeps the rest unchanged', () => {
  expect(extractTicket(at('/application/OAMessage/list', '?a=1&u_t=1.abc&b=%E4%B8%AD', '#x'))).toEqual({
    ticket: '1.abc',
    app: 'OAMessage',
    clean: '/application/OAMessage/list?a=1&b=%E4%B8%AD#x',
  })
  expect(extractTicket(at('/baseData/Orgs', '?u_t=1.abc'))).toEqual({
    ticket: '1.abc',
    app: '',
    clean: '/baseData/Orgs',
  })
  expect(extractTicket(at('/', '?u_t'))).toEqual({ ticket: '', app: '', clean: '/' })
  expect(extractTicket(at('/', '?u_time=3')).clean).toBe('/?u_time=3')
})

it('redirects through the sign-in page back to the same address, with a new ticket', () => {
  const back = (address: string) => new URL(address, 'http://x').searchParams.get('redirect_url')
  expect(back(getSignInUrl(at('/application/OAMessage', '?a=1&u_t=old', '#x')))).toBe(
    '/application/OAMessage?a=1&u_t={u_t}#x',
  )
  expect(back(getSignInUrl(at('/baseData/Orgs')))).toBe('/baseData/Orgs?u_t={u_t}')
})
