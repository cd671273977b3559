import type { DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import type { ConstantItem } from '../../contract.ts'
import { getDateRangeLabel, getLevelLabel } from '../constant-labels.ts'

export function itemFacts(item: ConstantItem): DetailSectionSpec[] {
  const { parentName, names, useCount, ext } = item
  const facts = [
    ...(parentName ? [{ label: '上级', value: parentName }] : []),
    { label: '来源', value: getLevelLabel(item) },
    { label: '起止日期', value: getDateRangeLabel(item) || '一直有效' },
    ...(useCount === null ? [] : [{ label: '使用', value: `${useCount.toLocaleString()} 处` }]),
    ...Object.entries(ext).map(([label, value]) => ({ label, value: String(value) })),
  ]
  const renamed = names.map(({ name, fromOn }, at) => ({ label: fromOn ?? '最初', value: name, at }))
  return [{ facts }, ...(renamed.length > 1 ? [{ title: '名称记录', facts: renamed }] : [])]
}
