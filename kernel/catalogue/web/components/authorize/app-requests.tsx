import { CloseOutlined, InboxOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/desk/list/day-range-filter.ts'
import { formAction, type Targets } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { catalogueApi, requestStatuses, type AppRequest } from '../../../contract.ts'
import { decideAppRequest, grantKey, appRequestDetail, appRequestPage } from '../../grant-queries.ts'

const getStatusLook = createStatusLook(requestStatuses, { refused: CloseOutlined })
const getRequestStatus = ({ status }: AppRequest) => getStatusLook(status)

const reply = catalogueApi.decideRequest.body!.shape.reply
const answer = z.object({ reply })
const reason = z.object({ reply: reply.min(1, '请填写驳回的理由') })
type Answer = z.output<typeof answer>

const answerForm = (schema: typeof answer, label: string, isRequired: boolean): FormSpec<Answer> => ({
  schema,
  initial: () => ({ reply: '' }),
  sections: [{ fields: [{ name: 'reply', label, kind: 'textarea', width: 'long', required: isRequired }] }],
})

/** Single rows only: each decision has its own reason. */
const idOf = (targets: Targets) => ('ids' in targets ? targets.ids[0]! : '')
const single = { permission: 'app.grant', isSingle: true, isPrimary: true } as const
const isWaiting = ({ status }: AppRequest) => status === 'waiting'

const listDecisionFacts = ({ decidedBy, decidedAt, reply: answered }: AppRequest) => [
  { label: '处理人', value: decidedBy },
  { label: '处理时间', value: formatDayTime(decidedAt) },
  { label: '答复', value: answered },
]

/** 开通申请: schools request an application; an approval opens it for them. */
export const AppRequests = defineListPage<AppRequest>({
  key: 'catalogue:requests',
  queryKey: grantKey,
  unit: '条申请',
  measure: '条',
  counted: '条申请',
  page: appRequestPage,
  name: { title: '应用', of: ({ name }) => name, icon: () => <TileIcon of={InboxOutlined} size="row" />, width: 160 },
  columns: [
    col.text({ key: 'orgName', title: '单位', width: 176, card: 'kind' }),
    col.text({ key: 'askedBy', title: '申请人', width: 96, card: 'fact', dropAt: 3 }),
    col.text({ key: 'reason', title: '用途', width: 220, card: 'fact', dropAt: 1 }),
    col.date({
      key: 'requestedAt',
      title: '申请时间',
      width: 176,
      hasTime: true,
      dropAt: 2,
      of: ({ requestedAt }) => requestedAt,
    }),
    col.text({ key: 'decidedBy', title: '处理人', width: 96, dropAt: 4 }),
    col.text({ key: 'reply', title: '答复', width: 160, dropAt: 5, card: 'fact' }),
    col.status({ key: 'status', title: '状态', width: 96, of: getRequestStatus }),
  ],
  filters: [{ name: 'status', label: '状态', options: optionsOf(requestStatuses) }, createDayRangeFilter('申请时间')],
  actions: [
    formAction<AppRequest, Answer>({
      key: 'agree',
      label: '同意',
      ...single,
      when: isWaiting,
      done: () => '已同意，应用已开通',
      createForm: () => answerForm(answer, '答复', false),
      run: async (targets, values) => void (await decideAppRequest(idOf(targets), true, values.reply)),
    }),
    formAction<AppRequest, Answer>({
      key: 'refuse',
      label: '驳回',
      ...single,
      isDanger: true,
      when: isWaiting,
      done: () => '已驳回申请',
      createForm: () => answerForm(reason, '理由', true),
      run: async (targets, values) => void (await decideAppRequest(idOf(targets), false, values.reply)),
    }),
  ],
  detail: {
    of: appRequestDetail,
    name: ({ name }) => name,
    icon: () => <TileIcon of={InboxOutlined} size="head" />,
    tag: (row) => <RowStatusTag status={getRequestStatus(row)} />,
    about: ({ orgName, askedBy }) => [orgName, askedBy].filter(Boolean),
    sections: (row) => [
      {
        facts: [
          { label: '用途', value: row.reason },
          { label: '申请时间', value: formatDayTime(row.requestedAt) },
        ],
      },
      ...(isWaiting(row) ? [] : [{ title: '处理', facts: listDecisionFacts(row) }]),
    ],
  },
  empty: { title: '没有开通申请', text: '学校在应用中心申请开通的应用会出现在这里。' },
})
