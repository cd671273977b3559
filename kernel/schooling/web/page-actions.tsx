import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { GenerateDialog } from './components/generate-dialog.tsx'
import { SortDialog } from './components/sort-dialog.tsx'

export const openGenerateDialog = () => showDialog((close) => <GenerateDialog onClose={close} />)
export const openSortDialog = () => showDialog((close) => <SortDialog onClose={close} />)
