import { WarningOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { call } from '#packages/web/core/call.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { DialogAction } from '#packages/web/desk/list/list-spec.ts'
import type { ListQuery, PlainAction, Targets } from '#packages/web/core/list/list-spec.ts'
import { quarantineApi, quarantineRow, type QuarantineRow } from '../../contract.ts'

const MendDialog = lazy(() => import('./mend-dialog.tsx'))

const atOnce = 100
const isWaiting = ({ status }: QuarantineRow) => status === 'waiting'

const mend: DialogAction<QuarantineRow> = {
  key: 'mend',
  label: '修改',
  // It shows the whole row first.
  permission: 'collect.reveal',
  isSingle: true,
  isPrimary: true,
  when: isWaiting,
  open: (row, page) => <MendDialog row={row} page={page} />,
}
const replay: PlainAction<QuarantineRow> = {
  key: 'replay',
  label: '重放',
  permission: 'collect.manage',
  when: isWaiting,
  run: async (targets) => {
    await call(quarantineApi.replay, { body: { ids: await listIds(targets) } })
  },
  done: () => '已重放，仍有问题的留在列表',
}
const drop: PlainAction<QuarantineRow> = {
  key: 'drop',
  label: '丢弃',
  permission: 'collect.manage',
  isDanger: true,
  when: isWaiting,
  run: async (targets) => {
    await call(quarantineApi.drop, { body: { ids: await listIds(targets) } })
  },
  done: (count) => `已丢弃 ${count} 行`,
}

const list = createEntityListSpec(quarantineRow, quarantineApi, {
  key: 'developer:quarantine',
  icon: WarningOutlined,
  empty: { title: '没有隔离的数据', text: '找不到人或格式不对的数据会放在这里，修改后可以重放。' },
  facts: { payload: ({ payload }) => formatPayload(payload) },
})

/** The chosen rows, at most as many as one request takes; of all rows of a filter the others stay. */
async function listIds(targets: Targets): Promise<string[]> {
  if ('ids' in targets) return targets.ids.slice(0, atOnce)
  const { filter } = targets.listFilter
  const { queryFn } = list.page({ filter, pageNumber: 1, pageSize: atOnce } as ListQuery)
  const { items } = await queryFn({ signal: new AbortController().signal })
  return items.map(({ id }) => id).filter((id) => !targets.except.includes(id))
}

const formatPayload = (payload: string) =>
  Object.entries(JSON.parse(payload || '{}') as Record<string, string>)
    .map(([name, value]) => `${name} ${value}`)
    .join('，')

/** 隔离数据: rows that were not accepted. */
export const Quarantine = defineListPage({ ...list, actions: [mend, replay, drop] })
