import { DatabaseOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { RowAction, DialogAction } from '#packages/web/desk/list/list-spec.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { sourceKinds, sourceStatuses, type DataSource } from '../../contract.ts'
import { createSourceForm, toSourceValues, type SourceValues } from '../components/source-form.ts'
import { getSourceAddress, getSourceStatus } from '../components/source-status.ts'
import * as queries from '../queries.ts'

const TestDialog = lazy(() => import('../components/test-dialog.tsx'))
const PreviewDialog = lazy(() => import('../components/preview-dialog.tsx'))

const stop = (isStopped: boolean, label: string): RowAction<DataSource> => ({
  key: label,
  label,
  permission: 'source.edit',
  isDanger: isStopped,
  dividerBefore: isStopped,
  when: ({ status }) => (status === 'stopped') !== isStopped,
  run: (targets) => queries.stopSources(targets, isStopped),
  done: (count) => `已${label} ${count} 个数据源`,
})

const test: DialogAction<DataSource> = {
  key: 'test',
  label: '测试连接',
  permission: 'source.edit',
  isSingle: true,
  isPrimary: true,
  when: ({ status }) => status !== 'stopped',
  open: (row, page) => <TestDialog row={row} page={page} />,
}
const preview: DialogAction<DataSource> = {
  key: 'preview',
  label: '预览数据',
  permission: 'source.query',
  isSingle: true,
  when: ({ status }) => status === 'fine',
  open: (row, page) => <PreviewDialog row={row} page={page} />,
}

/** /systemSet/dataSource: foreign databases that the district may read. */
export default defineListPage<DataSource, DataSource, SourceValues>({
  key: 'source:dataSource',
  queryKey: queries.sourceKey,
  unit: '个数据源',
  measure: '个',
  counted: '个数据源',
  page: queries.sourcePage,
  name: {
    title: '名称',
    of: ({ name }) => name,
    isOff: ({ status }) => status === 'stopped',
    width: 200,
    icon: () => <TileIcon of={DatabaseOutlined} size="row" />,
  },
  columns: [
    col.text({ key: 'kind', title: '类型', width: 112, card: 'kind', dropAt: 2, of: ({ kind }) => sourceKinds[kind] }),
    col.text({ key: 'address', title: '地址', width: 260, card: 'fact', of: getSourceAddress }),
    col.text({ key: 'userName', title: '用户名', width: 128, dropAt: 3 }),
    col.date({ key: 'testedAt', title: '上次测试', width: 168, hasTime: true, dropAt: 1, of: (row) => row.testedAt }),
    col.text({ key: 'testWords', title: '测试结果', width: 200, dropAt: 4 }),
    col.status({ key: 'status', title: '状态', width: 104, of: getSourceStatus }),
  ],
  search: '名称或主机',
  filters: [
    {
      name: 'status',
      label: '状态',
      options: Object.entries(sourceStatuses).map(([value, label]) => ({ value, label })),
    },
  ],
  create: {
    label: '新建数据源',
    permission: 'source.edit',
    done: '已保存，请测试连接',
    form: () => createSourceForm(true),
    submit: (values) => queries.saveSource({ id: null, version: 0, ...values }),
  },
  edit: {
    permission: 'source.edit',
    done: '已保存数据源',
    form: () => createSourceForm(false),
    known: toSourceValues,
    submit: (values, { id, version }) => queries.saveSource({ id, version, ...values }),
  },
  actions: [
    test,
    preview,
    stop(true, '停用'),
    stop(false, '启用'),
    {
      key: 'delete',
      label: '删除',
      permission: 'source.edit',
      isDanger: true,
      isRemoval: true,
      run: queries.deleteSources,
      done: (count) => `已删除 ${count} 个数据源`,
    },
  ],
  empty: { title: '还没有数据源', text: '登记供应商或其他系统的只读数据库，大屏和统计可以取用。' },
})
