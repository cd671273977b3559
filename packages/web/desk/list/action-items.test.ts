import { expect, it } from 'vitest'
import { createRowMenuItems } from './action-items.ts'
import type { RowAction } from './list-spec.ts'

interface SchoolClass {
  id: string
  pupils: number
}
const deleting: RowAction<SchoolClass> = {
  key: 'delete',
  label: '删除',
  permission: 'class.edit',
  isDanger: true,
  whyNot: ({ pupils }) => (pupils > 0 ? `还有 ${pupils} 名学生` : undefined),
  run: async () => {},
  done: () => '已删除',
}

it('keeps an impossible action in the menu of a row, with the reason', () => {
  const items = (pupils: number) => createRowMenuItems([deleting], {} as never, { id: 'a', pupils })
  expect(items(2)).toMatchObject([{ label: '删除', isDanger: true, whyNot: '还有 2 名学生' }])
  expect(items(0)[0]!.whyNot).toBeUndefined()
})
