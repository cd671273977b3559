import { DatabaseOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { DialogAction } from '#packages/web/desk/list/list-spec.ts'
import { dataSource, dataSourceApi, type DataSource } from '../../contract.ts'

const TestDialog = lazy(() => import('../components/test-dialog.tsx'))
const PreviewDialog = lazy(() => import('../components/preview-dialog.tsx'))

const test: DialogAction<DataSource> = {
  key: 'test',
  label: '测试连接',
  permission: 'source.edit',
  isSingle: true,
  isPrimary: true,
  when: ({ isDisabled }) => !isDisabled,
  open: (row, page) => <TestDialog row={row} page={page} />,
}
const preview: DialogAction<DataSource> = {
  key: 'preview',
  label: '预览数据',
  permission: 'source.query',
  isSingle: true,
  when: ({ status, isDisabled }) => status === 'fine' && !isDisabled,
  open: (row, page) => <PreviewDialog row={row} page={page} />,
}

const spec = createEntityListSpec(dataSource, dataSourceApi, {
  key: 'source:dataSource',
  icon: DatabaseOutlined,
  initial: () => ({ port: 5432 }),
  labels: { created: '已保存，请测试连接' },
  empty: { text: '登记供应商或其他系统的只读数据库，大屏和统计可以取用。' },
})

/** /systemSet/dataSource: foreign databases that the district may read. */
export default defineListPage({ ...spec, actions: [test, preview, ...spec.actions!] })
