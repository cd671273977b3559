import type { ReactNode } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { OrgChoice } from '#kernel/org/web/index.ts'
import { isAtSchool } from '../class-queries.ts'

const kinds = ['school', 'kindergarten', 'other-school'] as const

interface SchoolChoice {
  /** The school that the page is about; nothing while whoever stands above them has chosen none. */
  orgId: string | undefined
  /** For whoever has several to choose from. */
  picker: ReactNode
}

/** A page about one school: one's own, or one that is chosen and stands in the address. */
export function useSchool(): SchoolChoice {
  const { search, setSearch } = usePageSearch()
  const own = useSession(({ orgId }) => orgId)
  if (isAtSchool()) return { orgId: own, picker: null }
  const orgId = search.get('orgId') ?? undefined
  return {
    orgId,
    picker: (
      <OrgChoice
        label="学校"
        orgId={orgId ?? null}
        placeholder="请选择学校"
        kinds={kinds}
        onChoose={(id) => setSearch(() => new URLSearchParams({ orgId: id }))}
      />
    ),
  }
}

/** The first line of such a page. The bar of a phone has said the title already. */
export function SchoolLine({ picker }: Pick<SchoolChoice, 'picker'>) {
  return usePhone() ? picker : <ActionLine>{picker}</ActionLine>
}
