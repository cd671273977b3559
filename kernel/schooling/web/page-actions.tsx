import { showDialog } from '#packages/web/desk/shown-dialogs.tsx'
import { GenerateDialog } from './components/generate-dialog.tsx'
import { SortDialog } from './components/sort-dialog.tsx'

export const openGenerating = () => showDialog((close) => <GenerateDialog onClose={close} />)
export const openSorting = () => showDialog((close) => <SortDialog onClose={close} />)
