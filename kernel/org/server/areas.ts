import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Area } from '../contract.ts'

// Three thousand names that change once a year: read on first use, cached, and updated with the program. A table would
// have to be filled in every cell.
const file = join(import.meta.dirname, 'areas.tsv')

interface Areas {
  roots: Area[]
  byCode: ReadonlyMap<string, Area>
  byName: ReadonlyMap<string, readonly Area[]>
}
let loadAreas: Areas | undefined

/** Areas by code, as a tree: 330000 浙江省 › 330100 杭州市 › 330106 西湖区. */
function getAreas(): Areas {
  if (loadAreas) return loadAreas
  const byCode = new Map<string, Area>()
  const roots: Area[] = []
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [code, name] = line.split('\t') as [string, string]
    const area = { code, name, children: [] }
    byCode.set(code, area)
    const above = findAreaAbove(code, byCode)
    ;(above?.children ?? roots).push(area)
  }
  return (loadAreas = { roots, byCode, byName: Map.groupBy(byCode.values(), ({ name }) => name) })
}

/** The nearest ancestor. A district of Hong Kong or Macao has no city above it. */
const findAreaAbove = (code: string, byCode: ReadonlyMap<string, Area>): Area | undefined =>
  [`${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`]
    .filter((above) => above !== code)
    .map((above) => byCode.get(above))
    .find((area) => area !== undefined)

export const findAreaName = (code: string): string | undefined => getAreas().byCode.get(code)?.name

/** The code of the parent area; empty for a province. */
export const getAreaCodeAbove = (code: string): string => findAreaAbove(code, getAreas().byCode)?.code ?? ''

/** The whole country, or the direct children of an area. */
export function getAreaTree(parentCode = ''): Area[] {
  if (parentCode === '') return getAreas().roots
  const children = getAreas().byCode.get(parentCode)?.children ?? []
  return children.map(({ code, name }) => ({ code, name, children: [] }))
}

/** The full name: 浙江省杭州市西湖区. */
function getFullAreaName(code: string): string {
  const above = getAreaCodeAbove(code)
  return `${above === '' ? '' : getFullAreaName(above)}${findAreaName(code) ?? ''}`
}

/** Codes of all areas with this name or full name. */
export function searchAreaCodes(areaText: string): string[] {
  const { byName } = getAreas()
  const ends = Array.from(areaText, (_, at) => byName.get(areaText.slice(at)) ?? []).flat()
  return ends
    .filter(({ code, name }) => name === areaText || getFullAreaName(code).endsWith(areaText))
    .map(({ code }) => code)
}
