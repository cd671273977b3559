import type { RowIssue, SheetRow } from '#packages/sheet'
import { findAreaName, searchAreaCodes } from '../areas.ts'
import type { OrgType } from '../../contract.ts'
import { parseStages } from './import-columns.ts'

/** The values of a row; fields that the row does not fill are missing. */
export interface OrganisationRowInput {
  row: number
  name: string
  /** As written; empty: the organisation that is imported into. */
  parent: string
  type: OrgType
  given: GivenDetails
  issues: readonly RowIssue[]
}

export interface GivenDetails {
  stages?: number[]
  property?: number
  areaCode?: string
  address?: string
  contactName?: string
  phone?: string
  postalCode?: string
  remark?: string
}

const textColumns = ['address', 'contactName', 'phone', 'postalCode', 'remark'] as const

/** Of areas with the same name, the one in the same city, or else in the same province, as the import root. */
function findNearestArea(called: readonly string[], near: string): string | undefined {
  for (const digits of [0, 2, 4]) {
    const nearby = called.filter((code) => code.startsWith(near.slice(0, digits)))
    if (nearby.length === 1) return nearby[0]
  }
  return undefined
}

function parseArea(written: string, near: string): string | RowIssue {
  if (/^\d{6}$/.test(written) && findAreaName(written) !== undefined) return written
  const called = searchAreaCodes(written.replaceAll(/\s/g, ''))
  const meant = findNearestArea(called, near)
  if (meant) return meant
  const why = called.length > 1 ? `有${called.length}个“${written}”，请填写6位代码` : `找不到“${written}”`
  return { column: 'areaCode', code: 'unknown', message: why }
}

/** `near` is the area code of the organisation that is imported into. */
export function parseOrganisationRow({ row, values }: SheetRow, near: string): OrganisationRowInput {
  const area = values['areaCode'] === undefined ? undefined : parseArea(values['areaCode'], near)
  const stages = values['stages'] === undefined ? undefined : parseStages(values['stages'])
  const given: GivenDetails = {
    ...Object.fromEntries(textColumns.filter((key) => values[key] !== undefined).map((key) => [key, values[key]!])),
    ...(stages ? { stages } : {}),
    ...(values['property'] === undefined ? {} : { property: Number(values['property']) }),
    ...(typeof area === 'string' ? { areaCode: area } : {}),
  }
  return {
    row,
    given,
    name: values['name'] ?? '',
    parent: values['parent'] ?? '',
    type: values['type'] as OrgType,
    issues: typeof area === 'object' ? [area] : [],
  }
}
