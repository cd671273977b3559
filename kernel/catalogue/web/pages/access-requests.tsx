import { CloseOutlined, InboxOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/desk/list/day-range-filter.ts'
import { formAction, type DialogAction } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { catalogueApi, requestStatuses, type AccessRequest } from '../../contract.ts'
import {
  accessRequestDetail,
  accessRequestPage,
  accessRequestKey,
  decideAccessRequest,
} from '../access-request-queries.ts'

const ApproveAccessDialog = lazy(() => import('../components/approve-access-dialog.tsx'))

const getStatusLook = createStatusLook(requestStatuses, { refused: CloseOutlined })
const getRequestStatus = ({ status }: AccessRequest) => getStatusLook(status)
const kinds: Record<AccessRequest['kind'], string> = { application: '应用', page: '功能' }

const reason = z.object({ reply: catalogueApi.decideAccessRequest.body!.shape.reply.min(1, '请填写驳回的理由') })
type Reason = z.output<typeof reason>

const single = { permission: 'app.grant', isSingle: true, isPrimary: true } as const
const isWaiting = ({ status }: AccessRequest) => status === 'waiting'

const approveAction: DialogAction<AccessRequest> = {
  key: 'agree',
  label: '同意',
  ...single,
  when: isWaiting,
  open: (row, page) => <ApproveAccessDialog request={row} page={page} />,
}

/** /systemSet/Requests: staff request an application or a page; an approval grants it at once. */
export default defineListPage<AccessRequest>({
  key: 'catalogue:access-requests',
  queryKey: accessRequestKey,
  unit: '条申请',
  measure: '条',
  counted: '条申请',
  page: accessRequestPage,
  name: {
    title: '申请人',
    of: ({ askedBy }) => askedBy,
    icon: () => <TileIcon of={InboxOutlined} size="row" />,
    width: 120,
  },
  columns: [
    col.text({ key: 'name', title: '申请使用', width: 160, card: 'kind' }),
    col.text({ key: 'needs', title: '所需权限', width: 140, dropAt: 4 }),
    col.text({ key: 'orgName', title: '单位', width: 160, card: 'fact', dropAt: 3 }),
    col.text({ key: 'reason', title: '用途', width: 200, card: 'fact', dropAt: 1 }),
    col.date({
      key: 'requestedAt',
      title: '申请时间',
      width: 176,
      hasTime: true,
      dropAt: 2,
      of: ({ requestedAt }) => requestedAt,
    }),
    col.text({ key: 'roleName', title: '授予角色', width: 120, dropAt: 5 }),
    col.status({ key: 'status', title: '状态', width: 96, of: getRequestStatus }),
  ],
  filters: [{ name: 'status', label: '状态', options: optionsOf(requestStatuses) }, createDayRangeFilter('申请时间')],
  actions: [
    approveAction,
    formAction<AccessRequest, Reason>({
      key: 'refuse',
      label: '驳回',
      ...single,
      isDanger: true,
      when: isWaiting,
      done: () => '已驳回申请',
      createForm: () => ({
        schema: reason,
        initial: () => ({ reply: '' }),
        sections: [{ fields: [{ name: 'reply', label: '理由', kind: 'textarea', width: 'long', required: true }] }],
      }),
      run: async (targets, { reply }) => {
        const id = 'ids' in targets ? targets.ids[0]! : ''
        await decideAccessRequest({ id, isAgreed: false, roleId: null, reply })
      },
    }),
  ],
  detail: {
    of: accessRequestDetail,
    name: ({ askedBy, name }) => `${askedBy}：${name}`,
    icon: () => <TileIcon of={InboxOutlined} size="head" />,
    tag: (row) => <RowStatusTag status={getRequestStatus(row)} />,
    about: ({ orgName, kind }) => [orgName, kinds[kind]],
    sections: (row) => [
      {
        facts: [
          { label: '所需权限', value: row.needs },
          { label: '用途', value: row.reason },
          { label: '申请时间', value: formatDayTime(row.requestedAt) },
        ],
      },
      ...(isWaiting(row) ? [] : [{ title: '处理', facts: listDecisionFacts(row) }]),
    ],
  },
  empty: { title: '没有权限申请', text: '同事申请使用应用或功能时，会出现在这里。' },
})

const listDecisionFacts = ({ decidedBy, decidedAt, roleName, reply }: AccessRequest) => [
  { label: '处理人', value: decidedBy },
  { label: '处理时间', value: formatDayTime(decidedAt) },
  ...(roleName ? [{ label: '授予角色', value: roleName }] : []),
  ...(reply ? [{ label: '答复', value: reply }] : []),
]
