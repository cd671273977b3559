import { TagOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import type { RowAction } from '#packages/web/desk/list/list-spec.ts'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { DialogHost } from '#packages/web/desk/dialog-host.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import { constantStates, type ConstantItem } from '../../contract.ts'
import { itemFacts } from '../components/item-facts.tsx'
import {
  editConstantForm,
  toConstantFormValues,
  newConstantForm,
  submitConstant,
  type ConstantFormValues,
} from '../components/item-form.tsx'
import * as queries from '../queries.ts'
import { getDateRangeLabel, getLevelLabel, getConstantStatus } from '../constant-labels.ts'
import styles from './constants.module.css'

const edit = { permission: 'const.edit' } as const

const enableAction = (isEnabled: boolean, label: string): RowAction<ConstantItem> => ({
  key: label,
  label,
  ...edit,
  dividerBefore: isEnabled,
  when: (row) => row.mayHide && row.isEnabled !== isEnabled,
  run: (targets) => queries.enableConstants(targets, isEnabled),
  done: (count) => `已${label} ${count} 项`,
})
const deleteAction: RowAction<ConstantItem> = {
  key: 'remove',
  label: '删除',
  ...edit,
  isSingle: true,
  isDanger: true,
  isRemoval: true,
  dividerBefore: true,
  when: ({ mayEdit }) => mayEdit,
  run: queries.deleteConstants,
  done: () => '已删除常量',
}

/** Indents a value by its depth in the tree. */
const Name = ({ name, depth }: ConstantItem) => (
  <span className={styles['name']} style={{ '--depth': depth } as React.CSSProperties}>
    {name}
  </span>
)

const Constants = defineTreeListPage<ConstantItem, ConstantItem, ConstantFormValues>({
  key: 'dictionary:Constant',
  queryKey: queries.constantKey,
  noun: { name: '常量', measure: '项' },
  isShallow: true,
  tree: {
    title: '常量类型',
    change: '切换类型',
    isOther: true,
    level: queries.treeLevelQuery,
    parentOf: queries.parentQuery,
    search: { placeholder: '类型名称或编码', find: queries.typeSearchQuery },
    empty: { title: '没有可以查看的常量' },
  },
  page: queries.itemPageQuery,
  name: {
    title: '名称',
    of: ({ name }) => name,
    draw: Name,
    isOff: ({ isEnabled }) => !isEnabled,
    width: 200,
    icon: () => null,
  },
  columns: [
    col.text({ key: 'code', title: '编码', width: 120, card: 'kind' }),
    col.text({ key: 'parent', title: '上级', width: 136, hiddenByDefault: true, of: ({ parentName }) => parentName }),
    col.text({ key: 'level', title: '来源', width: 72, dropAt: 2, of: getLevelLabel }),
    col.number({ key: 'sort', title: '排序', width: 64, hiddenByDefault: true, of: ({ sort }) => sort }),
    col.text({ key: 'days', title: '起止日期', width: 200, dropAt: 3, card: 'fact', of: getDateRangeLabel }),
    col.number({ key: 'uses', title: '使用', unit: '处', width: 80, card: 'fact', of: ({ useCount }) => useCount }),
    col.status({ key: 'state', title: '状态', width: 96, of: getConstantStatus }),
  ],
  search: '名称或编码',
  filters: [
    {
      name: 'state',
      label: '状态',
      options: Object.entries(constantStates).map(([value, label]) => ({ value, label })),
    },
    { name: 'date', label: '截至日期', options: [], isDay: true, isMore: true },
  ],
  create: {
    ...edit,
    when: ({ kind }) => queries.mayAddToNode(kind),
    form: ({ node, kind }) => newConstantForm(node ?? '', queries.isTreeNode(kind)),
    submit: (values, { node }) => submitConstant(node ?? '', undefined, values),
  },
  edit: {
    ...edit,
    when: ({ mayEdit }) => mayEdit,
    form: editConstantForm,
    known: toConstantFormValues,
    submit: (values, row) => submitConstant(queries.parseItemId(row.id).type, row, values),
  },
  sheet: {
    import: { target: 'constant', ...edit, orgOf: () => useSession.getState().orgId },
    export: { source: 'constant', filterOf: queries.toConstantFilter },
  },
  actions: [enableAction(false, '停用'), enableAction(true, '启用'), deleteAction],
  detail: {
    of: queries.itemDetailQuery,
    name: ({ name }) => name,
    sections: itemFacts,
    icon: () => <TileIcon of={TagOutlined} size="head" />,
    tag: (item) => <RowStatusTag status={getConstantStatus(item)} />,
    about: ({ code }) => [`编码 ${code}`],
  },
  empty: (name) => ({ title: `${name}还没有常量`, text: '可以新建常量，或从表格导入。' }),
})

/** 常量维护. Opens the first type, because the levels of the tree have no values. */
export default function ConstantPage() {
  const { search, setSearch } = usePageSearch()
  const { data, isError, error, refetch } = useQuery(queries.typesQuery)
  const node = search.get('node')
  const first = data?.types[0]?.code
  useEffect(() => {
    if (node || !first) return
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('node', first)
        return after
      },
      { replace: true },
    )
    // Runs only when the URL names no type.
    // eslint-disable-next-line react/exhaustive-deps
  }, [node, first])
  if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!node) return <PageState status="loading" />
  return (
    <>
      <Constants />
      <DialogHost />
    </>
  )
}
