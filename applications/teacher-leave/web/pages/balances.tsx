import { UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { useSession } from '#packages/web/core/session.ts'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPageOf } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type Targets } from '#packages/web/desk/list/list-spec.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { grantForm, leaveBookApi, type BalanceRow, type GrantForm } from '../../contract.ts'
import { Ledger } from '../components/ledger.tsx'
import { OrgSwitch, useShownOrg, type ShownOrg } from '../components/org-switch.tsx'
import { leaveKey } from '../leave-queries.ts'
import { getOnlyPerson, toPeoplePage } from '../people-page.ts'

interface BalanceType {
  id: string
  name: string
}
type Row = BalanceRow & { id: string }

const { typeId, expiresOn, note } = grantForm.shape
const schema = z.object({
  sign: z.enum(['+', '-']),
  typeId,
  amount: z
    .int()
    .nullable()
    .refine((amount) => amount !== null && amount > 0 && amount <= 36_600, '请填写天数，最多366天'),
  expiresOn: expiresOn.unwrap(),
  note: note.unwrap(),
})
type GrantValues = z.output<typeof schema>

const createGrantForm = (types: readonly BalanceType[], isAdjustment: boolean): FormSpec<GrantValues> => ({
  schema,
  initial: () => ({
    sign: '+',
    typeId: types.length === 1 ? types[0]!.id : '',
    amount: null,
    expiresOn: null,
    note: '',
  }),
  sections: [
    {
      fields: [
        {
          name: 'typeId',
          label: '假期类型',
          kind: 'select',
          width: 'short',
          required: true,
          options: types.map(({ id, name }) => ({ value: id, label: name })),
        },
        ...(isAdjustment
          ? [
              {
                name: 'sign' as const,
                label: '调整',
                kind: 'radio' as const,
                required: true,
                options: [
                  { value: '+', label: '增加' },
                  { value: '-', label: '减少' },
                ],
              },
            ]
          : []),
        { name: 'amount', label: '天数', kind: 'decimal', width: 'short', required: true },
        {
          name: 'expiresOn',
          label: '有效期至',
          kind: 'date',
          width: 'short',
          hint: '不填为长期有效',
          when: ({ sign }) => sign === '+',
        },
        { name: 'note', label: '备注', kind: 'text', width: 'long', required: isAdjustment },
      ],
    },
  ],
})

const grant = (
  { sign, amount, ...values }: GrantValues,
  to: Pick<GrantForm, 'kind' | 'orgId' | 'within' | 'userIds'>,
) => call(leaveBookApi.grant, { body: { ...values, ...to, amount: sign === '+' ? amount! : -amount! } })

const firstPage = { keyword: '', userId: null, pageNumber: 1, pageSize: 1 }
const pageSize = 200

/** The people of an action: those that are ticked, or everybody whom the search found. */
async function listUserIds(org: ShownOrg, targets: Targets): Promise<string[]> {
  if ('ids' in targets) return [...targets.ids]
  const ids: string[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const keyword = targets.listFilter.filter['keyword'] ?? ''
    const query = { ...org, keyword, userId: null, pageNumber, pageSize }
    const { rows } = await call(leaveBookApi.balancePage, { query })
    ids.push(...rows.items.map(({ userId }) => userId))
    if (pageNumber >= rows.pageCount) return ids.filter((id) => !targets.except.includes(id))
  }
}

