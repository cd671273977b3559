import { expect, it } from 'vitest'
import { defineModule } from '../manifest.ts'
import { entitiesOf } from './entity.ts'
import { owner } from './field.ts'
import { organisation } from './reference.ts'
import { text } from './text-fields.ts'

const manifest = defineModule({ key: 'test', title: '测试', permissions: {}, pages: [] })
const spec = {
  title: '便签',
  measure: '张',
  access: { read: 'staff', create: 'staff', update: 'staff' },
  name: 'name',
  list: { columns: [], search: ['name'], order: ['name'] },
  form: ['name'],
} as const

it('all staff change rows of their own, but not those of their organisation', () => {
  const name = text('名称', { max: 20 })
  const note = entitiesOf(manifest)
  expect(note('note', { ...spec, scope: { owner: 'ownerId' }, fields: { ownerId: owner(), name } }).key).toBe('note')
  const orgId = organisation('单位', { show: 'none', write: 'create' })
  expect(() => note('note', { ...spec, scope: { org: 'orgId' }, fields: { orgId, name } })).toThrow(
    'all colleagues could change rows of the organisation',
  )
})
