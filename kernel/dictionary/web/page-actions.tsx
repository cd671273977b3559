import { showDialog } from '#packages/web/desk/shown-dialogs.tsx'
import { SortDialog } from './components/sort-dialog.tsx'
import { TypesDialog } from './components/types-dialog.tsx'

export const openSorting = () => showDialog((close) => <SortDialog onClose={close} />)
export const openTypes = () => showDialog((close) => <TypesDialog onClose={close} />)
