import { handbook } from './handbook.ts'
import { HandbookView } from './handbook-view.tsx'

export default function HelpPage() {
  return <HandbookView chapters={handbook} />
}
