import { expect, it } from 'vitest'
import { newId, emptyScope } from '#packages/core'
import { inScope } from './scope.ts'

it('refuses a class condition without a day', () => {
  const teacher = { ...emptyScope, classesOf: newId() }
  expect(() => inScope(teacher, { class: 'p.class_id' })).toThrow('as of a day')
  expect(() => inScope(teacher, { class: 'p.class_id', day: '2026-11-15' })).not.toThrow()
})
