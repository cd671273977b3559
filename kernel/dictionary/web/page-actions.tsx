import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { SortDialog } from './components/sort-dialog.tsx'
import { TypesDialog } from './components/types-dialog.tsx'

export const openSortDialog = () => showDialog((close) => <SortDialog onClose={close} />)
export const openTypesDialog = () => showDialog((close) => <TypesDialog onClose={close} />)
