import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { DialogHost } from '#packages/web/desk/dialog-host.tsx'
import { ChangeRecords } from '../components/change-records.tsx'
import { TransferList } from '../components/transfer-list.tsx'

/** 学籍异动: the changes, and the transfer requests of schools. */
export default function ChangesPage() {
  const { search } = usePageSearch()
  return (
    <>
      {search.get('part') === 'transfers' ? <TransferList /> : <ChangeRecords />}
      <DialogHost />
    </>
  )
}
