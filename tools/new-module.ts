/**
 * pnpm new-module applications/example [--title 样例]: creates a small working module to start from: notices of a
 * school, on a desk page for staff and on a phone page for families. It has a table, its rows of the demo, of the access
 * matrix and of the scope test, a test, a journey and a chapter of the handbook. Everything is in its folder; the
 * generated files are written again, or not with --skip-generate.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
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
const table = `${key.replaceAll('-', '_')}_notice`
const define = layer === 'applications' ? 'defineApplication' : 'defineModule'
const place =
  layer === 'applications'
    ? `route: '${pascal}',\n  category: 'office',\n  about: '说明这个应用做什么',\n  icon: 'M5 3h14v18H5V3Zm2 2v14h10V5H7Zm2 3h6v2H9V8Zm0 4h6v2H9v-2Z',`
    : `group: 'baseData',`
const path = layer === 'applications' ? '' : pascal
const url = layer === 'applications' ? `/application/${pascal}` : `/baseData/${pascal}`
/** Migrations run in the order of their times; a new one comes after all others, whatever the clock says. */
const migrations = globSync('{packages/*,{kernel,engines,applications}/*/server}/migrations/*.sql', { cwd: root })
const latest = Math.max(...migrations.map((file) => Number(basename(file).slice(0, 14))))
const time = Math.max(latest + 1, Number(new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)))

