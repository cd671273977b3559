import { use, useState } from 'react'
import type { ExporterProps } from '#packages/web/core/module.ts'
import { useMay } from '../permissions.tsx'
import { SheetsContext } from '../sheets.ts'
import { chosen, storedChoice } from './column-choice.ts'
import { nameKey } from './place.ts'
import type { Selection } from './selection.ts'
import type { Asked, Ground, ListSpec, RowWithId } from './spec.ts'

type Taken = Omit<ExporterProps, 'onClose'>

/** Bringing rows in and taking them along; each is undefined for those who may not. */
export interface ListSheets {
  bringIn: (() => void) | undefined
  /** What is ticked, or everything that is asked for. */
  takeAlong: (() => void) | undefined
  /** What is being taken along. */
  taken: Taken | undefined
  close: () => void
}

interface Looked {
  asked: Asked
  ground: Ground
  selection: Selection
}

export function useSheets<Row extends RowWithId, Detail extends Row, Values extends object>(
  spec: ListSpec<Row, Detail, Values>,
  { asked, ground, selection }: Looked,
): ListSheets {
  const sheets = use(SheetsContext)
  const may = useMay()
  const [taken, setTaken] = useState<Taken>()
  const { import: incoming, export: outgoing } = spec.sheet ?? {}
  const bringIn = () => {
    const orgId = incoming?.orgOf ? incoming.orgOf(ground) : ground.node
    if (orgId) sheets?.bringIn(incoming!.target, orgId)
  }
  const told = spec.columns.filter(({ when }) => when?.(ground) ?? true)
  const takeAlong = () =>
    outgoing &&
    ground.isReady &&
    setTaken({
      source: outgoing.source,
      filter: { ...outgoing.filterOf(asked), ...tickedOnly(selection) },
      // Also those that find no room just now: a narrow window changes nothing about what was chosen to be seen.
      columns: [nameKey, ...chosen(told, storedChoice(spec.key)).map(({ key }) => key)],
    })
  return {
    bringIn: sheets && incoming && may(incoming.permission) ? bringIn : undefined,
    takeAlong: sheets && outgoing && may(sheets.permission) ? takeAlong : undefined,
    taken,
    close: () => setTaken(undefined),
  }
}

/** Nothing ticked means everything. */
function tickedOnly({ isAll, ids }: Selection) {
  if (ids.size === 0) return {}
  return isAll ? { except: [...ids] } : { ids: [...ids] }
}
