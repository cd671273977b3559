/**
 * What an entity costs the compiler: entities of fourteen fields are generated, with routes and functions for the server
 * and with routes and a page for the browser. The difference between 25 and 50 of them is the price of 25; types of
 * entities that referred to each other would make it grow. `--long` also prints the sizes of the two whole programs.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../entry/modules.ts'

export const about = [
  'packages/contract/entity/**',
  'packages/crud/**',
  'packages/web/desk/entity/**',
  'packages/web/desk/list/list-spec.ts',
]
export const shortSeconds = 80

const [few, many] = [25, 50]
type Side = 'server' | 'web'
/** Most entities share names of fields, such as `status`; the price of one whose names are all its own is higher. */
type Names = 'shared' | 'own'
const typesAtMost = 280
interface Size {
  types: number
  instantiations: number
}

const manifest = `import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'proof',
  title: '借用',
  permissions: { 'loan.read': { title: '查看', defaultFor: [] }, 'loan.edit': { title: '修改', defaultFor: [] } },
  pages: [],
})
`

const loads = `export const isColleague = async (_: unknown, id: string) => id !== ''
export const listOverdue = (_: unknown, rows: readonly object[]) => rows.map(() => false)
`

const failures: string[] = []
if (process.argv.includes('--long')) for (const side of ['server', 'web'] as const) printProgram(side)
for (const side of ['server', 'web'] as const) for (const names of ['shared', 'own'] as const) measurePrice(side, names)
if (failures.length > 0) process.exit(1)

function measurePrice(side: Side, names: Names) {
  const less = measureEntities(side, names, few)
  const more = measureEntities(side, names, many)
  const perEntity = (part: keyof Size) => Math.round((more[part] - less[part]) / (many - few))
  const isGood = perEntity('types') <= typesAtMost
  console.log(
    `entity-types: ${isGood ? 'yes' : 'NO '} ${side}, ${names} names: ${perEntity('types')} types (at most ${typesAtMost}) and ` +
      `${perEntity('instantiations')} instantiations an entity; ${few} entities ${print(less)}, ${many} ${print(more)}`,
  )
  if (!isGood) failures.push(`${side}, ${names} names`)
}

function print({ types, instantiations }: Size) {
  return `${types.toLocaleString('en')} types, ${instantiations.toLocaleString('en')} instantiations`
}

function printProgram(side: Side) {
  console.log(`entity-types: the whole ${side} program: ${print(compile(`tsconfig.${side}.json`))}`)
}

