import { expect, it } from 'vitest'
import { matchPath } from './path-pattern.ts'

it('returns the parameters of an address', () => {
  expect(matchPath('/DP/:id', '/DP/01a1ddff')).toEqual({ id: '01a1ddff' })
  expect(matchPath('/ClassAIOManage/DP/:id', '/ClassAIOManage/DP/7')).toEqual({ id: '7' })
  expect(matchPath('/policy/:name', '/policy/%E5%84%BF%E7%AB%A5')).toEqual({ name: '儿童' })
  expect(matchPath('/homepage', '/homepage')).toEqual({})
})

it('ignores a slash at the end', () => {
  expect(matchPath('/homepage', '/homepage/')).toEqual({})
  expect(matchPath('/DP/:id', '/DP/7/')).toEqual({ id: '7' })
  expect(matchPath('/', '/')).toEqual({})
})

it('does not match an address that only begins alike', () => {
  expect(matchPath('/homepage', '/homepageStatistics')).toBeUndefined()
  expect(matchPath('/DP/:id', '/DP')).toBeUndefined()
  expect(matchPath('/DP/:id', '/DP/')).toBeUndefined()
  expect(matchPath('/DP/:id', '/DP/7/more')).toBeUndefined()
  expect(matchPath('/DP/:id', '/dp/7')).toBeUndefined()
})

it('also matches an address with invalid escapes', () => {
  expect(matchPath('/DP/:id', '/DP/%E5%84')).toEqual({ id: '%E5%84' })
})
