import { expect, it } from 'vitest'
import { isBelowFloor } from './floor.ts'
import { whichRoot } from './which-root.ts'

const visit = { pathname: '/baseData/Orgs', search: '?page=2', token: '1.abc', userType: 3 }

it('shows staff the desk, and pupils and guardians the light root', () => {
  expect(whichRoot(visit)).toEqual({ root: 'desk' })
  expect(whichRoot({ ...visit, userType: 1 })).toEqual({ root: 'light' })
  expect(whichRoot({ ...visit, userType: 2 })).toEqual({ root: 'light' })
})

it('sends visitors to sign in, and remembers where they wanted to go', () => {
  const expected = { root: 'light', address: '/login?redirect=%2FbaseData%2FOrgs%3Fpage%3D2' }
  expect(whichRoot({ ...visit, token: '', userType: undefined })).toEqual(expected)
})

it('lets everybody see the sign-in page', () => {
  expect(whichRoot({ ...visit, pathname: '/login', search: '' })).toEqual({ root: 'light' })
})

it.each([
  ['Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36', false],
  ['Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.4240.198 Safari/537.36', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36', false],
])('%s', (agent, below) => {
  expect(isBelowFloor(agent, () => true)).toBe(below)
})

it('asks other browsers for something as young', () => {
  const safari =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15'
  expect(isBelowFloor(safari, () => true)).toBe(false)
  expect(isBelowFloor(safari, () => false)).toBe(true)
})