const files: Record<string, string> = {
  'manifest.ts': `import { ${define} } from '#packages/contract'

export const manifest = ${define}({
  key: '${key}',
  title: '${title}',
  ${place}
  permissions: {
    '${key}.read': { title: '查看${title}', defaultFor: ['district-admin', 'school-admin', 'head'] },
    '${key}.follow': { title: '学生和家长查看${title}', defaultFor: { pupil: 'self', guardian: 'self' } },
  },
  pages: [{ path: '${path}', title: '${title}', permission: '${key}.read', help: '${key}', studentAllowed: true }],
  web: { phonePages: ['${url}'] },
})
`,
  'contract.ts': `import { z } from 'zod'
import { idOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const notice = z.object({ id: idOf('${key}-notice'), title: z.string(), text: z.string(), orgName: z.string() })
export type Notice = z.output<typeof notice>

const route = routesOf(manifest)

export const ${camel}Api = {
  list: route({
    method: 'GET',
    path: '/api/${key}/list',
    title: '${title}列表',
    access: '${key}.read',
    query: pageQuery,
    data: pageOf(notice),
  }),
  familyList: route({
    method: 'GET',
    path: '/api/${key}/familyList',
    title: '孩子学校的${title}',
    access: '${key}.follow',
    audience: ['pupil', 'guardian'],
    data: z.array(notice),
  }),
}
`,
  [`server/migrations/${time}_${table}.sql`]: `create table tenant.${table} (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  title       text not null check (length(title) between 1 and 60),
  text        text not null check (length(text) <= 2000),
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- notices of an organisation, newest first
create index ${table}_org on tenant.${table} (district_id, org_id, created_at desc, id desc);
select tenant.wall('${table}', 'select', 'insert', 'update');
`,
  'server/module.ts': `import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { demoNotices } from './demo-rows.ts'
import { countNotices, moveNotices } from './notice-queries.ts'
import { ${camel}Routes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: ${camel}Routes,
  demoRows: [demoNotices],
  // An organisation with notices is not deleted; those of a merged one move to its successor.
  orgContents: [
    {
      key: '${key}',
      title: '${title}',
      measure: '条',
      count: (ctx, orgIds) => countNotices(ctx.db, orgIds),
      relocate: async (ctx, { from, to, isWhole }) => {
        if (isWhole) await moveNotices(ctx.db, from.id, to.id)
      },
    },
  ],
})
`,
  'server/routes.ts': `import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { ${camel}Api as api } from '../contract.ts'
import { listFamilyNotices, listNotices } from './notices.ts'

export function ${camel}Routes(app: FastifyInstance) {
  mount(app, api.list, (ctx, { query }) => listNotices(ctx, query))
  mount(app, api.familyList, (ctx) => listFamilyNotices(ctx))
}
`,
  'server/notices.ts': `import type { PageQuery } from '#packages/contract'
import { emptyScope, newId, scopeOf, type Ctx } from '#packages/core'
import type { Notice } from '../contract.ts'
import { insertNotice, readNoticePage } from './notice-queries.ts'

/** The notices that the caller's role reaches, newest first. */
export const listNotices = (ctx: Ctx, page: PageQuery) =>
  readNoticePage(ctx.db, scopeOf(ctx, '${key}.read'), page)

const shownToFamilies = 20

/** The newest notices of the school of a pupil or guardian. */
export async function listFamilyNotices(ctx: Ctx): Promise<Notice[]> {
  const scope = { ...emptyScope, orgIds: [ctx.actor.orgId] }
  return (await readNoticePage(ctx.db, scope, { pageNumber: 1, pageSize: shownToFamilies })).items
}

export async function createNotice(ctx: Ctx, notice: { orgId: string; title: string; text: string }) {
  const id = newId()
  await insertNotice(ctx.db, { id, ...notice }, ctx.now)
  return id
}
`,
  'server/notice-queries.ts': `import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, readPage, type Db } from '#packages/db'

interface NewNotice {
  id: string
  orgId: string
  title: string
  text: string
}

export const insertNotice = (db: Db, { id, orgId, title, text }: NewNotice, now: Date) =>
  db.insertInto('${table}').values({ id, org_id: orgId, title, text, created_at: now }).execute()

export const readNoticePage = (db: Db, scope: Scope, page: PageQuery) =>
  readPage(
    db,
    db
      .selectFrom('${table} as n')
      .innerJoin('v_org as o', 'o.id', 'n.org_id')
      .select(['n.id', 'n.title', 'n.text', 'o.name as orgName'])
      .where(inScope(scope, { org: 'n.org_id' }))
      .orderBy('n.created_at', 'desc')
      .orderBy('n.id', 'desc'),
    page,
  )

export async function countNotices(db: Db, orgIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('${table}')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>\`org_id = any(\${orgIds}::uuid[])\`)
    .executeTakeFirstOrThrow()
  return count
}

export const moveNotices = (db: Db, fromId: string, toId: string) =>
  db.updateTable('${table}').set({ org_id: toId }).where('org_id', '=', fromId).execute()
`,
  'server/demo-rows.ts': `import type { DemoRows } from '#kernel/org/server/api.ts'
import { createNotice } from './notices.ts'

const notices = [
  { title: '秋季运动会', text: '周五全天在操场举行，请穿运动鞋。' },
  { title: '家长开放日', text: '下周三上午可以进班听课。' },
]

/** Two notices of each school. */
export const demoNotices: DemoRows = {
  key: '${key}.notices',
  async create(ctx, { schools }) {
    for (const { id: orgId } of schools) for (const notice of notices) await createNotice(ctx, { orgId, ...notice })
    return schools.length * notices.length
  },
}
`,
  'server/isolation.ts': `import { defineIsolation } from '#packages/testing'
import { ${camel}Api } from '../contract.ts'

export default defineIsolation(${camel}Api, {
  // Everybody who may read the list reads that of her own organisations.
  list: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
  // Families read the notices of their own school.
  familyList: {
    owner: -401,
    teacher: -401,
    otherClassHead: -401,
    otherSchoolAdmin: -401,
    otherDistrictAdmin: -401,
    pupil: 1,
    guardian: 1,
  },
})
`,
  'server/scoped.ts': `import { defineScopedLists } from '#packages/testing'
import { readNoticePage } from './notice-queries.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
}

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    // One notice for each organisation. Repeatable.
    await sql(
      \`insert into tenant.${table} (district_id, id, org_id, title, text, created_at)
       select district_id, id, id, '通知', '', now() from tenant.organisation where district_id = $1
       on conflict do nothing\`,
      [district],
    )
    return sql<Row>(
      \`select n.id, n.org_id as "orgId", o.path::text as "orgPath"
       from tenant.${table} n join tenant.organisation o on o.district_id = n.district_id and o.id = n.org_id
       where n.district_id = $1\`,
      [district],
    )
  },
  lists: {
    readNoticePage: {
      ids: async (db, scope) =>
        (await readNoticePage(db, scope, { pageNumber: 1, pageSize: 200 })).items.map(({ id }) => id),
    },
  },
})
`,
  'server/notices.test.ts': `import { expect, it } from 'vitest'
import { emptyScope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aBureau, aSchool } from '#kernel/org/server/example.ts'
import { createNotice, listFamilyNotices, listNotices } from './notices.ts'

const { as } = useDatabase()
const firstPage = { pageNumber: 1, pageSize: 20 }

it('shows the notices of the own school to its staff and families, and to nobody else', async () => {
  const { bureau, school } = await as(createActor(), async (ctx) => {
    const top = await aBureau(ctx)
    const below = await aSchool(ctx, top, '云禾区实验学校')
    await createNotice(ctx, { orgId: below.id, title: '秋季运动会', text: '请穿运动鞋。' })
    return { bureau: top, school: below }
  })
  const reader = (orgId: string) => createActor({ orgId }, { '${key}.read': { ...emptyScope, orgIds: [orgId] } })
  const expected = { title: '秋季运动会', text: '请穿运动鞋。', orgName: '云禾区实验学校' }

  expect((await as(reader(school.id), (ctx) => listNotices(ctx, firstPage))).items).toMatchObject([expected])
  expect((await as(reader(bureau.id), (ctx) => listNotices(ctx, firstPage))).items).toEqual([])

  const mother = createActor({ kind: 'guardian', orgId: school.id })
  expect(await as(mother, (ctx) => listFamilyNotices(ctx))).toMatchObject([expected])
  const stranger = createActor({ kind: 'guardian', orgId: school.id, districtId: 2 as never })
  expect(await as(stranger, (ctx) => listFamilyNotices(ctx))).toEqual([])
})
`,
  'web/index.ts': `import type { WebModule } from '#packages/web/core/module.ts'

export default { pages: { '${path}': () => import('./pages/notices.tsx') } } satisfies WebModule
`,
  'web/pages/notices.tsx': `import { queryOf } from '#packages/web/core/query-of.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { ${camel}Api, type Notice } from '../../contract.ts'

const queryKey = ['${key}'] as const
const page = ({ pageNumber, pageSize }: ListQuery) =>
  queryOf(queryKey, ${camel}Api.list, { query: { pageNumber, pageSize } })

/** ${url}: the notices of the user's organisations. */
export default defineListPage<Notice>({
  key: '${key}:${path}',
  queryKey,
  unit: '条通知',
  measure: '条',
  counted: '条通知',
  page,
  name: { title: '标题', of: ({ title }) => title, icon: () => null },
  columns: [
    col.text({ key: 'text', title: '内容', width: 360, card: 'fact' }),
    col.text({ key: 'orgName', title: '单位', width: 176, dropAt: 1, card: 'fact' }),
  ],
  empty: { title: '没有通知', text: '学校的通知会显示在这里。' },
})
`,
  'web/phone.ts': `import type { PhoneModule } from '#packages/web/core/module.ts'

/** Pupils and guardians open the page of the desk at the same address. */
export default {
  pages: { '${url}': () => import('./phone/notices-page.tsx') },
} satisfies PhoneModule
`,
  'web/phone/notices-page.tsx': `import { call } from '#packages/web/core/call.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { ${camel}Api } from '../../contract.ts'

/** ${url} for families: the newest notices of the school. */
export default function NoticesPage() {
  usePageTitle('${title}')
  return (
    <LightPage head={<Bar title="${title}" back="/studentMain/index" help="${key}-family" />}>
      <Notices />
    </LightPage>
  )
}

function Notices() {
  const { answer, again } = useLoaded('notices', () => call(${camel}Api.familyList))
  if (!answer) return <Skeleton />
  if (answer === 'failed') return <PageLoadError onRetry={again} />
  if (answer.length === 0) return <EmptyState title="没有通知">学校的通知会显示在这里。</EmptyState>
  return answer.map(({ id, title, text }) => (
    <Card key={id} title={title}>
      {text}
    </Card>
  ))
}
`,
  [`journeys/${key}.journey.ts`]: `import { expect, signIn, test } from '#entry/e2e/journey.ts'

test('a school administrator reads the notices of her school', async ({ page, cast }) => {
  await signIn(page, cast.schoolAdmin, '${url}')
  await expect(page.getByRole('heading', { level: 1, name: '${title}' })).toBeVisible()
  await expect(page.getByText('秋季运动会')).toBeVisible()
})

test('a mother reads the notices of the school on her phone', { tag: '@phone' }, async ({ page, cast }) => {
  await signIn(page, cast.guardian, '${url}')
  await expect(page.getByRole('heading', { name: '家长开放日' })).toBeVisible()
  await page.getByRole('link', { name: '返回' }).click()
  await expect(page).toHaveURL('/studentMain/index')
})
`,
  'help.md': `<!-- help: ${key} -->
# ${title}
学校的通知，按时间排列，最新的在最上面。您看到的是自己单位和下级单位的通知。

<!-- help: ${key}-family -->
## 学生和家长
学生和家长在手机上看到本校的通知。
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
if (!values['skip-generate']) run('node', ['tools/generate.ts'])
console.log(`new-module: ${layer}/${key} with ${Object.keys(files).length} files; its page: ${url}`)

function fail(message: string): never {
  console.error(`new-module: ${message}`)
  process.exit(2)
}
