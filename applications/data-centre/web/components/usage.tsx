import { KeyFiguresCard } from './key-figures.tsx'

/** Who has signed in, and what was opened. */
export default function UsageCard() {
  return <KeyFiguresCard set="usage" />
}
