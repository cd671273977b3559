import { expect, it } from 'vitest'
import { getFlowUrl, findFlowPosition } from './flow-position.ts'

const ids = ['child', 'guardian', 'check']
const here = { pathname: '/enrol', search: '?from=sms' }

it('gives every step its own address and keeps the rest of it', () => {
  expect(getFlowUrl({ step: 1, isEdit: false }, ids, here)).toBe('/enrol?from=sms&step=guardian')
  expect(getFlowUrl({ step: 1, isEdit: true }, ids, here)).toBe('/enrol?from=sms&step=guardian&edit')
  expect(getFlowUrl({ step: -1, isEdit: false }, ids, { ...here, search: '?from=sms&step=child' })).toBe(
    '/enrol?from=sms',
  )
})

it('finds the step again, and nothing where none is named', () => {
  expect(findFlowPosition('?from=sms&step=guardian', ids)).toEqual({ step: 1, isEdit: false })
  expect(findFlowPosition('?step=guardian&edit', ids)).toEqual({ step: 1, isEdit: true })
  expect(findFlowPosition('?from=sms', ids)).toBeUndefined()
  expect(findFlowPosition('?step=nothing', ids)).toBeUndefined()
})
