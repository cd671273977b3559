import { KeyFiguresCard } from './key-figures.tsx'

/** The figures of the school day. */
export default function TodayCard() {
  return <KeyFiguresCard set="day" />
}
