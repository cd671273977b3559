import { Card } from '#packages/web/light/card.tsx'
import { InlineLoadError } from '#packages/web/light/state-notice.tsx'
import type { CoverLesson } from '#engines/cover/contract.ts'
import { ArrangedTag, CoverPicker, type CoverChoices } from '#engines/cover/web/api.ts'

interface Props {
  lessons: CoverLesson[] | 'failed'
  choices: CoverChoices
  /** The school wants to be reminded of lessons that nobody gives. */
  isReminding: boolean
  onRetry: () => void
  onChange: (choices: CoverChoices) => void
}

/** The own lessons during the leave, and who gives them; nothing for who has none. */
export function LessonsMeanwhile({ lessons, choices, isReminding, onRetry, onChange }: Props) {
  if (lessons === 'failed')
    return (
      <Card title="期间的课">
        <InlineLoadError onRetry={onRetry} />
      </Card>
    )
  if (lessons.length === 0) return null
  return (
    <Card
      title={
        <>
          {lessons.length} 节课 {isReminding && <ArrangedTag lessons={lessons} choices={choices} />}
        </>
      }
    >
      <CoverPicker lessons={lessons} choices={choices} onChange={onChange} />
    </Card>
  )
}
