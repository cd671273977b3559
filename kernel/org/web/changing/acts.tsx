import { lazy } from 'react'
import { asking, type Act, type OpeningAct } from '#packages/web/desk/list/spec.ts'
import { orgTypes, type MoveForm, type Organisation, type OrgType, type SplitForm } from '../../contract.ts'
import * as changes from '../change-queries.ts'
import * as queries from '../queries.ts'
import { moveFormOf } from './move-form.tsx'
import { splitFormOf } from './split-form.tsx'

// Whoever merges schools does so once in years.
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))

const single = { permission: 'org.edit', isSingle: true } as const
/** The bureau is where everything begins: it has no place to be changed. */
const hasPlace = ({ parentId }: Organisation) => parentId !== null

/** What has people and departments of its own, and nothing but departments below it. */
export const isUnit = ({ type }: { type: OrgType }) => orgTypes[type].switchable || type === 'institution'

const sortAct = (key: string, label: string, run: (id: string) => Promise<unknown>): Act<Organisation> => ({
  key,
  label,
  ...single,
  when: hasPlace,
  done: () => `已${label}`,
  run: async (targets) => void (await run(changes.oneOf(targets))),
})

const moveAct = asking<Organisation, MoveForm>({
  key: 'move',
  label: '移动到…',
  verb: '移动',
  ...single,
  isApart: true,
  when: hasPlace,
  done: () => '已调整上级',
  ask: (_, [row]) => moveFormOf(row!),
  run: async (_, values) => void (await changes.moveOrganisation(values)),
})

const mergeAct: OpeningAct<Organisation> = {
  key: 'merge',
  label: '合并…',
  permission: 'org.merge',
  isSingle: true,
  when: isUnit,
  open: (row, page) => <MergeDialog row={row} page={page} />,
}

const splitAct = asking<Organisation, SplitForm>({
  key: 'split',
  label: '拆分…',
  permission: 'org.merge',
  isSingle: true,
  when: (row) => isUnit(row) && row.childCount > 0,
  done: () => '已拆分出新机构',
  ask: (_, [row]) => splitFormOf(row!),
  preview: (_, values) => changes.previewSplit(values),
  run: async (_, values) => void (await changes.splitOrganisation(values)),
})

const forbidAct = (isForbidden: boolean, label: string): Act<Organisation> => ({
  key: label,
  label,
  permission: 'org.forbid',
  isDanger: isForbidden,
  isApart: true,
  when: (row) => row.isForbidden !== isForbidden,
  preview: (targets) => queries.previewForbidding(targets, isForbidden),
  run: (targets) => queries.forbid(targets, isForbidden),
  done: (count) => `已${label} ${count.toLocaleString()} 个机构`,
})

const removeAct: Act<Organisation> = {
  key: 'remove',
  label: '删除',
  ...single,
  isDanger: true,
  isRemoval: true,
  when: hasPlace,
  whyNot: ({ childCount, userCount }) =>
    childCount + userCount > 0 ? `还有 ${childCount} 个下级、${userCount.toLocaleString()} 人` : undefined,
  preview: changes.previewRemoval,
  run: changes.removeOrganisation,
  done: () => '已删除机构',
}

/** What can be done to organisations, in the order of the menu. */
export const organisationActs: readonly Act<Organisation>[] = [
  sortAct('up', '上移', (id) => changes.sortBy(id, -1)),
  sortAct('down', '下移', (id) => changes.sortBy(id, 1)),
  sortAct('top', '置顶', (id) => changes.sortTo(id, 'top')),
  sortAct('end', '置底', (id) => changes.sortTo(id, 'end')),
  moveAct,
  mergeAct,
  splitAct,
  forbidAct(true, '停用'),
  forbidAct(false, '启用'),
  removeAct,
]
