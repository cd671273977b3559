import type { ReactNode } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { OrgChoice } from '#kernel/org/web/index.ts'
import { isAtSchool } from '../class-queries.ts'

const kinds = ['school', 'kindergarten', 'other-school'] as const

interface SchoolChoice {
  /** The school of the page; undefined while a user above the schools has selected none. */
  orgId: string | undefined
  /** For users with several schools. */
  picker: ReactNode
}

/** The school of a page: the user's own, or the one selected in the URL. */
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

/** The header line of such a page. On a phone the title is in the app bar. */
export function SchoolLine({ picker }: Pick<SchoolChoice, 'picker'>) {
  return usePhone() ? picker : <ActionLine>{picker}</ActionLine>
}
