import type { SheetColumn } from '#packages/sheet'
import { personColumns } from '#kernel/staff/server/api.ts'

export const roleGrantColumns: readonly SheetColumn[] = [
  ...personColumns,
  {
    key: 'role',
    title: '角色',
    kind: 'choice',
    isRequired: true,
    synonyms: ['角色名称', '权限角色'],
    hint: '从列表中选择；只列出您可以分配的角色',
  },
  {
    key: 'from',
    title: '开始日期',
    kind: 'date',
    example: '2026-12-01',
    synonyms: ['开始', '生效日期', '起始日期'],
    hint: '不填为立即生效',
  },
  {
    key: 'to',
    title: '结束日期',
    kind: 'date',
    example: '2027-06-30',
    synonyms: ['结束', '截止日期', '到期日期'],
    hint: '截止日期；不填为长期有效',
  },
]
