import { AppstoreOutlined } from '@ant-design/icons'
import { call } from '#packages/web/core/call.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { platformApi, type CatalogueApplication } from '../../contract.ts'
import { platformKey, rowIcon, toPage } from '../list-parts.tsx'

/** /platform/catalogue: the built-in applications of this release. */
export default defineListPage<CatalogueApplication>({
  key: 'platform:catalogue',
  queryKey: platformKey,
  noun: { name: '内置应用', measure: '个' },
  page: ({ filter }) => ({
    queryKey: [...platformKey, 'catalogue', filter['keyword'] ?? ''],
    queryFn: async ({ signal }) => toPage(await call(platformApi.catalogue, { signal }), filter['keyword']),
  }),
  name: { title: '名称', of: ({ name }) => name, width: 200, icon: rowIcon(AppstoreOutlined) },
  columns: [
    col.text({ key: 'category', title: '分类', width: 112, card: 'kind' }),
    col.text({ key: 'about', title: '用途', width: 320, dropAt: 2, card: 'fact' }),
    col.text({ key: 'route', title: '标识', width: 200, dropAt: 3 }),
    col.number({ key: 'pages', title: '页面', unit: '个', width: 72, of: ({ pages }) => pages }),
  ],
  search: '应用名称',
  empty: { title: '没有内置应用' },
})
