import type { RowIssue, SheetRow } from '#packages/sheet'
import { areaName, areasCalled } from '../areas.ts'
import type { OrgType } from '../../contract.ts'
import { stagesOf } from './columns.ts'

/** What a row asks for. What it does not mention is not here. */
export interface Wish {
  row: number
  name: string
  /** As it was written; empty: the organisation that is imported into. */
  parent: string
  type: OrgType
  said: Said
  issues: readonly RowIssue[]
}

export interface Said {
  stages?: number[]
  property?: number
  areaCode?: string
  address?: string
  contactName?: string
  phone?: string
  postalCode?: string
  remark?: string
}

const words = ['address', 'contactName', 'phone', 'postalCode', 'remark'] as const

/** Of areas of one name the one in the same city, or else in the same province, as the organisation above. */
function areaMeant(called: readonly string[], near: string): string | undefined {
  for (const digits of [0, 2, 4]) {
    const nearby = called.filter((code) => code.startsWith(near.slice(0, digits)))
    if (nearby.length === 1) return nearby[0]
  }
  return undefined
}

function areaOf(written: string, near: string): string | RowIssue {
  if (/^\d{6}$/.test(written) && areaName(written) !== undefined) return written
  const called = areasCalled(written.replaceAll(/\s/g, ''))
  const meant = areaMeant(called, near)
  if (meant) return meant
  const why = called.length > 1 ? `有${called.length}个“${written}”，请填写6位代码` : `找不到“${written}”`
  return { column: 'areaCode', code: 'unknown', words: why }
}

/** `near` is the area of the organisation that is imported into. */
export function wishOf({ row, values }: SheetRow, near: string): Wish {
  const area = values['areaCode'] === undefined ? undefined : areaOf(values['areaCode'], near)
  const stages = values['stages'] === undefined ? undefined : stagesOf(values['stages'])
  const said: Said = {
    ...Object.fromEntries(words.filter((key) => values[key] !== undefined).map((key) => [key, values[key]!])),
    ...(stages ? { stages } : {}),
    ...(values['property'] === undefined ? {} : { property: Number(values['property']) }),
    ...(typeof area === 'string' ? { areaCode: area } : {}),
  }
  return {
    row,
    said,
    name: values['name'] ?? '',
    parent: values['parent'] ?? '',
    type: values['type'] as OrgType,
    issues: typeof area === 'object' ? [area] : [],
  }
}
