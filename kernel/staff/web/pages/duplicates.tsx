import { CloseOutlined, TeamOutlined, WarningOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { formAction, type Targets } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { duplicateStatuses, type Duplicate } from '../../contract.ts'
import { PairTable } from '../components/pair-table.tsx'
import * as queries from '../duplicate-queries.ts'
import { staffKey } from '../staff-queries.ts'

const getStatusLook = createStatusLook(duplicateStatuses, { open: WarningOutlined, refused: CloseOutlined })
const getDuplicateStatus = ({ status }: Duplicate) => getStatusLook(status)

const namesOf = ({ one, other }: Duplicate) => (one.name === other.name ? one.name : `${one.name}、${other.name}`)
const whereOf = ({ orgName, departmentName }: Duplicate['one']) => [orgName, departmentName].filter(Boolean).join(' / ')
const labelOf = (twin: Duplicate['one'], at: number) =>
  [`${at === 0 ? '甲' : '乙'}：${twin.name}`, whereOf(twin), twin.mobile].filter(Boolean).join('，')

const mergeSchema = z.object({
  /** The memberships of the two people. */
  pair: z.array(z.string()),
  keepId: z.string().min(1, '请选择保留哪一位'),
  reason: z.string().trim().min(2, '请填写合并原因').max(200, '原因不超过200字'),
})

const mergeAction = formAction<Duplicate, z.output<typeof mergeSchema>>({
  key: 'merge',
  label: '合并',
  permission: 'user.merge',
  isSingle: true,
  isPrimary: true,
  when: ({ status }) => status === 'open',
  createForm: (_targets, rows) => {
    const twins = rows.flatMap(({ one, other }) => [one, other])
    return {
      schema: mergeSchema,
      initial: () => ({ pair: twins.map(({ userId }) => userId), keepId: '', reason: '' }),
      sections: [
        {
          fields: [
            {
              name: 'keepId',
              label: '保留',
              kind: 'radio',
              required: true,
              hint: '另一位的任职和记录都归到保留的一位，之后可以撤销',
              options: twins.map((twin, at) => ({ value: twin.userId, label: labelOf(twin, at) })),
            },
            { name: 'reason', label: '原因', kind: 'textarea', required: true },
          ],
        },
      ],
    }
  },
  run: async (_targets, { pair, keepId, reason }) => {
    await queries.mergePeople(keepId, pair.find((id) => id !== keepId) ?? '', reason)
  },
  done: () => '已合并为同一人',
})

const eachOf = (targets: Targets) => ('ids' in targets ? targets.ids : [])

/** 重复人员. */
export default defineListPage<Duplicate>({
  key: 'staff:Duplicates',
  queryKey: staffKey,
  noun: { name: '人员', measure: '组' },
  page: queries.duplicatePageQuery,
  name: { title: '姓名', of: namesOf, icon: () => <TileIcon of={TeamOutlined} size="row" /> },
  columns: [
    col.text({ key: 'one', title: '甲', width: 200, of: ({ one }) => whereOf(one) }),
    col.text({ key: 'other', title: '乙', width: 200, of: ({ other }) => whereOf(other) }),
    col.text({ key: 'reason', title: '依据', width: 160, dropAt: 1 }),
    col.date({ key: 'createdAt', title: '发现时间', width: 168, hasTime: true, dropAt: 2, of: (row) => row.createdAt }),
    col.status({ key: 'status', title: '状态', width: 112, of: getDuplicateStatus }),
  ],
  card: (row) => ({
    kind: row.reason,
    facts: [`甲 ${whereOf(row.one)}`, `乙 ${whereOf(row.other)}`],
    tag: <RowStatusTag status={getDuplicateStatus(row)} />,
  }),
  filters: [{ name: 'status', label: '状态', options: optionsOf(duplicateStatuses) }, createDayRangeFilter('发现时间')],
  actions: [
    mergeAction,
    {
      key: 'refuse',
      label: '不是同一人',
      permission: 'user.merge',
      isSingle: true,
      isPrimary: true,
      isDanger: true,
      when: ({ status }) => status === 'open',
      run: async (targets) => {
        for (const id of eachOf(targets)) await queries.refuseMerge(id)
      },
      done: () => '已标记为不是同一人',
    },
    {
      key: 'unmerge',
      label: '撤销合并',
      permission: 'user.merge',
      isSingle: true,
      isPrimary: true,
      isDanger: true,
      when: ({ status, mergeId }) => status === 'merged' && mergeId !== null,
      run: async (targets) => {
        for (const id of eachOf(targets)) await queries.unmergePeople(id)
      },
      done: () => '已恢复为两人',
    },
  ],
  detail: {
    of: queries.duplicateDetailQuery,
    name: namesOf,
    icon: () => <TileIcon of={TeamOutlined} size="head" />,
    tag: (row) => <RowStatusTag status={getDuplicateStatus(row)} />,
    about: ({ reason, createdAt }) => [reason, formatDayTime(createdAt)],
    sections: (row) => [{ facts: [], whole: <PairTable row={row} /> }],
  },
  empty: { of: 'people', title: '没有重复人员', text: '系统发现可能是同一人的资料时，会列在这里。' },
})
