import type { ConstantItem } from '../contract.ts'

type SortableConstant = Pick<ConstantItem, 'code' | 'name' | 'parentCode'>

/** Where there is something to put in order: at the top, and below whatever has others below it. */
export const listParentOptions = (items: readonly SortableConstant[]) => [
  { value: '', label: '最上级' },
  ...items
    .filter(({ code }) => items.some(({ parentCode }) => parentCode === code))
    .map(({ code, name }) => ({ value: code, label: name })),
]

/** All codes, with these in their new order where they stood. */
export function applyOrder(items: readonly SortableConstant[], order: readonly string[]): string[] {
  const moved = new Set(order)
  const next = order.values()
  return items.map(({ code }) => (moved.has(code) ? next.next().value! : code))
}
