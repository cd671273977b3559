import { expect, it } from 'vitest'
import { z } from 'zod'
import { compileEncoder } from '../encoder.ts'
import { defineModule } from '../manifest.ts'
import { buildOpenApi } from '../openapi.ts'
import type { Route } from '../route.ts'
import { entitiesOf } from './entity.ts'
import { choice } from './field.ts'
import { secret, text } from './text-fields.ts'
import { entityRoutes } from './routes.ts'

const manifest = defineModule({
  key: 'book',
  title: '图书',
  permissions: { 'book.edit': { title: '修改', defaultFor: [] } },
})
const book = entitiesOf(manifest)('book', {
  title: '图书',
  measure: '本',
  wire: { id: 'fBookID', version: 'fVersion' },
  access: { read: 'staff', update: 'book.edit' },
  scope: {},
  fields: {
    name: text('书名', { max: 20, required: true, wire: 'fName' }),
    kind: choice('类别', { novel: '小说', atlas: '地图' }, { required: true, wire: 'fKind' }),
    donor: secret('捐赠人', { max: 20, mask: 'all', revealWith: 'book.edit', wire: 'fDonor' }),
  },
  name: 'name',
  list: { columns: ['kind'], filters: ['kind'], search: ['name'], order: ['name'] },
  form: ['name', 'kind', 'donor'],
})
const api = entityRoutes(book, { path: '/api/book', actions: ['list', 'get', 'update', 'reveal'] })
const id = '0190b1a0-0000-7000-8000-000000000001'

it('an entity has the names of the specification on the wire, and its own in the code', () => {
  const row = { id, name: '红楼梦', kind: 'novel' as const, version: 1 }
  const page = compileEncoder(api.list.data)({ itemCount: 1, pageCount: 1, items: [row] }) as { items: object[] }
  expect(page.items).toEqual([{ fBookID: id, fName: '红楼梦', fKind: 'novel', fVersion: 1 }])
  expect(z.decode(api.list.query!, { fKind: 'atlas' } as never)).toMatchObject({ kind: 'atlas', pageNumber: 1 })
  expect(z.decode(api.get.query!, { fBookID: id } as never)).toEqual({ id })

  const sent = { fBookID: id, fVersion: 1, fName: '三国演义', fKind: 'novel', fDonor: '' }
  const form = { id, version: 1, name: '三国演义', kind: 'novel', donor: '' }
  expect(z.decode(api.update.body!, sent as never)).toEqual(form)
  expect(z.encode(api.update.body!, form as never)).toEqual(sent)
  expect(z.safeDecode(api.update.body!, form as never).success).toBe(false)

  const asked = { fBookID: id, field: 'fDonor', reason: '致谢' }
  expect(z.decode(api.reveal.body!, asked as never)).toEqual({ id, field: 'donor', reason: '致谢' })
  expect(z.safeDecode(api.reveal.body!, { ...asked, field: 'fName' } as never).success).toBe(false)
})

it('the OpenAPI document of an entity has its wire names', () => {
  const printed = JSON.stringify(buildOpenApi(Object.values(api) as Route[], { title: '', version: '' }))
  for (const name of ['fBookID', 'fVersion', 'fName', 'fKind', 'fDonor']) expect(printed).toContain(`"${name}"`)
  for (const name of ['donor', 'kind']) expect(printed).not.toContain(`"${name}"`)
})

it('two fields cannot have one wire name', () => {
  const fields = { name: text('书名', { max: 20, wire: 'fName' }), title: text('题名', { max: 20, wire: 'fName' }) }
  const twice = { ...book, fields: { ...book.fields, ...fields } }
  expect(() => entityRoutes(twice, { path: '/api/book', actions: ['list'] })).toThrow('share one wire name')
})
