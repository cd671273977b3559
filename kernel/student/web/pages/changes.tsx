import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { Dialogs } from '#packages/web/desk/shown-dialogs.tsx'
import { ChangeRecords } from '../components/change-records.tsx'
import { Transfers } from '../components/transfers.tsx'

/** 学籍异动: what happened, and what other schools ask for. */
export default function ChangesPage() {
  const { search } = usePageSearch()
  return (
    <>
      {search.get('part') === 'transfers' ? <Transfers /> : <ChangeRecords />}
      <Dialogs />
    </>
  )
}
