import { expect, it } from 'vitest'
import { safePath } from './safe-path.ts'

const origin = 'https://portal.example'

it('leads to pages of ours', () => {
  expect(safePath('/baseData/Orgs?page=2#top', origin)).toBe('/baseData/Orgs?page=2#top')
  expect(safePath('/', origin)).toBe('/')
  expect(safePath('/qr?code=abc', origin)).toBe('/qr?code=abc')
  expect(safePath('/DDLogins', origin)).toBe('/DDLogins')
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
])('does not lead to %j', (wanted) => {
  expect(safePath(wanted, origin)).toBe('/')
})
