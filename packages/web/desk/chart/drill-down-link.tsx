import { createContext, use, type ComponentProps, type MouseEvent } from 'react'
import { Link } from 'react-router'

interface DrillDown {
  /** The address of the list that is open beside the numbers. */
  chosen: string | undefined
  /** Opens the list beside the numbers; false if it is only a page. */
  open: (link: string) => boolean
}

/** A page of numbers that shows the rows behind them in place. */
export const DrillDownContext = createContext<DrillDown | null>(null)

/** The link from a number to its list. A new tab has the whole page, and so has a page without a drawer. */
export function DrillDownLink({ to, ...props }: ComponentProps<typeof Link> & { to: string }) {
  const drill = use(DrillDownContext)
  const press = (event: MouseEvent) => {
    const isNewTab = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!isNewTab && drill?.open(to)) event.preventDefault()
  }
  return <Link {...props} to={to} aria-current={drill?.chosen === to ? 'true' : undefined} onClick={press} />
}
