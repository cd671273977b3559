import { BankOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { formatDate } from '#packages/web/core/format/time.ts'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { appStatuses } from '#kernel/catalogue/contract.ts'
import { cooperationStatuses, type DeveloperDetail, type DeveloperListRow } from '../../contract-developers.ts'
import {
  developerDetail,
  developerKey,
  developerPage,
  resumeCooperation,
  stopCooperation,
} from '../developer-queries.ts'

const getLook = createStatusLook(cooperationStatuses)
const getStatus = ({ status }: Pick<DeveloperListRow, 'status'>) => getLook(status)

const reasonForm = z.object({ reason: z.string().trim().min(1, '请填写理由').max(200, '理由不超过200字') })

/** The decision is about the version that the user saw. */
const stopAction: RowAction<DeveloperListRow> = formAction<DeveloperListRow, z.output<typeof reasonForm>>({
  key: 'stop',
  label: '停止合作',
  permission: 'developer.manage',
  isSingle: true,
  isPrimary: true,
  isDanger: true,
  when: ({ status }) => status === 'active',
  done: () => '已停止合作',
  createForm: () => ({
    schema: reasonForm,
    initial: () => ({ reason: '' }),
    sections: [
      {
        fields: [
          {
            name: 'reason',
            label: '理由',
            kind: 'textarea',
            width: 'long',
            required: true,
            hint: '开发者会看到理由。它在本区的应用立即停用，密钥同时失效。',
          },
        ],
      },
    ],
  }),
  run: async (_, { reason }, _proof, [row]) =>
    void (await stopCooperation({ id: row!.id, version: row!.version, reason })),
})

const resumeAction: RowAction<DeveloperListRow> = {
  key: 'resume',
  label: '恢复合作',
  permission: 'developer.manage',
  isSingle: true,
  isPrimary: true,
  when: ({ status }) => status === 'stopped',
  run: async (_, [row]) => void (await resumeCooperation({ id: row!.id, version: row!.version })),
  done: () => '已恢复合作',
}

const Applications = ({ applications }: Pick<DeveloperDetail, 'applications'>) =>
  applications.length === 0 ? (
    <p>还没有提交应用</p>
  ) : (
    <ul>
      {applications.map(({ key, name, about, status }) => (
        <li key={key}>
          <a href={`/developer/useManagement?open=${encodeURIComponent(key)}`}>{name}</a>（{appStatuses[status]}）{' '}
          {about}
        </li>
      ))}
    </ul>
  )

/** /developer/developerManagement: the companies that have or want applications in this district. */
export default defineListPage<DeveloperListRow, DeveloperDetail>({
  key: 'developer:developerManagement',
  queryKey: developerKey,
  noun: { name: '开发者', measure: '家' },
  page: developerPage,
  name: {
    title: '企业',
    of: ({ company }) => company,
    isOff: ({ status }) => status === 'stopped',
    width: 240,
    icon: () => <TileIcon of={BankOutlined} size="row" />,
  },
  columns: [
    col.text({ key: 'contact', title: '联系人', width: 96, card: 'kind' }),
    col.text({ key: 'phone', title: '联系电话', width: 128, card: 'fact', dropAt: 2 }),
    col.number({ key: 'serving', title: '使用中', width: 80, of: ({ serving }) => serving }),
    col.number({ key: 'waiting', title: '待审核', width: 80, of: ({ waiting }) => waiting }),
    col.number({ key: 'stopped', title: '已停用', width: 80, dropAt: 3, of: ({ stopped }) => stopped }),
    col.date({ key: 'createdAt', title: '首次申请', width: 128, dropAt: 1, of: ({ createdAt }) => createdAt }),
    col.status({ key: 'status', title: '状态', width: 128, of: getStatus }),
  ],
  search: '企业名称或统一社会信用代码',
  filters: [
    { name: 'status', label: '状态', options: optionsOf(cooperationStatuses) },
    createDayRangeFilter('首次申请'),
  ],
  actions: [stopAction, resumeAction],
  detail: {
    of: developerDetail,
    icon: () => <TileIcon of={BankOutlined} size="row" />,
    name: ({ company }) => company,
    tag: (row) => <RowStatusTag status={getStatus(row)} />,
    about: ({ contact, phone }) => [contact, phone],
    sections: (row) => [
      {
        title: '企业',
        facts: [
          { label: '统一社会信用代码', value: row.creditCode },
          { label: '联系人', value: row.contact },
          { label: '联系电话', value: row.phone },
          { label: '首次申请', value: formatDate(row.createdAt) },
          { label: '停止合作的理由', value: row.reason },
        ],
      },
      {
        title: `应用（${row.applications.length}）`,
        facts: [],
        whole: <Applications applications={row.applications} />,
      },
    ],
  },
  empty: { title: '还没有开发者', text: '企业在开发者平台注册，并向本区申请应用后，会出现在这里。' },
})
