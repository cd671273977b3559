import { HistoryOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { useQuery } from '@tanstack/react-query'
import { appCategories, optionsOf } from '#packages/contract'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { formatDate } from '#packages/web/core/format/time.ts'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { DetailSectionSpec, DialogAction, RowAction } from '#packages/web/desk/list/list-spec.ts'
import { Timeline } from '#packages/web/desk/timeline.tsx'
import { AppIcon, getApplicationStatus } from '#kernel/catalogue/web/api.ts'
import { appStatuses } from '#kernel/catalogue/contract.ts'
import { ownAppKinds } from '../../contract-developers.ts'
import { editOwnAppForm, newOwnAppForm, toOwnAppForm, type OwnAppFormValues } from './own-app-form.tsx'
import { OwnAppApis } from './own-app-apis.tsx'
import { OwnAppCalls } from './own-app-calls.tsx'
import { OwnAppSecrets } from './own-app-secrets.tsx'
import { UnavailableNote } from './unavailable-note.tsx'
import {
  ownApplication,
  ownApplicationPage,
  ownHistory,
  saveOwnApplication,
  useApplyKey,
  withdrawOwnApplication,
  type OwnApplicationRow,
} from './use-apply-queries.ts'

const KeyDialog = lazy(() => import('./key-dialog.tsx'))

const withdrawAction: RowAction<OwnApplicationRow> = {
  key: 'withdraw',
  label: '撤回',
  permission: 'developer',
  isSingle: true,
  when: ({ status }) => status === 1 || status === 5,
  run: async (_, [row]) => void (await withdrawOwnApplication(row!.key)),
  done: () => '已撤回',
}

const keyAction: DialogAction<OwnApplicationRow> = {
  key: 'secret',
  label: '密钥…',
  permission: 'developer',
  isSingle: true,
  isPrimary: true,
  when: ({ status }) => status === 2 || status === 5,
  open: (row, page) => <KeyDialog row={row} onClose={page.close} onChanged={page.refresh} />,
}

/** What happened to an application, the newest first. */
function History({ appKey }: { appKey: string }) {
  const { data = [] } = useQuery(ownHistory(appKey))
  const events = data.map(({ at, title, details }) => ({
    id: `${at} ${title}`,
    at,
    title,
    icon: HistoryOutlined,
    details: [details],
  }))
  return <Timeline label="经过" of={events} />
}

const listFacts = (row: OwnApplicationRow): DetailSectionSpec[] => [
  {
    facts: [
      { label: '审核意见', value: row.auditReason },
      { label: '用途', value: row.about },
      { label: '类型', value: ownAppKinds[row.kind] },
      { label: '地址', value: row.url },
      { label: '服务器地址', value: row.ips },
      { label: '应用标识', value: <code>{row.key}</code> },
      { label: '密钥', value: row.hasSecret ? '已生成，不能查看，只能更换' : '审核通过后生成' },
      { label: '审核时间', value: row.auditedAt && formatDate(row.auditedAt) },
    ],
  },
  { title: '经过', facts: [], whole: <History key={row.key} appKey={row.key} /> },
]

/** /useApply: the applications of the own company in all districts. */
export default defineListPage<OwnApplicationRow, OwnApplicationRow, OwnAppFormValues>({
  key: 'developer:useApply',
  queryKey: useApplyKey,
  noun: { name: '应用', measure: '个' },
  note: <UnavailableNote />,
  page: ownApplicationPage,
  name: {
    title: '应用',
    of: ({ name }) => name,
    isOff: ({ status }) => status === 4 || status === 9,
    width: 220,
    icon: ({ logo, category, status }) => (
      <AppIcon logo={logo} category={category} size={24} isOff={status === 4 || status === 9} />
    ),
  },
  columns: [
    col.text({ key: 'districtName', title: '区', width: 160, card: 'kind' }),
    col.text({ key: 'about', title: '用途', width: 240, dropAt: 2 }),
    col.text({ key: 'auditReason', title: '审核意见', width: 240, card: 'fact', dropAt: 3 }),
    col.date({ key: 'registeredAt', title: '申请时间', width: 128, dropAt: 1, of: ({ registeredAt }) => registeredAt }),
    col.status({ key: 'status', title: '状态', width: 112, of: getApplicationStatus }),
  ],
  search: '应用名称',
  filters: [{ name: 'status', label: '状态', options: optionsOf(appStatuses) }, createDayRangeFilter('申请时间')],
  create: {
    label: '申请应用',
    permission: 'developer',
    done: '已保存应用',
    form: newOwnAppForm,
    isLong: true,
    submit: async (values) => ({ id: (await saveOwnApplication(toOwnAppForm(values))).key }),
  },
  edit: {
    permission: 'developer',
    form: editOwnAppForm,
    isLong: true,
    submit: async (values, row) => ({ id: (await saveOwnApplication(toOwnAppForm(values, row))).key }),
    of: ownApplication,
    when: ({ status }) => status !== 4 && status !== 9,
  },
  actions: [keyAction, withdrawAction],
  detail: {
    of: ownApplication,
    name: ({ name }) => name,
    icon: ({ logo, category }) => <AppIcon logo={logo} category={category} size={40} />,
    tag: (row) => <RowStatusTag status={getApplicationStatus(row)} />,
    about: ({ districtName, category }) => [districtName, appCategories[category]],
    tabs: (row) => [
      { key: 'facts', label: '基本', sections: listFacts(row) },
      { key: 'apis', label: '接口', sections: [{ facts: [], whole: <OwnAppApis key={row.key} row={row} /> }] },
      { key: 'calls', label: '调用', sections: [{ facts: [], whole: <OwnAppCalls key={row.key} appKey={row.key} /> }] },
      {
        key: 'secrets',
        label: '密钥',
        sections: [{ facts: [], whole: <OwnAppSecrets key={row.key} appKey={row.key} /> }],
      },
    ],
  },
  empty: { title: '还没有应用，点击“申请应用”开始', text: '选择一个区并填写应用，区里审核通过后就可以生成密钥。' },
})
