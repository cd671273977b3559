import { expect, it } from 'vitest'
import { toSafePath } from './safe-path.ts'

const origin = 'https://portal.example'

it('allows pages of ours', () => {
  expect(toSafePath('/baseData/Orgs?page=2#top', origin)).toBe('/baseData/Orgs?page=2#top')
  expect(toSafePath('/', origin)).toBe('/')
  expect(toSafePath('/qr?code=abc', origin)).toBe('/qr?code=abc')
  expect(toSafePath('/DDLogins', origin)).toBe('/DDLogins')
})

it.each([
  null,
  '',
  'baseData/Orgs',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/..//evil.example',
  '/./\\evil.example/x',
  'https://evil.example/',
  'javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  '/login?redirect=/login',
  '/userLogin',
  '/DDLogin/main?authCode=1',
])('does not allow %j', (wanted) => {
  expect(toSafePath(wanted, origin)).toBe('/')
})
