import { lazy, type ComponentType } from 'react'
import type { OutsideModule } from '#packages/web/core/module.ts'
import { withTheme } from '../desk/with-theme.tsx'
import { outsidePageTable } from '../tables/outside-pages.gen.ts'
import type { OutsidePageRow } from '../tables/rows.ts'

const moduleFiles = import.meta.glob<{ default: OutsideModule }>(
  '../../../{kernel,engines,applications}/*/web/outside.ts',
)

async function loadPage({ folder, address }: OutsidePageRow): Promise<{ default: ComponentType }> {
  const module = (await moduleFiles[`../../../${folder}/web/outside.ts`]?.())?.default
  const load = module?.pages[address]
  if (!load) throw new Error(`${folder}/web/outside.ts has no page ${address}, which its manifest declares`)
  return load()
}

/** The pages of platform administrators and developers, in the order of the menu. */
export const outsidePages = outsidePageTable.map((row) => ({
  ...row,
  Page: lazy(() => withTheme(() => loadPage(row))),
}))
export type OutsidePage = (typeof outsidePages)[number]
