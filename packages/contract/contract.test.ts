import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  compileEncoder,
  defineModule,
  idOrEmptyOf,
  intParam,
  buildOpenApi,
  optionalIdOf,
  pageOf,
  pageQuery,
  routesOf,
  upload,
  wireObject,
  type DataOf,
  type Route,
} from './index.ts'

interface Node {
  id: string
  parentId: string | null
  name: string
  children: Node[]
}
const node: z.ZodType<Node> = wireObject(
  { id: z.guid(), parentId: idOrEmptyOf('node'), name: z.string(), children: z.lazy(() => z.array(node)) },
  { id: 'fOrgID', parentId: 'fParentID', name: 'fName', children: 'childers' },
).meta({ id: 'Node' })

const one = '0190b1a0-0000-7000-8000-000000000001'
const tree: Node = {
  id: one,
  parentId: null,
  name: '根',
  children: [{ id: one, parentId: one, name: '叶', children: [] }],
}
const wire = {
  fOrgID: one,
  fParentID: '00000000-0000-0000-0000-000000000000',
  fName: '根',
  childers: [{ fOrgID: one, fParentID: one, fName: '叶', childers: [] }],
}

it('has our names in the code and the specification’s names on the wire, at every depth', () => {
  expect(z.encode(node, tree)).toEqual(wire)
  expect(z.decode(node, wire)).toEqual(tree)
})

it('the compiled encoder gives the same result, and leaves out undeclared fields', () => {
  const encode = compileEncoder(pageOf(node))
  const row = { ...tree, password_hash: 'x', children: [{ ...tree.children[0]!, salary: 1 }] }
  expect(encode({ itemCount: 1, pageCount: 1, items: [row] })).toEqual({ itemCount: 1, pageCount: 1, items: [wire] })
})

it('refuses two fields with the same wire name', () => {
  expect(() => wireObject({ id: z.string(), fId: z.string() }, { id: 'fId' })).toThrow('share one wire name')
})

it('reads pages from a query string and has defaults', () => {
  expect(z.decode(pageQuery, {})).toEqual({ pageNumber: 1, pageSize: 20 })
  expect(z.decode(pageQuery, { pageNumber: '3', pageSize: '200' })).toEqual({ pageNumber: 3, pageSize: 200 })
  expect(z.encode(pageQuery, { pageNumber: 3, pageSize: 50 })).toEqual({ pageNumber: '3', pageSize: '50' })
  for (const wrong of [{ pageSize: '201' }, { pageNumber: '0' }, { pageNumber: '1e3' }, { pageNumber: '' }]) {
    expect(z.safeDecode(pageQuery, wrong).success).toBe(false)
  }
})

it.each([undefined, '', '00000000-0000-0000-0000-000000000000'])('accepts %s for "none"', (value) =>
  expect(z.decode(optionalIdOf('node'), value)).toBeNull(),
)

const manifest = defineModule({
  key: 'sample',
  title: '样例',
  permissions: { 'node.read': { title: '查看', defaultFor: ['head'] } },
})
const sample = routesOf(manifest)({
  method: 'GET',
  path: '/api/sample/list',
  title: '样例列表',
  access: 'node.read',
  query: z.object({ ...pageQuery.shape, depth: intParam({ min: 1 }).optional() }),
  data: pageOf(node),
})

it('a route has types, and accepts only declared permissions', () => {
  expectTypeOf<DataOf<typeof sample>['items']>().toEqualTypeOf<Node[]>()
  // @ts-expect-error no such permission
  routesOf(manifest)({ method: 'GET', path: '/api/x', title: '', access: 'node.write', data: z.null() })
})

it('declares forms with files, raw answers, and fields that may be in the query', () => {
  const route = routesOf(manifest)
  const made = { method: 'POST', title: '', access: 'staff', data: z.null() } as const
  const form = route({
    ...made,
    path: '/api/sample/form',
    multipart: true,
    body: z.object({ file: upload({ maxBytes: 9, tooLarge: '' }) }),
  })
  const picture = route({ ...made, method: 'GET', path: '/api/sample/picture', raw: true, data: z.any() })
  const sort = route({
    ...made,
    path: '/api/sample/sort',
    body: z.object({ cnt: z.int() }),
    inQueryToo: { cnt: 'number' },
  })
  const { paths } = buildOpenApi([form, picture, sort] as unknown as Route[], {
    title: 't',
    version: '1',
  }) as never as {
    paths: Record<
      string,
      Record<
        string,
        {
          requestBody: { required: boolean; content: object }
          parameters: object[]
          responses: Record<number, { content: object }>
        }
      >
    >
  }
  const file = { type: 'string', format: 'binary' }
  expect(paths['/api/sample/form']!['post']!.requestBody.content).toMatchObject({
    'multipart/form-data': { schema: { properties: { file } } },
  })
  expect(paths['/api/sample/form']!['post']!.requestBody.content).not.toHaveProperty('application/json')
  expect(paths['/api/sample/picture']!['get']!.responses[200]!.content).toMatchObject({
    'application/octet-stream': { schema: file },
  })
  expect(paths['/api/sample/sort']!['post']).toMatchObject({
    requestBody: { required: false },
    parameters: [{ name: 'cnt', in: 'query', required: false, schema: { type: 'integer' } }, {}],
  })
})

it('writes the wire side into the OpenAPI document', () => {
  const document = buildOpenApi([sample as unknown as Route], { title: 't', version: '1' })
  const { paths, components } = document as never as {
    paths: Record<string, never>
    components: { schemas: Record<string, { properties: object }> }
  }
  expect(Object.keys(components.schemas['Node']!.properties)).toEqual(['fOrgID', 'fParentID', 'fName', 'childers'])
  expect(JSON.stringify(document)).not.toContain('$defs')
  expect(paths['/api/sample/list']).toMatchObject({
    get: {
      'x-access': 'node.read',
      parameters: [
        { name: 'pageNumber', required: false, schema: { type: 'integer', default: 1 } },
        { name: 'pageSize', required: false },
        { name: 'depth', required: false },
      ],
    },
  })
})
