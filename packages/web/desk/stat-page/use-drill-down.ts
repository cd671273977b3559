import { use, useMemo } from 'react'
import type { StatPageData } from '#packages/contract/statistics.ts'
import { usePageSearch, useSetParams } from '../page-search.tsx'
import { DrillDownListsContext } from './drill-down-lists-context.ts'

/**
 * The list behind a number that is open in the drawer. The number is in the address under its name, so that it stays
 * open when the period turns.
 */
export function useDrillDown(data: StatPageData | undefined) {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const lists = use(DrillDownListsContext)
  const numbers = useMemo(() => (data ? listNumbers(data) : []), [data])
  const name = search.get('drill')
  const number = name === null ? undefined : numbers.find((one) => one.name === name)
  const List = number && lists[getPath(number.link)]
  const open = (link: string) => {
    const to = numbers.find((one) => one.link === link)
    if (!to || !lists[getPath(link)]) return false
    setParams({ drill: to.name })
    return true
  }
  return {
    context: { chosen: List && number.link, open },
    opened: List && { title: number.title, path: number.path, link: number.link, List },
  }
}

const getPath = (link: string) => link.split('?')[0]!

interface LinkedNumber {
  name: string
  title: string
  /** Where it is on the page: 在校学生, 三年级, 男. */
  path: readonly string[]
  link: string
}

/** Every number with a list, figures first. */
function listNumbers({ figures, charts }: StatPageData): LinkedNumber[] {
  const counted = figures.map(({ metric, title, link }) => ({ name: metric, title, path: [title], link }))
  const marked = charts.flatMap(({ key, measure, series, marks }) =>
    marks.flatMap(({ label, links }) =>
      links.map((link, at) => {
        const parts = series.length > 1 ? [label, series[at]!] : [label]
        return { name: [key, ...parts].join('/'), title: parts.join(' '), path: [measure, ...parts], link }
      }),
    ),
  )
  return [...counted, ...marked].flatMap(({ link, ...number }) => (link === null ? [] : [{ ...number, link }]))
}
