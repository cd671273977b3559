import { BankOutlined, CheckOutlined, ClockCircleOutlined, CloseCircleOutlined, StopOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { optionsOf, type Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type ListQuery, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { developerStatuses, platformDeveloperApi, type PlatformCompany } from '../../contract-developers.ts'

const companiesKey = ['platform', 'developers'] as const

const companyPage = ({ filter, pageNumber, pageSize }: ListQuery): QueryDefinition<Page<PlatformCompany>> =>
  queryOf(companiesKey, platformDeveloperApi.companies, {
    query: {
      pageNumber,
      pageSize,
      keyword: filter['keyword'] ?? '',
      status: filter['status'] ? Number(filter['status']) : undefined,
      ...parseDateRange(filter['days']),
    },
  })

const looks = {
  0: { tone: 'warning', icon: ClockCircleOutlined },
  1: { tone: 'success', icon: CheckOutlined, isNormal: true },
  2: { tone: 'error', icon: CloseCircleOutlined },
  3: { tone: 'closed', icon: StopOutlined },
} as const
const getStatus = ({ status }: PlatformCompany) => ({ ...looks[status], label: developerStatuses[status] })

type Act = 'pass' | 'return' | 'stop' | 'resume'
interface Decision {
  act: Act
  label: string
  done: string
  needsReason: boolean
  from: readonly number[]
}

const createAction = ({ act, label, done, needsReason, from }: Decision): RowAction<PlatformCompany> =>
  formAction<PlatformCompany, { reason: string }>({
    key: act,
    label,
    permission: 'platform',
    isSingle: true,
    isPrimary: true,
    isDanger: needsReason,
    when: ({ status }) => from.includes(status),
    done: () => done,
    createForm: () => ({
      schema: z.object({
        reason: z
          .string()
          .trim()
          .min(needsReason ? 1 : 0, '请填写理由')
          .max(200, '理由不超过200字'),
      }),
      initial: () => ({ reason: '' }),
      sections: [
        {
          fields: [
            {
              name: 'reason',
              label: needsReason ? '理由' : '说明',
              kind: 'textarea',
              width: 'long',
              required: needsReason,
            },
          ],
        },
      ],
    }),
    run: async (_, { reason }, _proof, [row]) =>
      void (await call(platformDeveloperApi.decideCompany, {
        body: { id: row!.id, act, reason, version: row!.version },
      })),
  })

/** /platform/developers: the companies that registered, for those who verify them. */
export default defineListPage<PlatformCompany>({
  key: 'developer:companies',
  queryKey: companiesKey,
  noun: { name: '开发者', measure: '家' },
  page: companyPage,
  name: {
    title: '企业',
    of: ({ company }) => company,
    isOff: ({ status }) => status === 3,
    width: 240,
    icon: () => <TileIcon of={BankOutlined} size="row" />,
  },
  columns: [
    col.text({ key: 'creditCode', title: '统一社会信用代码', width: 184, card: 'fact' }),
    col.text({ key: 'contact', title: '联系人', width: 96, card: 'kind' }),
    col.text({ key: 'phone', title: '联系电话', width: 128, dropAt: 2 }),
    col.number({ key: 'districts', title: '区', width: 64, dropAt: 3, of: ({ districts }) => districts }),
    col.text({ key: 'reason', title: '理由', width: 200, dropAt: 4 }),
    col.date({ key: 'createdAt', title: '注册时间', width: 128, dropAt: 1, of: ({ createdAt }) => createdAt }),
    col.status({ key: 'status', title: '状态', width: 112, of: getStatus }),
  ],
  search: '企业名称或统一社会信用代码',
  filters: [{ name: 'status', label: '状态', options: optionsOf(developerStatuses) }, createDayRangeFilter('注册时间')],
  actions: [
    createAction({ act: 'pass', label: '通过', done: '已通过', needsReason: false, from: [0, 2] }),
    createAction({ act: 'return', label: '退回', done: '已退回', needsReason: true, from: [0] }),
    createAction({ act: 'stop', label: '停用', done: '已停用', needsReason: true, from: [1] }),
    createAction({ act: 'resume', label: '恢复', done: '已恢复', needsReason: false, from: [3] }),
  ],
  empty: { title: '还没有开发者', text: '企业注册后会出现在这里，等待审核。' },
})
