import { BellOutlined } from '@ant-design/icons'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import type { OwnMessage } from '../../contract-developers.ts'
import { UnavailableNote } from './unavailable-note.tsx'
import { ownMessagePage, useApplyKey } from './use-apply-queries.ts'

/** /useApply/messages: what the districts told the company. */
export default defineListPage<OwnMessage>({
  key: 'developer:messages',
  queryKey: useApplyKey,
  noun: { name: '消息', measure: '条' },
  note: <UnavailableNote />,
  page: ownMessagePage,
  name: { title: '消息', of: ({ title }) => title, width: 320, icon: () => <TileIcon of={BellOutlined} size="row" /> },
  columns: [
    col.text({ key: 'districtName', title: '区', width: 160, card: 'kind' }),
    col.text({ key: 'body', title: '内容', width: 320, card: 'fact', dropAt: 2 }),
    col.date({ key: 'at', title: '时间', width: 168, hasTime: true, card: 'fact', of: ({ at }) => at }),
  ],
  filters: [createDayRangeFilter('时间')],
  empty: { title: '还没有消息', text: '区里审核、停用应用时，会在这里通知。' },
})
