/** The files of the example application that `pnpm new-module` writes: the equipment of a school, and who has borrowed it. */
export interface ModuleNames {
  layer: string
  key: string
  title: string
  pascal: string
  /** The address of its first page. */
  url: string
  /** Of the migration. */
  time: number
}

export function writeModuleFiles({ layer, key, title, pascal, url, time }: ModuleNames): Record<string, string> {
  const isApplication = layer === 'applications'
  const define = isApplication ? 'defineApplication' : 'defineModule'
  const path = isApplication ? '' : pascal
  const phoneUrl = `/staffMain/${key}`
  const table = key.replaceAll('-', '_')
  const place = isApplication
    ? `route: '${pascal}', category: 'assets', about: '学校器材的登记、借出和归还',
  icon: 'M5 3h14v18H5V3Zm2 2v14h10V5H7Zm2 3h6v2H9V8Zm0 4h6v2H9v-2Z',`
    : `group: 'baseData',`
  return {
    'manifest.ts': `import { ${define} } from '#packages/contract'

const daily = { unit: '件', grain: 'org', exposure: 'P2', freshness: 'day' } as const

export const manifest = ${define}({
  key: '${key}',
  title: '${title}',
  ${place}
  permissions: {
    '${key}.read': { title: '查看器材和借用', defaultFor: ['district-admin', 'school-admin', 'head', 'general'] },
    '${key}.edit': { title: '登记器材，借出和归还', defaultFor: ['district-admin', 'school-admin', 'general'] },
  },
  pages: [
    { path: '${path}', title: '${title}', permission: '${key}.read', help: '${key}', states: ['?tab=loans'] },
  ],
  metrics: {
    '${key}.items': { ...daily, title: '登记的器材', kind: 'level', note: '当天结束时已登记的器材。', drill: '${path}' },
    '${key}.lent': { ...daily, title: '借出的器材', kind: 'sum', note: '当天借出的器材。', drill: '${path}?tab=loans' },
    '${key}.overdue': { ...daily, title: '逾期的器材', kind: 'level', note: '到期未还。', drill: '${path}?tab=loans' },
  },
  without: {
    recordKind: { because: 'not-needed', note: '器材按单位可见，没有个人的记录' },
    messageTemplates: { because: 'not-needed', note: '借出时当面告知应还日期' },
    responsibilities: { because: 'not-needed', note: '借用人离开时，未还的器材由管理员催还' },
    settings: { because: 'not-needed', note: '没有可以调整的规则' },
  },
  web: {
    phonePages: ['${phoneUrl}'],
    controls: ['${key}-item'],
    cards: [
      { id: '${key}', title: '借出', permission: '${key}.read', at: 'school', columns: 6, sort: 60, placeholderHeight: 232 },
    ],
  },
})
`,
    'contract.ts': `import { z } from 'zod'
import { choice, date, datetime, entitiesOf, entityRoutes, flag, labels, moveRoutes, organisation, person, reference, routesOf, status, text } from '#packages/contract'
import { files } from '#kernel/files/contract.ts'
import { manifest } from './manifest.ts'

export const itemKinds = labels({ projector: '投影设备', camera: '摄影设备', lab: '实验器材', sports: '体育器材' })

const entity = entitiesOf(manifest)
export const item = entity('${key}-item', {
  title: '器材',
  measure: '件',
  access: { read: '${key}.read', update: '${key}.edit' },
  scope: { org: 'orgId' },
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    name: text('器材名称', { max: 30, required: true, placeholder: '如 投影仪 1 号' }),
    kind: choice('类别', itemKinds, { required: true }),
    place: text('存放地点', { max: 30 }),
    photos: files('照片', { max: 3 }),
    isDisabled: flag('停用', { hint: '停用后不能再借出' }),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: {
    columns: ['kind', 'place', 'isDisabled'],
    filters: ['kind', 'isDisabled'],
    search: ['name', 'place'],
    order: ['kind', 'name'],
    ofOneOrg: true,
  },
  form: ['name', 'kind', 'place', 'photos', 'isDisabled'],
  detail: ['kind', 'place', 'photos'],
  import: { match: ['name'], permission: '${key}.edit' },
  export: true,
})
export const itemApi = entityRoutes(item, {
  path: '/api/${key}/item',
  actions: ['list', 'get', 'create', 'update', 'disable'],
})

export const loan = entity('${key}-loan', {
  title: '借用',
  measure: '笔',
  versioned: false,
  access: { read: '${key}.read', update: '${key}.edit' },
  scope: { org: 'orgId' },
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    item: reference(item.key, '${table}_item')('器材', { column: 'item_id', required: true }),
    borrower: person('借用人', { column: 'borrower_id', required: true }),
    purpose: text('用途', { max: 60, required: true }),
    dueOn: date('应还日期', { required: true }),
    createdAt: datetime('借出时间', { set: 'now', required: true, dropAt: 1 }),
    status: status('状态', {
      lent: { label: '借出中', tone: 'warning', next: ['returned'] },
      returned: { label: '已归还', tone: 'success' },
    }),
    returnedAt: datetime('归还时间', { dropAt: 2 }),
  },
  name: 'item',
  list: {
    columns: ['borrower', 'purpose', 'dueOn', 'createdAt', 'returnedAt', 'status'],
    filters: ['status', 'dueOn'],
    search: ['item', 'borrower', 'purpose'],
    order: ['-createdAt'],
    ofOneOrg: true,
  },
  form: ['item', 'borrower', 'purpose', 'dueOn'],
  unique: [{ constraint: '${table}_loan_lent', message: '该器材还没有归还', field: 'item' }],
  export: { isOfPeople: true },
})

const route = routesOf(manifest)
export const loanApi = {
  ...entityRoutes(loan, { path: '/api/${key}/loan', actions: ['list', 'create'] }),
  ...moveRoutes(loan, '/api/${key}/loan', {
    giveBack: { label: '归还', from: 'lent', to: 'returned', setNow: 'returnedAt' },
  }),
  statistic: route({
    method: 'GET',
    path: '/api/${key}/statistic',
    title: '本单位各类器材的借出情况',
    access: '${key}.read',
    data: z.array(z.object({ kind: item.fields.kind.output, items: z.int(), lent: z.int() })),
  }),
}
`,
    [`server/migrations/${time}_${table}.sql`]: `create table tenant.${table}_item (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  name        text not null check (length(name) between 1 and 30),
  kind        text not null check (kind in ('projector', 'camera', 'lab', 'sports')),
  place       text not null check (length(place) <= 30),
  is_disabled boolean not null,
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- items of an organisation
create index ${table}_item_org on tenant.${table}_item (district_id, org_id, kind, name, id);
create table tenant.${table}_loan (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  item_id     uuid not null,
  borrower_id uuid not null,
  purpose     text not null check (length(purpose) between 1 and 60),
  due_on      date not null,
  status      text not null default 'lent' check (status in ('lent', 'returned')),
  created_at  timestamptz not null,
  returned_at timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, item_id) references tenant.${table}_item (district_id, id),
  foreign key (district_id, borrower_id) references tenant.person (district_id, id)
);
-- an item is lent to one person at a time
create unique index ${table}_loan_lent on tenant.${table}_loan (district_id, item_id) where status = 'lent';
-- loans of an organisation, newest first
create index ${table}_loan_org on tenant.${table}_loan (district_id, org_id, created_at desc, id desc);
select tenant.wall('${table}_item', 'select', 'insert', 'update', 'delete');
select tenant.wall('${table}_loan', 'select', 'insert', 'update');
`,
    'server/module.ts': `import { countMetrics, createEntityExport, createEntityImport, serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { createFileOwner } from '#kernel/files/server/api.ts'
import { keepWithOrganisation } from '#kernel/org/server/api.ts'
import { itemApi, loanApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { demoEquipment } from './demo-rows.ts'
import { countByKind, countDay, listChangedDays } from './equipment-queries.ts'
import { items, loans, returnLoan } from './equipment.ts'

export default defineServerModule({
  manifest,
  entities: [
    serveEntity(itemApi, items),
    serveEntity(loanApi, { ...loans, giveBack: returnLoan, statistic: countByKind }),
  ],
  imports: [createEntityImport(items, { page: '${url}' })],
  exports: [createEntityExport(items), createEntityExport(loans)],
  fileOwners: [createFileOwner(items)],
  demoRows: [demoEquipment],
  metricCounts: countMetrics(manifest, countDay),
  metricChanges: [{ key: manifest.key, codes: Object.keys(manifest.metrics!), listChanged: listChangedDays }],
  orgContents: [keepWithOrganisation('${key}', [items, loans])],
})
`,
    'server/equipment.ts': `import { crud } from '#packages/crud'
import { createFilesField } from '#kernel/files/server/api.ts'
import { isStaffInScope } from '#kernel/staff/server/api.ts'
import { item, loan, loanApi } from '../contract.ts'

export const items = crud(item, '${table}_item', { fields: { photos: createFilesField(item.key) } })
export const loans = crud(loan, '${table}_loan', {
  references: { item: items, borrower: isStaffInScope },
})
export const returnLoan = loans.createMove(loanApi.giveBack)
`,
    'server/equipment-queries.ts': `import { sql } from 'kysely'
import type { DataOf } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import { isWithinDays } from '#packages/db'
import type { loanApi } from '../contract.ts'

/** The statistic of the caller's organisation. */
export async function countByKind({ db, actor }: Ctx) {
  const isLent = sql\`exists (select from ${table}_loan l where l.item_id = i.id and l.status = 'lent')\`
  const { rows } = await sql<DataOf<typeof loanApi.statistic>[number]>\`
    select i.kind, count(*) as items, count(*) filter (where \${isLent}) as lent
    from ${table}_item i where i.org_id = \${actor.orgId} and not i.is_disabled group by i.kind order by items desc, i.kind
  \`.execute(db)
  return rows
}

/** The metrics of one organisation and day. */
export async function countDay({ db }: Pick<Ctx, 'db'>, { orgId, day }: { orgId: string; day: string }) {
  const isUntil = (column: string) => isWithinDays(column, { to: day })
  const { rows } = await sql<Record<\`${key}.\${'items' | 'lent' | 'overdue'}\`, number>>\`
    select (select count(*) from ${table}_item where org_id = \${orgId} and \${isUntil('created_at')}) as "${key}.items",
      count(*) filter (where \${isWithinDays('created_at', { from: day, to: day })}) as "${key}.lent",
      count(*) filter (where due_on < \${day} and (returned_at is null or not \${isUntil('returned_at')})) as "${key}.overdue"
    from ${table}_loan where org_id = \${orgId} and \${isUntil('created_at')}
  \`.execute(db)
  return rows[0]!
}

/** Where today's metrics are different since a moment. */
export async function listChangedDays({ db, now }: Ctx, since: Date) {
  const { rows } = await sql<{ orgId: string }>\`
    select org_id as "orgId" from ${table}_item where created_at >= \${since}
    union
    select org_id from ${table}_loan where created_at >= \${since} or returned_at >= \${since}
  \`.execute(db)
  return rows.map(({ orgId }) => ({ orgId, days: [dayOf(now)] }))
}
`,
    'server/demo-rows.ts': `import { addDays, dayOf } from '#packages/core'
import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { items, loans } from './equipment.ts'

const equipment = [
  { name: '投影仪 1 号', kind: 'projector', place: '总务处' },
  { name: '单反相机', kind: 'camera', place: '信息中心' },
  { name: '篮球一筐', kind: 'sports', place: '体育器材室' },
] as const

/** Three items of each school; its administrator has borrowed the camera. */
export const demoEquipment: DemoRows = {
  key: '${key}.equipment',
  async create(ctx, world) {
    const administrators = listDemoMemberships(world, '学校管理员')
    const dueOn = addDays(dayOf(ctx.now), 7)
    for (const administrator of administrators) {
      const { orgId, personId } = administrator
      const own = actAsDemoMember(ctx, administrator, { may: ['${key}.read', '${key}.edit', 'user.read'] })
      const ids: string[] = []
      for (const one of equipment) ids.push((await items.create(own, { orgId, photos: [], isDisabled: false, ...one })).id)
      await loans.create(own, { orgId, item: ids[1]!, borrower: personId, purpose: '拍摄运动会', dueOn })
    }
    return administrators.length * (equipment.length + 1)
  },
}
`,
    'server/equipment.test.ts': `import { expect, it } from 'vitest'
import { dayOf } from '#packages/core'
import { buildExampleForm, createActor, useDatabase } from '#packages/testing'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { item } from '../contract.ts'
import { countByKind, countDay } from './equipment-queries.ts'
import { items, loans, returnLoan } from './equipment.ts'

const { as, away } = useDatabase()

it('lends an item to one person at a time, and counts the items and loans of one school', async () => {
  const can = ['${key}.read', '${key}.edit', 'user.read']
  const { orgId, other, keeper } = await as(createActor(), async (ctx) => {
    const schools = await twoSchools(ctx)
    return { ...schools, orgId: schools.school.id, keeper: await aTeacher(ctx, { at: schools.school, can }) }
  })
  const { id: itemId } = await as(keeper, (ctx) => items.create(ctx, buildExampleForm(item, '投影仪', { orgId })))
  const loan = { orgId, item: itemId, borrower: keeper.personId, purpose: '公开课', dueOn: '2020-01-01' }
  const lend = () => as(keeper, (ctx) => loans.create(ctx, loan))
  const { id } = await lend()
  await expect(lend()).rejects.toMatchObject({ message: '该器材还没有归还' })

  expect(await as(keeper, countByKind)).toEqual([{ kind: 'projector', items: 1, lent: 1 }])
  const count = async (at: string, districtId = keeper.districtId) =>
    Object.values(await as({ ...keeper, districtId }, (ctx) => countDay(ctx, { orgId: at, day: dayOf(ctx.now) })))
  expect(await count(orgId)).toEqual([1, 1, 1])
  expect(await count(other.id)).toEqual([0, 0, 0])
  expect(await count(orgId, away)).toEqual([0, 0, 0])

  await as(keeper, (ctx) => returnLoan(ctx, { id }))
  await expect(as(keeper, (ctx) => returnLoan(ctx, { id }))).rejects.toMatchObject({ message: '该借用已归还，不能归还' })
  expect(await count(orgId)).toEqual([1, 1, 0])
  await lend()
})
`,
    'web/index.ts': `import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: { '${path}': () => import('./pages/equipment.tsx') },
  controls: { '${key}-item': () => import('./components/item-picker.tsx') },
  cards: { '${key}': { load: () => import('./components/lent-card.tsx') } },
} satisfies WebModule
`,
    'web/pages/equipment.tsx': `import { SwapOutlined, ToolOutlined } from '@ant-design/icons'
import { defineEntityList } from '#packages/web/desk/entity/entity-list.tsx'
import { defineTabbedPage } from '#packages/web/desk/tabbed-page.tsx'
import { item, itemApi, loan, loanApi } from '../../contract.ts'

const Items = defineEntityList(item, itemApi, {
  key: '${key}:items',
  icon: ToolOutlined,
  empty: { text: '登记或导入器材后，就可以借出。' },
})
const Loans = defineEntityList(loan, loanApi, {
  key: '${key}:loans',
  icon: SwapOutlined,
  labels: { create: '借出', send: '借出', created: '已借出' },
})

/** ${url}: the equipment of the user's organisation, and who has borrowed it. */
export default defineTabbedPage([
  { key: 'items', label: '器材', page: Items },
  { key: 'loans', label: '借用', page: Loans },
])
`,
    'web/components/item-picker.tsx': `import { createEntityPicker } from '#packages/web/desk/entity/reference-picker.tsx'
import { item, itemApi } from '../../contract.ts'

export default createEntityPicker(item, itemApi)
`,
    'web/components/lent-card.tsx': `import { labelOf, type DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { ChartCard } from '#packages/web/desk/board/chart-card.tsx'
import { markMost } from '#packages/web/desk/chart/mark-most.ts'
import { itemKinds, loanApi } from '../../contract.ts'

const reading = { queryKey: ['${key}', 'statistic'], queryFn: () => call(loanApi.statistic) }
const none = { kind: 'empty', title: '还没有器材', text: '登记器材后，这里显示各类器材的借出情况。' } as const

function showLent(kinds: DataOf<typeof loanApi.statistic>) {
  const { marks, most } = markMost(
    kinds.map(({ kind, lent, items }) => ({ label: labelOf(itemKinds, kind), values: [lent], note: \`共 \${items} 件\` })),
  )
  return { finding: most ? \`借出最多的是\${most}\` : '器材都在', marks }
}

/** The statistic: how many items of each kind are lent. */
export default function LentCard() {
  const props = { reading, measure: '借出', unit: '件', of: '类别', kind: 'columns' } as const
  return <ChartCard {...props} show={showLent} emptyState={({ length }) => (length === 0 ? none : undefined)} />
}
`,
    'web/phone.ts': `import type { PhoneModule } from '#packages/web/core/module.ts'

export default { pages: { '${phoneUrl}': () => import('./phone/items-page.tsx') } } satisfies PhoneModule
`,
    'web/phone/items-page.tsx': `import { createEntityList } from '#packages/web/core/entity/entity-list.ts'
import { definePhoneList } from '#packages/web/light/list/phone-list.tsx'
import { item, itemApi } from '../../contract.ts'

const items = createEntityList(item, itemApi, { key: '${key}:items' })

/** ${phoneUrl}: the equipment, for staff on phones. */
export default definePhoneList(items, { title: '器材', help: '${key}' })
`,
    [`journeys/${key}.journey.ts`]: `import { expect, signIn, test } from '#entry/e2e/journey.ts'

test('a school administrator registers an item and sees who has borrowed another', async ({ page, cast }) => {
  await signIn(page, cast.schoolAdmin, '${url}')
  await expect(page.getByRole('heading', { level: 1, name: '${title}' })).toBeVisible()
  await page.getByRole('button', { name: '新建器材' }).click()
  await page.getByLabel('器材名称').fill('天文望远镜')
  await page.getByRole('dialog').getByRole('combobox', { name: '类别' }).click()
  await page.getByTitle('实验器材', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('天文望远镜')).toBeVisible()
  await page.getByRole('tab', { name: '借用' }).click()
  await expect(page.getByText('单反相机')).toBeVisible()
})

test('she finds an item on her phone', { tag: '@phone' }, async ({ page, cast }) => {
  await signIn(page, cast.schoolAdmin, '${phoneUrl}')
  await expect(page.getByText('投影仪 1 号')).toBeVisible()
})
`,
    'help.md': `<!-- help: ${key} -->
# ${title}
登记本单位的器材。可以上传照片，也可以用表格导入和导出。停用的器材不能再借出。

## 借用
点「借出」，选择器材和借用人，填写用途和应还日期。归还时点「归还」。一件器材还没有归还，就不能再次借出。
`,
    'acceptance.md': `| Behaviour | Test file | Test |
|---|---|---|
| 一件器材同时只借给一人；归还后可以再借 | \`server/equipment.test.ts\` | lends an item to one person at a time |
| 统计只数本单位 | \`server/equipment.test.ts\` | counts the items and loans of one school |
| 管理员登记器材 | \`journeys/${key}.journey.ts\` | a school administrator registers an item |
`,
  }
}