function measureEntities(side: Side, names: Names, count: number): Size {
  const own = (number: number) => (names === 'own' ? String(number) : '')
  const folder = mkdtempSync(join(root, 'proof-entity-types-'))
  try {
    writeFileSync(join(folder, 'manifest.ts'), manifest)
    if (side === 'server') {
      writeFileSync(join(folder, 'tables.ts'), printTables(count, own))
      writeFileSync(join(folder, 'loads.ts'), loads)
    }
    for (let number = 1; number <= count; number++) {
      writeFileSync(join(folder, `contract-${number}.ts`), printContract(number, own(number)))
      if (side === 'server') writeFileSync(join(folder, `functions-${number}.ts`), printFunctions(number, own(number)))
      else writeFileSync(join(folder, `page-${number}.tsx`), printPage(number))
    }
    const config = join(folder, 'tsconfig.json')
    const include = ['.']
    writeFileSync(config, JSON.stringify({ extends: `../tsconfig.${side}.json`, include, exclude: [] }))
    return compile(join(basename(folder), 'tsconfig.json'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** With one checker: several would each count the types of the libraries that they meet. */
function compile(config: string): Size {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      'node_modules/typescript7/bin/tsc',
      '-p',
      config,
      '--incremental',
      'false',
      '--checkers',
      '1',
      '--extendedDiagnostics',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(stdout)?.[1])
  const size = { types: read('Types'), instantiations: read('Instantiations') }
  if (status !== 0 || !size.types) throw new Error(`the compiler refused ${config}\n${stdout}`)
  return size
}

/** As in different modules, the choices, the states and three of the names are an entity's own; the others have `own`. */
function printContract(number: number, own: string) {
  return `import { choice, computed, date, datetime, entitiesOf, entityRoutes, flag, integer, money, organisation, owner, person, secret, status, text, type RowOf } from '#packages/contract'
import { z } from 'zod'
import { manifest } from './manifest.ts'

const kinds${number} = { camera${number}: '相机', lab${number}: '实验器材', sports${number}: '体育器材' }
const states${number} = {
  lent${number}: { label: '借出中', tone: 'warning', next: ['returned${number}', 'lost${number}'] },
  returned${number}: { label: '已归还', tone: 'success' },
  lost${number}: { label: '已丢失', tone: 'error' },
} as const

export const loan${number} = entitiesOf(manifest)('loan-${number}', {
  title: '借用',
  measure: '笔',
  access: { read: 'loan.read', create: 'loan.edit', update: 'loan.edit' },
  scope: { org: 'orgId${own}', owner: 'ownerId${own}' },
  fields: {
    orgId${own}: organisation('单位', { show: 'none', write: 'create' }),
    number${number}: text('借用单号', { max: 20, required: true }),
    purpose${number}: text('用途', { max: 200, show: 'detail' }),
    kind${own}: choice('类别', kinds${number}, { required: true }),
    isUrgent${own}: flag('加急'),
    quantity${number}: integer('数量', { max: 500, required: true }),
    deposit${own}: money('押金'),
    dueOn${own}: date('应还日期'),
    borrower${own}: person('借用人', { column: 'borrower_id${own}' }),
    phone${own}: secret('联系电话', { max: 20 }),
    ownerId${own}: owner(),
    status${own}: status('状态', states${number}),
    returnedAt${own}: datetime('归还时间'),
    isOverdue${own}: computed('逾期', z.boolean()),
  },
  name: 'number${number}',
  list: {
    columns: ['kind${own}', 'borrower${own}', 'quantity${number}', 'dueOn${own}', 'status${own}'],
    filters: ['kind${own}', 'status${own}', 'isUrgent${own}'],
    search: ['number${number}'],
    order: ['-createdAt'],
  },
  form: ['number${number}', 'purpose${number}', 'kind${own}', 'quantity${number}', 'dueOn${own}', 'borrower${own}', 'phone${own}'],
  detail: ['purpose${number}', 'phone${own}'],
})
export interface Loan${number} extends RowOf<typeof loan${number}> {}

export const loan${number}Api = entityRoutes(loan${number}, {
  path: '/api/loan-${number}',
  actions: ['list', 'get', 'create', 'update'],
})
`
}

function printFunctions(number: number, own: string) {
  return `import type { Ctx } from '#packages/core'
import { crud, serveEntity } from '#packages/crud'
import { loan${number}, loan${number}Api, type Loan${number} } from './contract-${number}.ts'
import { isColleague, listOverdue } from './loads.ts'
import './tables.ts'

export const loans${number} = crud(loan${number}, 'loan_${number}', {
  references: { borrower${own}: isColleague },
  fields: { isOverdue${own}: { load: listOverdue } },
})
export const served${number} = serveEntity(loan${number}Api, loans${number})
export const getNumber${number} = (row: Loan${number}) => row.number${number}
export const returnLoan${number} = (ctx: Ctx, id: string) =>
  loans${number}.rows.move(ctx, ctx.actor.permissions.get('loan.edit')!, id, 'lent${number}', 'returned${number}')
`
}

/** The tables of all entities join the generated ones. */
function printTables(count: number, own: (number: number) => string) {
  const tables = Array.from({ length: count }, (_, index) => index + 1)
  const columns = (number: number) => `interface Table${number} {
  id: string
  version: number
  created_at: Date
  updated_at: Date
  org_id${own(number)}: string
  number${number}: string
  purpose${number}: string
  kind${own(number)}: 'camera${number}' | 'lab${number}' | 'sports${number}'
  is_urgent${own(number)}: boolean
  quantity${number}: number
  deposit${own(number)}: number | null
  due_on${own(number)}: string | null
  borrower_id${own(number)}: string | null
  phone${own(number)}: Buffer
  owner_id${own(number)}: string
  status${own(number)}: 'lent${number}' | 'returned${number}' | 'lost${number}'
  returned_at${own(number)}: Date | null
}`
  return `${tables.map(columns).join('\n')}
declare module '#packages/db/tables/cell.gen.ts' {
  interface DB {
${tables.map((number) => `    loan_${number}: Table${number}`).join('\n')}
  }
}
export {}
`
}

function printPage(number: number) {
  return `import { HomeOutlined } from '@ant-design/icons'
import { defineEntityList } from '#packages/web/desk/entity/entity-list.tsx'
import { loan${number}, loan${number}Api } from './contract-${number}.ts'

export default defineEntityList(loan${number}, loan${number}Api, {
  key: 'proof:Loans${number}',
  icon: HomeOutlined,
  facts: { purpose${number}: ({ purpose${number} }) => purpose${number} },
})
`
}
