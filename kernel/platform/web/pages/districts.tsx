import { BankOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { DialogHost } from '#packages/web/desk/dialog-host.tsx'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPageOf } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type RowAction, type Targets } from '#packages/web/desk/list/list-spec.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import {
  districtForm,
  districtStates,
  platformApi,
  smsLimitForm,
  type District,
  type DistrictForm,
} from '../../contract.ts'
import { showInvitation } from '../invitation-dialog.tsx'
import { getOnlyId, platformKey, rowIcon } from '../list-parts.tsx'

const look = createStatusLook(districtStates)
const getCount = (row: District, what: 'schools' | 'staff' | 'pupils', unit: string) =>
  row.counts ? `${row.counts[what].toLocaleString()} ${unit}` : '不可用'

const single = { permission: 'platform', isSingle: true } as const

const stateAction = (isDisabled: boolean, label: string): RowAction<District> => ({
  key: label,
  label,
  ...single,
  isDanger: isDisabled,
  when: ({ status }) => status === (isDisabled ? 'active' : 'closed'),
  ...(isDisabled && {
    preview: async (_: Targets, rows: readonly District[]) => ({
      count: rows.length,
      names: rows.map(({ name }) => name),
      changes: [],
      consequences: [
        { label: '用户', text: '全部用户立即退出，不能再登录' },
        { label: '数据', text: '全部保留，可以随时启用' },
      ],
    }),
  }),
  run: async (targets) => {
    await call(platformApi.setDistrictState, { body: { district: Number(getOnlyId(targets)), isDisabled } })
  },
  done: () => `已${label}地区`,
})

const administratorForm = districtForm.pick({ administrator: true, phone: true })
const administratorFields = [
  { name: 'administrator', label: '管理员姓名', kind: 'text', required: true },
  { name: 'phone', label: '管理员手机', kind: 'phone', hint: '填写后，登录时可用短信验证' },
] as const

const inviteAction = formAction<District, { administrator: string; phone: string }>({
  key: 'invite',
  label: '邀请管理员',
  ...single,
  isPrimary: true,
  when: ({ status }) => status === 'active',
  createForm: () => ({
    schema: administratorForm,
    initial: () => ({ administrator: '', phone: '' }),
    sections: [{ fields: administratorFields }],
  }),
  run: async (targets, values) => {
    const body = { ...values, district: Number(getOnlyId(targets)) }
    const { url } = await call(platformApi.inviteDistrictAdministrator, { body })
    showInvitation(values.administrator, url)
  },
  done: () => '已生成邀请链接',
})

const limitAction = formAction<District, { monthly: number }>({
  key: 'sms-limit',
  label: '短信上限',
  ...single,
  when: ({ counts }) => counts !== null,
  createForm: (_targets, rows) => ({
    schema: smsLimitForm,
    initial: () => ({ monthly: rows[0]?.counts?.smsLimit ?? 0 }),
    sections: [
      {
        fields: [
          {
            name: 'monthly',
            label: '每月条数',
            kind: 'number',
            required: true,
            hint: '该地区自己设置的额度不能超过它，已发送的不受影响',
          },
        ],
      },
    ],
  }),
  run: async (targets, { monthly }) => {
    await call(platformApi.saveSmsLimit, { body: { district: Number(getOnlyId(targets)), monthly } })
  },
  done: () => '已设置短信上限',
})

const Districts = defineListPageOf(({ cells }: { cells: readonly number[] }) => ({
  key: 'platform:districts',
  queryKey: platformKey,
  noun: { name: '地区', measure: '个' },
  page: ({ pageNumber, pageSize, filter }) =>
    queryOf(platformKey, platformApi.districts, {
      query: { pageNumber, pageSize, keyword: filter['keyword'] ?? '' },
    }),
  name: {
    title: '名称',
    of: ({ name }: District) => name,
    isOff: ({ status }) => status === 'closed',
    width: 200,
    icon: rowIcon(BankOutlined),
  },
  columns: [
    col.text<District>({ key: 'id', title: '编号', width: 72, card: 'kind' }),
    col.text<District>({ key: 'cell', title: '数据单元', width: 88, of: ({ cell }) => String(cell) }),
    col.text<District>({ key: 'host', title: '域名', width: 180, dropAt: 4 }),
    col.text<District>({
      key: 'schools',
      title: '学校',
      width: 88,
      card: 'fact',
      of: (row) => getCount(row, 'schools', '所'),
    }),
    col.text<District>({
      key: 'staff',
      title: '教职工',
      width: 104,
      card: 'fact',
      of: (row) => getCount(row, 'staff', '人'),
    }),
    col.text<District>({
      key: 'pupils',
      title: '学生',
      width: 112,
      card: 'fact',
      of: (row) => getCount(row, 'pupils', '人'),
    }),
    col.text<District>({
      key: 'sms',
      title: '本月短信',
      width: 152,
      dropAt: 2,
      of: ({ counts }) =>
        counts ? `${counts.smsUsed.toLocaleString()} / ${counts.smsLimit.toLocaleString()}` : '不可用',
    }),
    col.date<District>({ key: 'createdAt', of: (row) => row.createdAt, title: '创建日期', width: 112, dropAt: 3 }),
    col.status<District>({ key: 'status', title: '状态', width: 96, card: 'tag', of: ({ status }) => look(status) }),
  ],
  search: '地区名称',
  create: {
    permission: 'platform',
    form: () => ({
      schema: districtForm,
      initial: () => ({ name: '', cell: cells.at(-1) ?? 1, host: '', administrator: '', phone: '' }),
      sections: [
        {
          fields: [
            { name: 'name', label: '名称', kind: 'text', required: true, placeholder: '例如：青禾区教育局' },
            {
              name: 'cell',
              label: '数据单元',
              kind: 'number',
              required: true,
              hint: `存放该地区数据的数据库，创建后不变。可选：${cells.join('、')}`,
            },
            { name: 'host', label: '域名', kind: 'text', placeholder: '例如：qinghe.example.cn', hint: '没有可以不填' },
            ...administratorFields,
          ],
        },
      ],
    }),
    submit: async (values: DistrictForm) => {
      const { id, url } = await call(platformApi.createDistrict, { body: values })
      showInvitation(values.administrator, url)
      return { id }
    },
    done: '地区已创建',
  },
  actions: [inviteAction, limitAction, stateAction(true, '停用'), stateAction(false, '启用')],
  empty: { title: '还没有地区', text: '新建地区后，把邀请链接发给它的管理员。' },
}))

/** /platform/districts: the districts, their cells and figures. */
export default function DistrictsPage() {
  const cells = useQuery(queryOf(platformKey, platformApi.cells))
  return (
    <QueryState query={cells}>
      {(data) => (
        <>
          <Districts cells={data.map(({ id }) => id)} />
          <DialogHost />
        </>
      )}
    </QueryState>
  )
}
