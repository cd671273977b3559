import { SwapOutlined } from '@ant-design/icons'
import { labelOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type DialogAction, type FilterSpec, type ListSpec } from '#packages/web/desk/list/list-spec.ts'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { getStateLook } from '#packages/web/desk/status-look.ts'
import { formatDateTime } from '#packages/web/core/format/time.ts'
import { coverSources, coverStatuses, type CoverStatus } from '#engines/cover/contract.ts'
import { coverOfficeApi } from '../../contract.ts'
import { coverRecord, coverRecordApi, type CoverRecord } from '../../contract-records.ts'
import { backfillForm, type BackfillValues } from '../backfill-form.tsx'
import { ChangeNotice } from '../components/change-notice.tsx'
import { CoverSteps } from '../components/cover-steps.tsx'
import { recordKey } from '../record-queries.ts'
import { describeChange, formatHours, nameKind } from '../record-text.ts'

type Row = CoverRecord
interface Detail extends Row {
  chain: string
}

const over: readonly CoverStatus[] = ['done', 'declined', 'rejected', 'recalled', 'cancelled', 'superseded', 'lapsed']

const cancelAction = formAction<Row, { reason: string }>({
  key: 'cancel',
  label: '取消',
  permission: 'cover.arrange',
  isSingle: true,
  isDanger: true,
  dividerBefore: true,
  when: ({ status }) => !over.includes(status),
  createForm: () => ({
    schema: coverOfficeApi.cancel.body!.pick({ reason: true }),
    initial: () => ({ reason: '' }),
    sections: [{ fields: [{ name: 'reason', label: '取消原因', kind: 'textarea', required: true }] }],
  }),
  run: async (_targets, { reason }, _proof, rows) => {
    await call(coverOfficeApi.cancel, { body: { ids: rows.map(({ requestId }) => requestId), reason } })
  },
  done: () => '已取消，并通知双方',
})

/** 调课通知单 of a change that is in force. */
const printAction: DialogAction<Row> = {
  key: 'print',
  label: '打印通知单',
  permission: 'cover.read',
  isSingle: true,
  when: ({ status }) => status === 'effective' || status === 'done',
  open: (row, { close }) => <ChangeNotice record={row} onDone={close} />,
}

const {
  create: _,
  edit: __,
  detail: ___,
  ...list
} = createEntityListSpec(coverRecord, coverRecordApi, {
  key: 'lesson-changes:records',
  icon: SwapOutlined,
  empty: { title: '该条件下没有代调课记录', text: '代课、调课、移课和停课生效或提交后列在这里。' },
})

/** The rows have the number of a class; people know it by its name of the year. */
const nameClass = (filter: FilterSpec): FilterSpec =>
  filter.name !== 'class' || !filter.reference
    ? filter
    : {
        ...filter,
        reference: {
          ...filter.reference,
          valueOf: (row) => {
            const { class: chosen, className } = row as Row
            return chosen && { id: chosen.id, name: className }
          },
        },
      }
const more: readonly string[] = [
  'isBackfilled',
  'source',
  'term',
  'week',
  'grade',
  'subject',
  'fromTeacher',
  'toTeacher',
]

const spec: ListSpec<Row, Detail, BackfillValues> = {
  ...list,
  queryKey: recordKey,
  hasViews: true,
  filters: list.filters!.map((filter) => ({ ...nameClass(filter), isMore: more.includes(filter.name) })),
  card: (row) => ({
    kind: nameKind(row),
    facts: [row.slot, `${row.className} ${row.subject.name}`, describeChange(row)].filter(Boolean),
    tag: <RowStatusTag status={getStateLook(coverStatuses[row.status])} />,
  }),
  create: {
    permission: 'cover.arrange',
    label: '补登',
    send: '补登',
    form: () => backfillForm,
    submit: ({ lessonId, kind, substitute, source, reason }) =>
      call(coverOfficeApi.backfill, { body: { lessonId, kind, userId: substitute[0]!.id, source, reason } }),
    done: '已补登',
  },
  actions: [printAction, cancelAction],
  detail: {
    of: (id) => ({
      queryKey: [...recordKey, 'record', id],
      queryFn: ({ signal }) => call(coverRecordApi.get, { query: { id }, signal }),
    }),
    icon: () => <TileIcon of={SwapOutlined} size="head" />,
    name: ({ className, subject, day }) => `${day} ${className} ${subject.name}`,
    tag: ({ status }) => <RowStatusTag status={getStateLook(coverStatuses[status])} />,
    about: (row) => [row.slot, nameKind(row), row.isBackfilled ? '补登' : ''].filter(Boolean),
    sections: (row) => [
      {
        facts: [
          { label: '原任教师', value: row.fromTeacher?.name ?? '' },
          { label: '安排', value: describeChange(row) },
          { label: '代课链', value: row.chain },
          { label: '来源', value: row.source ? labelOf(coverSources, row.source) : '' },
          { label: '课时', value: `${formatHours(row.credit)} 节` },
          { label: '申请时间', value: formatDateTime(row.createdAt) },
          { label: '单位', value: row.org.name },
        ].filter(({ value }) => value !== ''),
        whole: <CoverSteps requestId={row.requestId} />,
      },
    ],
  },
}

/** 代调课记录. */
export default defineListPage(spec)
