import { sql } from 'kysely'
import { z } from 'zod'
import {
  choice,
  choices,
  computed,
  date,
  dateRange,
  datetime,
  defineModule,
  entitiesOf,
  field,
  flag,
  integer,
  money,
  organisation,
  owner,
  person,
  secret,
  status,
  text,
} from '#packages/contract'
import { emptyScope, newId, type Actor } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { crud, type CrudOptions, type StoredRow } from '#packages/crud'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'

/** A table with every kind of field, which no migration creates. */
interface LoanTable {
  id: string
  version: number
  created_at: Date
  updated_at: Date
  org_id: string
  owner_id: string
  number: string
  purpose: string
  kind: string
  tags: string[]
  is_urgent: boolean
  quantity: number
  deposit: number | null
  starts_on: string
  ends_on: string
  due_on: string | null
  borrower_id: string | null
  phone: Buffer
  cost: number | null
  status: string
}
declare module '#packages/db/tables/cell.gen.ts' {
  interface DB {
    test_loan: LoanTable
  }
}

const manifest = defineModule({
  key: 'loan-test',
  title: '借用',
  permissions: {
    'loan.read': { title: '查看', defaultFor: [] },
    'loan.edit': { title: '修改', defaultFor: [] },
    'loan.reveal': { title: '查看电话', defaultFor: [] },
    'loan.cost': { title: '查看原值', defaultFor: [] },
  },
  pages: [],
})
const states = {
  draft: { label: '草稿', tone: 'info', next: ['lent', 'cancelled'] },
  lent: { label: '借出中', tone: 'warning', next: ['returned'] },
  returned: { label: '已归还', tone: 'success' },
  cancelled: { label: '已取消', tone: 'closed' },
} as const
export const loan = entitiesOf(manifest)('loan', {
  title: '借用',
  measure: '笔',
  access: { read: 'loan.read', create: 'staff', update: 'loan.edit', remove: 'loan.edit' },
  history: true,
  scope: { org: 'orgId', owner: 'ownerId' },
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    ownerId: owner(),
    number: text('单号', { max: 20, required: true, write: 'create' }),
    purpose: text('用途', { max: 200, required: '请说明用途', multiline: true }),
    kind: choice('类别', { camera: '相机', lab: '实验器材' }, { required: true, write: 'create' }),
    tags: choices('标签', { fragile: '易碎', heavy: '重物' }),
    isUrgent: flag('加急'),
    quantity: integer('数量', { min: 1, max: 500, required: true, unit: '件' }),
    deposit: money('押金'),
    period: dateRange('借用日期', { required: true, columns: ['starts_on', 'ends_on'] }),
    dueOn: date('应还日期'),
    borrower: person('借用人', { column: 'borrower_id' }),
    phone: secret('联系电话', {
      max: 20,
      mask: 'mobile',
      revealWith: 'loan.reveal',
      pattern: { regex: /^1\d{10}$/, message: '联系电话格式不正确', example: '13800000001' },
    }),
    cost: money('原值', { visibleWith: 'loan.cost' }),
    notes: field<string[], string[], 'detail', 'form', 'none'>(
      '备注',
      { show: 'detail', column: 'none' },
      { kind: 'external', output: z.array(z.string()), input: z.array(z.string()), initial: [] },
    ),
    isOverdue: computed('逾期', z.boolean()),
    status: status('状态', states),
    createdAt: datetime('登记时间', { required: true }),
  },
  name: 'number',
  list: {
    columns: ['kind', 'quantity', 'dueOn', 'status'],
    filters: ['kind', 'tags', 'isUrgent', 'period', 'dueOn', 'createdAt', 'status', 'borrower'],
    extraFilters: { box: { label: '范围', options: { mine: '我的', all: '全部' } } },
    search: ['number', 'purpose', 'borrower'],
    order: ['-createdAt'],
  },
  form: [
    'number',
    'purpose',
    { title: '借用', fields: ['kind', 'tags', 'isUrgent', 'quantity', 'deposit', 'period', 'dueOn', 'borrower'] },
    'phone',
    'cost',
    'notes',
  ],
  detail: ['purpose', 'phone', 'cost', 'notes'],
  unique: [{ constraint: 'test_loan_number', message: '单号已存在', field: 'number' }],
  import: { match: ['number'], permission: 'loan.edit' },
  export: { isOfPeople: false },
})

/** A field outside the table. */
export const notes = new Map<string, string[]>()
export const allowedBorrowers = new Set<string>()
export const reveals: string[] = []
/** The organisations of borrowers who belong to one, and the ids of each question about borrowers. */
export const borrowerOrgs = new Map<string, string>()
export const borrowerQuestions: (readonly string[])[] = []
export const loanOptions: CrudOptions<typeof loan> = {
  fields: {
    notes: {
      load: (_, rows) => rows.map(({ id }) => notes.get(id) ?? []),
      save: async (_, id, value) => void notes.set(id, value),
      remove: async (_, ids) => ids.forEach((id) => notes.delete(id)),
    },
    isOverdue: { load: ({ now }, rows) => rows.map((row) => isOverdue(row, now)) },
  },
  filters: {
    box: (box, { actor }) =>
      box === 'mine' ? sql`t.owner_id = ${actor.userId}` : sql`t.owner_id = ${actor.userId} or true`,
  },
  references: {
    borrower: {
      async listChoosable(_, ids, orgId) {
        borrowerQuestions.push(ids)
        return ids.filter((id) => allowedBorrowers.has(id) && (!orgId || (borrowerOrgs.get(id) ?? orgId) === orgId))
      },
    },
  },
  recordReveal: async (_, { reason }) => void reveals.push(reason),
}
export const loans = crud(loan, 'test_loan', loanOptions)
const isOverdue = ({ dueOn }: StoredRow, now: Date) => typeof dueOn === 'string' && new Date(dueOn) < now

/** Creates the table, two schools, and people with the permissions of the module. */
export async function createLoanWorld(database: Pick<TestDatabase, 'sql' | 'as'>) {
  const { as } = database
  await database.sql(`
    create table tenant.test_loan (
      district_id int not null default tenant.current_district(), id uuid not null, version int not null default 1,
      created_at timestamptz not null, updated_at timestamptz not null, org_id uuid not null, owner_id uuid not null,
      number text not null, purpose text not null, kind text not null, tags text[] not null, is_urgent boolean not null,
      quantity int not null, deposit int, starts_on date not null, ends_on date not null, due_on date, borrower_id uuid,
      phone bytea not null, cost int, status text not null default 'draft',
      primary key (district_id, id), constraint test_loan_number unique (district_id, number))`)
  await database.sql("select tenant.wall('test_loan', 'select', 'insert', 'update', 'delete')")
  return as(createActor(), async (ctx) => {
    const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
    const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
    const other = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
    const hire = async (name: string, { id, path }: { id: string; path: string }, ...permissions: string[]) => {
      const scope = { ...emptyScope, orgPaths: [path] }
      const personId = await createPerson(ctx, { name })
      return createActor(
        { orgId: id, personId, userId: newId() },
        Object.fromEntries(permissions.map((permission) => [permission, scope])),
      )
    }
    const head = await hire('赵校长', school, 'loan.read', 'loan.edit', 'loan.reveal', 'loan.cost')
    const colleague = await hire('李老师', school)
    const teacher: Actor = {
      ...colleague,
      permissions: new Map([['loan.read', { ...emptyScope, self: colleague.userId }]]),
    }
    const neighbour = await hire('钱校长', other, 'loan.read', 'loan.edit', 'loan.reveal')
    allowedBorrowers.add(teacher.personId)
    return { head, teacher, neighbour }
  })
}
