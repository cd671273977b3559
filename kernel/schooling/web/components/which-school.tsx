import { useId, type ReactNode } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { labelIdOf } from '#packages/web/desk/form/form-row.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { OrgPicker } from '#kernel/org/web/index.ts'
import { isAtSchool } from '../class-queries.ts'
import styles from './which-school.module.css'

interface Whose {
  /** The school that the page is about; nothing while whoever stands above them has chosen none. */
  orgId: string | undefined
  /** For whoever has several to choose from. */
  picker: ReactNode
}

/** A page about one school: one's own, or one that is chosen and stands in the address. */
export function useSchool(): Whose {
  const { search, setSearch } = usePageSearch()
  const own = useSession(({ orgId }) => orgId)
  if (isAtSchool()) return { orgId: own, picker: null }
  const orgId = search.get('orgId') ?? undefined
  return {
    orgId,
    picker: <WhichSchool orgId={orgId} onChoose={(id) => setSearch(() => new URLSearchParams({ orgId: id }))} />,
  }
}

/** The first line of such a page. The bar of a phone has said the title already. */
export function SchoolLine({ picker }: Pick<Whose, 'picker'>) {
  return usePhone() ? picker : <ActionLine>{picker}</ActionLine>
}

export const NoSchool = ({ words }: { words: string }) => (
  <div className={styles['none']}>
    <PageState status="empty" title="请先选择学校" words={words} />
  </div>
)

function WhichSchool({ orgId, onChoose }: { orgId: string | undefined; onChoose: (id: string) => void }) {
  const isPhone = usePhone()
  const id = useId()
  return (
    <div className={styles['school']}>
      <label id={labelIdOf(id)} htmlFor={id}>
        学校
      </label>
      <div className={styles['picker']}>
        <OrgPicker
          control={{ id, status: '', 'aria-invalid': false }}
          {...{ name: 'org', value: orgId ?? null, options: [], placeholder: '请选择学校', none: null, isPhone }}
          isRequired
          isFilled={false}
          kinds={['school', 'kindergarten', 'other-school']}
          onChange={(chosen) => typeof chosen === 'string' && onChoose(chosen)}
          onHold={() => {}}
        />
      </div>
    </div>
  )
}