const BalanceList = defineListPageOf(({ types, ...org }: ShownOrg & { types: readonly BalanceType[] }) => {
  const daysOf = ({ balances }: BalanceRow, type: BalanceType) => balances.find((one) => one.typeId === type.id)
  return {
    key: 'teacher-leave:balances',
    queryKey: leaveKey,
    noun: { name: '教职工', measure: '名', bare: '人' },
    note: <OrgSwitch hasBelow />,
    search: '姓名、工号',
    page: ({ filter, pageNumber, pageSize: size }) => ({
      queryKey: [...leaveKey, 'balances', org, filter, pageNumber, size],
      queryFn: async ({ signal }) => {
        const query = { ...org, keyword: filter['keyword'] ?? '', userId: null, pageNumber, pageSize: size }
        const { rows } = await call(leaveBookApi.balancePage, { query, signal })
        return toPeoplePage(rows)
      },
    }),
    name: { title: '姓名', of: ({ name }: Row) => name, icon: () => <Glyph of={UserOutlined} />, width: 120 },
    columns: [
      ...(org.within === 'below' ? [col.text<Row>({ key: 'orgName', title: '单位', width: 160, card: 'fact' })] : []),
      col.text<Row>({ key: 'number', title: '工号', width: 120, dropAt: 2 }),
      col.text<Row>({ key: 'department', title: '部门', width: 160, card: 'fact', dropAt: 1 }),
      ...types.map((type) =>
        col.number<Row>({
          key: type.id,
          title: `${type.name}（天）`,
          width: 112,
          of: (row) => daysOf(row, type)?.days ?? null,
        }),
      ),
    ],
    card: (row: Row) => ({
      kind: org.within === 'below' ? row.orgName : row.department,
      facts: types.map((type) => `${type.name} ${daysOf(row, type)?.days ?? 0} 天`),
    }),
    create: {
      label: '全员发放',
      permission: 'leave.balance',
      form: () => createGrantForm(types, false),
      send: '发放',
      submit: async (values: GrantValues) => {
        const { people } = await grant(values, { kind: 'grant', ...org, userIds: [] })
        return { id: '', message: `已发放给 ${people} 人` }
      },
    },
    actions: [
      formAction<Row, GrantValues>({
        key: 'grant',
        label: '发放',
        permission: 'leave.balance',
        createForm: () => createGrantForm(types, false),
        run: async (targets, values) =>
          void (await grant(values, { kind: 'grant', ...org, userIds: await listUserIds(org, targets) })),
        done: (count) => `已发放给 ${count} 人`,
      }),
      formAction<Row, GrantValues>({
        key: 'adjust',
        label: '调整',
        permission: 'leave.balance',
        isSingle: true,
        isPrimary: true,
        createForm: () => createGrantForm(types, true),
        run: async (targets, values) =>
          void (await grant(values, { kind: 'manual', ...org, userIds: await listUserIds(org, targets) })),
        done: () => '已调整余额',
      }),
    ],
    sheet: {
      import: {
        target: 'leave-balance',
        permission: 'leave.balance',
        orgOf: () => org.orgId ?? useSession.getState().orgId,
      },
    },
    detail: {
      of: (id: string) => ({
        queryKey: [...leaveKey, 'balance-of', org, id],
        queryFn: async ({ signal }) => {
          const { rows } = await call(leaveBookApi.balancePage, { query: { ...firstPage, ...org, userId: id }, signal })
          return getOnlyPerson(toPeoplePage(rows))
        },
      }),
      icon: () => <TileIcon of={UserOutlined} size="head" />,
      name: ({ name }: Row) => name,
      tag: () => null,
      about: ({ number, department }: Row) => [number, department].filter(Boolean),
      sections: (row: Row) => [
        {
          facts: [],
          whole: (
            <FactGrid
              look="figures"
              facts={types.map((type) => {
                const balance = daysOf(row, type)
                const until = balance?.expiresOn ? `天，${balance.expiresOn} 到期` : '天'
                return { label: type.name, value: String(balance?.days ?? 0), unit: until }
              })}
            />
          ),
        },
        { title: '变动明细', facts: [], whole: <Ledger userId={row.userId} /> },
      ],
    },
  }
})

/** 余额管理: people and what is left to them of each type with a balance. */
export default function Balances() {
  const org = useShownOrg()
  const query = useQuery(queryOf(leaveKey, leaveBookApi.balancePage, { query: { ...firstPage, ...org } }))
  return <QueryState query={query}>{({ types }) => <BalanceList {...org} types={types} />}</QueryState>
}
