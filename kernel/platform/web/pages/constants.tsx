import { DatabaseOutlined } from '@ant-design/icons'
import { call } from '#packages/web/core/call.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { platformApi, type PlatformConstantType } from '../../contract.ts'
import { platformKey, rowIcon, toPage } from '../list-parts.tsx'

const rules: Readonly<Record<PlatformConstantType['rule'], string>> = {
  fixed: '固定不变',
  hide: '地区可停用、排序',
  add: '地区可增加',
  disabled: '未启用',
}

const shown = 12
/** The first values: a type like 民族 would fill the screen of a phone. */
const listFirst = (names: readonly string[]) =>
  names.slice(0, shown).join('、') + (names.length > shown ? ` 等${names.length}个` : '')

/** /platform/constants: the types of constants that every district has. */
export default defineListPage<PlatformConstantType>({
  key: 'platform:constants',
  queryKey: platformKey,
  noun: { name: '常量类型', measure: '类' },
  page: ({ filter }) => ({
    queryKey: [...platformKey, 'constants', filter['keyword'] ?? ''],
    queryFn: async ({ signal }) => toPage(await call(platformApi.constants, { signal }), filter['keyword']),
  }),
  name: { title: '名称', of: ({ name }) => name, width: 180, icon: rowIcon(DatabaseOutlined) },
  columns: [
    col.text({ key: 'id', title: '编码', width: 160, dropAt: 3 }),
    col.number({ key: 'count', title: '值', unit: '个', width: 72, of: ({ values }) => values.length }),
    col.text({
      key: 'values',
      title: '内容',
      width: 320,
      dropAt: 1,
      card: 'fact',
      of: ({ values }) => listFirst(values.map(({ name }) => name)),
    }),
    col.text({ key: 'rule', title: '规则', width: 136, of: ({ rule }) => rules[rule] }),
  ],
  search: '常量类型名称',
  empty: { title: '没有平台常量' },
})
