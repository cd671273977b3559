import { lazy } from 'react'
import { formAction, type RowAction, type DialogAction } from '#packages/web/desk/list/list-spec.ts'
import { orgTypes, type MoveForm, type Organisation, type OrgType, type SplitForm } from '../../contract.ts'
import * as changes from '../change-queries.ts'
import * as queries from '../queries.ts'
import { getMoveForm } from './move-form.tsx'
import { getSplitForm } from './split-form.tsx'

// Merging is rare, so the dialog is loaded lazily.
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))

const single = { permission: 'org.edit', isSingle: true } as const
/** The bureau is the root and can be neither moved nor sorted. */
const hasParent = ({ parentId }: Organisation) => parentId !== null

/** Types with people and departments of their own, and only departments below. */
export const isUnit = ({ type }: { type: OrgType }) => orgTypes[type].switchable || type === 'institution'

const sortAction = (key: string, label: string, run: (id: string) => Promise<unknown>): RowAction<Organisation> => ({
  key,
  label,
  ...single,
  when: hasParent,
  done: () => `已${label}`,
  run: async (targets) => void (await run(changes.getSingleTarget(targets))),
})

const moveAction = formAction<Organisation, MoveForm>({
  key: 'move',
  label: '移动到…',
  verb: '移动',
  ...single,
  dividerBefore: true,
  when: hasParent,
  done: () => '已调整上级',
  createForm: (_, [row]) => getMoveForm(row!),
  run: async (_, values) => void (await changes.moveOrganisation(values)),
})

const mergeAction: DialogAction<Organisation> = {
  key: 'merge',
  label: '合并…',
  permission: 'org.merge',
  isSingle: true,
  when: isUnit,
  open: (row, page) => <MergeDialog row={row} page={page} />,
}

const splitAction = formAction<Organisation, SplitForm>({
  key: 'split',
  label: '拆分…',
  permission: 'org.merge',
  isSingle: true,
  when: (row) => isUnit(row) && row.childCount > 0,
  done: () => '已拆分出新机构',
  createForm: (_, [row]) => getSplitForm(row!),
  preview: (_, values) => changes.previewSplit(values),
  run: async (_, values) => void (await changes.splitOrganisation(values)),
})

const disableAction = (isDisabled: boolean, label: string): RowAction<Organisation> => ({
  key: label,
  label,
  permission: 'org.disable',
  isDanger: isDisabled,
  dividerBefore: true,
  when: (row) => row.isDisabled !== isDisabled,
  preview: (targets) => queries.previewDisable(targets, isDisabled),
  run: (targets) => queries.disableOrganisations(targets, isDisabled),
  done: (count) => `已${label} ${count.toLocaleString()} 个机构`,
})

const deleteAction: RowAction<Organisation> = {
  key: 'remove',
  label: '删除',
  ...single,
  isDanger: true,
  isRemoval: true,
  when: hasParent,
  whyNot: ({ childCount, userCount }) =>
    childCount + userCount > 0 ? `还有 ${childCount} 个下级、${userCount.toLocaleString()} 人` : undefined,
  preview: changes.previewDelete,
  run: changes.deleteOrganisation,
  done: () => '已删除机构',
}

/** Actions on organisations, in menu order. */
export const organisationActions: readonly RowAction<Organisation>[] = [
  sortAction('up', '上移', (id) => changes.moveInSort(id, -1)),
  sortAction('down', '下移', (id) => changes.moveInSort(id, 1)),
  sortAction('top', '置顶', (id) => changes.moveToSortEnd(id, 'top')),
  sortAction('end', '置底', (id) => changes.moveToSortEnd(id, 'end')),
  moveAction,
  mergeAction,
  splitAction,
  disableAction(true, '停用'),
  disableAction(false, '启用'),
  deleteAction,
]
