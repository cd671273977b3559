import type { ConstantItem } from '../contract.ts'

type SortableConstant = Pick<ConstantItem, 'code' | 'name' | 'parentCode'>

/** The parents with children to sort: the top level and every value with children. */
export const listParentOptions = (items: readonly SortableConstant[]) => [
  { value: '', label: '最上级' },
  ...items
    .filter(({ code }) => items.some(({ parentCode }) => parentCode === code))
    .map(({ code, name }) => ({ value: code, label: name })),
]

/** All codes, with the codes in `order` rearranged within their old positions. */
export function applyOrder(items: readonly SortableConstant[], order: readonly string[]): string[] {
  const moved = new Set(order)
  const next = order.values()
  return items.map(({ code }) => (moved.has(code) ? next.next().value! : code))
}
