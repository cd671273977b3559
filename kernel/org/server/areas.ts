import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Area } from '../contract.ts'

// Three thousand names that change once a year: read when first asked for, kept, and brought up to date with the program.
// A table of them would have to be filled in every cell.
const file = join(import.meta.dirname, 'areas.tsv')

interface Areas {
  roots: Area[]
  byCode: ReadonlyMap<string, Area>
  byName: ReadonlyMap<string, readonly Area[]>
}
let read: Areas | undefined

/** Areas by code, in their tree: 330000 浙江省 › 330100 杭州市 › 330106 西湖区. */
function areas(): Areas {
  if (read) return read
  const byCode = new Map<string, Area>()
  const roots: Area[] = []
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [code, name] = line.split('\t') as [string, string]
    const area = { code, name, children: [] }
    byCode.set(code, area)
    const above = areaAbove(code, byCode)
    ;(above?.children ?? roots).push(area)
  }
  return (read = { roots, byCode, byName: Map.groupBy(byCode.values(), ({ name }) => name) })
}

/** The nearest one above. A district of Hong Kong or Macao has no city between it and the top. */
const areaAbove = (code: string, byCode: ReadonlyMap<string, Area>): Area | undefined =>
  [`${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`]
    .filter((above) => above !== code)
    .map((above) => byCode.get(above))
    .find((area) => area !== undefined)

export const areaName = (code: string): string | undefined => areas().byCode.get(code)?.name

/** The code of the area that this one is a part of; empty for a province. */
export const areaCodeAbove = (code: string): string => areaAbove(code, areas().byCode)?.code ?? ''

/** The whole country, or what lies directly below one area. */
export function areaTree(parentCode = ''): Area[] {
  if (parentCode === '') return areas().roots
  const children = areas().byCode.get(parentCode)?.children ?? []
  return children.map(({ code, name }) => ({ code, name, children: [] }))
}

/** As it is written in full: 浙江省杭州市西湖区. */
function fullName(code: string): string {
  const above = areaCodeAbove(code)
  return `${above === '' ? '' : fullName(above)}${areaName(code) ?? ''}`
}

/** The codes of all areas that are called so, by their own name or with what stands above it. */
export function areasCalled(words: string): string[] {
  const { byName } = areas()
  const ends = Array.from(words, (_, at) => byName.get(words.slice(at)) ?? []).flat()
  return ends.filter(({ code, name }) => name === words || fullName(code).endsWith(words)).map(({ code }) => code)
}
