import { TagOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { col, StatusOf } from '#packages/web/desk/list/columns.tsx'
import type { Act } from '#packages/web/desk/list/spec.ts'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { Dialogs } from '#packages/web/desk/shown-dialogs.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import { constantStates, type ConstantItem } from '../../contract.ts'
import { itemFacts } from '../components/item-facts.tsx'
import { changedItem, knownOf, newItem, submitItem, type Values } from '../components/item-form.tsx'
import * as queries from '../queries.ts'
import { daysOf, levelOf, statusOf } from '../words.ts'
import styles from './constants.module.css'

const edit = { permission: 'const.edit' } as const

const enableAct = (isEnabled: boolean, label: string): Act<ConstantItem> => ({
  key: label,
  label,
  ...edit,
  isApart: isEnabled,
  when: (row) => row.mayHide && row.isEnabled !== isEnabled,
  run: (targets) => queries.enable(targets, isEnabled),
  done: (count) => `已${label} ${count} 项`,
})
const removeAct: Act<ConstantItem> = {
  key: 'remove',
  label: '删除',
  ...edit,
  isSingle: true,
  isDanger: true,
  isRemoval: true,
  isApart: true,
  when: ({ mayEdit }) => mayEdit,
  run: queries.remove,
  done: () => '已删除常量',
}

/** What stands below others is set in, step by step. */
const Name = ({ name, depth }: ConstantItem) => (
  <span className={styles['name']} style={{ '--depth': depth } as React.CSSProperties}>
    {name}
  </span>
)

const Constants = defineTreeListPage<ConstantItem, ConstantItem, Values>({
  key: 'dictionary:Constant',
  queryKey: queries.constantKey,
  unit: '项',
  measure: '项',
  counted: '项常量',
  isShallow: true,
  tree: {
    title: '常量类型',
    change: '切换类型',
    isOther: true,
    level: queries.treeLevel,
    parentOf: queries.parentOf,
    search: { placeholder: '类型名称或编码', find: queries.foundTypes },
    empty: { title: '没有可以查看的常量' },
  },
  page: queries.itemPage,
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
    col.text({ key: 'level', title: '来源', width: 72, dropAt: 2, of: levelOf }),
    col.number({ key: 'sort', title: '排序', width: 64, hiddenByDefault: true, of: ({ sort }) => sort }),
    col.text({ key: 'days', title: '起止日期', width: 200, dropAt: 3, card: 'fact', of: daysOf }),
    col.number({ key: 'uses', title: '使用', unit: '处', width: 80, card: 'fact', of: ({ useCount }) => useCount }),
    col.status({ key: 'state', title: '状态', width: 96, of: statusOf }),
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
    label: '新建常量',
    ...edit,
    done: '已新建常量',
    when: ({ kind }) => queries.mayAddAt(kind),
    form: ({ node, kind }) => newItem(node ?? '', queries.isTreeAt(kind)),
    submit: (values, { node }) => submitItem(node ?? '', undefined, values),
  },
  edit: {
    ...edit,
    done: '已保存常量',
    when: ({ mayEdit }) => mayEdit,
    form: changedItem,
    known: knownOf,
    submit: (values, row) => submitItem(queries.keyOf(row.id).type, row, values),
  },
  sheet: {
    import: { target: 'constant', ...edit, orgOf: () => useSession.getState().orgId },
    export: { source: 'constant', filterOf: queries.filterOf },
  },
  acts: [enableAct(false, '停用'), enableAct(true, '启用'), removeAct],
  detail: {
    of: queries.itemDetail,
    name: ({ name }) => name,
    sections: itemFacts,
    icon: () => <TileIcon of={TagOutlined} size="head" />,
    tag: (item) => <StatusOf status={statusOf(item)} />,
    about: ({ code }) => [`编码 ${code}`],
  },
  empty: (name) => ({ title: `${name}还没有常量`, words: '可以新建常量，或从表格导入。' }),
})

/** 常量维护. It opens at the first type: a level by itself has no values. */
export default function ConstantPage() {
  const { search, setSearch } = usePageSearch()
  const { data, isError, error, refetch } = useQuery(queries.typesHere)
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
    // Only where the address names none.
    // eslint-disable-next-line react/exhaustive-deps
  }, [node, first])
  if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!node) return <PageState status="loading" />
  return (
    <>
      <Constants />
      <Dialogs />
    </>
  )
}
