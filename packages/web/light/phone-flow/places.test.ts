import { expect, it } from 'vitest'
import { addressOf, placeIn } from './places.ts'

const ids = ['child', 'guardian', 'check']
const here = { pathname: '/enrol', search: '?from=sms' }

it('gives every step an address of its own and keeps the rest of it', () => {
  expect(addressOf({ step: 1, isEdit: false }, ids, here)).toBe('/enrol?from=sms&step=guardian')
  expect(addressOf({ step: 1, isEdit: true }, ids, here)).toBe('/enrol?from=sms&step=guardian&edit')
  expect(addressOf({ step: -1, isEdit: false }, ids, { ...here, search: '?from=sms&step=child' })).toBe(
    '/enrol?from=sms',
  )
})

it('finds the step again, and nothing where none is named', () => {
  expect(placeIn('?from=sms&step=guardian', ids)).toEqual({ step: 1, isEdit: false })
  expect(placeIn('?step=guardian&edit', ids)).toEqual({ step: 1, isEdit: true })
  expect(placeIn('?from=sms', ids)).toBeUndefined()
  expect(placeIn('?step=nothing', ids)).toBeUndefined()
})
