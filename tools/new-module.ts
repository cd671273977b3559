/**
 * pnpm new-module applications/example [--title 样例]: creates a working module to start from, with one permission, one
 * route that reads real data, its rows in the isolation matrix, a test, and one page. Server and web find it by its
 * folder; only openapi.json and the page tables are generated again, or not with --skip-generate.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { title: { type: 'string', default: '样例' }, 'skip-generate': { type: 'boolean', default: false } },
})
const [, layer = '', key = ''] = /^(kernel|engines|applications)\/([a-z][a-z0-9-]*)$/.exec(positionals[0] ?? '') ?? []
const { title } = values
if (!key) fail('usage: pnpm new-module kernel|engines|applications/kebab-case-name [--title 标题]')
if (existsSync(join(root, layer, key))) fail(`${layer}/${key} is there already`)

const camel = key.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const pascal = camel[0]!.toUpperCase() + camel.slice(1)
const define = layer === 'applications' ? 'defineApplication' : 'defineModule'
const place =
  layer === 'applications'
    ? `route: '${pascal}',\n  category: 'office',\n  about: '说明这个应用做什么',\n  icon: 'file',`
    : `group: 'baseData',`
const path = layer === 'applications' ? '' : pascal

const files: Record<string, string> = {
  'manifest.ts': `import { ${define} } from '#packages/contract'

export const manifest = ${define}({
  key: '${key}',
  title: '${title}',
  ${place}
  permissions: {
    '${key}.read': { title: '查看${title}', defaultFor: ['district-admin', 'school-admin', 'head'] },
  },
  pages: [{ path: '${path}', title: '${title}', permission: '${key}.read', help: '${key}' }],
})
`,
  'contract.ts': `import { z } from 'zod'
import { routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const overview = z.object({ orgName: z.string(), people: z.int() })

const route = routesOf(manifest)

export const ${camel}Api = {
  overview: route({
    method: 'GET',
    path: '/api/${key}/overview',
    title: '${title}概况',
    access: '${key}.read',
    data: overview,
  }),
}
`,
  'server/module.ts': `import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { ${camel}Routes } from './routes.ts'

export default defineServerModule({ manifest, routes: ${camel}Routes })
`,
  'server/routes.ts': `import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { ${camel}Api } from '../contract.ts'
import { getOverview } from './service.ts'

export function ${camel}Routes(app: FastifyInstance) {
  mount(app, ${camel}Api.overview, (ctx) => getOverview(ctx))
}
`,
  'server/service.ts': `import { orNotFound, type Ctx } from '#packages/core'
import { findOwnOrganisation } from './queries.ts'

/** The caller's own organisation, and how many people it has. */
export async function getOverview(ctx: Ctx) {
  return orNotFound(await findOwnOrganisation(ctx.db, ctx.actor.orgId), '组织')
}
`,
  'server/queries.ts': `import type { Db } from '#packages/db'

export const findOwnOrganisation = (db: Db, orgId: string) =>
  db
    .selectFrom('v_org')
    .select(['name as orgName', 'user_count as people'])
    .where('id', '=', orgId)
    .executeTakeFirst()
`,
  'server/isolation.ts': `import { defineIsolation } from '#packages/testing'
import { ${camel}Api } from '../contract.ts'

export default defineIsolation(${camel}Api, {
  // Everybody who may read it reads her own organisation's.
  overview: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
})
`,
  [`server/${key}.test.ts`]: `import { expect, it } from 'vitest'
import { createActor, useDatabase } from '#packages/testing'
import { aBureau } from '#kernel/org/server/example.ts'
import { getOverview } from './service.ts'

const { as } = useDatabase()

it('shows the own organisation, and nothing of another district', async () => {
  const founder = createActor()
  const bureau = await as(founder, (ctx) => aBureau(ctx))
  const clerk = createActor({ orgId: bureau.id })
  expect(await as(clerk, (ctx) => getOverview(ctx))).toEqual({ orgName: '云禾区教育局', people: 0 })
  const stranger = createActor({ orgId: bureau.id, districtId: 2 as never })
  await expect(as(stranger, (ctx) => getOverview(ctx))).rejects.toThrow('组织不存在')
})
`,
  'web/index.ts': `import type { WebModule } from '#packages/web/core/module.ts'

export default { pages: { '${path}': () => import('./pages/overview.tsx') } } satisfies WebModule
`,
  'web/queries.ts': `import { call } from '#packages/web/core/call.ts'
import { ${camel}Api } from '../contract.ts'

export const overview = {
  queryKey: ['${key}', 'overview'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(${camel}Api.overview, { signal }),
}
`,
  'web/pages/overview.tsx': `import { useQuery } from '@tanstack/react-query'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { overview } from '../queries.ts'

export default function OverviewPage() {
  const { data, error, refetch } = useQuery(overview)
  return (
    <>
      <ActionLine {...(data && { note: \`\${data.orgName} \${data.people} 人\` })} />
      {error && <PageState status="failed" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines widths={[60, 40]} />}
    </>
  )
}
`,
}

for (const [name, text] of Object.entries(files)) {
  const file = join(root, layer, key, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
run('node_modules/.bin/oxfmt', [`${layer}/${key}`])
// It has no tables yet.
if (!values['skip-generate']) run('node', ['tools/generate.ts', '--without-database'])
console.log(
  `new-module: ${layer}/${key} with ${Object.keys(files).length} files; its page: ${layer === 'applications' ? `/application/${pascal}` : `/baseData/${pascal}`}`,
)

function fail(message: string): never {
  console.error(`new-module: ${message}`)
  process.exit(2)
}
